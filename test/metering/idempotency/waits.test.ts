// A write under an Idempotency-Key while the database hangs: it waits for its row and its key in parallel, or for neither.
import { describe, expect, test } from "bun:test";
import { AppError } from "../../../src/foundation/errors.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { createMetrics } from "../../../src/foundation/metrics/metrics.ts";
import { NO_BODY } from "../../../src/metering/long-lived/bodies.ts";
import type { Deps } from "../../../src/server/deps.ts";
import { handleAuthenticated } from "../../../src/web/pipeline/authenticated.ts";
import type { ApiKeyRoute, Match } from "../../../src/web/pipeline/route.ts";
import { until, within } from "../../support/until.ts";

const rate = { limit: 60, remaining: 59, resetAt: 60 };
const gone = new AppError("SERVICE_UNAVAILABLE", "The gateway's database is not available. Try again later.", {}, 1);
const route = {
  access: "key",
  method: "POST",
  path: "/api/v1/things",
  permissions: [] as readonly string[],
  async handle({ commitPending }) {
    await commitPending();
    return { data: { id: "1" } };
  },
} as ApiKeyRoute;

/** Answers a write whose usage row and key are in the test's hands. */
function respond(write: Deps["usage"]["write"], end: Deps["idempotency"]["end"]): Promise<Response> {
  const deps = {
    keys: { authenticate: async () => ({ kind: "key", id: "k", userId: "u", tier: "team", paymentState: "ok" }) },
    limiter: { admit: async () => ({ isAdmitted: true, rate }) },
    usage: { write, outage: () => null },
    policies: { decide: async () => null },
    idempotency: { begin: async () => null, find: async () => null, end },
    clock: { now: Date.now },
    metrics: createMetrics(),
    log: createLog("silent"),
  } as unknown as Deps;
  const match: Match = { route, template: route.path, params: {}, allow: ["POST"] };
  const headers = { authorization: "Bearer sk_live_x", "idempotency-key": "once" };
  const request = new Request("http://localhost/api/v1/things", { method: "POST", headers });
  return handleAuthenticated(deps, match, {
    request,
    requestId: "r",
    address: null,
    arrival: NO_BODY,
    series: createMetrics().route({ provider: "", method: "POST", endpoint: "/api/v1/things" }),
    providerMs: 0,
  });
}

describe("R-07: a write under an Idempotency-Key, when the database hangs", () => {
  test("waits for its row and its key in parallel", async () => {
    const slow = Promise.withResolvers<void>();
    const waits: string[] = [];
    const wait = (what: string) => {
      waits.push(what);
      return slow.promise;
    };
    const response = respond(
      async (row) => (row.state === "pending" ? undefined : wait("row")),
      () => wait("key"),
    );
    await until(() => waits.length === 2);
    slow.resolve();
    expect([(await response).status, waits.sort()]).toEqual([200, ["key", "row"]]);
  });

  test("does not wait for the release of its key once the database is known to be gone", async () => {
    const ended: (Response | null)[] = [];
    const response = respond(
      async () => Promise.reject(gone),
      (_, stored) => {
        ended.push(stored);
        return new Promise(() => {});
      },
    );
    expect((await within("the answer", response)).status).toBe(503);
    expect(ended).toEqual([null]);
  });
});
