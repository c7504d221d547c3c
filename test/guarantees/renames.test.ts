// What is stored under a plugin's former names works as under those of today, and no former name is offered to anybody.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { reconcileSources } from "../../src/events/subscriptions/reconcile.ts";
import { listSources } from "../../src/events/subscriptions/store.ts";
import type { Provider } from "../../src/plugin/index.ts";
import { pluginViolations } from "../../src/providers/registry/plugin-violations.ts";
import { HOOK_MS, TEST_MS } from "../support/connecting.ts";
import { laneOf, type TestDatabase, testDatabase } from "../support/database.ts";
import { type ApiResponse, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { KINDS, type Names, namedPlugin, type Renaming, renamings } from "../support/renamed-plugin.ts";
import { insertGrant } from "../support/test-partners.ts";

setDefaultTimeout(3 * TEST_MS);
const ownNames = (names: Names, index: number) =>
  Object.fromEntries(Object.entries(names).map(([kind, name]) => [kind, `${name}_${index}`])) as unknown as Names;

/** Plugins of one gateway, each with names and renamings of its own. */
const PLUGINS = KINDS.length;

for (const lane of laneOf(import.meta.file)) {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase(lane);
  }, HOOK_MS);
  afterAll(() => database.close(), HOOK_MS);

  const start = (plugins: readonly Provider[]) =>
    startTestGateway({
      ...{ lane, database, plugins, env: { GATEWAY_WEBHOOKS_ALLOW_PRIVATE: "true", GATEWAY_ENV: "development" } },
      fetch: async (input) => {
        const { searchParams } = new URL(input);
        const title = `${searchParams.get("state")}`;
        const isLast = searchParams.has("cursor");
        const items = [{ id: 7, title }];
        return Response.json({ id: 7, title, items, ...(!isLast && { next: "2" }) });
      },
    });

  /** Everything that names a part of the plugin, as calls under `names` see it. */
  async function seen(gateway: TestGateway, stored: Stored, names: Names) {
    const get = (path: string, key: string) => gateway.call("GET", path, { key });
    const codes = async (key: string) =>
      Promise.all(["items", "other"].map(async (path) => (await get(`/api/v1/${stored.id}/${path}`, key)).status));
    const byName = await gateway.call("POST", `/api/v1/tools/${stored.id}_${names.tool}/execute`, {
      key: stored.all.key,
      body: { arguments: { [names.input]: "open" } },
    });
    const more = await get(
      `/api/v1/${stored.id}/items?${names.input}=open&cursor=${encodeURIComponent(stored.cursor)}`,
      stored.all.key,
    );
    const listed = async (filter: string) => {
      const page = await get(`/api/v1/inbox/events?status=all&provider=${stored.id}&${filter}`, stored.all.key);
      return page.json.data.events.map(({ title }: { title: string }) => title).sort();
    };
    return {
      keys: await Promise.all(stored.keys.map(({ key }) => codes(key))),
      switchedOff: await codes(stored.off.key),
      tool: [byName.status, byName.json.data?.items[0]?.[names.result]],
      cursor: more.status,
      filters: [await listed(`type=${names.service}.${names.event}`), await listed(`service=${names.service}`)],
      source: await listSources(database.database.orm, [stored.all.integrationId]).then((rows) =>
        rows.map(({ id, position, state }) => ({ id, position, state })),
      ),
    };
  }
  type Stored = Awaited<ReturnType<typeof store>>;

  async function integrated(gateway: TestGateway, id: string, permissions?: string[]) {
    const user = await gateway.user(permissions && { permissions });
    const integrationId = await insertGrant(gateway, { userId: user.userId, accountId: null }, id);
    return { ...user, integrationId };
  }

  /** What users store under the names of a version. */
  async function store(gateway: TestGateway, id: string, { service, action, event, input }: Names) {
    const own = ["gateway:inbox.read", "gateway:inbox.write"];
    const patterns = [
      `${id}:${service}.${action}`,
      `${service}.${action}`,
      `${id}:${service}.*`,
      `${service}.*`,
      `${id}:*`,
    ];
    const keys = await Promise.all(patterns.map((pattern) => integrated(gateway, id, [pattern, ...own])));
    const off = await integrated(gateway, id);
    await database.database.query("update integrations set disabled_services = array[$2::text] where id = $1::uuid", [
      off.integrationId,
      `${service}.${action}`,
    ]);
    const all = await integrated(gateway, id, ["*", "gateway:partner.manage"]);
    const endpoints = await Promise.all(
      [`${service}.${event}`, `${service}.*`].map((type) =>
        gateway.call("POST", "/api/v1/webhook-endpoints", {
          key: all.key,
          body: { url: "https://127.0.0.1/", event_types: [type] },
        }),
      ),
    );
    const page = await gateway.call("GET", `/api/v1/${id}/items?${input}=open`, { key: all.key });
    return {
      ...{ id, keys, off, all, cursor: String(page.json.data.next_cursor) },
      endpoints: endpoints.map(({ json }: ApiResponse) => String(json.data.id)),
    };
  }

  async function deliver(gateway: TestGateway, { id, all }: Stored, eventId: string): Promise<void> {
    const body = { id: eventId, title: "new", user: all.integrationId };
    expect((await gateway.call("POST", `/api/v1/webhooks/${id}`, { body })).status).toBe(200);
    await gateway.app.deps.inboundWebhooks.drain();
  }

  const queued = async ({ endpoints }: Stored) => {
    const rows = await database.database.query<{ endpoint: string; title: string }>(
      `select m.endpoint_id as endpoint, e.title from webhook_messages m join inbox_events e on e.id = m.event_id
       where m.endpoint_id in (select jsonb_array_elements_text($1::text::jsonb)::uuid) order by e.title`,
      [JSON.stringify(endpoints)],
    );
    return endpoints.map((id) => rows.filter(({ endpoint }) => endpoint === id).map(({ title }) => title));
  };

  /** Compares what is seen of one plugin before and after. */
  async function expectSame(gateway: TestGateway, stored: Stored, then: Seen, { before, after }: Renaming) {
    for (const names of [before, after]) expect(await seen(gateway, stored, names)).toEqual(then);
    // The same event once more, as long after as its delivery is not known any longer; and another one.
    await database.database.query("delete from inbound_webhooks");
    await deliver(gateway, stored, "1");
    await deliver(gateway, stored, "2");
    const both = [
      ["1", "2"],
      ["1", "2"],
    ];
    expect(await queued(stored)).toEqual(both);
    for (const names of [before, after]) expect((await seen(gateway, stored, names)).filters).toEqual(both);
    await expectNotOffered(gateway, stored, before, after);
  }
  type Seen = Awaited<ReturnType<typeof seen>>;

  /** Each kind is renamed in one plugin at least. No two share a name, since each must be found where it is offered. */
  const versions = fc.array(renamings, { minLength: PLUGINS, maxLength: PLUGINS }).map((all) =>
    all.map(({ before, after }, i) => {
      const kind = KINDS[i] as keyof Names;
      const renamed = after[kind] === before[kind] ? { ...after, [kind]: `${after[kind]}_now` } : after;
      return { before: ownNames(before, i), after: ownNames(renamed, i) };
    }),
  );
  const idOf = (index: number) => `acme${index}`;

  test(`a renamed plugin serves what was stored before, ${lane}`, async () => {
    const isSame = async (all: Renaming[]) => {
      const renamedPlugins = all.map(({ before, after }, i) => namedPlugin(after, before, idOf(i)));
      for (const plugin of renamedPlugins) expect(pluginViolations(plugin, [])).toEqual([]);
      const old = await start(all.map(({ before }, i) => namedPlugin(before, before, idOf(i))));
      const stored = await Promise.all(all.map(({ before }, i) => store(old, idOf(i), before)));
      await reconcileSources(old.app.deps);
      await old.app.deps.sources.drain();
      const then: Seen[] = [];
      for (const [i, { before }] of all.entries()) {
        await deliver(old, stored[i] as Stored, "1");
        then.push(await seen(old, stored[i] as Stored, before));
      }
      expect(then.flatMap(({ keys }) => keys.flat())).toContain(403);
      expect(then.map(({ switchedOff }) => switchedOff)).toEqual(all.map(() => [403, 200]));
      const renamed = await start(renamedPlugins);
      try {
        await reconcileSources(renamed.app.deps);
        for (const [i, one] of all.entries()) await expectSame(renamed, stored[i] as Stored, then[i] as Seen, one);
      } finally {
        await renamed.close();
        await old.close();
      }
    };
    await fc.assert(fc.asyncProperty(versions, isSame), { numRuns: 1, endOnFailure: true });
  });

  /** A former name of a result is there, marked as deprecated; no other is. */
  async function expectNotOffered(gateway: TestGateway, { all }: Stored, before: Names, after: Names): Promise<void> {
    const paths = ["/api/v1/tools", "/api/v1/inbox/event-types", "/openapi.json", "/api/v1/integrations"];
    const texts = await Promise.all(
      paths.map(async (path) => (await gateway.call("GET", path, { key: all.key })).text),
    );
    expect(texts.every((text) => text.length > 50)).toBe(true);
    const former = (Object.keys(before) as (keyof Names)[]).filter((kind) => before[kind] !== after[kind]);
    for (const kind of former.filter((kind) => kind !== "result"))
      expect(texts.filter((text) => new RegExp(`(?<![a-z0-9_])${before[kind]}(?![a-z0-9_])`).test(text))).toEqual([]);
    expect(texts.join("")).not.toContain("previousNames");
  }
}
