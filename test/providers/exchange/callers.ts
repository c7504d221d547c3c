// The ways in which the gateway talks to a provider in the name of an integration, each as "send once and tell the outcome".

import { insertSource } from "../../../src/events/subscriptions/store.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { tryEndpoint } from "../../../src/plugin-kit/try/try-endpoint.ts";
import type { ExchangeWorld, PluginCase, Someone } from "./world.ts";

/** `refused`: the provider's own refusal, under a grant that goes on. */
export type Outcome = "ok" | "refused" | "ended" | "limited" | "failed";

export interface Caller {
  name: string;
  /** Whether a repetition is a read. */
  reads: boolean;
  /** Whether it renews tokens at all. */
  renews: boolean;
  /** Whether it sees a plugin's own words in a body. */
  readsBodies: boolean;
  fits(plugin: PluginCase): boolean;
  send(world: ExchangeWorld, plugin: PluginCase, someone: Someone): Promise<Outcome>;
}

function outcomeOf(code: string | null, reason: unknown): Outcome {
  if (code === null) return "ok";
  if (code === "INTEGRATION_REVOKED" || code === "INTEGRATION_EXPIRED") return "ended";
  if (code === "PROVIDER_UNAVAILABLE") return reason === "rate_limited" ? "limited" : "failed";
  return code === "PROVIDER_ERROR" ? "refused" : "failed";
}

/** A refusal is the provider's 401; any other of its errors is a failure. */
const typed = (what: "read" | "write"): Caller => ({
  name: `typed ${what}`,
  reads: what === "read",
  renews: true,
  readsBodies: true,
  fits: () => true,
  async send({ gateway }, { provider, [what]: call }, { key }) {
    const path = `/api/v1/tools/${provider.id}_${call.tool}/execute`;
    const { status, json } = await gateway.call("POST", path, { key, body: { arguments: call.arguments } });
    if (status === 200) return "ok";
    if (json.code === "PROVIDER_ERROR" && json.details.status !== 401) return "failed";
    return outcomeOf(json.code, json.details?.reason);
  },
});

const raw = (method: "GET" | "POST"): Caller => ({
  name: `raw ${method}`,
  reads: method === "GET",
  renews: true,
  readsBodies: false,
  fits: () => true,
  async send({ gateway }, { provider }, { key }) {
    const body = method === "POST" ? { a: 1 } : undefined;
    const response = await gateway.call(method, `/api/v1/${provider.id}/proxy/thing`, { key, body });
    const status = response.headers.get("x-upstream-status");
    if (status === "401") return "refused";
    if (status === "429") return "limited";
    if (status !== null) return Number(status) < 400 ? "ok" : "failed";
    return outcomeOf(response.json.code, response.json.details?.reason);
  },
});

const source = (what: "poll" | "subscribe"): Caller => ({
  name: what,
  reads: what === "poll",
  renews: true,
  readsBodies: true,
  fits: (plugin) => plugin[what] !== undefined,
  async send({ gateway, linesOf }, plugin, { integrationId, userId }) {
    const { name, resource = "", position = null } = plugin[what] as NonNullable<PluginCase["poll"]>;
    const { database } = gateway.database;
    const { deps } = gateway.app;
    const now = new Date(gateway.clock.now());
    await database.script("delete from event_sources");
    const row = { id: crypto.randomUUID(), integrationId, userId, accountId: null, provider: plugin.provider.id, name };
    const due =
      what === "poll"
        ? { mode: "poll" as const, state: "active" as const, nextAt: now, position }
        : { mode: "push" as const, nextCheckAt: now, position };
    await insertSource(database.orm, { ...row, resource, ...due });
    const before = gateway.logLines.length;
    await (what === "poll" ? deps.sources.drain() : deps.sources.checkDue());
    const failed = linesOf(before, what === "poll" ? "source_poll_failed" : "subscription_failed")[0];
    // A grant that has ended claims nothing.
    if (!failed) return (await statusOf(gateway, integrationId)) === "active" ? "ok" : "ended";
    const outcomes: Record<string, Outcome> = { revoked: "ended", expired: "ended", rate_limited: "limited" };
    if (failed.reason !== "error") return outcomes[failed.reason] ?? "failed";
    // The stub calls its own failure "internal".
    return JSON.stringify(failed).includes("internal") ? "failed" : "refused";
  },
});

const trial: Caller = {
  name: "trial",
  reads: true,
  renews: false,
  readsBodies: true,
  fits: () => true,
  async send({ settings }, { provider, read }) {
    const { outcome } = await tryEndpoint({
      provider: provider as Provider,
      endpoint: read.tool,
      arguments: read.arguments,
      settings: settings[provider.id] ?? {},
      env: { [`${provider.id.toUpperCase()}_ACCESS_TOKEN`]: "token-of-the-environment" },
      fetch: (url, init) => fetch(url, init),
      mayWrite: false,
      withIdentity: false,
    });
    if ("result" in outcome) return "ok";
    const { failure, status } = outcome.failure;
    if (failure === "revoked" || failure === "expired") return "ended";
    if (failure === "rate_limited") return "limited";
    return failure === "error" && status === 401 ? "refused" : "failed";
  },
};

export async function statusOf(gateway: ExchangeWorld["gateway"], integrationId: string): Promise<string> {
  const select = "select status from integrations where id = $1::uuid";
  const [row] = await gateway.database.database.query<{ status: string }>(select, [integrationId]);
  return row?.status ?? "gone";
}

export const CALLERS: readonly Caller[] = [
  typed("read"),
  typed("write"),
  raw("GET"),
  raw("POST"),
  source("poll"),
  source("subscribe"),
  trial,
];
