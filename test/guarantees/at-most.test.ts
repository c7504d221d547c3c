// Where something may be there so many times for a user or a person, requests at once, on two replicas, make no more of it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { grant, MAX_GRANTS } from "../../src/agents/oauth-server/grants.ts";
import { insertEndpoint } from "../../src/events/webhooks/endpoint-store.ts";
import { queryIn } from "../../src/foundation/db/raw.ts";
import { createOwnKey, MAX_OWN_KEYS } from "../../src/identity/keys/own-keys.ts";
import { beginSession } from "../../src/identity/sign-in/sessions.ts";
import { signedIn } from "../dashboard/browser.ts";
import { LANES } from "../support/database.ts";
import type { TestGateway } from "../support/gateway.ts";
import { startTwoGateways, type TwoGateways } from "../support/two-gateways.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(120_000);
const AT_ONCE = 40;
const INITIATOR = { actor: { kind: "anonymous" as const, id: null, name: null }, address: null, requestId: null };

interface Whose {
  userId: string;
  personId: string;
}

interface Bounded {
  what: string;
  most: number;
  /** Makes one more. */
  make(gateway: TestGateway, whose: Whose, i: number): Promise<unknown>;
  /** Where they are stored. */
  table: string;
  /** How many there are. */
  count: string;
}

const BOUNDED: Bounded[] = [
  {
    what: "keys of a user's own",
    most: MAX_OWN_KEYS,
    make: ({ app }, { userId }, i) => createOwnKey(app.deps, { userId, partner: null }, { name: `k${i}` }, INITIATOR),
    table: "api_keys",
    count: "select count(*)::int as n from api_keys where user_id = $1::text::uuid and revoked_at is null",
  },
  {
    what: "MCP clients of a user",
    most: MAX_GRANTS,
    make: ({ app }, { userId, personId }) =>
      grant(
        app.deps,
        {
          ...{ personId, userId, clientId: "c", clientName: "c", accountId: null, providers: null, isReadOnly: true },
          ...{ confirmDestructive: false, days: 1, resource: "r", redirectUri: "u", codeChallenge: "x" },
        },
        INITIATOR,
      ),
    table: "mcp_grants",
    count: "select count(*)::int as n from mcp_grants where user_id = $1::text::uuid",
  },
  {
    what: "sessions of a person",
    most: 20,
    make: ({ app }, { personId }) =>
      beginSession(
        app.deps,
        { personId, stage: "complete", credentialsVersion: 0, isStrong: false },
        { address: "192.0.2.1", userAgent: null },
      ),
    table: "people_sessions",
    count: "select count(*)::int as n from people_sessions where person_id = $2::text::uuid",
  },
  {
    what: "webhook endpoints of a user",
    most: 50,
    make: ({ app, clock }, { userId }, i) => {
      const filters = {
        description: null,
        event_types: null,
        providers: null,
        scope: "user" as const,
        account_ids: null,
      };
      const row = {
        id: crypto.randomUUID(),
        user_id: userId,
        url: `https://example.com/${i}`,
        secret: "s",
        decider: null,
        ...filters,
      };
      return insertEndpoint(app.deps.database, row, clock.now(), { most: 50, onlyIn: null });
    },
    table: "webhook_endpoints",
    count: "select count(*)::int as n from webhook_endpoints where user_id = $1::text::uuid",
  },
];

/** Racers that wait for a lock at once, more than there are places left. */
const MEET = 4;

/** Lets everybody count, but nobody insert, until some of `racers` have met there: a place that two have seen is taken twice. */
async function inserting(
  { database }: TestGateway["database"],
  table: string,
  racers: () => readonly Promise<unknown>[],
): Promise<void> {
  let raced: readonly Promise<unknown>[] = [];
  await database.transaction(async (tx) => {
    await queryIn(tx, `lock table ${table} in share row exclusive mode`, []);
    raced = racers();
    await until(async () => {
      const [row] = await database.query<{ n: number }>(WAITING, []);
      return (row?.n ?? 0) >= MEET;
    });
  });
  await Promise.all(raced);
}

const WAITING = `select count(distinct pid)::int as n from pg_locks
  where not granted and database = (select oid from pg_database where datname = current_database())`;

for (const lane of LANES) {
  describe(`at most so many on ${lane}`, () => {
    let both: TwoGateways;
    let whose: Whose;
    beforeAll(async () => {
      both = await startTwoGateways({ lane });
      whose = await signedIn(both.one);
    }, 60_000);
    afterAll(() => both.close());

    test.each(BOUNDED)("$what: $most, also by 40 requests at once", async ({ most, make, count, table }) => {
      const there = async () => {
        const parameters = count.includes("$2") ? [null, whose.personId] : [whose.userId];
        const text = count.includes("$2") ? count.replace("select", "select $1::text as unused,") : count;
        const [row] = await both.one.database.database.query<{ n: number }>(text, parameters);
        return row?.n ?? 0;
      };
      for (let i = await there(); i < most - 2; i++) await make(both.one, whose, i);
      const racers = () =>
        Array.from({ length: AT_ONCE }, (_, i) =>
          make(i % 2 ? both.one : both.two, whose, 1_000 + i).catch(() => null),
        );
      // The embedded database has one connection, on which whole transactions take turns.
      if (lane === "postgres") await inserting(both.one.database, table, racers);
      else await Promise.all(racers());
      expect(await there()).toBe(most);
    });
  });
}
