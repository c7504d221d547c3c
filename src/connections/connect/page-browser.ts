// The browser in front of a session's page: a cookie that tells it from others, and a token in its forms.
import type { Deps } from "../../server/deps.ts";
import type { PublicRequest } from "../../web/http/route.ts";
import { foreignForm, readOwnForm, secretCookie } from "../../web/pages/browser.ts";
import { generateState } from "../oauth/client.ts";

/** Longer than a session lasts. */
const MAX_AGE_SECONDS = 3_600;

export interface PageBrowser {
  /** What rows keep of the secret: a MAC under each key of the ring. */
  hashes: string[];
  /** The token for the forms of a session's page. */
  formToken(sessionId: string): string;
  /** Set-Cookie. */
  cookie: string;
}

export interface PageForm {
  form: URLSearchParams;
  browser: PageBrowser;
}

const cookieOf = (deps: Pick<Deps, "baseUrl">) => secretCookie(deps, "connect");

/** Null for a browser without the cookie, which a first visit to a link sets. */
export function knownBrowser(deps: Pick<Deps, "baseUrl" | "vault">, request: Request): PageBrowser | null {
  const secret = cookieOf(deps).read(request);
  return secret === null ? null : browserOf(deps, secret);
}

export function newBrowser(deps: Pick<Deps, "baseUrl" | "vault">): PageBrowser {
  return browserOf(deps, generateState());
}

function browserOf(deps: Pick<Deps, "baseUrl" | "vault">, secret: string): PageBrowser {
  return {
    hashes: deps.vault.macs(named(secret)),
    formToken: (sessionId) => deps.vault.stateMac(formText(secret, sessionId)),
    cookie: cookieOf(deps).write(secret, MAX_AGE_SECONDS),
  };
}

/** Reads a form of a session's page; throws 403 unless our page sent it, from this browser. */
export async function readPageForm(
  deps: Pick<Deps, "baseUrl" | "vault">,
  call: Pick<PublicRequest, "request" | "arrival">,
  sessionId: string,
): Promise<PageForm> {
  const form = await readOwnForm(deps, call);
  const secret = cookieOf(deps).read(call.request);
  const isOwn = secret !== null && deps.vault.hasStateMac(formText(secret, sessionId), form.get("form_token") ?? "");
  if (!isOwn) throw foreignForm();
  return { form, browser: browserOf(deps, secret) };
}

const named = (secret: string) => `connect-browser ${secret}`;
const formText = (secret: string, sessionId: string) => `connect-form ${sessionId} ${secret}`;
