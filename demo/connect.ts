// Connects a provider as a product would, with a robot as the user's browser.

import { agreeToReplace, consent } from "../emulators/consent.ts";
import type { EmulatedServiceName } from "../emulators/emulators.ts";
import { type Caller, type CallResult, printCall } from "./call.ts";

interface ConnectRequest {
  /** The path of the endpoint that starts the session. */
  path: string;
  provider: EmulatedServiceName;
  /** The name on the button of the provider's consent page. */
  person: string;
  /** The connection's name; absent for the first. */
  connection?: string;
  /** Whether the caller must confirm the grant. */
  confirm?: boolean;
}

/** Returns the query parameters of the final redirect. */
export async function connect(
  caller: Caller,
  { path, provider, person, connection, confirm }: ConnectRequest,
  results: CallResult[],
): Promise<URLSearchParams> {
  const body = { provider, redirect_url: `${caller.baseUrl}/connected`, connection, confirm };
  const started = await printCall({ ...caller, method: "POST", path, body }, results);
  const callback = await consent(started.connect_url as string, person);
  const response = await fetch(callback, { redirect: "manual" });
  const location = await endOf(response, callback);
  const params = new URL(location, callback).searchParams;
  const isSuccess = response.status === 303 && params.get("status") === "success";
  results.push({ label: `callback of ${provider}`, status: response.status, isExpected: isSuccess });
  console.log(`  browser   ${provider}'s consent page → ${callback.pathname} → ${location}`);
  await printCall({ ...caller, method: "GET", path: `${path}/${started.session_id}` }, results);
  return params;
}

/** Returns the browser's last address. The emulated people differ after every start, so with a kept database the gateway asks. */
async function endOf(response: Response, callback: URL): Promise<string> {
  const location = response.headers.get("location") ?? "";
  const [cookie] = response.headers.getSetCookie();
  const mustAgree = cookie !== undefined && location.includes("/connect/sessions/");
  return mustAgree
    ? ((await agreeToReplace(new URL(location, callback), cookie.split(";", 1)[0] ?? "")) ?? "")
    : location;
}
