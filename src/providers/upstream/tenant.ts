// Values that differ between a provider's tenants: which ones are valid, and where they go in a request.
import { type CallbackValue, entryOf, type Provider, type TenantField } from "../../plugin/index.ts";
import { UpstreamFailure } from "./failure.ts";
import type { Target } from "./target.ts";

/** Which values of `tenant` a provider may have. */
type Tenants = Pick<Target, "provider" | "hosts">;

type Tenant = Readonly<Record<string, string>>;

const NAMES = /\{([^{}]+)\}/g;

/** The names of tenant values in a template. */
export const namesIn = (template: string): string[] => [...template.matchAll(NAMES)].map(([, name]) => name as string);

/** Replaces the names in a template by the tenant's values and checks each value again; throws `UpstreamFailure`. */
function filled(target: Tenants, template: string, tenant: Tenant): string {
  return template.replace(NAMES, (_, name: string) => {
    const value = tenant[name];
    if (value === undefined || !isTenantValue(target, name, value)) throw unfitTenant(name);
    return value;
  });
}

/** The same for a URL, whose host must be the one that is written there. */
export function fillTenant(target: Tenants, template: string, tenant: Tenant): string {
  if (!template.includes("{")) return template;
  const url = filled(target, template, tenant);
  // What stands in the host must be the host: a parser that read it otherwise would call somebody else.
  const [, host] = /^https?:\/\/([^/?#]*)/.exec(url) ?? [];
  if (host === undefined || /[@+_]|(^|\.)-/.test(host) || URL.parse(url)?.host !== host.toLowerCase())
    throw unfitTenant("host");
  return url;
}

/** What the plugin declares for every request to the provider. */
export interface SharedParts {
  headers: Record<string, string>;
  query: Record<string, string>;
}

/**
 * The headers and parameters of every request, with the tenant's values; throws `UpstreamFailure` for an unfit one. `missing`:
 * the identity request may be what brings a value, and is sent without the headers and parameters that need it.
 */
export function sharedParts(target: Tenants, tenant: Tenant, missing: "refuse" | "leave_out" = "refuse"): SharedParts {
  const { headers, query } = target.provider;
  const fill = (templates: Readonly<Record<string, string>> = {}) =>
    Object.fromEntries(
      Object.entries(templates)
        .filter(
          ([, template]) => missing === "refuse" || namesIn(template).every((name) => Object.hasOwn(tenant, name)),
        )
        .map(([name, template]) => [name, filled(target, template, tenant)]),
    );
  return { headers: fill(headers), query: fill(query) };
}

export const UNFIT_TENANT = "unfit_tenant";

/** The tenant's value is missing or does not match the plugin's pattern. */
function unfitTenant(name: string): UpstreamFailure {
  const message = `The tenant's "${name}" is missing or does not have the required form.`;
  return new UpstreamFailure({ failure: "error", status: null, message, code: UNFIT_TENANT });
}

/** A host name in lower case: no port, no user, no address, no trailing dot, no label that only looks like another (`xn--`). */
export function isHost(value: string): boolean {
  return (
    value.length <= 253 &&
    /^(?!.*(?:^|\.)xn--)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/.test(value)
  );
}

/** A host name. */
const HOST = /^[A-Za-z0-9][A-Za-z0-9.-]{0,252}$/;
/** A segment of a path, which may also be an e-mail address or an id in base64url; `fillTenant` keeps it out of hosts. */
const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._@+-]{0,252}$/;

/** Whether the value is one host name or path segment and fully matches the plugin's pattern, so that it cannot redirect a URL. */
export function isTenantValue({ provider, hosts }: Tenants, name: string, value: string): boolean {
  const declared = entryOf(provider.tenant ?? {}, name);
  if (!declared) return false;
  const pattern = declared instanceof RegExp ? declared : declared.pattern;
  const isWhole = pattern.exec(value)?.[0] === value;
  if (declared instanceof RegExp) return SEGMENT.test(value) && isWhole;
  // Punycode and a trailing dot are other spellings of a host, which a pattern written in haste lets through.
  if (/(?:^|\.)xn--|\.$|\.\./i.test(value)) return false;
  if (isFromCallback(declared)) return SEGMENT.test(value) && isWhole;
  return HOST.test(value) && (isWhole || (declared.selfHosted === true && hosts.includes(value)));
}

type Declared = RegExp | TenantField | CallbackValue;
// Also asked of plugins that nothing has checked yet.
const isObject = (declared: Declared) =>
  typeof declared === "object" && declared !== null && !(declared instanceof RegExp);
const isFromCallback = (declared: Declared): declared is CallbackValue => isObject(declared) && "from" in declared;
const isEntered = (declared: Declared): declared is TenantField => isObject(declared) && !isFromCallback(declared);

/** The values that a person gives before connecting. */
export function tenantFieldsOf({ tenant = {} }: Pick<Provider, "tenant">): [string, TenantField][] {
  return Object.entries(tenant).flatMap(([name, declared]) => (isEntered(declared) ? [[name, declared]] : []));
}

/** The values that the callback of OAuth brings. */
export function callbackValuesOf({ tenant = {} }: Pick<Provider, "tenant">): [string, CallbackValue][] {
  return Object.entries(tenant).flatMap(([name, declared]) => (isFromCallback(declared) ? [[name, declared]] : []));
}

/** The values in a callback's parameters, and those parameters that are missing, sent twice or unfit. */
export function readCallback(
  target: Tenants,
  parameters: URLSearchParams,
): { values: Record<string, string>; unfit: string[] } {
  const values: Record<string, string> = {};
  const unfit: string[] = [];
  for (const [name, { parameter }] of callbackValuesOf(target.provider)) {
    const [value, ...duplicates] = parameters.getAll(parameter);
    if (value !== undefined && duplicates.length === 0 && isTenantValue(target, name, value)) values[name] = value;
    else unfit.push(parameter);
  }
  return { values, unfit };
}

/** The values of a new grant that the plugin declares, later sources win; throws `UpstreamFailure` where one is missing or invalid. */
export function checkedTenant(
  target: Tenants,
  ...sources: (Readonly<Record<string, string>> | undefined)[]
): Record<string, string> {
  const values: Record<string, string> = Object.assign({}, ...sources);
  return Object.fromEntries(
    Object.keys(target.provider.tenant ?? {}).map((name) => {
      const value = values[name];
      if (typeof value !== "string" || !isTenantValue(target, name, value)) throw unfitTenant(name);
      return [name, value];
    }),
  );
}
