// Stores inbound webhooks in group commits: what arrives while a statement runs forms the next one.
import type { Database } from "../../foundation/db/database.ts";
import { insertInboundWebhooks, type NewInboundWebhook } from "./store.ts";

interface Queued {
  inbound: NewInboundWebhook;
  resolve(): void;
  reject(error: unknown): void;
}

const MAX_ROWS = 200;
/** The maximum content of one statement. */
const MAX_BYTES = 4 * 1024 * 1024;

export interface InboundWriter {
  /** Resolves when the inbound webhook is committed, or was before; rejects when it may not be. */
  write(inbound: NewInboundWebhook): Promise<void>;
}

/** `onStored` gets how many new and how many duplicate inbound webhooks of each provider were committed. */
export function createInboundWriter(
  database: Pick<Database, "query">,
  onStored: (provider: string, fresh: number, duplicates: number) => void,
): InboundWriter {
  let queued: Queued[] = [];
  let isWriting = false;
  const writeBatches = async () => {
    while (queued.length > 0) {
      const batch = nextBatch(queued);
      queued = queued.slice(batch.length);
      try {
        const fresh = await insertInboundWebhooks(
          database,
          batch.map(({ inbound }) => inbound),
        );
        for (const { resolve } of batch) resolve();
        const all = Map.groupBy(batch, ({ inbound }) => inbound.provider);
        for (const [provider, { length }] of all) {
          const count = fresh.get(provider) ?? 0;
          onStored(provider, count, length - count);
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isWriting = false;
  };
  return {
    write(inbound) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      queued.push({ inbound, resolve, reject });
      if (!isWriting) {
        isWriting = true;
        // Inbound webhooks that arrived together are in the same turn of the event loop.
        setImmediate(() => void writeBatches());
      }
      return promise;
    },
  };
}

function nextBatch(queued: readonly Queued[]): Queued[] {
  let bytes = 0;
  const end = queued.findIndex(({ inbound }, index) => {
    bytes += inbound.content.length;
    return index >= MAX_ROWS || (index > 0 && bytes > MAX_BYTES);
  });
  return queued.slice(0, end < 0 ? queued.length : end);
}
