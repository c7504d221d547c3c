// The limit of accounts for each partner holds exactly, across all replicas.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { insertAccount } from "../../../src/identity/accounts/store.ts";
import { laneOf } from "../../support/database.ts";
import { type ApiResponse, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf, partnerError } from "../../support/responses.ts";

const ACCOUNTS = "/api/v1/accounts";
const TOO_MANY = "You have 5 accounts, which is the maximum. Delete some, or ask the operator for more.";

describe.each(laneOf(import.meta.file))("the bound on accounts on %s", (lane) => {
  const env = { MAX_ACCOUNTS_PER_PARTNER: "5" };
  let gateways: TestGateway[];
  let first: TestGateway;
  beforeAll(async () => {
    first = await startTestGateway({ lane, env });
    gateways = [first, await startTestGateway({ lane, env, database: first.database })];
  }, 60_000);
  afterAll(async () => {
    for (const gateway of gateways.reverse()) await gateway.close();
  });
  const create = (key: string, external_id: string, gateway = first) =>
    gateway.call("POST", ACCOUNTS, { key, body: { external_id } });

  test("S-92: of 30 concurrent creations on two replicas five succeed, and the others say why not", async () => {
    const [{ key }, { key: other }] = [await first.partner(), await first.partner()];
    const responses = await Promise.all(
      Array.from({ length: 30 }, (_, i) => create(key, `at-once-${i}`, gateways[i % 2])),
    );
    const made = responses.filter((response) => response.status === 200);
    const refused = responses.filter((response) => response.status !== 200);
    expect([made.length, refused.length]).toEqual([5, 25]);
    for (const response of refused) {
      expect([codeOf(response), response.json]).toEqual([
        "409 ACCOUNT_LIMIT_REACHED",
        partnerError(TOO_MANY, "ACCOUNT_LIMIT_REACHED"),
      ]);
    }
    expect((await first.call("GET", ACCOUNTS, { key })).json.data.total).toBe(5);
    // Another partner has its own limit.
    expect((await create(other, "at-once-0")).status).toBe(200);

    const { id, external_id } = (made[0] as ApiResponse).json.data;
    expect(codeOf(await create(key, external_id))).toBe("409 ACCOUNT_EXISTS");
    await first.call("DELETE", `${ACCOUNTS}/${id}`, { key });
    expect((await create(key, "instead")).status).toBe(200);
    expect(codeOf(await create(key, "one more"))).toBe("409 ACCOUNT_LIMIT_REACHED");
  });
});

test("S-92: the limit holds across midnight, when concurrent creations count on two days", async () => {
  const gateway = await startTestGateway({ lane: "postgres" });
  const { database } = gateway.database;
  const days = [new Date("2026-11-21T23:59:59.999Z"), new Date("2026-11-22T00:00:00.000Z")];
  for (let round = 0; round < 10; round++) {
    const { userId } = await gateway.partner();
    const row = (i: number) => ({ id: crypto.randomUUID(), userId, externalId: String(i), createdAt: days[i % 2] });
    const made = await Promise.all(Array.from({ length: 8 }, (_, i) => insertAccount(database, row(i), 1)));
    expect(made.filter((one) => one !== null)).toHaveLength(1);
  }
  await gateway.close();
}, 60_000);

test("MAX_ACCOUNTS_PER_PARTNER of 0 sets no bound", async () => {
  const gateway = await startTestGateway({ lane: "embedded", env: { MAX_ACCOUNTS_PER_PARTNER: "0" } });
  const { key } = await gateway.partner();
  for (const external_id of ["a", "b"]) {
    expect((await gateway.call("POST", ACCOUNTS, { key, body: { external_id } })).status).toBe(200);
  }
  await gateway.close();
}, 60_000);
