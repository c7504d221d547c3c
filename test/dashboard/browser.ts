// A signed-in person without a browser: keeps cookies, and sends forms with the token of the page that shows them.

import { passwords } from "../../src/foundation/platform/passwords.ts";
import { addUserOf, insertPerson } from "../../src/identity/people/store.ts";
import { setPassword } from "../../src/identity/sign-in/passwords.ts";
import type { AdminRole } from "../../src/web/http/route.ts";
import type { TestGateway } from "../support/gateway.ts";

export const PASSWORD = "several words that nobody guesses";

export interface PageResponse {
  status: number;
  headers: Headers;
  text: string;
}
export type Fields = Record<string, string | readonly string[]>;

/** Keeps cookies; follows no redirects. */
export interface Browser {
  cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<PageResponse>;
  /** POST as from our own page, without a form token of its own; gives the page with a secret that it leads to. */
  post(path: string, fields: Fields, headers?: Record<string, string>): Promise<PageResponse>;
  /** Loads the page `from` (default `path`), and sends its form token with the fields to `path`. */
  submit(path: string, fields: Fields, from?: string): Promise<PageResponse>;
}

export interface SignedIn extends Browser {
  personId: string;
  userId: string;
  email: string;
}

export function newBrowser(gateway: Pick<TestGateway, "url">): Browser {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit): Promise<PageResponse> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) };
    const response = await fetch(gateway.url + path, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  /** A page with a secret has an address of its own, which leads nowhere else. */
  const orSecret = async (response: PageResponse): Promise<PageResponse> => {
    const location = response.headers.get("location");
    return location?.includes("/shown-once/") ? send(location, {}) : response;
  };
  const post: Browser["post"] = async (path, fields, headers = {}) => {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields))
      for (const one of typeof value === "string" ? [value] : value) body.append(name, one);
    const type = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
    return orSecret(await send(path, { method: "POST", headers: { ...type, ...headers }, body: body.toString() }));
  };
  return {
    cookies,
    get: (path, headers = {}) => send(path, { headers }),
    post,
    async submit(path, fields, from = path) {
      const page = await send(from, {});
      const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1];
      if (!token) throw new Error(`The page ${from} (${page.status}) has no form.`);
      return post(path, { form_token: token, ...fields });
    },
  };
}

let people = 0;

/** A person with a password and a user, signed in; a partner's user with `partner`. */
export async function signedIn(
  gateway: TestGateway,
  { role = null, partner = false }: { role?: AdminRole | null; partner?: boolean } = {},
): Promise<SignedIn> {
  const { userId } = partner ? await gateway.partner() : await gateway.user();
  const { database } = gateway.database;
  const email = `person-${++people}@example.com`;
  const personId = crypto.randomUUID();
  await insertPerson(database, { id: personId, email, name: `Person ${people}`, role });
  await addUserOf(database, personId, userId);
  await setPassword({ database, clock: gateway.clock, passwords }, personId, PASSWORD);
  const browser = newBrowser(gateway);
  const response = await browser.submit("/sign-in", { email, password: PASSWORD });
  if (response.status !== 303) throw new Error(`The sign-in failed: ${response.status}`);
  return { ...browser, personId, userId, email };
}
