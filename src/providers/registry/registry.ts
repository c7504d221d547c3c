// Turns plugins into frozen indexes: endpoints with their routes, input schemas and permissions.
import { type TObject, type TSchema, Type as t } from "@sinclair/typebox";
import { withoutPreviousNames } from "../../foundation/schema/previous-names.ts";
import type { Endpoint, Method, Provider } from "../../plugin/index.ts";
import { type FilePlace, filePlacesIn } from "../upstream/file-places.ts";
import { type EndpointEffects, resolveEffects } from "./effects.ts";
import type { BrokenPlugin } from "./load.ts";
import { RAW_TOOL, rawEndpoint } from "./raw-tool.ts";

/** A plugin's endpoint with all that is derived from it. */
export interface RegisteredEndpoint {
  provider: Provider;
  /** The endpoint's key in the plugin. */
  key: string;
  /** `<provider>_<key>`; `^[a-z][a-z0-9_]{1,63}$`. */
  tool: string;
  method: Method;
  /** The full template: `/api/v1/github/repos/{owner}/{repo}`. */
  path: string;
  service: string;
  /** `<service>.<action>`. */
  permission: string;
  /** `permission` and what the endpoint `alsoNeeds`. */
  needs: readonly string[];
  /** `needs` as a key names them: `<provider>:<service>.<action>`. */
  permissions: readonly string[];
  def: Endpoint;
  /** What a call does: declared by the plugin, else told by the method. */
  effects: Readonly<EndpointEffects>;
  input: { params: TObject; query: TObject; body: TObject | null };
  /** The places of files in the body. */
  files: readonly FilePlace[];
  /** The maximum size of the request body. */
  maxBodyBytes: number;
}

export interface Registry {
  providers: ReadonlyMap<string, Provider>;
  endpoints: readonly RegisteredEndpoint[];
  tools: ReadonlyMap<string, RegisteredEndpoint>;
  /** The tools that send raw requests, by provider; in no list but those of keys that name the permission. */
  rawTools: ReadonlyMap<string, RegisteredEndpoint>;
  /** An endpoint by its tool's name, or by one that the tool had before; raw tools too. */
  tool(name: string): RegisteredEndpoint | undefined;
  provider(id: string): Provider | undefined;
  /** Plugins that are there and cannot be served, by id. */
  broken: ReadonlyMap<string, BrokenPlugin>;
  endpointsOf(providerId: string): readonly RegisteredEndpoint[];
}

export const LIST_LIMIT = { default: 25, max: 100 } as const;
/** Characters of a cursor. */
export const MAX_CURSOR = 4096;
const DEFAULT_BODY_BYTES = 1024 * 1024;

/** The default pattern of a path parameter: one segment without characters that have a meaning in URLs. */
export const DEFAULT_PARAM_PATTERN = "^(?!\\.{1,2}$)[^/\\\\?#%\\u0000-\\u001f\\u007f]+$";

/** The broken plugin whose tool has this name; undefined where there is none. */
export function brokenPluginOf({ broken }: Pick<Registry, "broken">, tool: string): string | undefined {
  return [...broken.keys()].find((id) => tool.startsWith(`${id}_`));
}

/** Builds the registry of plugins without violations. */
export function buildRegistry(plugins: readonly Provider[], broken: readonly BrokenPlugin[] = []): Registry {
  const providers = new Map<string, Provider>();
  const byProvider = new Map<string, RegisteredEndpoint[]>();
  for (const plugin of [...plugins].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    providers.set(plugin.id, plugin);
    byProvider.set(
      plugin.id,
      Object.entries(plugin.endpoints).map(([key, def]) => register(plugin, key, def)),
    );
  }
  const endpoints = Object.freeze([...byProvider.values()].flat());
  const tools = new Map<string, RegisteredEndpoint>(endpoints.map((endpoint) => [endpoint.tool, endpoint]));
  const former = new Map(
    endpoints.flatMap((endpoint) =>
      (endpoint.def.previousNames ?? []).map((key): [string, RegisteredEndpoint] => [
        `${endpoint.provider.id}_${key}`,
        endpoint,
      ]),
    ),
  );
  const rawTools = new Map(
    [...providers].map(([id, provider]) => [id, register(provider, RAW_TOOL, rawEndpoint(provider))]),
  );
  const rawByName = new Map([...rawTools.values()].map((endpoint) => [endpoint.tool, endpoint]));
  return Object.freeze({
    providers,
    endpoints,
    tools,
    rawTools,
    tool: (name: string) => tools.get(name) ?? former.get(name) ?? rawByName.get(name),
    provider: (id: string) => providers.get(id),
    // A second plugin of the same id is in the log only: the first one serves.
    broken: new Map(broken.filter(({ id }) => !providers.has(id)).map((one) => [one.id, one])),
    endpointsOf: (id: string) => byProvider.get(id) ?? [],
  });
}

function register(provider: Provider, key: string, def: Endpoint): RegisteredEndpoint {
  const needs = [def.permission, ...(def.alsoNeeds ?? [])];
  const body = def.body ? withoutPreviousNames(def.body) : null;
  return Object.freeze({
    provider,
    key,
    tool: `${provider.id}_${key}`,
    method: def.method,
    path: `/api/v1/${provider.id}${def.path}`,
    service: def.permission.split(".")[0] as string,
    permission: def.permission,
    needs,
    permissions: needs.map((permission) => `${provider.id}:${permission}`),
    def,
    effects: resolveEffects(def),
    input: {
      params: withoutPreviousNames(paramsSchema(def)),
      query: withoutPreviousNames(querySchema(def)),
      body,
    },
    files: filePlacesIn(body),
    maxBodyBytes: def.maxBodyBytes ?? DEFAULT_BODY_BYTES,
  });
}

function paramsSchema(def: Endpoint): TObject {
  const fields: Record<string, TSchema> = {};
  for (const [name, doc] of Object.entries(def.params ?? {})) {
    fields[name] =
      typeof doc === "string"
        ? t.String({ minLength: 1, maxLength: 1024, pattern: DEFAULT_PARAM_PATTERN, description: doc })
        : doc;
  }
  return t.Object(fields);
}

function querySchema(def: Endpoint): TObject {
  const own = def.query?.properties ?? {};
  if (def.returns.kind !== "many") return t.Object({ ...own });
  return t.Object({
    ...own,
    limit: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: LIST_LIMIT.max,
        default: LIST_LIMIT.default,
        description: "Maximum number of items to return.",
      }),
    ),
    cursor: t.Optional(t.String({ maxLength: MAX_CURSOR, description: "The previous response's next_cursor." })),
    raw: t.Optional(t.Boolean({ description: "Add the provider's own object to each item, as `raw`." })),
  });
}
