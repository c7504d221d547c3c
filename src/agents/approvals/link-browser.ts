// The browser in front of a link that decides: a cookie that tells it from others, and a token in its forms.
import { generateState } from "../../connections/oauth/client.ts";
import type { Deps } from "../../server/deps.ts";
import type { PublicRequest } from "../../web/http/route.ts";
import { foreignForm, readOwnForm, secretCookie } from "../../web/pages/browser.ts";

/** As long as the longest link. */
const MAX_AGE_SECONDS = 3_600;

export interface LinkBrowser {
  /** What a row keeps of the secret: a MAC under each key of the ring. */
  hashes: string[];
  /** The token for the forms of one link's page. */
  formToken(linkId: string): string;
  /** Set-Cookie. */
  cookie: string;
}

type BrowserDeps = Pick<Deps, "baseUrl" | "vault">;

const cookieOf = (deps: Pick<Deps, "baseUrl">) => secretCookie(deps, "approve");

/** Null for a browser without the cookie. */
export function knownBrowser(deps: BrowserDeps, request: Request): LinkBrowser | null {
  const secret = cookieOf(deps).read(request);
  return secret === null ? null : browserOf(deps, secret);
}

export const newBrowser = (deps: BrowserDeps): LinkBrowser => browserOf(deps, generateState());

const browserOf = (deps: BrowserDeps, secret: string): LinkBrowser => ({
  hashes: deps.vault.macs(`approve-browser ${secret}`),
  formToken: (linkId) => deps.vault.stateMac(formText(secret, linkId)),
  cookie: cookieOf(deps).write(secret, MAX_AGE_SECONDS),
});

const formText = (secret: string, linkId: string) => `approve-form ${linkId} ${secret}`;

/** The form that a page of ours sent; 403 for any other site's. The browser is null where it has no cookie yet. */
export async function readLinkForm(
  deps: BrowserDeps,
  call: Pick<PublicRequest, "request" | "arrival">,
): Promise<{ form: URLSearchParams; browser: LinkBrowser | null }> {
  return { form: await readOwnForm(deps, call), browser: knownBrowser(deps, call.request) };
}

/** 403 unless the form is of this link's page in this browser. */
export function assertFormToken(deps: BrowserDeps, request: Request, linkId: string, form: URLSearchParams): void {
  const secret = cookieOf(deps).read(request);
  const isOwn = secret !== null && deps.vault.hasStateMac(formText(secret, linkId), form.get("form_token") ?? "");
  if (!isOwn) throw foreignForm();
}
