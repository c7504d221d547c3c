// Checks the shape of a loaded plugin, so that a broken one is refused at start with the file and the field named.
import { type TSchema, TypeGuard } from "@sinclair/typebox";
import type { Endpoint, Provider, Returns } from "../plugin/index.ts";

export interface PluginViolation {
  /** Dotted path within the plugin, such as `endpoints.list_repos.permission`. */
  field: string;
  message: string;
}

type Say = (field: string, message: string) => void;

const ID = /^[a-z][a-z0-9]{1,31}$/;
const KEY = /^[a-z][a-z0-9_]{0,62}$/;
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const RESERVED = ["accounts", "tools", "inbox", "connect", "integrations", "usage", "webhooks", "oauth-apps"];

/** Gives every fault of a plugin's shape; an empty list means that it can be served. */
export function pluginViolations(value: unknown): PluginViolation[] {
  const problems: PluginViolation[] = [];
  const say: Say = (field, message) => void problems.push({ field, message });
  if (typeof value !== "object" || value === null) {
    return [{ field: "default", message: "The module must export defineProvider({…}) as its default." }];
  }
  const plugin = value as Partial<Provider>;
  if (typeof plugin.id !== "string" || !ID.test(plugin.id))
    say("id", "must be a lower-case word of 2 to 32 characters.");
  else if (RESERVED.includes(plugin.id)) say("id", `"${plugin.id}" is a path of the gateway itself.`);
  else if (plugin.id === "gateway") say("id", '"gateway" stands for the gateway in permissions of its own.');
  if (typeof plugin.name !== "string" || plugin.name === "") say("name", "must be the provider's name.");
  if (!isHttps(plugin.docs)) say("docs", "must be an https URL.");
  if (Object.hasOwn(plugin, "app")) say("bot", "`app` is called `bot` now.");
  checkBaseUrl(plugin, say);
  checkTenant(plugin, say);
  checkReach(plugin, say);
  checkOAuth(plugin, say);
  checkWebhook(plugin, say);
  const permissions = checkServices(plugin, say);
  if (typeof plugin.identity !== "object" || plugin.identity === null || !isResource(plugin.identity?.resource)) {
    say("identity", "must be { upstream, resource } with a resource of shape { id, name }.");
  } else if (!/^\//.test(String(plugin.identity.upstream)) && !isHttps(plugin.identity.upstream)) {
    say("identity.upstream", "must be a path that starts with / or an https URL.");
  }
  if (plugin.failure !== undefined && typeof plugin.failure !== "function") say("failure", "must be a function.");
  if (typeof plugin.endpoints !== "object" || plugin.endpoints === null) say("endpoints", "must be an object.");
  else {
    for (const [key, endpoint] of Object.entries(plugin.endpoints)) {
      checkEndpoint(plugin.id ?? "", key, endpoint, permissions, (field, message) =>
        say(`endpoints.${key}${field && `.${field}`}`, message),
      );
      if (endpoint?.credential === "bot" && !plugin.bot)
        say(`endpoints.${key}.credential`, 'is "bot", but the plugin declares no bot.');
    }
    checkDuplicates(plugin.endpoints, say);
  }
  return problems;
}

function checkBaseUrl(plugin: Partial<Provider>, say: Say): void {
  const base = plugin.baseUrl;
  const isBase = (url: unknown) => isHttps(withoutTenant(plugin, url));
  if (typeof base === "string") {
    if (!isBase(base)) say("baseUrl", "must be an https URL.");
    return;
  }
  if (typeof base !== "object" || base === null || Object.keys(base).length === 0) {
    return void say("baseUrl", "must be an https URL, or one for each service.");
  }
  for (const [name, url] of Object.entries(base)) if (!isBase(url)) say(`baseUrl.${name}`, "must be an https URL.");
  for (const service of Object.keys(plugin.services ?? {})) {
    if (!Object.hasOwn(base, service)) say(`baseUrl.${service}`, "is missing: each service needs its base URL.");
  }
}

/** A URL with the tenant's declared names filled in by something plain; others stay, and make it no URL. */
function withoutTenant(plugin: Partial<Provider>, url: unknown): unknown {
  if (typeof url !== "string") return url;
  return url.replace(/\{([^}]+)\}/g, (all, name: string) => (Object.hasOwn(plugin.tenant ?? {}, name) ? "x" : all));
}

/** What no pattern of a whole host may take: an address of a machine itself, and a host that is anybody's. */
const OTHER_HOSTS = ["169.254.169.254", "localhost", "other.invalid"];

function checkTenant({ tenant, baseUrl }: Partial<Provider>, say: Say): void {
  if (tenant === undefined) return;
  if (typeof tenant !== "object" || tenant === null) return void say("tenant", "must be an object.");
  const bases = typeof baseUrl === "string" ? [baseUrl] : Object.values(baseUrl ?? {});
  for (const [name, pattern] of Object.entries(tenant)) {
    const isWhole =
      pattern instanceof RegExp && /^\^.*\$$/s.test(pattern.source) && pattern.flags.replace("i", "") === "";
    if (!isWhole) say(`tenant.${name}`, "must be a regular expression of the whole value: /^…$/, with no flag but i.");
    else if (bases.some((base) => /^https:\/\/\{([^}]+)\}(\/|$)/.exec(String(base))?.[1] === name)) {
      const taken = OTHER_HOSTS.find((host) => pattern.test(host));
      if (taken) say(`tenant.${name}`, `takes "${taken}" for a host of the provider.`);
    }
  }
}

function checkReach({ bot: app, downloadHosts }: Partial<Provider>, say: Say): void {
  if (app !== undefined && app?.scheme !== "Bot" && app?.scheme !== "Bearer")
    say("bot.scheme", 'must be "Bot" or "Bearer".');
  if (downloadHosts !== undefined && !Array.isArray(downloadHosts))
    return void say("downloadHosts", "must be a list of hosts.");
  for (const host of downloadHosts ?? []) {
    if (!/^(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/.test(String(host)))
      say("downloadHosts", `"${host}" is no host such as *.example.com.`);
  }
}

function checkWebhook(plugin: Partial<Provider>, say: Say): void {
  const { webhook } = plugin;
  if (webhook === undefined) return;
  if (typeof webhook !== "object" || webhook === null) return void say("webhook", "must be an object.");
  for (const field of ["verify", "deliveryId", "subject"] as const) {
    if (typeof webhook[field] !== "function") say(`webhook.${field}`, "must be a function.");
  }
  if (webhook.handshake !== undefined && typeof webhook.handshake !== "function")
    say("webhook.handshake", "must be a function.");
  if (webhook.items !== undefined && typeof webhook.items !== "string") say("webhook.items", "must be a dotted path.");
  if (webhook.signsBody !== undefined && webhook.signsBody !== false)
    say("webhook.signsBody", "must be false, or left out.");
  const events = Object.entries(webhook.events ?? {});
  if (events.length === 0) say("webhook.events", "must name at least one kind of event.");
  for (const [type, def] of events) {
    const [service = "", what = "", ...rest] = type.split(".");
    if (!Object.hasOwn(plugin.services ?? {}, service) || !KEY.test(what) || rest.length > 0)
      say(`webhook.events.${type}`, "must be named <service>.<what>, with a declared service.");
    for (const field of ["match", "map", "view"] as const) {
      if (typeof def?.[field] !== "function") say(`webhook.events.${type}.${field}`, "must be a function.");
    }
    if (!isSchema(def?.raw) || !isSchema(def?.shape)) say(`webhook.events.${type}`, "needs the schemas raw and shape.");
    if (typeof def?.description !== "string" || def.description === "")
      say(`webhook.events.${type}.description`, "is missing.");
  }
}

function checkOAuth(plugin: Partial<Provider>, say: Say): void {
  const oauth = plugin.oauth;
  if (typeof oauth !== "object" || oauth === null) return void say("oauth", "must be an object.");
  for (const field of ["authorizationUrl", "tokenUrl"] as const) {
    if (!isHttps(oauth[field])) say(`oauth.${field}`, "must be an https URL.");
  }
  if (oauth.revocationUrl !== undefined && !isHttps(oauth.revocationUrl)) {
    say("oauth.revocationUrl", "must be an https URL.");
  }
  if (oauth.issuer !== undefined && !isHttps(oauth.issuer)) say("oauth.issuer", "must be an https URL.");
  if (oauth.sendsIssuer !== undefined && typeof oauth.sendsIssuer !== "boolean")
    say("oauth.sendsIssuer", "must be true or false.");
  if (oauth.sendsIssuer === true && oauth.issuer === undefined)
    say("oauth.issuer", "must be given where the server sends it.");
  if (typeof oauth.pkce !== "boolean") say("oauth.pkce", "must be true, or false where the provider refuses it.");
  if (oauth.clientAuth !== "basic" && oauth.clientAuth !== "body")
    say("oauth.clientAuth", 'must be "basic" or "body".');
  if (oauth.tokenBody !== undefined && oauth.tokenBody !== "form" && oauth.tokenBody !== "json")
    say("oauth.tokenBody", 'must be "form" or "json".');
  if (oauth.tokenError !== undefined && typeof oauth.tokenError !== "function")
    say("oauth.tokenError", "must be a function.");
  for (const field of ["deadGrantErrors", "expiredGrantErrors", "clientErrors"] as const) {
    if (oauth[field] !== undefined && !Array.isArray(oauth[field])) say(`oauth.${field}`, "must be a list of codes.");
  }
}

function checkServices(plugin: Partial<Provider>, say: Say): Set<string> {
  const permissions = new Set<string>();
  if (typeof plugin.services !== "object" || plugin.services === null) {
    say("services", "must name at least one service with its permissions.");
    return permissions;
  }
  for (const [service, defs] of Object.entries(plugin.services)) {
    if (!KEY.test(service)) say(`services.${service}`, "must be a lower-case word.");
    if (service === "proxy") say("services.proxy", "cannot be declared: proxy.use is a permission of every provider.");
    for (const [action, def] of Object.entries(defs ?? {})) {
      permissions.add(`${service}.${action}`);
      if (!KEY.test(action)) say(`services.${service}.${action}`, "must be a lower-case word.");
      if (!Array.isArray(def?.scopes)) say(`services.${service}.${action}.scopes`, "must be a list of scopes.");
      if (typeof def?.description !== "string" || def.description === "")
        say(`services.${service}.${action}.description`, "must say what the permission allows.");
    }
  }
  return permissions;
}

function checkEndpoint(provider: string, key: string, endpoint: Endpoint, permissions: Set<string>, say: Say): void {
  if (!KEY.test(key) || `${provider}_${key}`.length > 64)
    say("", "must be lower_snake, at most 64 with the provider's id.");
  if (typeof endpoint !== "object" || endpoint === null) return void say("", "must be made by endpoint({…}).");
  if (Object.hasOwn(endpoint, "as")) say("credential", "`as` is called `credential` now.");
  if (!METHODS.includes(endpoint.method)) say("method", `must be one of ${METHODS.join(", ")}.`);
  if (typeof endpoint.description !== "string" || endpoint.description === "") say("description", "is missing.");
  const also = endpoint.alsoNeeds ?? [];
  if (!Array.isArray(also)) say("alsoNeeds", "must be a list of permissions.");
  for (const permission of [endpoint.permission, ...(Array.isArray(also) ? also : [])]) {
    if (!permissions.has(permission)) say("permission", `"${permission}" is not declared under services.`);
  }
  checkPath(endpoint, say);
  for (const part of ["query", "body"] as const) {
    const schema = endpoint[part];
    if (schema !== undefined && !TypeGuard.IsObject(schema)) say(part, "must be t.Object({…}).");
  }
  if (endpoint.method === "GET" && endpoint.body) say("body", "cannot be given with GET.");
  checkReturns(endpoint.returns, say);
  checkUpstream(endpoint, say);
}

function checkUpstream({ upstream, run, returns }: Endpoint, say: Say): void {
  if (!upstream && !run) say("upstream", "is missing: give a template, a function, or run.");
  if (upstream && typeof upstream !== "function" && !/^\//.test(String(upstream)))
    say("upstream", "must be a template that starts with /, or a function.");
  if (run && typeof run !== "function") say("run", "must be a function.");
  if (upstream && run) say("run", "cannot stand beside upstream.");
  if (returns?.kind === "file" && !run) say("run", "is needed for a file.");
}

function checkPath(endpoint: Endpoint, say: Say): void {
  if (typeof endpoint.path !== "string" || !/^(\/([a-z0-9_-]+|\{[a-z][a-z0-9_]*\}))+$/.test(endpoint.path)) {
    return void say("path", "must be lower-case segments, each whole segment a word or a {parameter}.");
  }
  const names = templateNames(endpoint.path);
  const described = Object.keys(endpoint.params ?? {});
  for (const name of names) if (!described.includes(name)) say(`params.${name}`, "needs a description.");
  for (const name of described) if (!names.includes(name)) say(`params.${name}`, "is not in the path.");
  for (const [name, doc] of Object.entries(endpoint.params ?? {})) {
    if (typeof doc === "string" ? doc === "" : !TypeGuard.IsString(doc))
      say(`params.${name}`, "must be its description, or t.String({…}).");
  }
  if (typeof endpoint.upstream === "string") {
    for (const name of templateNames(endpoint.upstream)) {
      if (!names.includes(name)) say("upstream", `{${name}} is not a parameter of the path.`);
    }
  }
}

function checkReturns(returns: Returns | undefined, say: Say): void {
  if (!returns || !["one", "many", "file", "deleted"].includes(returns.kind)) {
    return void say("returns", "must be one(…), many(…), file() or deleted().");
  }
  if ((returns.kind === "one" || returns.kind === "many") && !isResource(returns.resource)) {
    say("returns.resource", "must be made by resource({ raw, shape, map }).");
  }
  if ("at" in returns && returns.at !== undefined && typeof returns.at !== "string")
    say("returns.at", "must be a dotted path.");
  if (returns.kind !== "many") return;
  if (typeof returns.collection !== "string" || !KEY.test(returns.collection))
    say("returns.collection", "must be a lower-case word, the list's name in the answer.");
  const { max, apply, next } = returns.pagination ?? {};
  if (typeof max !== "number" || typeof apply !== "function" || typeof next !== "function")
    say("returns.pagination", "must be one of pages.….");
}

function checkDuplicates(endpoints: Record<string, Endpoint>, say: Say): void {
  const seen = new Map<string, string>();
  for (const [key, endpoint] of Object.entries(endpoints)) {
    const route = `${endpoint?.method} ${String(endpoint?.path).replace(/\{[^}]*\}/g, "{}")}`;
    const other = seen.get(route);
    if (other) say(`endpoints.${key}.path`, `is the same route as endpoints.${other}.`);
    seen.set(route, key);
  }
}

/** The parameter names of a path template, in order. */
export function templateNames(template: string): string[] {
  return [...template.matchAll(/\{([^}]+)\}/g)].map((match) => match[1] as string);
}

function isResource(value: unknown): boolean {
  const resource = value as { raw?: TSchema; shape?: TSchema; map?: unknown } | undefined;
  return isSchema(resource?.raw) && isSchema(resource?.shape) && typeof resource?.map === "function";
}

function isSchema(value: unknown): boolean {
  return typeof value === "object" && value !== null && TypeGuard.IsSchema(value);
}

function isHttps(value: unknown): boolean {
  return typeof value === "string" && /^https:\/\/[a-z0-9]/i.test(value) && URL.canParse(value);
}
