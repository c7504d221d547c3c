// Checks of a session's lists against what there is: providers, permissions, tools and connections, each with a near name.
import type { IntegrationRow } from "../../connections/integrations/model.ts";
import type { InputError } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { nearest } from "../../foundation/schema/nearest.ts";
import { allows, patternError } from "../../identity/keys/permissions.ts";
import { parseRawPattern, rawBeyond } from "../../identity/keys/raw-patterns.ts";
import { admitsTool, isRaw, type SessionRights } from "../../identity/keys/session-rights.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import { permissionsOf } from "../../providers/registry/scopes.ts";
import { rawPathError } from "../../providers/upstream/raw-request.ts";
import type { PolicyData } from "../policies/model.ts";
import { policyErrors } from "../policies/policy-errors.ts";
import { constraintErrors } from "./constraints.ts";
import type { ChangeBody, CreateBody } from "./model.ts";

type Lists = Partial<Pick<CreateBody & ChangeBody, "allow" | "deny" | "raw" | "pinned" | "constraints" | "policy">>;

/** Errors of a body beyond its schema; any of its fields may be missing. */
export function sessionErrors(registry: Registry, body: Lists): InputError[] {
  const ofList = (field: "allow" | "deny", entries: readonly string[] = []) =>
    entries.map((entry, i) => errorAt(`/${field}/${i}`, entryError(registry, entry)));
  const ofPinned = (body.pinned ?? []).map((tool, i) => errorAt(`/pinned/${i}`, toolError(registry, tool)));
  const ofRaw = (body.raw ?? []).map((text, i) => errorAt(`/raw/${i}`, rawError(registry, text, body.allow)));
  const errors = [...ofRaw, ...ofList("allow", body.allow), ...ofList("deny", body.deny), ...ofPinned];
  return [
    ...errors.filter((error) => error !== null),
    ...constraintErrors(registry, body.constraints),
    ...policyErrorsOf(registry, body.policy),
  ];
}

/** Bytes of a session's own rules as JSON: they travel with its caller. */
const MAX_POLICY = 64 * 1024;

function policyErrorsOf(registry: Registry, policy: Lists["policy"]): InputError[] {
  if (policy?.rules === undefined) return [];
  if (Buffer.byteLength(JSON.stringify(policy)) > MAX_POLICY)
    return [
      { in: "body", path: "/policy/rules", message: `The rules are larger than ${MAX_POLICY / 1024} KiB as JSON.` },
    ];
  return policyErrors(policy as PolicyData, registry).map(({ path, message }) => ({
    ...{ in: "body" as const, path: `/policy${path}`, message },
  }));
}

const errorAt = (path: string, message: string | null): InputError | null =>
  message === null ? null : { in: "body", path, message };

/** Why a list cannot hold an entry; null where it can. */
function entryError(registry: Registry, entry: string): string | null {
  if (entry === "*" || registry.providers.has(entry)) return null;
  if (isRaw(entry)) return `"${entry}" is not possible: list the raw requests in raw.`;
  if (/[:.]/.test(entry)) return permissionError(registry, entry);
  // A name without an underscore can only be meant as a provider's.
  return entry.includes("_") ? toolError(registry, entry) : unknown("provider", entry, [...registry.providers.keys()]);
}

function permissionError(registry: Registry, entry: string): string | null {
  const [id = ""] = entry.includes(":") ? entry.split(":") : [];
  if (id !== "" && !registry.providers.has(id)) return unknown("provider", id, [...registry.providers.keys()]);
  const wrongForm = patternError(entry);
  if (wrongForm !== null) return wrongForm;
  const of = [...registry.providers.values()].filter((provider) => id === "" || provider.id === id);
  const known = of.flatMap((provider) => permissionsOf(provider).map((name) => `${provider.id}:${name}`));
  if (known.some((permission) => allows([entry], permission))) return null;
  return unknown("permission", entry, id === "" ? known.map((one) => one.slice(one.indexOf(":") + 1)) : known);
}

const RAW_FORM = "A raw request is a provider, a method or *, and a path, such as github:GET /repos/acme/*";

/** Why raw cannot hold a pattern. */
function rawError(registry: Registry, text: string, allow: readonly string[] | undefined): string | null {
  const pattern = parseRawPattern(text);
  if (!pattern) return `${RAW_FORM}; ** can only be its whole last segment.`;
  const { provider, segments } = pattern;
  if (!registry.providers.has(provider)) return unknown("provider", provider, [...registry.providers.keys()]);
  if (segments.length > MAX_RAW_SEGMENTS) return `The path has more than ${MAX_RAW_SEGMENTS} segments.`;
  const wrongPath = rawPathError(`/${segments.join("/").replaceAll("*", "x")}`);
  if (wrongPath !== null) return wrongPath;
  const tool = registry.rawTools.get(provider)?.tool ?? "";
  const isAllowed = allow === undefined || [provider, tool, "*"].some((entry) => allow.includes(entry));
  return isAllowed ? null : `allow leaves out raw requests to ${provider}: add ${tool} to it.`;
}

/** As many as a raw request can have below its route. */
const MAX_RAW_SEGMENTS = 28;

function toolError(registry: Registry, name: string): string | null {
  const tool = registry.tool(name);
  return tool ? null : unknown("tool", name, [...registry.tools.keys()]);
}

const WHERE = {
  provider: "GET /api/v1/providers lists them",
  permission: "GET /openapi.json lists them",
  tool: "GET /api/v1/tools?all=true lists them",
};

function unknown(what: keyof typeof WHERE, name: string, known: readonly string[]): string {
  const near = nearest(name, known);
  return `There is no ${what} "${name}": ${near === null ? WHERE[what] : `did you mean ${near}?`}`;
}

/** The first tool that `next` admits and `old` does not; null where it only narrows. */
export function toolBeyond({ endpoints }: Registry, old: SessionRights, next: SessionRights): string | null {
  const [before, after] = [[old], [next]];
  const beyond = endpoints.find(({ tool, provider, permissions }) => {
    const callable = { tool, provider: provider.id, permissions };
    return admitsTool(after, callable) && !admitsTool(before, callable);
  });
  return beyond?.tool ?? null;
}

/** The error of a pattern that `outer` does not surely have within it. */
export function rawBeyondError(inner: readonly string[] | undefined, outer: readonly string[]): InputError | null {
  const beyond = inner === undefined ? null : rawBeyond(inner, outer);
  const message = `${beyond} is not surely within one of ${outer.join(", ") || "no patterns"}: a session can only be narrowed.`;
  return beyond === null ? null : { in: "body", path: `/raw/${inner?.indexOf(beyond)}`, message };
}

/** The integrations that a list of `provider:name` and ids means, or what is wrong with it. */
export function connectionsIn(
  byProvider: ReadonlyMap<string, readonly IntegrationRow[]>,
  entries: readonly string[],
): { ids: string[] } | { errors: InputError[] } {
  const rows = [...byProvider.values()].flat();
  const nameOf = ({ provider, name }: IntegrationRow) => `${provider}:${name}`;
  const found = entries.map((entry) => rows.find((row) => (isUuid(entry) ? row.id === entry : nameOf(row) === entry)));
  const errors = entries.flatMap((entry, i): InputError[] => {
    if (found[i]) return [];
    const near = nearest(entry, rows.map(nameOf));
    const hint = near === null ? "GET /api/v1/integrations lists the user's own." : `did you mean ${near}?`;
    return [{ in: "body", path: `/connections/${i}`, message: `There is no connection "${entry}": ${hint}` }];
  });
  return errors.length > 0 ? { errors } : { ids: [...new Set(found.flatMap((row) => row?.id ?? []))] };
}
