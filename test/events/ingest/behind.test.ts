// A gateway with too many inbound webhooks to process refuses more, which the provider sends again, and takes them once there are fewer.
import { expect, setDefaultTimeout, test } from "bun:test";
import { countDue } from "../../../src/events/ingest/store.ts";
import type { Parameter } from "../../../src/foundation/db/database.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { LANES, laneOf, testDatabase } from "../../support/database.ts";
import { startTestGateway } from "../../support/gateway.ts";
import { pushingPlugin, sendInbound, WEBHOOK_SECRET } from "../../support/pushing-plugin.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);

test.each(LANES)("inbound webhooks on %s that are due are counted up to a bound, others never", async (lane) => {
  const { database, close } = await testDatabase(lane);
  const insert = (count: number, state: string) =>
    database.query(
      `insert into inbound_webhooks (provider, source_id, webhook_key, partition_key, state, next_at, received_at)
       select 'acme', gen_random_uuid(), n::text, 'p', $1, now(), now() from generate_series(1, ${count}) as n`,
      [state],
    );
  await insert(9, "failed");
  expect(await countDue(database, 5)).toBe(0);
  await insert(4, "due");
  expect(await countDue(database, 5)).toBe(4);
  await insert(3, "due");
  expect(await countDue(database, 5)).toBe(5);
  await close();
});

test.each(laneOf(import.meta.file))(
  "200,000 due inbound webhooks on %s are too many, one fewer is not",
  async (lane) => {
    const gateway = await startTestGateway({
      lane,
      plugins: [pushingPlugin()],
      settings: { acme: { webhookSecret: WEBHOOK_SECRET, clientId: "client", clientSecret: "secret" } },
    });
    const { database, inboundWebhooks } = gateway.app.deps;
    const { query } = database;
    let due = 0;
    let measured = 0;
    // So many rows would take minutes to insert.
    database.query = async <Row>(text: string, values?: readonly Parameter[]) => {
      if (!/count.*from inbound_webhooks where state = 'due' limit/.test(text)) return query<Row>(text, values);
      measured++;
      return [{ count: Math.min(due, Number(values?.[0])) }] as Row[];
    };
    const send = async (count: number) => {
      const before = measured;
      due = count;
      inboundWebhooks.notify();
      await until(() => measured > before);
      return sendInbound(gateway, { items: [] });
    };
    expect((await send(199_999)).status).toBe(200);
    const refused = await send(200_000);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
    expect((await refused.json()).code).toBe("SERVICE_UNAVAILABLE");
    expect((await send(199_999)).status).toBe(200);
    await gateway.close();
  },
);
