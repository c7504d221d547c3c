// What a person answered at a client of the revisions of 2025: it comes as a message of its own, to whichever replica, and goes to
// the call that waits for it.
import { randomBytes } from "node:crypto";
import type { Deps } from "../deps.ts";
import type { Caller } from "../keys/model.ts";

/** In place of a table's name among the notices of changes; the answer takes the place of a user. */
const CHANNEL = "mcp_answers";
const NOTIFY = "select pg_notify('gateway_changes', $1)";
const PREFIX = "ask_";
const ID = /^ask_[A-Za-z0-9_-]{22}$/;

export interface Answer {
  action: "accept" | "decline" | "cancel";
  content: { confirm?: boolean };
}

export interface Answers {
  /** A question's id, which nobody but the client learns, and its answer: null when `signal` ends the wait. */
  expect(caller: Pick<Caller, "id">, signal: AbortSignal): { id: string; answer: Promise<Answer | null> };
  /** Hands an answer over to the call that waits for it, here or on another replica. */
  give(caller: Pick<Caller, "id">, message: Record<string, unknown>): Promise<void>;
}

/** Whether a message answers a question of ours. */
export function isAnswer({ id, method }: Record<string, unknown>): boolean {
  return method === undefined && typeof id === "string" && ID.test(id);
}

interface Given extends Answer {
  id: string;
  callerId: string;
}

export function createAnswers({ changes, database }: Pick<Deps, "changes" | "database">): Answers {
  const waiting = new Map<string, (answer: Answer | null) => void>();
  const keyOf = ({ id, callerId }: Pick<Given, "id" | "callerId">) => `${callerId} ${id}`;
  const deliver = (given: Given): boolean => {
    const resolve = waiting.get(keyOf(given));
    resolve?.(given);
    return resolve !== undefined;
  };
  changes.watch([CHANNEL], (payload) => {
    if (payload !== null) deliver(JSON.parse(Buffer.from(payload, "base64url").toString()) as Given);
  });
  return {
    expect(caller, signal) {
      const id = PREFIX + randomBytes(16).toString("base64url");
      const key = keyOf({ id, callerId: caller.id });
      const { promise, resolve } = Promise.withResolvers<Answer | null>();
      const stop = () => resolve(null);
      waiting.set(key, resolve);
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
      const answer = promise.finally(() => {
        waiting.delete(key);
        signal.removeEventListener("abort", stop);
      });
      return { id, answer };
    },
    async give(caller, message) {
      const given: Given = { id: String(message.id), callerId: caller.id, ...answerIn(message) };
      if (deliver(given)) return;
      const payload = Buffer.from(JSON.stringify(given)).toString("base64url");
      await database.query(NOTIFY, [`${CHANNEL}:${payload}`]);
    },
  };
}

/** An error of the client's, such as a form that it cannot show after all, is no yes. */
function answerIn({ result }: Record<string, unknown>): Answer {
  const { action, content } = (result ?? {}) as { action?: unknown; content?: { confirm?: unknown } };
  if (action !== "accept") return { action: action === "decline" ? "decline" : "cancel", content: {} };
  return { action, content: { confirm: content?.confirm === true } };
}
