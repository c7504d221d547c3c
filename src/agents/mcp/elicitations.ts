// What a person answered at a client of the revisions of 2025: it comes as a message of its own, to whichever replica, and goes to
// the call that waits for it.
import { randomBytes } from "node:crypto";
import type { Caller } from "../../identity/keys/model.ts";
import type { Deps } from "../../server/deps.ts";

/** The channel replaces a table's name among the notices of changes; the response replaces a user. */
const CHANNEL = "mcp_elicited";
const NOTIFY = "select pg_notify('gateway_changes', $1)";
const PREFIX = "ask_";
const ID = /^ask_[A-Za-z0-9_-]{22}$/;

export interface ElicitationResult {
  action: "accept" | "decline" | "cancel";
  content: { confirm?: boolean };
}

export interface Elicitations {
  /** A question's id, which nobody but the client learns, and its answer: null when `signal` ends the wait. */
  expect(caller: Pick<Caller, "id">, signal: AbortSignal): { id: string; elicited: Promise<ElicitationResult | null> };
  /** Hands an answer over to the call that waits for it, here or on another replica. */
  settle(caller: Pick<Caller, "id">, message: Record<string, unknown>): Promise<void>;
}

/** Whether a message answers a question of ours. */
export function isElicitationResult({ id, method }: Record<string, unknown>): boolean {
  return method === undefined && typeof id === "string" && ID.test(id);
}

interface AddressedResult extends ElicitationResult {
  id: string;
  callerId: string;
}

export function createElicitations({ changes, database }: Pick<Deps, "changes" | "database">): Elicitations {
  const pending = new Map<string, (elicited: ElicitationResult | null) => void>();
  const keyOf = ({ id, callerId }: Pick<AddressedResult, "id" | "callerId">) => `${callerId} ${id}`;
  const deliver = (delivered: AddressedResult): boolean => {
    const resolve = pending.get(keyOf(delivered));
    resolve?.(delivered);
    return resolve !== undefined;
  };
  changes.watch([CHANNEL], (payload) => {
    if (payload !== null) deliver(JSON.parse(Buffer.from(payload, "base64url").toString()) as AddressedResult);
  });
  return {
    expect(caller, signal) {
      const id = PREFIX + randomBytes(16).toString("base64url");
      const key = keyOf({ id, callerId: caller.id });
      const { promise, resolve } = Promise.withResolvers<ElicitationResult | null>();
      const stop = () => resolve(null);
      pending.set(key, resolve);
      signal.addEventListener("abort", stop, { once: true });
      if (signal.aborted) stop();
      const elicited = promise.finally(() => {
        pending.delete(key);
        signal.removeEventListener("abort", stop);
      });
      return { id, elicited };
    },
    async settle(caller, message) {
      const delivered: AddressedResult = {
        id: String(message.id),
        callerId: caller.id,
        ...readElicitationResult(message),
      };
      if (deliver(delivered)) return;
      const payload = Buffer.from(JSON.stringify(delivered)).toString("base64url");
      await database.query(NOTIFY, [`${CHANNEL}:${payload}`]);
    },
  };
}

/** An error of the client's, such as a form that it cannot show after all, is no yes. */
function readElicitationResult({ result }: Record<string, unknown>): ElicitationResult {
  const { action, content } = (result ?? {}) as { action?: unknown; content?: { confirm?: unknown } };
  if (action !== "accept") return { action: action === "decline" ? "decline" : "cancel", content: {} };
  return { action, content: { confirm: content?.confirm === true } };
}
