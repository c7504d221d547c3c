// Streams of listening clients end with their right, with their process, and give their place back.
import { expect, test } from "bun:test";
import { createSubscriptionStreams } from "../../../src/agents/mcp/subscriptions.ts";
import type { Caller } from "../../../src/identity/keys/model.ts";
import type { LongLived } from "../../../src/metering/long-lived/long-lived.ts";

function stage() {
  let releases = 0;
  let lose = () => {};
  const longLived: Pick<LongLived, "hold"> = {
    hold: (_kind, _holder, right) => {
      lose = right.end;
      return () => void releases++;
    },
  };
  const listening = createSubscriptionStreams({ longLived: longLived as LongLived }, { subscribe: () => () => {} });
  const leave = new AbortController();
  const { signal } = listening.open({
    caller: { id: "grant", userId: "user" } as Caller,
    holder: { userId: "user", credentialId: "grant", address: null },
    request: new Request("http://localhost/mcp", { signal: leave.signal }),
    rightOf: (end) => ({ expiresAt: null, isValid: async () => true, end }),
  });
  return { listening, signal, leave, loseRight: () => lose(), releases: () => releases };
}

test.each(["right", "process", "reader"])("a stream ends with its %s, once", (what) => {
  const { listening, signal, leave, loseRight, releases } = stage();
  expect(signal.aborted).toBe(false);
  const ends = { right: loseRight, process: listening.end, reader: () => leave.abort() };
  ends[what as keyof typeof ends]();
  loseRight();
  listening.end();
  expect([signal.aborted, releases()]).toEqual([true, 1]);
});
