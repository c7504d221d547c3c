// Sign-ins with an issuer in tests' hands, by a browser of the gateway.
import type { JWTPayload } from "jose";
import type { ForgingIssuer } from "../support/forging-issuer.ts";
import { type Browser, newBrowser, type PageResponse, type SignedIn } from "./browser.ts";

export const SECURITY_PATH = "/settings/sign-in";

/** The issuer's page that a page of ours goes on to. */
export const onwardOf = ({ text }: PageResponse) =>
  /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") as string;

export function visits(gateway: { url: string }, issuer: ForgingIssuer) {
  const chosen = { issuer: `${issuer.url}/` };
  const begin = async (browser: Browser) => onwardOf(await browser.submit("/sign-in/oidc", chosen, "/sign-in"));
  return {
    begin,
    /** Signs in as the person of these claims, in a browser of their own unless one is given. */
    async signIn(claims: JWTPayload, more: Record<string, string> = {}, browser = newBrowser(gateway)) {
      const page = await browser.get(issuer.signIn(await begin(browser), claims, more));
      return { ...page, browser, location: page.headers.get("location"), code: page.headers.get("x-error-code") };
    },
    async link(person: SignedIn, claims: JWTPayload) {
      const page = await person.submit(`${SECURITY_PATH}/oidc`, chosen, SECURITY_PATH);
      return person.get(issuer.signIn(onwardOf(page), claims));
    },
    /** The callback of a sign-in that begins at an invitation's link, not visited. */
    async beginJoin(browser: Browser, link: string, claims: JWTPayload) {
      return issuer.signIn(onwardOf(await browser.submit(`${link}/oidc`, chosen, link)), claims);
    },
  };
}

/** The settings of an issuer under a name of `OIDC_ISSUERS`. */
export const named = (key: string, { env }: Pick<ForgingIssuer, "env">, more: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries({ ...env, ...more }).map(([name, value]) => [
      name.replace(/^OIDC_/, `OIDC_${key.toUpperCase()}_`),
      value,
    ]),
  );

/** Invites the address into the team of the inviter's user; the link as a path. */
export async function invitationFor(inviter: Browser, email: string, role = "member"): Promise<string> {
  const page = await inviter.submit("/settings/team/invite", { email, role });
  const link = /https?:\/\/[^<"\s]*(\/setup\/team\/[A-Za-z0-9_-]{43})/.exec(page.text)?.[1];
  if (!link) throw new Error(`no link on the page (${page.status})`);
  return link;
}
