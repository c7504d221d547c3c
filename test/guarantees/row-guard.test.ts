// Below the handlers: no store query reaches a row by account id alone, and the database rejects an account of another user.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import ts from "typescript";
import { startConnect } from "../../src/connections/connect/start.ts";
import * as sessionStore from "../../src/connections/connect/store.ts";
import * as pendingGrantStore from "../../src/connections/integrations/pending-grant-store.ts";
import * as integrationStore from "../../src/connections/integrations/store.ts";
import { isForeignKeyViolation } from "../../src/foundation/db/database.ts";
import * as accountStore from "../../src/identity/accounts/store.ts";
import { SYSTEM_INITIATOR } from "../../src/identity/audit/entry.ts";
import { lockOwner } from "../../src/identity/users/owner-store.ts";
import { acme } from "../support/acme.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { nodesOf, sourcesIn } from "../support/sources.ts";
import {
  createTestPartner,
  insertGrant,
  recordingProvider,
  rowsContaining,
  type TestPartner,
} from "../support/test-partners.ts";

setDefaultTimeout(HOOK_MS);
const CONNECTIONS = { account: ["acme"], other: [], own: ["acme"] };

for (const lane of LANES) {
  describe(`the rows of an account on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({}));
    let gateway: TestGateway;
    let victim: TestPartner;
    let mixed: { userId: string; accountId: string };
    let before: string[];
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      gateway = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch });
      victim = await createTestPartner(gateway, CONNECTIONS);
      const other = await createTestPartner(gateway, CONNECTIONS);
      mixed = { userId: other.userId, accountId: victim.account.id };
      before = await rowsContaining(gateway, victim.userId);
    });
    afterAll(() => gateway.close());

    test("S-49: every query by owner finds and changes nothing for an account of another user", async () => {
      const { database } = gateway.database;
      const { userId, accountId } = mixed;
      const found = {
        findAccount: await accountStore.findAccount(database, userId, accountId),
        externalIdOf: await accountStore.externalIdOf(database, userId, accountId),
        updateAccount: await accountStore.updateAccount(database, userId, accountId, { displayName: "taken" }),
        lockOwner: await database.transaction((tx) => lockOwner(tx, mixed)),
        lockAccounts: await database.transaction(async (tx) =>
          (await accountStore.lockAccounts(tx, userId, [accountId], 1)).at(0),
        ),
        markAccountsErased: await database.transaction((tx) =>
          accountStore.markAccountsErased(tx, userId, [accountId], new Date()),
        ),
        findByExternalId: await accountStore.findByExternalId(database, userId, victim.account.externalId),
        listIntegrations: await integrationStore.listIntegrations(database, mixed),
        findIntegration: await integrationStore.findIntegration(database.orm, mixed, { provider: "acme" }),
        lockIntegration: await database.transaction((tx) =>
          integrationStore.lockIntegration(tx, mixed, { provider: "acme" }),
        ),
        deleteGrants: (await database.transaction((tx) => integrationStore.deleteGrants(tx, mixed))).at(0),
        listPendingGrants: (await pendingGrantStore.listPendingGrants(database, mixed)).at(0),
        lockPendingGrants: (
          await database.transaction((tx) => pendingGrantStore.lockPendingGrants(tx, mixed, { provider: "acme" }))
        ).at(0),
        deletePendingGrants: (await pendingGrantStore.deletePendingGrants(database.orm, mixed)).at(0),
        findSession: await sessionStore.findSession(database, mixed, victim.account.sessionId),
      };
      for (const [name, value] of Object.entries(found)) expect([name, value || null]).toEqual([name, null]);
      expect(await rowsContaining(gateway, victim.userId)).toEqual(before);
    });

    test("S-49: the database rejects an integration and a connect session of one user for another's account", async () => {
      // An account without integrations, so that no other constraint applies.
      const refused = await insertGrant(gateway, { ...mixed, accountId: victim.other.id }, "acme").catch(
        (error: unknown) => error,
      );
      expect(isForeignKeyViolation(refused)).toBe(true);
      const body = { provider: "acme", redirect_url: "https://partner.example.com/done" };
      const started = await startConnect(gateway.app.deps, mixed, body, SYSTEM_INITIATOR).catch(
        (error: unknown) => error,
      );
      expect(isForeignKeyViolation(started)).toBe(true);
      expect(await rowsContaining(gateway, victim.userId)).toEqual(before);
    });
  });
}

describe("queries by a bare id", () => {
  /** Where each function's id comes from: never from a caller. */
  const KNOWN: Record<string, string> = {
    finishSession: "the session claimed by its state",
    storeReplacement: "the session claimed by its state",
    beginAttempt: "the session of a link's secret, or of the browser that began it",
    cancelSession: "the session of a link's secret, or of the browser that began it",
    findOfBrowser: "the page's path: the secret of the browser that began is asked for with it",
    markRevoked: "the operator's API",
    updateKey: "the operator's API, and a key of the user's own that was found before",
    findById: "the operator's API",
    findPerson: "the person of a session, or whom the operator names",
    disablePerson: "whom the operator names",
    findPersonRow: "whom the operator names",
    updatePerson: "whom the operator names, and whose role the operator's own allows",
    findPasskey: "a browser's response, whose signature the row's key must prove",
    countUse: "the passkey that has signed",
    deletePasskey: "the person's own, by `personId`",
    updateUser: "a user whom the operator's API has found",
    touchKey: "the authenticated key",
    findActiveIntegration: "the source whose own address a verified delivery came to",
    findSourceAddress: "a provider's delivery, which the source's own secret must prove",
    postponeInboundWebhook: "the inbound webhook that a worker has claimed",
    deleteRevocation: "the revocation that a worker has claimed",
    noteAttempt: "the revocation that a worker has claimed",
    findRun: "a run that an operator names",
    loadSource: "the source that a worker has claimed",
    updateSource: "a source of an integration that the owner's query or a worker's claim has locked",
    lockIntegrationRow: "the integration of a plan that is compared, for all owners alike",
    disableEndpoint: "the endpoint of a message that a worker has claimed",
    delayEndpoint: "the endpoint of a message that a worker has claimed",
    findEvent: "the event of a message that a worker has claimed; the inbox's own takes an owner",
    storeRefreshed: "the row of a credential that this import has claimed",
    releaseImported: "the row of a credential that this import has claimed",
    revokeInvitation: "an invitation that the team's own query has found under its lock",
    markAccepted: "the invitation of a link's secret, found again under the team's lock",
    markSent: "the mail that a worker has claimed",
    markFailed: "the mail that a worker has claimed",
    postpone: "the mail that a worker has claimed",
    endShare: "a share that the lender's or the borrower's own query has found",
    removeReplica: "the process's own row",
    markRemoved: "a backup that the job's own list has",
    insertTest: "an endpoint that the owner's query has found; the event's id is new",
  };

  test("S-49: a store function without a user takes an id that no caller supplies", () => {
    const stores = sourcesIn("src").filter(({ file }) => /[/-]store\.ts$/.test(file));
    expect(stores.length).toBeGreaterThan(7);
    const bare = stores.flatMap(({ tree }) =>
      [...nodesOf(tree)].filter(ts.isFunctionDeclaration).filter((one) => {
        const names = one.parameters.map(({ name }) => name.getText());
        const texts = one.parameters
          .filter(({ type }) => type?.getText() === "string")
          .map(({ name }) => name.getText());
        const isOwned = names.some((name) => /^(userId|owner|ofUser)$/.test(name) || /\buserId\b/.test(name));
        return texts.includes("id") && !isOwned;
      }),
    );
    expect(bare.map((one) => one.name?.text ?? "").sort()).toEqual(Object.keys(KNOWN).sort());
  });
});
