// Reads the settings of the sign-in with OpenID Connect issuers, such as Okta, Entra ID or Keycloak.
import type { AdminRole } from "../../web/http/route.ts";
import { isLoopback } from "./providers-file.ts";

export interface OidcSettings {
  /** As `OIDC_ISSUERS` and the issuer's own paths name it; null for the issuer of the settings without a name. */
  key: string | null;
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
  /** Whether a sign-out here leads on to the one of the issuer; otherwise the page offers it. */
  endsIssuerSession: boolean;
}

/** How people sign in with issuers. */
export interface IssuerSettings {
  /** That of the settings without a name first; empty where the operator has set none. */
  issuers: readonly OidcSettings[];
  /** Whether people sign in by nothing else. */
  isOnly: boolean;
}

/** OpenID Connect Discovery, section 4. */
const DISCOVERY = "/.well-known/openid-configuration";

type Value = (name: string) => string | undefined;

const ROLES: readonly AdminRole[] = ["viewer", "operator", "owner"];
const MAX_NAME = 40;
const MAX_ITEMS = 200;
const MAX_ISSUERS = 8;
const KEY = /^[a-z][a-z0-9]{1,31}$/;
/** Paths of the issuer without a name, which the path of another one must not be. */
const OWN_PATHS = ["again", "callback", "logout"];

export function readOidc(value: Value, environment: string, errors: string[]): IssuerSettings {
  const isOnly = oneOf(value, "GATEWAY_SIGN_IN", ["all", "oidc"], errors) === "oidc";
  const keys = [null, ...readKeys(value, errors)];
  const issuers = keys.flatMap((key) => readIssuer(value, key, environment, errors) ?? []);
  if (issuers.length > MAX_ISSUERS) errors.push(`At most ${MAX_ISSUERS} issuers can be set.`);
  assertDifferent(issuers, "ISSUER", ({ issuer }) => (URL.canParse(issuer) ? new URL(issuer).href : issuer), errors);
  assertDifferent(issuers, "NAME", ({ name }) => name.toLowerCase(), errors);
  if (isOnly && issuers.length === 0 && errors.length === 0) errors.push("GATEWAY_SIGN_IN=oidc needs OIDC_ISSUER.");
  return { issuers, isOnly };
}

function readKeys(value: Value, errors: string[]): string[] {
  const keys = itemsOf(value("OIDC_ISSUERS"));
  const isUsable = (key: string, at: number) => KEY.test(key) && !OWN_PATHS.includes(key) && keys.indexOf(key) === at;
  if (keys.every(isUsable)) return keys;
  errors.push(
    `OIDC_ISSUERS must be a list such as staff,contractors: lower-case letters and digits, each name once, none of ${OWN_PATHS.join(", ")}.`,
  );
  return [];
}

/** The variable of an issuer's setting, such as `OIDC_NAME` and `OIDC_STAFF_NAME`. */
export const variableOf = (key: string | null, setting: string) =>
  key === null ? `OIDC_${setting}` : `OIDC_${key.toUpperCase()}_${setting}`;

/** Identities and sessions name their issuer by its address; people know it by the name on the button. */
function assertDifferent(
  issuers: readonly OidcSettings[],
  setting: string,
  comparedOf: (settings: OidcSettings) => string,
  errors: string[],
): void {
  const keys = new Map<string, string | null>();
  for (const settings of issuers) {
    const [value, other] = [comparedOf(settings), keys.get(comparedOf(settings))];
    if (other === undefined) keys.set(value, settings.key);
    else errors.push(`${variableOf(settings.key, setting)} must differ from ${variableOf(other, setting)}.`);
  }
}

/** Null where nothing of the issuer without a name is set. */
function readIssuer(value: Value, key: string | null, environment: string, errors: string[]): OidcSettings | null {
  const variable = (setting: string) => variableOf(key, setting);
  const own = (setting: string) => value(variable(setting));
  const [issuer, clientId, clientSecret] = [own("ISSUER"), own("CLIENT_ID"), own("CLIENT_SECRET")];
  const settings = readDetails(own, variable, issuer, errors);
  if (key === null && !issuer && !clientId && !clientSecret) return null;
  if (!issuer || !clientId || !clientSecret) {
    errors.push(
      `${variable("ISSUER")}, ${variable("CLIENT_ID")} and ${variable("CLIENT_SECRET")} must be set together.`,
    );
    return null;
  }
  if (issuer.endsWith(DISCOVERY))
    errors.push(`${variable("ISSUER")} must end before ${DISCOVERY}, which is read below it.`);
  else if (!isIssuer(issuer, environment))
    errors.push(
      `${variable("ISSUER")} must be an https URL without credentials, query and fragment (http only to loopback hosts in development).`,
    );
  return { key, issuer, clientId, clientSecret, ...settings };
}

function readDetails(own: Value, variable: (setting: string) => string, issuer: string | undefined, errors: string[]) {
  const choice = (setting: string, allowed: readonly string[]) =>
    oneOf(own, setting, allowed, errors, variable(setting));
  const settings = {
    name: own("NAME") ?? hostOf(issuer),
    scopes: own("SCOPES") ?? "openid email profile",
    groupsClaim: own("GROUPS_CLAIM") ?? "groups",
    roles: readRoles(own("ROLES"), variable("ROLES"), errors),
    mayJoin: choice("JOIN", ["invited", "groups"]) === "groups",
    trustsEmail: choice("TRUST_EMAIL", ["false", "true"]) === "true",
    secondFactors: itemsOf(own("SECOND_FACTOR")),
    endsIssuerSession: choice("SIGN_OUT", ["here", "issuer"]) === "issuer",
  };
  if (settings.secondFactors.length > MAX_ITEMS)
    errors.push(`${variable("SECOND_FACTOR")} must have at most ${MAX_ITEMS} values.`);
  if (settings.name.length > MAX_NAME) errors.push(`${variable("NAME")} must have at most ${MAX_NAME} characters.`);
  if (!settings.scopes.split(" ").includes("openid")) errors.push(`${variable("SCOPES")} must contain openid.`);
  if (settings.mayJoin && settings.roles === null)
    errors.push(`${variable("JOIN")}=groups needs ${variable("ROLES")}: they say who may join.`);
  return settings;
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
function readRoles(
  text: string | undefined,
  variable: string,
  errors: string[],
): ReadonlyMap<string, AdminRole> | null {
  if (text === undefined) return null;
  const roles = new Map<string, AdminRole>();
  const items = itemsOf(text);
  if (items.length > MAX_ITEMS) errors.push(`${variable} must have at most ${MAX_ITEMS} groups.`);
  for (const item of items) {
    const at = item.lastIndexOf("=");
    const [group, role] = [item.slice(0, Math.max(at, 0)).trim(), item.slice(at + 1).trim() as AdminRole];
    if (group !== "" && ROLES.includes(role) && !roles.has(group)) roles.set(group, role);
    else {
      errors.push(
        `${variable} must be a list such as admins=owner,staff=viewer, each group once, with the roles ${ROLES.join(", ")}.`,
      );
      break;
    }
  }
  return roles;
}

function oneOf(
  value: Value,
  name: string,
  allowed: readonly string[],
  errors: string[],
  variable = name,
): string | undefined {
  const text = value(name);
  if (text !== undefined && !allowed.includes(text)) errors.push(`${variable} must be ${allowed.join(" or ")}.`);
  return text;
}
