// A gateway with receivers, endpoints and events for tests of outgoing webhooks.
import type { NewEvent } from "../../../src/events/log/event.ts";
import { publishEvents } from "../../../src/events/log/publish.ts";
import type { Lane } from "../../support/database.ts";
import { type GatewayOptions, startTestGateway, type TestGateway } from "../../support/gateway.ts";

export const PATH = "/api/v1/webhook-endpoints";
/** Loopback receivers by http. */
export const ENV = { GATEWAY_WEBHOOKS_ALLOW_PRIVATE: "true", GATEWAY_ENV: "development" };

export const startHooksGateway = (lane: Lane, options: Partial<GatewayOptions> = {}): Promise<TestGateway> =>
  startTestGateway({ lane, env: ENV, ...options, webhooks: { random: () => 0, ...options.webhooks } });

export interface Endpoint {
  id: string;
  secret: string;
}

/** Creates an endpoint. */
export async function createEndpoint(gateway: TestGateway, key: string, body: object): Promise<Endpoint> {
  const response = await gateway.call("POST", PATH, { key, body });
  if (response.status !== 200) throw new Error(`creating an endpoint answered ${response.status}: ${response.text}`);
  return response.json.data;
}

export async function endpointOf(gateway: TestGateway, key: string, id: string) {
  return (await gateway.call("GET", `${PATH}/${id}`, { key })).json.data;
}

/** As they may have been stored before: of plugins that are gone, or all that a version before took. */
export async function storeTypes({ app: { deps } }: TestGateway, id: string, types: readonly string[] | null) {
  const json = types === null ? null : JSON.stringify(types);
  await deps.database.query("update webhook_endpoints set event_types = $2::text::jsonb where id = $1::uuid", [
    id,
    json,
  ]);
}

export async function deliveriesOf(gateway: TestGateway, key: string, id: string, query = "") {
  const response = await gateway.call("GET", `${PATH}/${id}/deliveries${query}`, { key });
  if (response.status !== 200) throw new Error(`deliveries answered ${response.status}: ${response.text}`);
  return response.json.data.deliveries;
}

let events = 0;

/** An event of a user, or of an account. */
export function eventOf(gateway: TestGateway, userId: string, more: Partial<NewEvent> = {}): NewEvent {
  return {
    owner: { userId, accountId: null },
    integrationId: "00000000-0000-4000-8000-000000000001",
    provider: "github",
    type: "issues.opened",
    key: `event ${++events}`,
    view: { title: "Issue opened", summary: null, actor: "octocat", url: null, occurredAt: "2026-01-01T00:00:00Z" },
    payload: { number: events },
    receivedAt: gateway.clock.now(),
    ...more,
  };
}

/** Publishes events as the rooms of sources and deliveries do; returns their ids in order. */
export async function publish(gateway: TestGateway, published: readonly NewEvent[]): Promise<string[]> {
  const { deps } = gateway.app;
  deps.events.published(await deps.database.transaction((tx) => publishEvents(tx, published)));
  const rows = await deps.database.query<{ id: string; event_key: string }>(
    "select id, event_key from inbox_events where event_key in (select jsonb_array_elements_text($1::text::jsonb))",
    [JSON.stringify(published.map(({ key }) => key))],
  );
  return published.map(({ key }) => rows.find((row) => row.event_key === key)?.id as string);
}

/** Sends what is due. */
export const drain = (gateway: TestGateway) => gateway.app.deps.webhooks.drain();
