// Sign-ins with an issuer in tests' hands, by a browser of the gateway.
import type { JWTPayload } from "jose";
import type { ForgingIssuer } from "../support/forging-issuer.ts";
import { type Browser, newBrowser, type PageResponse, type SignedIn } from "./browser.ts";

export const SECURITY_PATH = "/settings/sign-in";

/** The issuer's page that a page of ours goes on to. */
export const onwardOf = ({ text }: PageResponse) =>
  /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") as string;

export function visits(gateway: { url: string }, issuer: ForgingIssuer) {
  const begin = async (browser: Browser) => onwardOf(await browser.submit("/sign-in/oidc", {}, "/sign-in"));
  return {
    begin,
    /** Signs in as the person of these claims, in a browser of their own unless one is given. */
    async signIn(claims: JWTPayload, more: Record<string, string> = {}, browser = newBrowser(gateway)) {
      const page = await browser.get(issuer.signIn(await begin(browser), claims, more));
      return { ...page, browser, location: page.headers.get("location"), code: page.headers.get("x-error-code") };
    },
    async link(person: SignedIn, claims: JWTPayload) {
      const page = await person.submit(`${SECURITY_PATH}/oidc`, {}, SECURITY_PATH);
      return person.get(issuer.signIn(onwardOf(page), claims));
    },
  };
}
