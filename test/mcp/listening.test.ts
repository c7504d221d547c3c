// Streams of listening clients end with what admitted them, also where nothing signals that it is over.
import { expect, test } from "bun:test";
import type { Deps } from "../../src/deps.ts";
import type { Caller } from "../../src/keys/model.ts";
import { createListening } from "../../src/mcp/listening.ts";
import { until } from "../support/until.ts";

const RECHECK_MS = 5;

function stage() {
  const state: { answer: () => Promise<Partial<Caller> | null> } = { answer: async () => ({ paymentState: "ok" }) };
  let looks = 0;
  const keys = {
    authenticate: () => {
      looks++;
      return state.answer();
    },
  };
  const deps = { keys, changes: { watch: () => {} } } as unknown as Pick<Deps, "changes" | "keys">;
  const listening = createListening(deps, { subscribe: () => () => {} }, RECHECK_MS);
  const request = new Request("http://localhost/mcp", { headers: { authorization: "Bearer token" } });
  const { signal } = listening.open({ id: "grant", userId: "user" } as Caller, request);
  return { state, signal, listening, looks: () => looks };
}

test("a stream stays while its token lives, and ends when the token has expired", async () => {
  const { state, signal, looks } = stage();
  await until(() => looks() > 3, 10_000);
  expect(signal.aborted).toBe(false);
  state.answer = async () => null;
  await until(() => signal.aborted, 10_000);
  const after = looks();
  await new Promise((resolve) => setImmediate(resolve));
  expect(looks()).toBe(after);
});

test("it stays while the database cannot tell", async () => {
  const { state, signal, listening, looks } = stage();
  state.answer = () => Promise.reject(new Error("gone"));
  await until(() => looks() > 3, 10_000);
  expect(signal.aborted).toBe(false);
  listening.end();
  expect(signal.aborted).toBe(true);
});
