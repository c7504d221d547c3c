// Checks how a plugin says that people sign in: its kinds of authentication, what people type, and where credentials go.
import type {
  ApiKey,
  Basic,
  ClientCredentials,
  CredentialField,
  CredentialPosition,
  Field,
  Provider,
  TenantField,
} from "../../plugin/index.ts";
import { isAnchored, isHttps, isText, KEY, MAX_HELP, MAX_NAME, MAX_STEPS, type Report } from "./violation-report.ts";

const isObject = <T>(value: T): value is T & object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function checkAuth(plugin: Partial<Provider>, report: Report): void {
  const { auth } = plugin;
  if (Object.hasOwn(plugin, "oauth")) report("auth", "`oauth: {…}` is `auth: { oauth2: {…} }` now.");
  if (!isObject(auth))
    return void report("auth", "must be an object with oauth2, client_credentials, api_key or basic.");
  if (Object.keys(auth).length === 0) report("auth", "must have oauth2, client_credentials, api_key or basic.");
  for (const kind of Object.keys(auth) as (keyof typeof auth)[])
    if (!isObject(auth[kind])) report(`auth.${kind}`, "must be an object.");
  if (isObject(auth.oauth2)) checkOAuth(plugin, auth.oauth2, report);
  if (isObject(auth.api_key)) checkApiKey(plugin, auth.api_key, report);
  if (isObject(auth.basic)) checkBasic(plugin, auth.basic, report);
  if (isObject(auth.client_credentials)) checkClientCredentials(plugin, auth.client_credentials, report);
}

function checkOAuth(plugin: Partial<Provider>, oauth: NonNullable<Provider["auth"]["oauth2"]>, report: Report): void {
  for (const field of ["authorizationUrl", "tokenUrl"] as const) {
    if (!isHttpsUrl(plugin, oauth[field], "asked")) report(`auth.oauth2.${field}`, "must be an https URL.");
  }
  if (oauth.revocationUrl !== undefined && !isHttpsUrl(plugin, oauth.revocationUrl)) {
    report("auth.oauth2.revocationUrl", "must be an https URL.");
  }
  if (oauth.issuer !== undefined && !isHttps(oauth.issuer)) report("auth.oauth2.issuer", "must be an https URL.");
  if (oauth.sendsIssuer !== undefined && typeof oauth.sendsIssuer !== "boolean")
    report("auth.oauth2.sendsIssuer", "must be true or false.");
  if (oauth.sendsIssuer === true && oauth.issuer === undefined)
    report("auth.oauth2.issuer", "must be set if the server sends it.");
  if (typeof oauth.pkce !== "boolean") report("auth.oauth2.pkce", "must be true, or false if the provider refuses it.");
  if (oauth.clientAuth !== "basic" && oauth.clientAuth !== "body")
    report("auth.oauth2.clientAuth", 'must be "basic" or "body".');
  if (oauth.tokenBody !== undefined && oauth.tokenBody !== "form" && oauth.tokenBody !== "json")
    report("auth.oauth2.tokenBody", 'must be "form" or "json".');
  if (oauth.tokenError !== undefined && typeof oauth.tokenError !== "function")
    report("auth.oauth2.tokenError", "must be a function.");
  for (const field of ["deadGrantErrors", "expiredGrantErrors", "clientErrors"] as const) {
    if (oauth[field] !== undefined && !Array.isArray(oauth[field]))
      report(`auth.oauth2.${field}`, "must be a list of codes.");
  }
  if (oauth.checkCallback !== undefined && typeof oauth.checkCallback !== "function")
    report("auth.oauth2.checkCallback", "must be a function.");
  checkPosition("auth.oauth2.credential", oauth.credential, report);
}

function checkApiKey(plugin: Partial<Provider>, { fields, value, credential }: ApiKey, report: Report): void {
  if (!checkFields("auth.api_key.fields", fields, report)) return;
  checkPosition("auth.api_key.credential", credential, report);
  if (value === undefined) {
    if (Object.keys(fields).length !== 1) report("auth.api_key.value", "is needed with several fields.");
  } else checkTemplate("auth.api_key.value", value, plugin, fields, report);
}

function checkBasic(plugin: Partial<Provider>, { fields, ...templates }: Basic, report: Report): void {
  if (!checkFields("auth.basic.fields", fields, report)) return;
  for (const part of ["username", "password"] as const) {
    const template = templates[part] ?? `{${part}}`;
    checkTemplate(`auth.basic.${part}`, template, plugin, fields, report);
    // RFC 7617, section 2: the name ends at the first colon.
    if (part === "username" && typeof template === "string" && template.includes(":"))
      report("auth.basic.username", "cannot contain a colon.");
  }
}

function checkClientCredentials(plugin: Partial<Provider>, own: ClientCredentials, report: Report): void {
  const where = "auth.client_credentials";
  if (!isHttpsUrl(plugin, own.tokenUrl, "asked")) report(`${where}.tokenUrl`, "must be an https URL.");
  if (own.clientAuth !== "basic" && own.clientAuth !== "body")
    report(`${where}.clientAuth`, 'must be "basic" or "body".');
  if (own.tokenBody !== undefined && own.tokenBody !== "form" && own.tokenBody !== "json")
    report(`${where}.tokenBody`, 'must be "form" or "json".');
  if (own.tokens !== undefined && typeof own.tokens !== "function") report(`${where}.tokens`, "must be a function.");
  checkPosition(`${where}.credential`, own.credential, report);
  if (!checkFields(`${where}.fields`, own.fields, report)) return;
  for (const name of ["client_id", "client_secret"])
    if (!Object.hasOwn(own.fields, name))
      report(`${where}.fields.${name}`, "is missing: a client has an id and a secret.");
  if (own.params !== undefined && !isObject(own.params))
    return void report(`${where}.params`, "must be an object whose values are strings.");
  for (const [name, template] of Object.entries(own.params ?? {}))
    checkTemplate(`${where}.params.${name}`, template, plugin, own.fields, report);
}

/** Headers that requests are made of, or that would name another host. */
const TAKEN_HEADERS =
  /^(host|content-.*|connection|transfer-encoding|accept.*|cookie|user-agent|te|upgrade|expect|x-forwarded-.*|forwarded)$/i;

function checkPosition(where: string, position: CredentialPosition | undefined, report: Report): void {
  if (position === undefined) return;
  const isOne = isObject(position) && "header" in position !== "query" in position;
  if (!isOne) return void report(where, "must be { header, scheme } or { query }.");
  if ("query" in position) {
    if (typeof position.query !== "string" || !/^[A-Za-z0-9_.-]+$/.test(position.query))
      report(`${where}.query`, "must be the name of a parameter.");
    return;
  }
  if (typeof position.header !== "string" || !/^[A-Za-z0-9-]+$/.test(position.header))
    report(`${where}.header`, "must be the name of a header.");
  else if (TAKEN_HEADERS.test(position.header))
    report(`${where}.header`, `"${position.header}" is set by the request itself.`);
  if (
    position.scheme !== undefined &&
    (typeof position.scheme !== "string" || !/^[A-Za-z0-9-]*$/.test(position.scheme))
  )
    report(`${where}.scheme`, "must be a word such as Bearer, or empty.");
}

/** The fields of a credential; false where there are none to check further. */
function checkFields(where: string, fields: Record<string, CredentialField> | undefined, report: Report): boolean {
  if (!isObject(fields) || Object.keys(fields).length === 0) {
    report(where, "must name what a person enters.");
    return false;
  }
  const entries = Object.entries(fields as Record<string, CredentialField>);
  for (const [name, field] of entries) {
    if (!KEY.test(name)) report(`${where}.${name}`, "must be a lower-case word.");
    if (!checkField(`${where}.${name}`, field, report)) continue;
    if (field.secret !== undefined && typeof field.secret !== "boolean")
      report(`${where}.${name}.secret`, "must be true or false.");
  }
  if (entries.every(([, field]) => field?.secret === false)) report(where, "must have a field that is secret.");
  return true;
}

function checkField(where: string, field: Field, report: Report): boolean {
  if (!isObject(field)) {
    report(where, "must be an object with a label.");
    return false;
  }
  const { label, help, steps, link, pattern, example } = field as Field;
  if (!isText(label, MAX_NAME)) report(`${where}.label`, `must be a string of at most ${MAX_NAME} characters.`);
  if (help !== undefined && !isText(help, MAX_HELP))
    report(`${where}.help`, `must be a string of at most ${MAX_HELP} characters.`);
  const isStep = (step: unknown) => isText(step, MAX_NAME);
  if (steps !== undefined && !(Array.isArray(steps) && steps.length <= MAX_STEPS && steps.every(isStep)))
    report(`${where}.steps`, `must be a list of at most ${MAX_STEPS} strings of at most ${MAX_NAME} characters.`);
  if (link !== undefined && !isHttps(link)) report(`${where}.link`, "must be an https URL.");
  if (pattern !== undefined && !isAnchored(pattern))
    report(`${where}.pattern`, "must be a regular expression of the whole value: /^…$/, without the flags g and y.");
  else if (example !== undefined && !isText(example)) report(`${where}.example`, "must be a text.");
  else if (pattern && example !== undefined && !pattern.test(example))
    report(`${where}.example`, "does not match the pattern.");
  return true;
}

/** A text whose `{names}` are fields, or values that are asked before connecting. */
function checkTemplate(
  where: string,
  template: unknown,
  plugin: Partial<Provider>,
  fields: Record<string, unknown>,
  report: Report,
): void {
  if (typeof template !== "string") return void report(where, "must be a string with {names} of fields.");
  for (const name of namesIn(template))
    if (!Object.hasOwn(fields, name) && !isTenantField(plugin, name))
      report(where, `{${name}} is not a field, and is not entered before connecting.`);
}

const namesIn = (template: string) => [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name as string);
const isTenantField = ({ tenant }: Partial<Provider>, name: string) =>
  isObject(tenant) && Object.hasOwn(tenant, name) && !(tenant[name] instanceof RegExp);

/**
 * Whether it is an https URL, in which `{name}` stands for a declared value of `tenant`. `asked`: only for one that is known
 * before there is a grant.
 */
export function isHttpsUrl(plugin: Partial<Provider>, url: unknown, when?: "asked"): boolean {
  if (typeof url !== "string") return false;
  const isKnown = (name: string) =>
    when === "asked" ? isTenantField(plugin, name) : Object.hasOwn(plugin.tenant ?? {}, name);
  if (!namesIn(url).every(isKnown)) return false;
  const host = /^https:\/\/([^/?#]*)/.exec(url)?.[1] ?? "";
  // A value may be the whole host, or labels before a fixed domain: after a fixed part it would choose the domain.
  const isHost = !host.includes("{") || /^(\{[^{}]+\}|(\{[^{}]+\}\.)?[a-z0-9-]+(\.[a-z0-9-]+)+)$/.test(host);
  return isHost && isHttps(url.replace(/\{[^{}]+\}/g, "x"));
}

/** Hosts that no pattern of a tenant's host may match: cloud metadata, the machine itself, a stranger's. */
const FOREIGN_HOSTS = ["169.254.169.254", "localhost", "other.invalid"];

const NO_PATTERN = "must be a regular expression of the whole value: /^…$/, with no flag but i.";

export function checkTenant(plugin: Partial<Provider>, report: Report): void {
  const { tenant } = plugin;
  if (tenant === undefined) return;
  if (!isObject(tenant)) return void report("tenant", "must be an object.");
  for (const [name, declared] of Object.entries(tenant as Record<string, RegExp | TenantField>)) {
    const where = `tenant.${name}`;
    if (declared instanceof RegExp) {
      if (!isAnchored(declared) || declared.flags.replace("i", "") !== "") report(where, NO_PATTERN);
      else checkHost(plugin, where, name, declared, [], report);
    } else if (!isObject(declared)) report(where, NO_PATTERN);
    else checkTenantField(plugin, where, name, declared, report);
  }
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
  return [...bases, ...ofOAuth, own?.tokenUrl, identity?.upstream];
}
