// Which endpoints an event is queued for: the filter in SQL against one in a few lines, on both databases.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { queueMessages } from "../../../src/events/log/fan-out.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import type { TestGateway } from "../../support/gateway.ts";
import { createEndpoint, eventOf, PATH, publish, startHooksGateway, storeTypes } from "./hooks.ts";

setDefaultTimeout(HOOK_MS);
const TYPES = [
  "gmail.message_received",
  "gmail.message",
  "gmail2.x",
  "issues.opened",
  "issues.opened.twice",
  "issuesXopened",
];
const PATTERNS = ["*", "gmail.*", "issues.*", "issues.opened", "issues.opened.*", "gmail.message", "gmail_.*", "i.*"];
const PROVIDERS = ["github", "google", "slack"];

interface Filter {
  event_types?: string[];
  providers?: string[];
  scope: "all" | "user" | "accounts";
  /** Indexes of accounts. */
  accounts?: number[];
}
interface Event {
  type: string;
  provider: string;
  /** Index of an account; null for the user's own. */
  account: number | null;
}

const passes = ({ event_types: types = ["*"], providers, scope, accounts }: Filter, event: Event): boolean =>
  types.some(
    (one) => one === "*" || one === event.type || (one.endsWith(".*") && event.type.startsWith(one.slice(0, -1))),
  ) &&
  (providers?.includes(event.provider) ?? true) &&
  (scope === "all" || (scope === "user") === (event.account === null)) &&
  (accounts === undefined || accounts.includes(event.account ?? -1));

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1 });
const filter: fc.Arbitrary<Filter> = fc
  .record(
    {
      event_types: some(PATTERNS),
      providers: some(PROVIDERS),
      scope: fc.constantFrom("all" as const, "user" as const, "accounts" as const),
      accounts: some([0, 1, 2]),
    },
    { requiredKeys: ["scope"] },
  )
  .map(({ accounts, ...rest }) => ({ ...rest, ...(rest.scope === "accounts" && accounts && { accounts }) }));
const event: fc.Arbitrary<Event> = fc.record({
  type: fc.constantFrom(...TYPES),
  provider: fc.constantFrom(...PROVIDERS),
  account: fc.constantFrom(null, 0, 1, 2),
});

for (const lane of LANES) {
  describe(`filters of webhook endpoints on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    let userId: string;
    let accounts: string[];
    let id: string;
    beforeAll(async () => {
      gateway = await startHooksGateway(lane);
      ({ key, userId } = await gateway.partner({ tier: "enterprise" }));
      accounts = [await gateway.account(key), await gateway.account(key), await gateway.account(key)];
      ({ id } = await createEndpoint(gateway, key, { url: "https://127.0.0.1/" }));
    });
    afterAll(() => gateway.close());
    const { now } = Date;
    const queued = async (endpointId: string) => {
      const rows = await gateway.app.deps.database.query<{ event_id: string }>(
        "select event_id from webhook_messages where endpoint_id = $1::uuid",
        [endpointId],
      );
      return rows.map(({ event_id }) => event_id);
    };
    const published = (events: readonly Event[]) =>
      publish(
        gateway,
        events.map(({ type, provider, account }) =>
          eventOf(gateway, userId, {
            owner: { userId, accountId: account === null ? null : (accounts[account] as string) },
            type,
            provider,
            receivedAt: now(),
          }),
        ),
      );

    test("an event is queued exactly where the filter passes", async () => {
      const property = fc.asyncProperty(
        filter,
        fc.array(event, { minLength: 1, maxLength: 30 }),
        async (of, events) => {
          gateway.clock.move(60_000);
          const body = {
            providers: of.providers ?? null,
            scope: of.scope,
            account_ids: of.accounts?.map((index) => accounts[index]) ?? null,
          };
          const changed = await gateway.call("PATCH", `${PATH}/${id}`, { key, body });
          expect(changed.status).toBe(200);
          await storeTypes(gateway, id, of.event_types ?? null);
          const ids = await published(events);
          const wanted = ids.filter((_, i) => passes(of, events[i] as Event));
          const all = new Set(await queued(id));
          expect(ids.filter((one) => all.has(one))).toEqual(wanted);
        },
      );
      await fc.assert(property, { numRuns: 40 });
    });

    test("queueing twice changes nothing, and neither other users' endpoints nor disabled ones get anything", async () => {
      const stranger = await gateway.partner();
      const theirs = await createEndpoint(gateway, stranger.key, { url: "https://127.0.0.1/" });
      const disabled = await createEndpoint(gateway, key, { url: "https://127.0.0.1/" });
      await gateway.call("PATCH", `${PATH}/${disabled.id}`, { key, body: { enabled: false } });
      await gateway.call("PATCH", `${PATH}/${id}`, {
        key,
        body: { event_types: ["*"], providers: null, scope: "all" },
      });
      const ids = await published([{ type: "issues.opened", provider: "github", account: null }]);
      const before = await queued(id);
      expect(before).toContain(ids[0] as string);
      await gateway.app.deps.database.transaction((tx) => queueMessages(tx, [...ids, crypto.randomUUID()], {}));
      expect((await queued(id)).sort()).toEqual(before.sort());
      expect([await queued(theirs.id), await queued(disabled.id)]).toEqual([[], []]);
    });

    test("an event whose transaction is undone leaves no message", async () => {
      const before = await queued(id);
      const { deps } = gateway.app;
      const { publishEvents } = await import("../../../src/events/log/publish.ts");
      const undone = deps.database.transaction(async (tx) => {
        await publishEvents(tx, [eventOf(gateway, userId)]);
        throw new Error("undone");
      });
      expect((await Promise.allSettled([undone]))[0]?.status).toBe("rejected");
      expect((await queued(id)).sort()).toEqual(before.sort());
    });
  });
}
