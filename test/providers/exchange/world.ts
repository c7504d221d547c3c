// A gateway with five providers behind stubs, for what every caller must do about a provider's refusals.
import asana from "../../../plugins/asana/index.ts";
import github from "../../../plugins/github/index.ts";
import google from "../../../plugins/google/index.ts";
import slack from "../../../plugins/slack/index.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import type { ProviderSettings } from "../../../src/providers/upstream/target.ts";
import { connected } from "../../support/acme.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { madeUp } from "./made-up.ts";
import { type ProviderStub, startProviderStub } from "./provider-stub.ts";

interface ToolCall {
  tool: string;
  arguments: Record<string, unknown>;
}
interface SourceCase {
  name: string;
  resource?: string;
  position?: string;
}

export interface PluginCase {
  provider: Provider;
  read: ToolCall;
  write: ToolCall;
  poll?: SourceCase;
  subscribe?: SourceCase;
  /** Whether its plugin tells a revoked token by words of its own. */
  saysRevoked: boolean;
  bodies: { read: unknown; write: unknown; identity: unknown };
}

const at = (date_time: string) => ({ date_time });
const event = { title: "Once", start: at("2030-01-02T10:00:00Z"), end: at("2030-01-02T11:00:00Z") };

export const PLUGINS: readonly PluginCase[] = [
  {
    provider: google as unknown as Provider,
    read: { tool: "calendar_list_events", arguments: {} },
    write: { tool: "calendar_create_event", arguments: event },
    poll: { name: "calendar", position: JSON.stringify({ sync: "s", at: 0 }) },
    // With a position nothing is read before the subscription is made.
    subscribe: { name: "drive", position: "1" },
    saysRevoked: false,
    bodies: { read: { items: [], nextSyncToken: "s" }, write: {}, identity: { sub: "1", email: "ada@example.com" } },
  },
  {
    provider: slack as unknown as Provider,
    read: { tool: "list_pins", arguments: { channel: "C1" } },
    write: { tool: "create_channel", arguments: { name: "news" } },
    saysRevoked: true,
    bodies: {
      // Slack's methods are all POSTs.
      read: {},
      write: { ok: true, items: [] },
      identity: { ok: true, user_id: "U1", team_id: "T1" },
    },
  },
  {
    provider: github as unknown as Provider,
    read: { tool: "list_repos", arguments: {} },
    write: { tool: "create_issue", arguments: { owner: "a", repo: "b", title: "Once" } },
    poll: { name: "notifications", position: "2026-01-01T00:00:00Z" },
    subscribe: { name: "repository", resource: "a/b" },
    saysRevoked: false,
    bodies: { read: [], write: { id: 1 }, identity: { id: 1, login: "ada" } },
  },
  {
    provider: asana as unknown as Provider,
    read: { tool: "list_workspaces", arguments: {} },
    write: { tool: "create_section", arguments: { id: "11", name: "Once" } },
    poll: { name: "assigned", position: "0 1 11 " },
    subscribe: { name: "project", resource: "11" },
    saysRevoked: false,
    bodies: { read: { data: [], next_page: null }, write: { data: {} }, identity: { data: { gid: "1" } } },
  },
  {
    provider: madeUp,
    read: { tool: "list_items", arguments: {} },
    write: { tool: "create_item", arguments: { name: "Once" } },
    poll: { name: "items", position: "0" },
    subscribe: { name: "items" },
    saysRevoked: true,
    bodies: { read: { items: [] }, write: { id: "1" }, identity: { id: "1" } },
  },
];

export interface ExchangeWorld {
  gateway: TestGateway;
  stubs: Record<string, ProviderStub>;
  settings: Record<string, ProviderSettings>;
  /** The log's lines of an event from the nth line on. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read lines of every shape
  linesOf(from: number, event: string): any[];
  close(): Promise<void>;
}

export async function startExchangeWorld(): Promise<ExchangeWorld> {
  const stubs: Record<string, ProviderStub> = {};
  const settings: Record<string, ProviderSettings> = {};
  for (const { provider, bodies } of PLUGINS) {
    const stub = await startProviderStub(bodies);
    const { baseUrl } = provider;
    stubs[provider.id] = stub;
    settings[provider.id] = {
      clientId: "acme-client",
      clientSecret: "acme-secret",
      baseUrl:
        typeof baseUrl === "string"
          ? stub.url
          : Object.fromEntries(Object.keys(baseUrl).map((name): [string, string] => [name, stub.url])),
      tokenUrl: `${stub.url}/token`,
      identityUrl: `${stub.url}/identity`,
    };
  }
  const gateway = await startTestGateway({
    lane: "embedded",
    plugins: PLUGINS.map(({ provider }) => provider),
    settings,
    env: { GATEWAY_PUBLIC_WEBHOOKS: "on" },
  });
  return {
    gateway,
    stubs,
    settings,
    linesOf: (from, event) =>
      gateway.logLines
        .slice(from)
        .map((line) => JSON.parse(line))
        .filter((line) => line.event === event),
    async close() {
      await gateway.close();
      await Promise.all(Object.values(stubs).map((stub) => stub.close()));
    },
  };
}

/** Somebody who has connected the provider, with a key that may send raw requests. */
export async function someoneAt({ gateway }: ExchangeWorld, { provider }: PluginCase, refreshToken?: string) {
  const user = await connected(gateway, provider, refreshToken);
  const permissions = ["*", "gateway:integrations.read", "proxy.use"];
  const made = await gateway.admin("POST", "/keys", { user: user.userId, permissions });
  return { ...user, key: made.json.data.key as string };
}
export type Someone = Awaited<ReturnType<typeof someoneAt>>;
