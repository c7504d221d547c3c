// Checks a loaded plugin's shape, so that a broken one is refused at start with the field named.
import { TypeGuard } from "@sinclair/typebox";
import type { Endpoint, Provider, Returns, ReturnsStream } from "../../plugin/index.ts";
import { checkAuth, checkIdentity, isHttpsUrl } from "./auth-violations.ts";
import { newerContract, newerContractMessage } from "./contract.ts";
import { checkEffects } from "./effects.ts";
import { checkSettings, checkSources, checkWebhook } from "./event-violations.ts";
import { checkKeys } from "./known-keys.ts";
import { checkNames } from "./name-violations.ts";
import { checkPatterns, holdsInvalidPattern } from "./pattern-violations.ts";
import { checkPlain, checkSynchronous } from "./plain-violations.ts";
import { checkPreviousNames } from "./previous-name-violations.ts";
import { RAW_TOOL } from "./raw-tool.ts";
import { checkSharedParts, checkTenant } from "./tenant-violations.ts";
import { checkTranslations } from "./translation-violations.ts";
import { checkValues } from "./value-violations.ts";
import { isHttps, isResource, isText, KEY, MAX_SENTENCE, METHODS, type Report } from "./violation-report.ts";

export interface PluginViolation {
  /** Dotted path within the plugin, such as `endpoints.list_repos.permission`. */
  field: string;
  message: string;
}

const ID = /^[a-z][a-z0-9]{1,31}$/;

/** Every violation of the contract's shape; none means that the plugin can be served. `reservedIds` are segments of the gateway's own paths. */
export function pluginViolations(value: unknown, reservedIds: readonly string[]): PluginViolation[] {
  const violations: PluginViolation[] = [];
  const report: Report = (field, message) => void violations.push({ field, message });
  if (typeof value !== "object" || value === null) {
    return [{ field: "default", message: "The module must export defineProvider({…}) as its default." }];
  }
  // First: all that it says differently would look like mistakes.
  const newer = newerContract(value);
  if (newer !== null) return [{ field: "contract", message: newerContractMessage(newer) }];
  if (!checkPlain(value, report)) return violations;
  const plugin = value as Partial<Provider>;
  checkId(plugin.id, reservedIds, report);
  if (typeof plugin.name !== "string" || plugin.name === "") report("name", "must be the provider's name.");
  if (!isHttps(plugin.docs)) report("docs", "must be an https URL.");
  checkMark(plugin.mark, report);
  if (Object.hasOwn(plugin, "app")) report("bot", "`app` is now called `bot`.");
  checkKeys(value, report);
  checkSynchronous(value, report);
  checkPatterns(value, report);
  checkValues(plugin, report);
  checkNames(plugin, report);
  checkPreviousNames(plugin, report);
  checkBaseUrl(plugin, report);
  checkTenant(plugin, report);
  checkSharedParts(plugin, report);
  checkBotAndHosts(plugin, report);
  checkAuth(plugin, report);
  const permissions = checkServices(plugin, report);
  checkTranslations(plugin, report);
  checkWebhook(plugin, report);
  checkSources(plugin, permissions, report);
  checkSettings(plugin, report);
  checkIdentity(plugin, "identity", plugin.identity, report);
  if (plugin.failure !== undefined && typeof plugin.failure !== "function") report("failure", "must be a function.");
  if (typeof plugin.endpoints !== "object" || plugin.endpoints === null) report("endpoints", "must be an object.");
  else {
    for (const [key, endpoint] of Object.entries(plugin.endpoints)) {
      checkEndpoint(plugin.id ?? "", key, endpoint, permissions, (field, message) =>
        report(`endpoints.${key}${field && `.${field}`}`, message),
      );
      if (endpoint?.credential === "bot" && !plugin.bot)
        report(`endpoints.${key}.credential`, 'is "bot", but the plugin declares no bot.');
    }
    checkDuplicates(plugin.endpoints, report);
  }
  return violations;
}

/** Only what a path is made of: it stands in every page that shows the provider. */
const MARK_PATH = /^[Mm][MmLlHhVvCcSsQqTtAaZz0-9 ,.+-]{1,3999}$/;
const MARK_COLOR = /^#[0-9a-fA-F]{6}$/;

function checkMark(mark: unknown, report: Report): void {
  if (mark === undefined) return;
  const { path, color } = Object(mark) as { path?: unknown; color?: unknown };
  if (typeof path !== "string" || !MARK_PATH.test(path))
    report("mark.path", "must be the `d` of an SVG path on 24 by 24, at most 4,000 characters, without exponents.");
  if (typeof color !== "string" || !MARK_COLOR.test(color)) report("mark.color", "must be a colour such as #14352b.");
}

function checkId(id: unknown, reservedIds: readonly string[], report: Report): void {
  if (typeof id !== "string" || !ID.test(id)) report("id", "must be a lower-case word of 2 to 32 characters.");
  else if (reservedIds.includes(id)) report("id", `"${id}" is a path of the gateway itself.`);
  else if (id === "gateway") report("id", '"gateway" is reserved for permissions of the gateway itself.');
}

function checkBaseUrl(plugin: Partial<Provider>, report: Report): void {
  const base = plugin.baseUrl;
  const isBase = (url: unknown) => isHttpsUrl(plugin, url);
  if (typeof base === "string") {
    if (!isBase(base)) report("baseUrl", "must be an https URL.");
    return;
  }
  if (typeof base !== "object" || base === null || Object.keys(base).length === 0) {
    return void report("baseUrl", "must be an https URL, or one for each service.");
  }
  for (const [name, url] of Object.entries(base)) if (!isBase(url)) report(`baseUrl.${name}`, "must be an https URL.");
  if (Object.hasOwn(base, "default")) return;
  for (const service of Object.keys(plugin.services ?? {})) {
    if (!Object.hasOwn(base, service)) report(`baseUrl.${service}`, "is missing: each service needs its base URL.");
  }
}

function checkBotAndHosts({ bot, ...plugin }: Partial<Provider>, report: Report): void {
  if (bot !== undefined && bot?.scheme !== "Bot" && bot?.scheme !== "Bearer")
    report("bot.scheme", 'must be "Bot" or "Bearer".');
  for (const list of ["downloadHosts", "linkHosts"] as const) {
    const hosts = plugin[list] ?? [];
    if (!Array.isArray(hosts)) report(list, "must be a list of hosts.");
    for (const host of Array.isArray(hosts) ? hosts : []) {
      if (!/^(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(String(host)))
        report(list, `"${host}" is not a host such as *.example.com.`);
    }
  }
}

function checkServices(plugin: Partial<Provider>, report: Report): Set<string> {
  const permissions = new Set<string>();
  if (typeof plugin.services !== "object" || plugin.services === null) {
    report("services", "must name at least one service with its permissions.");
    return permissions;
  }
  for (const [service, defs] of Object.entries(plugin.services)) {
    if (!KEY.test(service)) report(`services.${service}`, "must be a lower-case word.");
    if (service === "proxy")
      report("services.proxy", "cannot be declared: proxy.use is a permission of every provider.");
    for (const [action, def] of Object.entries(defs ?? {})) {
      permissions.add(`${service}.${action}`);
      if (!KEY.test(action)) report(`services.${service}.${action}`, "must be a lower-case word.");
      if (!Array.isArray(def?.scopes)) report(`services.${service}.${action}.scopes`, "must be a list of scopes.");
      if (!isText(def?.description, MAX_SENTENCE)) {
        const message = `must say what the permission allows, in at most ${MAX_SENTENCE} characters.`;
        report(`services.${service}.${action}.description`, message);
      }
    }
  }
  return permissions;
}

function checkEndpoint(
  provider: string,
  key: string,
  endpoint: Endpoint,
  permissions: Set<string>,
  report: Report,
): void {
  if (!KEY.test(key) || `${provider}_${key}`.length > 64)
    report("", "must be lower_snake, at most 64 with the provider's id.");
  if (typeof endpoint !== "object" || endpoint === null) return void report("", "must be made by endpoint({…}).");
  if (key === RAW_TOOL) report("", `must have another key: ${provider}_${RAW_TOOL} is the tool of raw requests.`);
  if (Object.hasOwn(endpoint, "as")) report("credential", "`as` is now called `credential`.");
  if (!METHODS.includes(endpoint.method)) report("method", `must be one of ${METHODS.join(", ")}.`);
  if (typeof endpoint.description !== "string" || endpoint.description === "") report("description", "is missing.");
  const also = endpoint.alsoNeeds ?? [];
  if (!Array.isArray(also)) report("alsoNeeds", "must be a list of permissions.");
  for (const permission of [endpoint.permission, ...(Array.isArray(also) ? also : [])]) {
    if (!permissions.has(permission)) report("permission", `"${permission}" is not declared under services.`);
  }
  checkPath(endpoint, report);
  for (const part of ["query", "body"] as const) {
    const schema = endpoint[part];
    if (schema !== undefined && !TypeGuard.IsObject(schema) && !holdsInvalidPattern(schema))
      report(part, "must be t.Object({…}).");
  }
  if (endpoint.method === "GET" && endpoint.body) report("body", "cannot be used with GET.");
  checkFileFields(endpoint, report);
  checkEffects(endpoint, report);
  checkReturns(endpoint.returns, report);
  checkUpstream(endpoint, report);
}

function checkFileFields({ fileFields, body, query, run }: Endpoint, report: Report): void {
  if (fileFields === undefined) return;
  if (!Array.isArray(fileFields) || fileFields.length === 0) {
    report("fileFields", "must be a list of the body's fields.");
    return;
  }
  for (const name of fileFields) {
    if (!Object.hasOwn(body?.properties ?? {}, String(name)))
      report("fileFields", `"${name}" is not a field of the body.`);
  }
  if (!run) report("run", "is needed if the body may be a file.");
  if (query) report("query", "cannot be combined with fileFields: a file's other fields are in the query.");
}

function checkUpstream({ upstream, run, returns }: Endpoint, report: Report): void {
  if (!upstream && !run) report("upstream", "is missing: declare a template, a function, or run.");
  if (upstream && typeof upstream !== "function" && !/^\//.test(String(upstream)))
    report("upstream", "must be a template that starts with /, or a function.");
  if (run && typeof run !== "function") report("run", "must be a function.");
  if (upstream && run) report("run", "cannot be combined with upstream.");
  if (returns?.kind === "file" && !run) report("run", "is needed for a file.");
  if (returns?.kind === "stream" && run) report("run", "cannot return a stream; use upstream.");
}

function checkPath(endpoint: Endpoint, report: Report): void {
  if (typeof endpoint.path !== "string" || !/^(\/([a-z0-9_-]+|\{[a-z][a-z0-9_]*\}))+$/.test(endpoint.path)) {
    return void report("path", "must be lower-case segments, each whole segment a word or a {parameter}.");
  }
  if (/^\/(?:proxy(?:\/|$)|\{)/.test(endpoint.path))
    report("path", "cannot start with /proxy, where raw requests are, or with a parameter, which could be that word.");
  const names = templateNames(endpoint.path);
  const described = Object.keys(endpoint.params ?? {});
  for (const name of names) if (!described.includes(name)) report(`params.${name}`, "needs a description.");
  for (const name of described) if (!names.includes(name)) report(`params.${name}`, "is not in the path.");
  for (const [name, doc] of Object.entries(endpoint.params ?? {})) {
    if (typeof doc === "string" ? doc === "" : !TypeGuard.IsString(doc))
      report(`params.${name}`, "must be its description, or t.String({…}).");
  }
  if (typeof endpoint.upstream === "string") {
    for (const name of templateNames(endpoint.upstream)) {
      if (!names.includes(name)) report("upstream", `{${name}} is not a parameter of the path.`);
    }
  }
}

function checkReturns(returns: Returns | undefined, report: Report): void {
  if (!returns || !["one", "many", "stream", "file", "deleted"].includes(returns.kind)) {
    return void report("returns", "must be one(…), many(…), stream(…), file() or deleted().");
  }
  if (returns.kind !== "file" && returns.kind !== "deleted" && !isResource(returns.resource)) {
    report("returns.resource", "must be made by resource({ raw, shape, map }).");
  }
  if ("at" in returns && returns.at !== undefined && typeof returns.at !== "string")
    report("returns.at", "must be a dotted path.");
  if (returns.kind !== "many" && returns.kind !== "stream") return;
  if (typeof returns.collection !== "string" || !KEY.test(returns.collection))
    report("returns.collection", "must be a lower-case word, the list's name in the response.");
  if (returns.kind === "stream") {
    checkStream(returns, report);
    return;
  }
  const { max, apply, next } = returns.pagination ?? {};
  if (typeof max !== "number" || typeof apply !== "function" || typeof next !== "function")
    report("returns.pagination", "must be one of pages.….");
}

function checkStream({ format, end }: ReturnsStream, report: Report): void {
  if (format !== "sse" && format !== "ndjson") report("returns.format", 'must be "sse" or "ndjson".');
  if (end !== undefined && (typeof end !== "string" || end === "")) report("returns.end", "must be a string.");
}

function checkDuplicates(endpoints: Record<string, Endpoint>, report: Report): void {
  const seen = new Map<string, string>();
  for (const [key, endpoint] of Object.entries(endpoints)) {
    const route = `${endpoint?.method} ${String(endpoint?.path).replace(/\{[^{}]*\}/g, "{}")}`;
    const other = seen.get(route);
    if (other) report(`endpoints.${key}.path`, `is the same route as endpoints.${other}.`);
    seen.set(route, key);
  }
}

/** The parameter names of a path template, in order. */
function templateNames(template: string): string[] {
  return [...template.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1] as string);
}
