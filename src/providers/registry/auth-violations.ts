// Checks how a plugin says that people sign in: its kinds of authentication, what people type, and where credentials go.
import type {
  ApiKey,
  Basic,
  ClientCredentials,
  CredentialField,
  CredentialPosition,
  Field,
  Provider,
} from "../../plugin/index.ts";
import { entryOf } from "../../plugin/index.ts";
import { callbackValuesOf, namesIn, tenantFieldsOf } from "../upstream/tenant.ts";
import {
  isAnchored,
  isHttps,
  isObject,
  isResource,
  isText,
  KEY,
  MAX_HELP,
  MAX_NAME,
  MAX_STEPS,
  type Report,
} from "./violation-report.ts";

export function checkAuth(plugin: Partial<Provider>, report: Report): void {
  const { auth } = plugin;
  if (Object.hasOwn(plugin, "oauth")) report("auth", "`oauth: {…}` is `auth: { oauth2: {…} }` now.");
  if (!isObject(auth))
    return void report("auth", "must be an object with oauth2, client_credentials, api_key or basic.");
  if (Object.keys(auth).length === 0) report("auth", "must have oauth2, client_credentials, api_key or basic.");
  for (const kind of Object.keys(auth) as (keyof typeof auth)[])
    if (!isObject(auth[kind])) report(`auth.${kind}`, "must be an object.");
    else if (auth[kind].identity !== undefined)
      checkIdentity(plugin, `auth.${kind}.identity`, auth[kind].identity, report);
  if (isObject(auth.oauth2)) checkOAuth(plugin, auth.oauth2, report);
  if (isObject(auth.api_key)) checkApiKey(plugin, auth.api_key, report);
  if (isObject(auth.basic)) checkBasic(plugin, auth.basic, report);
  if (isObject(auth.client_credentials)) checkClientCredentials(plugin, auth.client_credentials, report);
}

/** The request that tells who signed in. */
export function checkIdentity(plugin: Partial<Provider>, where: string, identity: unknown, report: Report): void {
  const { upstream, at, resource } = (isObject(identity) ? identity : {}) as Partial<Provider["identity"]>;
  if (!isResource(resource)) report(where, "must be { upstream, resource } with a resource of shape { id, name }.");
  else if (!/^\//.test(String(upstream)) && !isHttpsUrl(plugin, upstream))
    report(`${where}.upstream`, "must be a path that starts with / or an https URL.");
  if (at !== undefined && typeof at !== "string") report(`${where}.at`, "must be a dotted path.");
}

function checkOAuth(plugin: Partial<Provider>, oauth: NonNullable<Provider["auth"]["oauth2"]>, report: Report): void {
  for (const [field, when] of [
    ["authorizationUrl", "asked"],
    ["tokenUrl", "returned"],
  ] as const) {
    if (!isHttpsUrl(plugin, oauth[field], when)) report(`auth.oauth2.${field}`, "must be an https URL.");
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
  if (!checkFields(plugin, "auth.api_key.fields", fields, report)) return;
  checkPosition("auth.api_key.credential", credential, report);
  if (value === undefined) {
    if (Object.keys(fields).length !== 1) report("auth.api_key.value", "is needed with several fields.");
  } else checkTemplate("auth.api_key.value", value, plugin, fields, report);
}

function checkBasic(plugin: Partial<Provider>, { fields, ...templates }: Basic, report: Report): void {
  if (!checkFields(plugin, "auth.basic.fields", fields, report)) return;
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
  if (!checkFields(plugin, `${where}.fields`, own.fields, report)) return;
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
function checkFields(
  plugin: Partial<Provider>,
  where: string,
  fields: Record<string, CredentialField> | undefined,
  report: Report,
): boolean {
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
    checkGroups(plugin, `${where}.${name}.pattern`, field, report);
  }
  if (entries.every(([, field]) => field?.secret === false)) report(where, "must have a field that is secret.");
  return true;
}

/** A named group is a value of `tenant`: one with another name would bring nothing. */
function checkGroups(
  { tenant }: Partial<Provider>,
  where: string,
  { pattern, example }: CredentialField,
  report: Report,
): void {
  for (const [, name = ""] of pattern?.source.matchAll(/\(\?<([^=!<>(][^<>(]*)>/g) ?? []) {
    const declared = isObject(tenant) ? entryOf(tenant, name) : undefined;
    const value = example === undefined ? undefined : pattern?.exec(example)?.groups?.[name];
    if (declared === undefined) report(where, `has a group "${name}", which is not a value of tenant.`);
    else if (!(declared instanceof RegExp))
      report(where, `brings "${name}": declare tenant.${name} as only a pattern, since nothing else may bring it.`);
    else if (value !== undefined && declared.exec(value)?.[0] !== value)
      report(
        where,
        `reads "${name}" out of the example as ${JSON.stringify(value)}, which tenant.${name} does not match.`,
      );
  }
}

export function checkField(where: string, field: Field, report: Report): boolean {
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

/** Whether braces are left that are no names: they would be sent as they are. */
export const holdsBrace = (template: string): boolean => /[{}]/.test(template.replace(/\{[^{}]+\}/g, ""));

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

const isTenantField = ({ tenant }: Partial<Provider>, name: string) =>
  isObject(tenant) && tenantFieldsOf({ tenant }).some(([own]) => own === name);
const isCallbackValue = ({ tenant }: Partial<Provider>, name: string) =>
  isObject(tenant) && callbackValuesOf({ tenant }).some(([own]) => own === name);

/**
 * Whether it is an https URL, in which `{name}` stands for a declared value of `tenant`. `asked`: only for one that is known
 * before the provider is asked anything; `returned`: also for one that the callback brings.
 */
export function isHttpsUrl(plugin: Partial<Provider>, url: unknown, when?: "asked" | "returned"): boolean {
  if (typeof url !== "string") return false;
  const isKnown = (name: string) =>
    when === undefined
      ? Object.hasOwn(plugin.tenant ?? {}, name)
      : isTenantField(plugin, name) || (when === "returned" && isCallbackValue(plugin, name));
  if (!namesIn(url).every(isKnown) || holdsBrace(url)) return false;
  const host = /^https:\/\/([^/?#]*)/.exec(url)?.[1] ?? "";
  // A value may be the whole host, or labels before a fixed domain: after a fixed part it would choose the domain.
  const isHost = !host.includes("{") || /^(\{[^{}]+\}|(\{[^{}]+\}\.)?[a-z0-9-]+(\.[a-z0-9-]+)+)$/.test(host);
  return isHost && isHttps(url.replace(/\{[^{}]+\}/g, "x"));
}
