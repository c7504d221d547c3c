// Idempotency keys against a model, on two replicas: a key serves one request, then replays it or is free for it again.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createLog } from "../../../src/foundation/log/log.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import {
  createIdempotency,
  type Idempotency,
  type IdempotentRequest,
} from "../../../src/metering/idempotency/service.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { TEST_KEY_RING } from "../../support/gateway.ts";

const vault = createVault(parseKeyRing(TEST_KEY_RING) as KeyRing);
const notStored = () => new Response(null, { status: 409 });

const REQUEST = { method: "POST", target: "/api/v1/acme/items" };

/** The same key with another body, or for another account, is another request. */
interface Sent {
  body: string;
  accountId: string | null;
}
type Step =
  | { is: "begin"; sent: Sent; replica: number }
  /** Ends the running request: with a response, or null where nothing was changed. */
  | { is: "end"; accountId: string | null; response: string | null }
  | { is: "day" };

/** The model of a key of an account, or of the user. */
interface KeyState {
  sent: string;
  /** The running request and its replica. */
  running: { attempt: IdempotentRequest; on: Idempotency } | null;
  /** The stored response; null while the request runs, and when the key is released. */
  response: string | null;
}

const accountId = fc.constantFrom(null, "00000000-0000-0000-0000-000000000001");
const sent = fc.record({ body: fc.constantFrom("{}", '{"a":1}'), accountId });
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ is: fc.constant("begin" as const), sent, replica: fc.nat(1) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        is: fc.constant("end" as const),
        accountId,
        response: fc.constantFrom("one", "two", null),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ is: "day" as const }) },
  ),
  { minLength: 2, maxLength: 12 },
) as fc.Arbitrary<Step[]>;

for (const lane of LANES) {
  describe(`Idempotency-Key against its model on ${lane}`, () => {
    let opened: TestDatabase;
    let replicas: Idempotency[];
    const userId = crypto.randomUUID();
    beforeAll(async () => {
      opened = await testDatabase(lane);
      await opened.database.query("insert into users (id, email) values ($1, $2)", [userId, "ada@example.com"]);
      replicas = ["a", "b"].map((replicaId) =>
        createIdempotency({ database: opened.database.requests, vault, replicaId, log: createLog("silent") }),
      );
    }, 60_000);
    afterAll(() => opened.close());

    /** The outcome of `begin`: claimed, a stored response, or an error's code. */
    const begun = async (on: Idempotency, attempt: IdempotentRequest) => {
      try {
        const stored = await on.begin(attempt);
        return stored === null ? "claimed" : `stored ${await stored.text()}`;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    const expected = (state: KeyState | null, request: string) => {
      if (state === null) return "claimed";
      if (state.sent !== request) return "IDEMPOTENCY_MISMATCH";
      if (state.running) return "IDEMPOTENCY_CONFLICT";
      return state.response === null ? "claimed" : `stored ${state.response}`;
    };

    /** Runs the steps under a new key, and compares each outcome with the model's. */
    const run = async (steps: Step[]) => {
      const key = crypto.randomUUID();
      let all = new Map<string | null, KeyState>();
      for (const step of steps) {
        if (step.is === "day") {
          await opened.database.query(
            "update idempotency_keys set created_at = now() - interval '24 hours 1 second' where key like $1",
            [`%${key}`],
          );
          all = new Map();
        } else if (step.is === "end") {
          const state = all.get(step.accountId);
          if (!state?.running) continue;
          const { running } = state;
          await running.on.end(running.attempt, step.response === null ? null : new Response(step.response), notStored);
          all.set(step.accountId, { ...state, running: null, response: step.response });
        } else {
          const { body, accountId } = step.sent;
          const attempt = { userId, accountId, key, ...REQUEST, body: new TextEncoder().encode(body) };
          const on = replicas[step.replica] as Idempotency;
          const outcome = await begun(on, attempt);
          expect(outcome).toBe(expected(all.get(accountId) ?? null, body));
          if (outcome === "claimed") all.set(accountId, { sent: body, running: { attempt, on }, response: null });
        }
      }
    };

    test("S-104: a key serves one request of each account; once released, it takes that request again and no other", async () => {
      await fc.assert(fc.asyncProperty(steps, run), { numRuns: 60 });
    }, 60_000);

    test("of concurrent requests one claims the key, also after its release", async () => {
      const key = crypto.randomUUID();
      const attempt = (body: string): IdempotentRequest => {
        return { userId, accountId: null, key, ...REQUEST, body: new TextEncoder().encode(body) };
      };
      const [first, second] = replicas as [Idempotency, Idempotency];
      for (let round = 0; round < 3; round++) {
        const attempts = Array.from({ length: 8 }, (_, i) => ({ on: i % 2 ? first : second, attempt: attempt("{}") }));
        const outcomes = await Promise.all(attempts.map(({ on, attempt }) => begun(on, attempt)));
        expect(outcomes.filter((one) => one !== "IDEMPOTENCY_CONFLICT")).toEqual(["claimed"]);
        const { on, attempt: holder } = attempts[outcomes.indexOf("claimed")] as (typeof attempts)[number];
        expect(await begun(on, attempt('{"a":1}'))).toBe("IDEMPOTENCY_MISMATCH");
        await on.end(holder, null, notStored);
        expect(await begun(on, attempt('{"a":1}'))).toBe("IDEMPOTENCY_MISMATCH");
      }
    });
  });
}
