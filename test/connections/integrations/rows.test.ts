// The rows that calls read by raw SQL are those that Drizzle reads: every column, in its type.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { findAccountsWithIntegrations } from "../../../src/connections/integrations/account-store.ts";
import { listIntegrations } from "../../../src/connections/integrations/store.ts";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { accounts } from "../../../src/foundation/db/schema/accounts.ts";
import { integrations } from "../../../src/foundation/db/schema/integrations.ts";
import { partners } from "../../../src/foundation/db/schema/partners.ts";
import { pendingGrants } from "../../../src/foundation/db/schema/pending-grants.ts";
import { users } from "../../../src/foundation/db/schema/users.ts";
import { findByExternalId } from "../../../src/identity/accounts/store.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";

const AT = new Date("2026-03-04T12:00:00.123Z");
const ROW = {
  provider: "github",
  status: "active" as const,
  identityId: "7",
  identity: { id: "7", name: 'ada "the first"', workspace: { id: "w", name: "Köln" } },
  tenant: { site: "acme" },
  clientId: "client",
  scopes: ["repo", 'a "quoted", scope'],
  disabledServices: ["repos.delete"],
  accessToken: "sealed",
  accessExpiresAt: AT,
  epoch: 3,
  connectedAt: AT,
  updatedAt: AT,
};

const PENDING = {
  ...{ provider: "github", tokenHash: "hash", identityId: "7", identity: ROW.identity, clientId: "client" },
  ...{ scopes: ["repo"], accessToken: "sealed", grantedAt: AT },
};

for (const lane of LANES) {
  describe(`an owner's integrations on ${lane}`, () => {
    let opened: TestDatabase;
    let database: OpenDatabase;
    const userId = crypto.randomUUID();
    const [accountId, empty] = [crypto.randomUUID(), crypto.randomUUID()];
    beforeAll(async () => {
      opened = await testDatabase(lane);
      database = opened.database;
      const { orm } = database;
      await orm.insert(users).values({ id: userId, email: "ada@example.com" });
      await orm.insert(partners).values({ userId });
      for (const [id, externalId] of [
        [accountId, "customer 'one'"],
        [empty, "two"],
      ] as const)
        await orm.insert(accounts).values({ id, userId, externalId });
      await orm.insert(integrations).values([
        { ...ROW, id: crypto.randomUUID(), userId, accountId },
        {
          ...ROW,
          id: crypto.randomUUID(),
          userId,
          accountId,
          provider: "asana",
          otherTokens: "sealed",
          auth: "api_key",
        },
        { ...ROW, id: crypto.randomUUID(), userId, accountId: null, provider: "slack" },
      ]);
    }, 60_000);
    afterAll(() => opened.close());

    test("have every column that Drizzle reads, of the account as of the user", async () => {
      const all = await database.orm.select().from(integrations).where(eq(integrations.userId, userId));
      const byProvider = (provider: string) => all.find((row) => row.provider === provider) as (typeof all)[number];
      expect(await listIntegrations(database, { userId, accountId })).toEqual([
        byProvider("asana"),
        byProvider("github"),
      ]);
      expect(await listIntegrations(database, { userId, accountId: null })).toEqual([byProvider("slack")]);
    });

    test("are none for an account without any, and null without such an account, or for another user", async () => {
      expect(await listIntegrations(database, { userId, accountId: empty })).toEqual([]);
      expect(await listIntegrations(database, { userId, accountId: crypto.randomUUID() })).toBeNull();
      expect(await listIntegrations(database, { userId: crypto.randomUUID(), accountId })).toBeNull();
    });

    test("of several accounts come by one statement, in the order that named them, and none of another user's", async () => {
      const stranger = crypto.randomUUID();
      const [odd, pending] = [crypto.randomUUID(), crypto.randomUUID()];
      const ODD = 'a "b" \\ {c}, ü';
      await database.orm.insert(accounts).values([
        { id: odd, userId, externalId: ODD },
        { id: pending, userId, externalId: "pending" },
      ]);
      await database.orm.insert(pendingGrants).values({
        ...{ ...PENDING, id: crypto.randomUUID(), userId, accountId: pending },
      });
      const named = [
        { userId, externalId: "pending" },
        { userId, externalId: ODD },
        { userId: stranger, externalId: "two" },
        { userId, externalId: "customer 'one'" },
        { userId, externalId: "two" },
        { userId, externalId: "two" },
      ];
      const one = await listIntegrations(database, { userId, accountId });
      expect(await findAccountsWithIntegrations(database, named)).toEqual([
        { accountId: pending, integrations: null },
        { accountId: odd, integrations: [] },
        null,
        { accountId, integrations: one },
        { accountId: empty, integrations: [] },
        { accountId: empty, integrations: [] },
      ]);
    });

    test("and the account is found by the partner's own name for it", async () => {
      const externalId = "customer 'one'";
      expect(await findByExternalId(database, userId, externalId)).toEqual({ id: accountId, userId, externalId });
      expect(await findByExternalId(database, crypto.randomUUID(), externalId)).toBeNull();
    });
  });
}
