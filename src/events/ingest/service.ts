// The inbound webhooks of a process: received, stored, processed; more than can be processed is refused for a while.

import { databaseCause } from "../../foundation/db/timeouts.ts";
import { AppError } from "../../foundation/errors.ts";
import { createLeases } from "../../foundation/jobs/leases.ts";
import { createRowQueue } from "../../foundation/jobs/row-queue.ts";
import { onceAMinute } from "../../foundation/log/once-a-minute.ts";
import type { Deps } from "../../server/deps.ts";
import { createInboundCounts, type InboundCounts } from "./counts.ts";
import { type ProcessDeps, processInboundWebhooks } from "./process.ts";
import { checkAddress, type InboundTarget, type ReceiveDeps, receive } from "./receive.ts";
import { createSigningKeys } from "./signing-keys.ts";
import { claimInboundWebhooks, countDue, type DueInboundWebhook, renewLease } from "./store.ts";
import { createUnsignedSources } from "./unsigned-sources.ts";
import { createInboundWriter } from "./writer.ts";

export interface InboundWebhooks {
  counts: InboundCounts;
  receive(request: Request, to: InboundTarget): Promise<Response>;
  /** Responds to HEAD and OPTIONS where the plugin says that its provider sends them; else null. */
  checkAddress(request: Request, to: InboundTarget): Promise<Response | null>;
  start(): void;
  /** Claims due inbound webhooks at once. */
  notify(): void;
  /** Processes until nothing is due. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** Claimed together, and committed in one transaction. */
const BATCH = 50;
/** The share of one partition, such as a customer, in a batch. */
const PER_PARTITION = 10;
/** Most of them wait for a provider that has something to add. */
const BATCHES_AT_ONCE = 8;
/** How long the inbound webhooks of a process that died lie idle. Longer processing renews it; processing one twice publishes nothing twice. */
const LEASE_MS = 10_000;
const RENEW_MS = 3_000;
const EVERY_MS = 2_000;
/** Past it new inbound webhooks are refused: a provider repeats them later, and the table stays bounded. */
const MAX_DUE = 200_000;

const idsOf = (rows: readonly DueInboundWebhook[]) => rows.map(({ id }) => id);

export function createInboundWebhooks(deps: Omit<Deps, "inboundWebhooks" | "approvals">): InboundWebhooks {
  const { clock, database, log } = deps;
  const counts = createInboundCounts(log);
  const processDeps: ProcessDeps = { ...deps, counts };
  let fromPartition = "";
  let isBehind = false;
  let isStopped = false;
  const claimFrom = (partition: string, limit: number) =>
    claimInboundWebhooks(database, {
      fromPartition: partition,
      now: clock.now(),
      leaseMs: LEASE_MS,
      perPartition: PER_PARTITION,
      limit,
    });
  /** Each claim starts behind the last one's partitions, so that the last partitions get their turn as well. */
  const claimBatch = async (): Promise<DueInboundWebhook[]> => {
    let rows = await claimFrom(fromPartition, BATCH);
    if (rows.length === 0 && fromPartition !== "") rows = await claimFrom("", BATCH);
    const last = rows
      .map(({ partition }) => partition)
      .sort()
      .at(-1);
    fromPartition = rows.length < BATCH ? "" : `${last}\u0001`;
    return rows;
  };
  const leases = createLeases<DueInboundWebhook[]>({
    queue: "inbound_webhooks",
    everyMs: RENEW_MS,
    renew: (batches) => renewLease(database, idsOf(batches.flat()), clock.now() + LEASE_MS),
    log,
  });
  const queue = createRowQueue<DueInboundWebhook[]>({
    name: "inbound_webhooks",
    async claim() {
      const rows = await claimBatch();
      return rows.length === 0 ? [] : [rows];
    },
    async process(rows) {
      await leases.during(rows, () => processInboundWebhooks(processDeps, rows));
      // A full batch was cut off: there is more.
      if (rows.length > 0) queue.notify();
    },
    concurrency: BATCHES_AT_ONCE,
    everyMs: EVERY_MS,
    log,
  });
  const writer = createInboundWriter(database, (provider, fresh, duplicates) => {
    if (fresh > 0) counts.add(provider, "stored", fresh);
    if (duplicates > 0) counts.add(provider, "duplicate", duplicates);
    queue.notify();
  });
  const receiveDeps: ReceiveDeps = {
    ...deps,
    counts,
    writer,
    signingKeys: createSigningKeys(deps),
    unsigned: createUnsignedSources(deps),
    assertNotBehind() {
      if (isBehind)
        throw new AppError(
          "SERVICE_UNAVAILABLE",
          "Too many inbound webhooks are waiting. Send the request again later.",
          {},
          60,
        );
    },
  };
  const measure = async () => {
    isBehind = (await countDue(database, MAX_DUE)) >= MAX_DUE;
  };
  const tellUnmeasured = onceAMinute((error: unknown) => {
    log.warn("inbound_webhooks_not_measured", { is_behind: isBehind, error: databaseCause(error) });
  });
  return {
    counts,
    receive: (request, to) => receive(receiveDeps, request, to),
    checkAddress: (request, to) => checkAddress(receiveDeps, request, to),
    start: queue.start,
    notify() {
      // The end of the listener notifies as well, and then the database goes.
      if (isStopped) return;
      queue.notify();
      counts.report();
      measure().catch(tellUnmeasured);
    },
    drain: queue.drain,
    async stop() {
      isStopped = true;
      counts.report();
      await queue.stop();
    },
  };
}
