// The cookies of people: the session, and the browser before it has one; each gives a token for the forms of its pages.

import { generateState } from "../connections/oauth/client.ts";
import { KNOWN_BROWSER_MS } from "../identity/sign-in/known-browsers.ts";
import { ABSOLUTE_MS } from "../identity/sign-in/sessions.ts";
import type { Deps } from "../server/deps.ts";
import { secretCookie } from "../web/pages/browser.ts";

const VISITOR_SECONDS = 86_400;
const KNOWN_SECONDS = KNOWN_BROWSER_MS / 1_000;

export interface PeopleCookies {
  session: ReturnType<typeof secretCookie>;
  /** Set-Cookie of a new session. */
  begin(token: string): string;
  /** The cookie of a browser that has signed somebody in. */
  knownBrowser: { read(request: Request): string | null; write(token: string): string };
  /** Set-Cookie that ends the session. */
  end(): string;
  /** The token of the request's session, for the forms of its pages about this user; null for pages about none. */
  formToken(request: Request, userId: string | null): string;
  isFormToken(request: Request, userId: string | null, token: string): boolean;
  /** The browser in front of a sign-in page, known or new. */
  visitor(request: Request): { formToken: string; cookie: string };
  isVisitorToken(request: Request, token: string): boolean;
  /** A MAC of the text that only this browser's requests give again; null for a browser without the cookie. */
  boundToVisitor(request: Request, text: string): string | null;
}

export function createPeopleCookies(deps: Pick<Deps, "baseUrl" | "vault">): PeopleCookies {
  const session = secretCookie(deps, "session");
  const visitor = secretCookie(deps, "visitor");
  const known = secretCookie(deps, "known-browser");
  const text = (kind: string, secret: string | null) => `dashboard-form ${kind} ${secret}`;
  const isToken = (kind: string, secret: string | null, token: string) =>
    secret !== null && deps.vault.hasStateMac(text(kind, secret), token);
  return {
    session,
    begin: (token) => session.write(token, ABSOLUTE_MS / 1_000),
    end: () => session.write("", 0),
    knownBrowser: { read: known.read, write: (token) => known.write(token, KNOWN_SECONDS) },
    formToken: (request, userId) => deps.vault.stateMac(text(`session ${userId}`, session.read(request))),
    isFormToken: (request, userId, token) => isToken(`session ${userId}`, session.read(request), token),
    visitor(request) {
      const secret = visitor.read(request) ?? generateState();
      const formToken = deps.vault.stateMac(text("visitor", secret));
      return { formToken, cookie: visitor.write(secret, VISITOR_SECONDS) };
    },
    isVisitorToken: (request, token) => isToken("visitor", visitor.read(request), token),
    boundToVisitor(request, bound) {
      const secret = visitor.read(request);
      return secret === null ? null : (deps.vault.macs(`dashboard-visitor ${secret} ${bound}`)[0] as string);
    },
  };
}
