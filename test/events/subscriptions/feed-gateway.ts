// A gateway with the feed provider, integrations whose sources are planned, and what they published.
import { expect } from "bun:test";
import type { TSchema } from "@sinclair/typebox";
import { OWN_EVENTS } from "../../../src/events/log/own-events.ts";
import { reconcileSources } from "../../../src/events/subscriptions/reconcile.ts";
import { listSources, type SourceRow } from "../../../src/events/subscriptions/store.ts";
import { checkerOf } from "../../../src/foundation/schema/check.ts";
import { connected } from "../../support/acme.ts";
import { testClock } from "../../support/clock.ts";
import { type GatewayOptions, startTestGateway } from "../../support/gateway.ts";
import { feedPlugin, startFeed } from "./feed.ts";

export const PUBLIC = { env: { GATEWAY_PUBLIC_WEBHOOKS: "on" } };

export async function startFeedGateway(options: Partial<GatewayOptions> & Pick<GatewayOptions, "lane">) {
  const clock = options.clock ?? testClock();
  clock.set(clock.now());
  const feed = startFeed(() => clock.now());
  const plugin = feedPlugin();
  const client = { clientId: "acme-client", clientSecret: "acme-secret" };
  const gateway = await startTestGateway({
    plugins: [plugin],
    fetch: (input, init) => feed.fetch(input, init),
    settings: { feed: client },
    clock,
    ...options,
  });
  const { deps } = gateway.app;
  const { database } = gateway.database;
  return {
    gateway,
    feed,
    clock,
    plugin,
    deps,
    /** A user whose integration has its planned sources. */
    async integration() {
      const user = await connected(gateway, plugin, "refresh");
      await reconcileSources(deps);
      return user;
    },
    drain: () => deps.sources.drain(),
    rows: (integrationId: string): Promise<SourceRow[]> => listSources(database.orm, [integrationId]),
    async source(integrationId: string, name: string): Promise<SourceRow> {
      const found = (await listSources(database.orm, [integrationId])).find((row) => row.name === name);
      if (!found) throw new Error(`There is no source "${name}".`);
      return found;
    },
    /** Titles of an integration's events of a type, in the order of their storage; the gateway's own must fit their schema. */
    async events(integrationId: string, type: string): Promise<string[]> {
      const found = await database.query<{ title: string; payload: unknown }>(
        "select title, payload from inbox_events where integration_id = $1::uuid and type = $2 order by seq",
        [integrationId, type],
      );
      const own = (OWN_EVENTS as Record<string, { payload: TSchema }>)[type];
      for (const { payload } of own ? found : [])
        expect([...checkerOf(own?.payload as TSchema).Errors(payload)]).toEqual([]);
      return found.map(({ title }) => title);
    },
    close: () => gateway.close(),
  };
}

export type FeedGateway = Awaited<ReturnType<typeof startFeedGateway>>;
