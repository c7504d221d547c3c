// A fixture out of a real call: its arguments and responses with made-up people, and the requests and result that follow from those.
import type { Provider } from "../../plugin/index.ts";
import { buildRegistry } from "../../providers/registry/registry.ts";
import { tenantFieldsOf } from "../../providers/upstream/tenant.ts";
import type { SeenExchange } from "../try/recorded-fetch.ts";
import { createScrubber } from "../try/scrub.ts";
import type { TryResult } from "../try/try-endpoint.ts";
import { type Filled, fillFixture, type PartialFixture } from "./fill-fixture.ts";

/** Headers that a plugin may read; the others say nothing of the API. */
const READ_HEADERS = /^(?:link|location|retry-after)$|rate-?limit/;

/** Null and a sentence for what cannot be one. Throws nothing. */
export async function fixtureOf(
  provider: Provider,
  { endpoint: tool, exchanges: all, identity }: Pick<TryResult, "endpoint" | "exchanges" | "identity">,
  args: Record<string, unknown>,
): Promise<Filled | string> {
  const endpoint = buildRegistry([provider]).endpoints.find((one) => one.tool === tool) ?? null;
  // A fixture's call has who granted in it, and asks nobody.
  const exchanges = all.filter(({ isForIdentity }) => isForIdentity !== true);
  if (exchanges.some(({ response }) => response?.isCut))
    return "A response is larger than 256 KiB: make a smaller call.";
  if (exchanges.some(({ response }) => response === null)) return "A request got no response.";
  const { scrub } = createScrubber();
  const partial: PartialFixture = {
    ...(endpoint && { call: scrub({ ...callOf(args, endpoint.input), ...identityIn(provider, identity) }) }),
    upstream: exchanges.map(({ response }) => ({ response: scrub(responseOf(response)) })),
  };
  return fillFixture(provider, endpoint, partial, false);
}

/** Who granted, with the plugin's own examples in place of the author's tenant. */
function identityIn(provider: Provider, { tenant = {}, ...known }: TryResult["identity"]) {
  const entered = new Map(tenantFieldsOf(provider));
  const made = Object.entries(tenant).map(([name, value]) => [name, entered.get(name)?.example ?? value]);
  const identity = { ...known, ...(made.length > 0 && { tenant: Object.fromEntries(made) }) };
  return Object.keys(identity).length > 0 ? { identity } : {};
}

function callOf(
  args: Record<string, unknown>,
  { params, query, body }: { params: object; query: object; body: object | null },
): NonNullable<PartialFixture["call"]> {
  const { limit, cursor, raw: _raw, ...named } = args;
  const of = (part: object | null) => {
    const { properties = {} } = (part ?? {}) as { properties?: object };
    return Object.fromEntries(Object.entries(named).filter(([name]) => Object.hasOwn(properties, name)));
  };
  const parts = Object.entries({ params: of(params), query: of(query), body: of(body) });
  return {
    ...Object.fromEntries(parts.filter(([, part]) => Object.keys(part).length > 0)),
    ...(typeof limit === "number" && { limit }),
    ...(cursor !== undefined && { position: String(cursor) }),
  };
}

function responseOf(response: SeenExchange["response"]) {
  const { status = 200, headers = {}, json, text } = response ?? {};
  const read = Object.entries(headers).filter(([name]) => READ_HEADERS.test(name));
  return {
    ...(status !== 200 && { status }),
    ...(read.length > 0 && { headers: Object.fromEntries(read) }),
    ...(json !== undefined ? { json } : text !== undefined ? { text } : {}),
  };
}
