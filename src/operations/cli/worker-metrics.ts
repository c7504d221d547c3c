// Metrics of all workers: whichever is asked for /metrics asks the others through the supervisor, which all of them know.
import type { ChildProcess } from "node:child_process";
import type { FamilyValues } from "../../foundation/metrics/exposition.ts";

/** A worker that does not tell its metrics in this time is left out. */
const COLLECT_MS = 2_000;
/** The supervisor's own limit passes first. */
const OTHERS_MS = 2 * COLLECT_MS;

type Values = FamilyValues[];
type Message =
  | { kind: "ask_others"; id: string }
  | { kind: "collect"; id: string }
  | { kind: "values"; id: string; values: Values }
  | { kind: "others"; id: string; values: Values[] };

/** In the supervisor: collects from `others` whenever `worker` asks. */
export function relayMetrics(worker: ChildProcess, others: () => readonly ChildProcess[]): void {
  worker.on("message", async (message) => {
    const { kind, id } = message as Message;
    if (kind !== "ask_others") return;
    const collected = await Promise.all(others().map((other) => collectFrom(other, id)));
    send(worker, { kind: "others", id, values: collected.filter((values) => values !== null) });
  });
}

function collectFrom(worker: ChildProcess, id: string): Promise<Values | null> {
  return new Promise((resolve) => {
    const end = (values: Values | null) => {
      clearTimeout(timer);
      worker.off("message", receive);
      resolve(values);
    };
    const receive = (received: unknown) => {
      const message = received as Message;
      if (message.kind === "values" && message.id === id) end(message.values);
    };
    const timer = setTimeout(() => end(null), COLLECT_MS);
    worker.on("message", receive);
    send(worker, { kind: "collect", id });
  });
}

/** A worker may end at any moment: its end is seen elsewhere. */
function send(worker: ChildProcess, message: Message): void {
  if (worker.connected) worker.send(message, () => {});
}

/** In a worker: tells its own metrics when it is asked, and gives the others'. */
export function workerMetrics(collect: () => Promise<Values> | undefined): () => Promise<Values[]> {
  const requests = new Map<string, (values: Values[]) => void>();
  process.on("message", async (received) => {
    const message = received as Message;
    if (message.kind === "others") requests.get(message.id)?.(message.values);
    if (message.kind !== "collect") return;
    const values = await collect();
    if (values) process.send?.({ kind: "values", id: message.id, values } satisfies Message);
  });
  return async () => {
    const id = crypto.randomUUID();
    const { promise, resolve } = Promise.withResolvers<Values[]>();
    const timer = setTimeout(() => resolve([]), OTHERS_MS);
    requests.set(id, resolve);
    process.send?.({ kind: "ask_others", id } satisfies Message);
    return promise.finally(() => {
      clearTimeout(timer);
      requests.delete(id);
    });
  };
}
