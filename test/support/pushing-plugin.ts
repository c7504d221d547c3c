// A provider that pushes events in every way that the contract knows, what it signs, and integrations of it.
import { createHmac } from "node:crypto";
import { writeIntegration } from "../../src/connections/connect/save-grant.ts";
import { lockIntegration } from "../../src/connections/integrations/store.ts";
import type { Owner } from "../../src/identity/owner.ts";
import { event, hmacText, type Provider, t, timingSafeEqual, valueAt } from "../../src/plugin/index.ts";
import { acmePlugin } from "./acme-plugin.ts";
import type { TestGateway } from "./gateway.ts";

export const WEBHOOK_SECRET = "secret-of-the-webhook";

const changed = (isFetched: boolean) =>
  event({
    description: "An item changed.",
    match: (_, item) => valueAt(item, "kind") === (isFetched ? "thin" : "changed"),
    raw: t.Object({ id: t.String() }),
    shape: t.Object({ id: t.String(), name: t.String() }),
    ...(isFetched && { fetch: (raw: { id: string }) => ({ path: `/items/${raw.id}` as never }) }),
    map: (raw, _inbound, fetched) => {
      if (isFetched && !fetched) return null;
      return { id: raw.id, name: fetched ? String(valueAt(fetched.json, "name")) : "pushed" };
    },
    view: ({ id, name }) => ({ title: `${id}: ${name}`, summary: null, actor: null, url: null, occurredAt: null }),
  });

/** Bodies are `{ items: [{ kind, id?, event_id?, team?, user? }] }`, signed in `x-signature` over `<x-time>.<body>`. */
export function pushingPlugin(id = "acme"): Provider {
  const plugin = acmePlugin(id);
  plugin.webhook = {
    verify: ({ headers, text }, { webhook, subscription }, now) => {
      const [signature, time] = [headers.get("x-signature") ?? "", headers.get("x-time") ?? ""];
      const isRecent = Math.abs(now / 1_000 - Number(time)) <= 300;
      const isOf = (secret: string | null | undefined) =>
        Boolean(secret) && timingSafeEqual(hmacText(secret as string, `${time}.${text}`, "hex"), signature);
      return isRecent && (isOf(subscription) || (subscription == null && isOf(webhook)));
    },
    handshake: ({ query, json }) => {
      const challenge = query.get("challenge");
      if (challenge === "broken") throw new Error("The plugin is broken.");
      const secret = valueAt(json, "secret");
      if (typeof secret === "string") return { type: "application/json", body: "{}", keepSecret: secret };
      return challenge === null ? null : { type: "text/plain", body: challenge, headers: { "x-echo": challenge } };
    },
    items: "items",
    eventId: (_, item) => (valueAt(item, "event_id") as string | undefined) ?? null,
    subject: (_, item) => {
      const [team, user] = [valueAt(item, "team"), valueAt(item, "user")];
      return [
        ...(typeof team === "string" ? [{ matches: "workspace" as const, id: team }] : []),
        ...(typeof user === "string" ? [{ matches: "identity" as const, id: user }] : []),
      ];
    },
    triggersPoll: { list: (_, item) => valueAt(item, "kind") === "wake" },
    endsSubscription: (_, item) => valueAt(item, "kind") === "dropped",
    events: {
      "items.changed": changed(false),
      "items.fetched": changed(true),
      "items.broken": event({
        description: "An event whose plugin code throws.",
        match: (_, item) => valueAt(item, "kind") === "broken",
        raw: t.Object({}),
        shape: t.Object({}),
        map: () => {
          throw new Error("The plugin is broken.");
        },
        view: () => ({ title: "", summary: null, actor: null, url: null, occurredAt: null }),
      }),
      "people.left": event({
        description: "Somebody took the grant away.",
        match: (_, item) => valueAt(item, "kind") === "left",
        raw: t.Object({}),
        shape: t.Object({}),
        map: () => ({}),
        view: () => ({ title: "Left", summary: null, actor: null, url: null, occurredAt: null }),
        revokes: true,
      }),
    },
  };
  return plugin;
}

/** An integration of the plugin, as if somebody had connected it; its access token is `token-<user id>`. */
export async function integrate(
  gateway: TestGateway,
  owner: Owner,
  {
    user = "u1",
    team = null,
    scopes = ["all", "people"],
  }: { user?: string; team?: string | null; scopes?: string[] } = {},
  provider = "acme",
): Promise<string> {
  const { deps } = gateway.app;
  const grant = {
    tokens: { accessToken: `token-${user}` },
    identity: { id: user, name: user, workspace: team === null ? null : { id: team, name: team } },
    tenant: {},
    auth: "oauth2" as const,
    clientId: "client",
    scopes,
    accessExpiresAt: null,
    refreshExpiresAt: null,
    grantedAt: new Date(deps.clock.now()),
  };
  const saved = await deps.database.transaction(async (tx) => {
    const old = await lockIntegration(tx, owner, { provider });
    return writeIntegration(tx, deps, owner, provider, grant, { old, name: "default" });
  });
  return saved.integrationId;
}

export interface SendOptions {
  path?: string;
  secret?: string;
  /** Unix milliseconds of the signed time. */
  at?: number;
  headers?: Record<string, string>;
  /** Changes the body after it was signed. */
  forge?: (body: string) => string;
}

/** Sends a signed inbound webhook. */
export function sendInbound(gateway: TestGateway, body: unknown, options: SendOptions = {}): Promise<Response> {
  const { path = "/acme", secret = WEBHOOK_SECRET, at = gateway.clock.now(), headers = {}, forge } = options;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const time = String(Math.floor(at / 1_000));
  const signature = createHmac("sha256", secret).update(`${time}.${text}`).digest("hex");
  return fetch(`${gateway.url}/api/v1/webhooks${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-signature": signature, "x-time": time, ...headers },
    body: forge ? forge(text) : text,
  });
}
