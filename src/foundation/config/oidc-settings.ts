// Reads the settings of the sign-in with an OpenID Connect issuer, such as Okta, Entra ID or Keycloak.
import type { AdminRole } from "../../web/http/route.ts";
import { isLoopback } from "./providers-file.ts";

export interface OidcSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** On the button of the sign-in page. */
  name: string;
  scopes: string;
  /** The claim that lists a person's groups. */
  groupsClaim: string;
  /** The role of each group's members; null where the issuer decides no roles. */
  roles: ReadonlyMap<string, AdminRole> | null;
  /** Whether a member of such a group becomes a person at the first sign-in. */
  mayJoin: boolean;
  /** Whether an address counts as verified where the issuer does not say so. */
  trustsEmail: boolean;
  /** Values of `amr` or `acr` by which the issuer vouches for a second factor; none by default. */
  secondFactors: readonly string[];
  /** Whether people sign in by nothing else. */
  isOnly: boolean;
}

type Value = (name: string) => string | undefined;

const ROLES: readonly AdminRole[] = ["viewer", "operator", "owner"];
const MAX_NAME = 40;
const MAX_ITEMS = 200;

/** Null where no issuer is set. */
export function readOidc(value: Value, environment: string, errors: string[]): OidcSettings | null {
  const [issuer, clientId, clientSecret] = [value("OIDC_ISSUER"), value("OIDC_CLIENT_ID"), value("OIDC_CLIENT_SECRET")];
  const found: string[] = [];
  const roles = readRoles(value("OIDC_ROLES"), found);
  const settings = {
    name: value("OIDC_NAME") ?? hostOf(issuer),
    scopes: value("OIDC_SCOPES") ?? "openid email profile",
    groupsClaim: value("OIDC_GROUPS_CLAIM") ?? "groups",
    roles,
    mayJoin: oneOf(value, "OIDC_JOIN", ["invited", "groups"], found) === "groups",
    trustsEmail: oneOf(value, "OIDC_TRUST_EMAIL", ["false", "true"], found) === "true",
    secondFactors: itemsOf(value("OIDC_SECOND_FACTOR")),
    isOnly: oneOf(value, "GATEWAY_SIGN_IN", ["all", "oidc"], found) === "oidc",
  };
  if (settings.secondFactors.length > MAX_ITEMS)
    found.push(`OIDC_SECOND_FACTOR must have at most ${MAX_ITEMS} values.`);
  if (settings.name.length > MAX_NAME) found.push(`OIDC_NAME must have at most ${MAX_NAME} characters.`);
  if (!settings.scopes.split(" ").includes("openid")) found.push("OIDC_SCOPES must contain openid.");
  if (settings.mayJoin && roles === null) found.push("OIDC_JOIN=groups needs OIDC_ROLES: they say who may join.");
  errors.push(...found);
  if (!issuer && !clientId && !clientSecret) {
    if (settings.isOnly) errors.push("GATEWAY_SIGN_IN=oidc needs OIDC_ISSUER.");
    return null;
  }
  if (!issuer || !clientId || !clientSecret) {
    errors.push("OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together.");
    return null;
  }
  if (!isIssuer(issuer, environment))
    errors.push(
      "OIDC_ISSUER must be an https URL without credentials, query and fragment (http only to loopback hosts in development).",
    );
  return { issuer, clientId, clientSecret, ...settings };
}

/** RFC 8414, section 2. */
function isIssuer(text: string, environment: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || /[?#@]/.test(text)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && isPlainAllowed(url, environment));
}

/** Whether a request to the issuer may go without TLS. */
export const isPlainAllowed = ({ hostname }: URL, environment: string) =>
  environment === "development" && isLoopback(hostname);

const hostOf = (issuer: string | undefined) =>
  issuer && URL.canParse(issuer) ? new URL(issuer).host.slice(0, MAX_NAME) : "your organization";

const itemsOf = (text: string | undefined) =>
  (text ?? "")
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");

/** `group=role` pairs with commas between; the last "=" separates, since names of groups may contain one. */
function readRoles(text: string | undefined, errors: string[]): ReadonlyMap<string, AdminRole> | null {
  if (text === undefined) return null;
  const roles = new Map<string, AdminRole>();
  const items = itemsOf(text);
  if (items.length > MAX_ITEMS) errors.push(`OIDC_ROLES must have at most ${MAX_ITEMS} groups.`);
  for (const item of items) {
    const at = item.lastIndexOf("=");
    const [group, role] = [item.slice(0, Math.max(at, 0)).trim(), item.slice(at + 1).trim() as AdminRole];
    if (group !== "" && ROLES.includes(role) && !roles.has(group)) roles.set(group, role);
    else {
      errors.push(
        `OIDC_ROLES must be a list such as admins=owner,staff=viewer, each group once, with the roles ${ROLES.join(", ")}.`,
      );
      break;
    }
  }
  return roles;
}

function oneOf(value: Value, name: string, allowed: readonly string[], errors: string[]): string | undefined {
  const text = value(name);
  if (text !== undefined && !allowed.includes(text)) errors.push(`${name} must be ${allowed.join(" or ")}.`);
  return text;
}
