// Checks what a plugin says of its tenants: where each value comes from, and where it goes in requests.
import type { CallbackValue, Provider, TenantField } from "../../plugin/index.ts";
import { namesIn } from "../upstream/tenant.ts";
import { checkField, holdsBrace } from "./auth-violations.ts";
import { isAnchored, isObject, isText, KEY, type Report } from "./violation-report.ts";

/** Hosts that no pattern of a tenant's host may match: cloud metadata, the machine itself, a stranger's. */
const FOREIGN_HOSTS = ["169.254.169.254", "localhost", "other.invalid"];

const NO_PATTERN = "must be a regular expression of the whole value: /^…$/, with no flag but i.";

export function checkTenant(plugin: Partial<Provider>, report: Report): void {
  const { tenant } = plugin;
  if (tenant === undefined) return;
  if (!isObject(tenant)) return void report("tenant", "must be an object.");
  for (const [name, declared] of Object.entries(tenant as Record<string, RegExp | TenantField | CallbackValue>)) {
    const where = `tenant.${name}`;
    if (declared instanceof RegExp) checkPattern(plugin, where, name, declared, report);
    else if (!isObject(declared)) report(where, NO_PATTERN);
    else if ("from" in declared) checkCallbackValue(plugin, where, name, declared, report);
    else checkTenantField(plugin, where, name, declared, report);
  }
}

/** The headers and parameters of every request: what stands in braces must be a value of `tenant`. */
export function checkSharedParts(plugin: Partial<Provider>, report: Report): void {
  for (const part of ["headers", "query"] as const) {
    for (const [name, template] of Object.entries(plugin[part] ?? {})) {
      const where = `${part}.${name}`;
      if (typeof template !== "string") continue;
      const unknown = namesIn(template).find((one) => !Object.hasOwn(plugin.tenant ?? {}, one));
      if (unknown !== undefined)
        report(where, `{${unknown}} is not a value of tenant: it would be sent as it is, with its braces.`);
      else if (holdsBrace(template)) report(where, "has a brace that begins or ends no name of a value of tenant.");
    }
  }
}

function checkPattern(plugin: Partial<Provider>, where: string, name: string, pattern: unknown, report: Report): void {
  if (!(pattern instanceof RegExp) || !isAnchored(pattern) || pattern.flags.replace("i", "") !== "")
    report(where, NO_PATTERN);
  else checkHost(plugin, where, name, pattern, [], report);
}

/** The parameters that every callback may have (RFC 6749, RFC 9207). */
const OF_EVERY_CALLBACK = ["code", "state", "iss", "error", "error_description", "error_uri"];

function checkCallbackValue(
  plugin: Partial<Provider>,
  where: string,
  name: string,
  { from, parameter, pattern }: CallbackValue,
  report: Report,
): void {
  if (!KEY.test(name)) report(where, "must be a lower-case word.");
  if (from !== "callback") report(`${where}.from`, 'must be "callback".');
  if (typeof parameter !== "string" || !/^[A-Za-z0-9_.-]{1,64}$/.test(parameter))
    report(`${where}.parameter`, "must be the name of a parameter.");
  else if (OF_EVERY_CALLBACK.includes(parameter))
    report(`${where}.parameter`, `is "${parameter}", which every callback has: it names no tenant.`);
  checkPattern(plugin, `${where}.pattern`, name, pattern, report);
  if (!isObject(plugin.auth?.oauth2)) report(where, "comes from OAuth's callback, but the plugin has no auth.oauth2.");
  else if (!isProven(plugin, name)) {
    const message =
      "comes from the browser: name it in the identity request, so that the provider refuses a tenant that the grant is not for.";
    report(where, message);
  }
}

/** Whether the identity request of OAuth has the value: in its URL, or in what every request has. */
function isProven({ baseUrl, auth, identity, headers, query }: Partial<Provider>, name: string): boolean {
  const upstream = String((auth?.oauth2?.identity ?? identity)?.upstream ?? "");
  const [base = ""] = typeof baseUrl === "string" ? [baseUrl] : Object.values(baseUrl ?? {});
  const templates = [upstream, upstream.startsWith("/") ? base : "", ...Object.values({ ...headers, ...query })];
  return templates.some((template) => namesIn(String(template)).includes(name));
}

function checkTenantField(
  plugin: Partial<Provider>,
  where: string,
  name: string,
  declared: TenantField,
  report: Report,
): void {
  if (!KEY.test(name)) report(where, "must be a lower-case word.");
  checkField(where, declared, report);
  const { pattern, example, selfHosted } = declared;
  if (selfHosted !== undefined && typeof selfHosted !== "boolean")
    report(`${where}.selfHosted`, "must be true or false.");
  if (!(pattern instanceof RegExp))
    return void report(`${where}.pattern`, "is missing: it keeps requests with the provider.");
  if (!isAnchored(pattern)) return;
  if (pattern.flags !== "") report(`${where}.pattern`, "must have no flags: hosts are lower case.");
  if (!isText(example)) return void report(`${where}.example`, "is missing: people see it, and the check varies it.");
  if (declared.default !== undefined && !(typeof declared.default === "string" && pattern.test(declared.default)))
    report(`${where}.default`, "must match the pattern.");
  checkHost(
    plugin,
    where,
    name,
    pattern,
    [`${example}.other.invalid`, `other.invalid/${example}`, example.replace(".", "-")],
    report,
  );
}

/** A value that is a whole host must be the provider's own; `likenesses` are strangers' that look like one. */
function checkHost(
  plugin: Partial<Provider>,
  where: string,
  name: string,
  pattern: RegExp,
  likenesses: string[],
  report: Report,
): void {
  if (!urlsOf(plugin).some((url) => /^https:\/\/\{([^{}]+)\}(\/|$)/.exec(String(url))?.[1] === name)) return;
  const taken = [...FOREIGN_HOSTS, ...likenesses].find((host) => pattern.test(host));
  if (taken) report(where, `accepts "${taken}" as a host of the provider.`);
}

function urlsOf({ baseUrl, auth, identity }: Partial<Provider>): unknown[] {
  const bases = typeof baseUrl === "string" ? [baseUrl] : Object.values(baseUrl ?? {});
  const { oauth2, client_credentials: own } = isObject(auth) ? (auth as Provider["auth"]) : {};
  const ofOAuth = [oauth2?.authorizationUrl, oauth2?.tokenUrl, oauth2?.revocationUrl];
  const identities = [identity, ...Object.values(isObject(auth) ? auth : {}).map((kind) => kind?.identity)];
  return [...bases, ...ofOAuth, own?.tokenUrl, ...identities.map((one) => one?.upstream)];
}
