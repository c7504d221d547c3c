// Idempotency keys against a model: over replicas, a key serves one request, and after its end either replays or takes that one again.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createIdempotency, type Idempotency, type IdempotentRequest } from "../../src/idempotency/service.ts";
import { createLog } from "../../src/log.ts";
import { type KeyRing, parseKeyRing } from "../../src/vault/key-ring.ts";
import { createVault } from "../../src/vault/vault.ts";
import { LANES, type TestDatabase, testDatabase } from "../support/database.ts";
import { TEST_KEY_RING } from "../support/gateway.ts";

const vault = createVault(parseKeyRing(TEST_KEY_RING) as KeyRing);

/** What a request is: the same key with another body, or for another account, is another request. */
interface Asked {
  body: string;
  accountId: string | null;
}
type Step =
  | { is: "begin"; asked: Asked; replica: number }
  /** Ends the request that runs: with an answer, or null where nothing was done. */
  | { is: "end"; accountId: string | null; answer: string | null }
  | { is: "day" };

/** What the model knows of the key of an account, or of the user. */
interface Held {
  asked: string;
  /** The request that runs, and where. */
  running: { attempt: IdempotentRequest; on: Idempotency } | null;
  /** The kept answer; null while one runs, and when the key is free again for the same request. */
  answer: string | null;
}

const accountId = fc.constantFrom(null, "00000000-0000-0000-0000-000000000001");
const asked = fc.record({ body: fc.constantFrom("{}", '{"a":1}'), accountId });
const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ is: fc.constant("begin" as const), asked, replica: fc.nat(1) }) },
    {
      weight: 4,
      arbitrary: fc.record({ is: fc.constant("end" as const), accountId, answer: fc.constantFrom("one", "two", null) }),
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

    /** What `begin` comes to: the caller holds the key, an answer is given again, or it is refused. */
    const begun = async (on: Idempotency, attempt: IdempotentRequest) => {
      try {
        const kept = await on.begin(attempt);
        return kept === null ? "held" : `kept ${await kept.text()}`;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    const expected = (held: Held | null, request: string) => {
      if (held === null) return "held";
      if (held.asked !== request) return "IDEMPOTENCY_MISMATCH";
      if (held.running) return "IDEMPOTENCY_CONFLICT";
      return held.answer === null ? "held" : `kept ${held.answer}`;
    };

    /** Runs the steps under a key of their own, and holds each outcome against the model's. */
    const run = async (steps: Step[]) => {
      const key = crypto.randomUUID();
      let all = new Map<string | null, Held>();
      for (const step of steps) {
        if (step.is === "day") {
          await opened.database.query(
            "update idempotency_keys set created_at = now() - interval '24 hours 1 second' where key like $1",
            [`%${key}`],
          );
          all = new Map();
        } else if (step.is === "end") {
          const held = all.get(step.accountId);
          if (!held?.running) continue;
          const { running } = held;
          await running.on.end(running.attempt, step.answer === null ? null : new Response(step.answer));
          all.set(step.accountId, { ...held, running: null, answer: step.answer });
        } else {
          const { body, accountId } = step.asked;
          const request = new Request("http://localhost/api/v1/acme/items", { method: "POST" });
          const attempt = { userId, accountId, key, request, body: new TextEncoder().encode(body) };
          const on = replicas[step.replica] as Idempotency;
          const outcome = await begun(on, attempt);
          expect(outcome).toBe(expected(all.get(accountId) ?? null, body));
          if (outcome === "held") all.set(accountId, { asked: body, running: { attempt, on }, answer: null });
        }
      }
    };

    test("S-104: a key serves one request of each account alone; after a refusal it takes that one again and no other", async () => {
      await fc.assert(fc.asyncProperty(steps, run), { numRuns: 60 });
    }, 60_000);

    test("of requests that begin at the same time one holds the key, also when it was freed before", async () => {
      const key = crypto.randomUUID();
      const attempt = (body: string): IdempotentRequest => {
        const request = new Request("http://localhost/api/v1/acme/items", { method: "POST" });
        return { userId, accountId: null, key, request, body: new TextEncoder().encode(body) };
      };
      const [first, second] = replicas as [Idempotency, Idempotency];
      for (let round = 0; round < 3; round++) {
        const attempts = Array.from({ length: 8 }, (_, i) => ({ on: i % 2 ? first : second, attempt: attempt("{}") }));
        const outcomes = await Promise.all(attempts.map(({ on, attempt }) => begun(on, attempt)));
        expect(outcomes.filter((one) => one !== "IDEMPOTENCY_CONFLICT")).toEqual(["held"]);
        const { on, attempt: holder } = attempts[outcomes.indexOf("held")] as (typeof attempts)[number];
        expect(await begun(on, attempt('{"a":1}'))).toBe("IDEMPOTENCY_MISMATCH");
        await on.end(holder, null);
        expect(await begun(on, attempt('{"a":1}'))).toBe("IDEMPOTENCY_MISMATCH");
      }
    });
  });
}
