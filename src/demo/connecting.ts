// Connects a provider as a product would, with the robot in the place of the user's browser.
import { consent } from "./consent.ts";
import type { EmulatedServiceName } from "./emulators.ts";
import { ask, type Caller, type Shown } from "./show.ts";

interface Connect {
  /** Where the session is started. */
  path: string;
  provider: EmulatedServiceName;
  /** Who consents: the name on the button of the provider's page. */
  person: string;
  /** Whether the grant waits for the caller's word. */
  confirm?: boolean;
}

/** Gives the parameters that came with the browser. */
export async function connect(
  caller: Caller,
  { path, provider, person, confirm }: Connect,
  shown: Shown[],
): Promise<URLSearchParams> {
  const body = { provider, redirect_url: `${caller.baseUrl}/connected`, confirm };
  const started = await ask({ ...caller, method: "POST", path, body }, shown);
  const callback = await consent(started.connect_url as string, person);
  const answer = await fetch(callback, { redirect: "manual" });
  const location = answer.headers.get("location") ?? "";
  const brought = new URL(location, callback).searchParams;
  const isSuccess = answer.status === 303 && brought.get("status") === "success";
  shown.push({ label: `callback of ${provider}`, status: answer.status, isExpected: isSuccess });
  console.log(`  browser   ${provider}'s consent page → ${callback.pathname} → ${location}`);
  await ask({ ...caller, method: "GET", path: `${path}/${started.session_id}` }, shown);
  return brought;
}
