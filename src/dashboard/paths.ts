// Paths of the pages that others lead to, and where a sign-in leads back to.
export const SIGN_IN_PATH = "/sign-in";
export const SECOND_FACTOR_PATH = "/sign-in/second-factor";
export const SIGN_IN_AGAIN_PATH = "/sign-in/again";
export const OIDC_PATH = "/sign-in/oidc";
export const OIDC_AGAIN_PATH = "/sign-in/oidc/again";
/** Each issuer leads back and sends to paths of its own, so that no response counts as another issuer's. */
export const oidcPathOf = (key: string | null, what: "callback" | "logout" | "signed-out") =>
  key === null ? `${OIDC_PATH}/${what}` : `${OIDC_PATH}/${key}/${what}`;
export const SIGN_OUT_PATH = "/sign-out";
export const THEME_PATH = "/settings/theme";
export const LANGUAGE_PATH = "/settings/language";
export const SETUP_PATH = "/setup";
/** Links of invitations into teams. */
export const JOIN_PATH = "/setup/team";
/** The same for who is signed in. */
export const JOIN_SIGNED_IN_PATH = "/settings/join";
export const HOME_PATH = "/";
export const SEARCH_PATH = "/search";
export const INTEGRATIONS_PATH = "/integrations";
export const SUBSCRIPTIONS_PATH = "/subscriptions";
export const FAILED_SOURCES_PATH = "/subscriptions/failed";
export const ACCOUNTS_PATH = "/partner/accounts";
export const KEYS_PATH = "/settings/keys";
export const CLIENTS_PATH = "/settings/clients";
export const AGENTS_PATH = "/agents";
export const RULES_PATH = "/agents/rules";
/** The address that callers are given for a person to decide. */
export const APPROVALS_PATH = "/approvals";
export const DECIDE_MANY_PATH = "/approvals/decide";
export const STANDING_PATH = "/approvals/always";

/** A client's request for sign-in is the longest. */
const MAX_NEXT = 3_100;

/** `path` with the page to go on to afterwards. */
export function withNext(path: string, next: string): string {
  const isHome = next === HOME_PATH || next.length > MAX_NEXT;
  return isHome ? path : `${path}?next=${encodeURIComponent(next)}`;
}

/** A page of ours out of `next`; home for anything else, such as another site's address. */
export function safeNext(next: string | null): string {
  if (next === null || next.length > MAX_NEXT || !/^\/(?![/\\])[\x21-\x7e]*$/.test(next)) return HOME_PATH;
  const origin = "http://gateway.invalid";
  return URL.canParse(next, origin) && new URL(next, origin).origin === origin ? next : HOME_PATH;
}
