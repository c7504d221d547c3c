// The deliveries of a process: received, stored, worked; more than can be worked is refused for a while.

import { databaseCause } from "../../foundation/db/timeouts.ts";
import { AppError } from "../../foundation/errors.ts";
import { createLeases } from "../../foundation/jobs/leases.ts";
import { createRowQueue } from "../../foundation/jobs/row-queue.ts";
import { onceAMinute } from "../../foundation/log/once-a-minute.ts";
import type { Deps } from "../../server/deps.ts";
import { createDeliveryCounts, type DeliveryCounts } from "./counts.ts";
import { type DeliveryTo, type ReceiveDeps, receive } from "./receive.ts";
import { createSigningKeys } from "./signing-keys.ts";
import { claimDeliveries, countDue, type DueDelivery, renewLease } from "./store.ts";
import { createUnsignedSources } from "./unsigned-sources.ts";
import { type WorkDeps, workDeliveries } from "./work.ts";
import { createDeliveryWriter } from "./writer.ts";

export interface Deliveries {
  counts: DeliveryCounts;
  receive(request: Request, to: DeliveryTo): Promise<Response>;
  start(): void;
  /** Looks for due deliveries at once. */
  wake(): void;
  /** Works until nothing is due. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** Claimed together, and committed in one transaction. */
const BATCH = 50;
/** The share of one customer in a batch. */
const PER_LANE = 10;
/** Most of them wait for a provider that has something to add. */
const BATCHES_AT_ONCE = 8;
/** How long the deliveries of a process that died lie idle. A longer work renews it; working one twice publishes nothing twice. */
const LEASE_MS = 10_000;
const RENEW_MS = 3_000;
const EVERY_MS = 2_000;
/** Past it new deliveries are refused: a provider repeats them later, and the table stays bounded. */
const MAX_DUE = 200_000;

const idsOf = (rows: readonly DueDelivery[]) => rows.map(({ id }) => id);

export function createDeliveries(deps: Omit<Deps, "deliveries">): Deliveries {
  const { clock, database, log } = deps;
  const counts = createDeliveryCounts(log);
  const workDeps: WorkDeps = { ...deps, counts };
  let fromLane = "";
  let isBehind = false;
  let isStopped = false;
  const claimFrom = (lane: string, limit: number) =>
    claimDeliveries(database, { fromLane: lane, now: clock.now(), leaseMs: LEASE_MS, perLane: PER_LANE, limit });
  /** Each claim starts behind the last one's lanes, so that the last lanes get their turn as well. */
  const claimBatch = async (): Promise<DueDelivery[]> => {
    let rows = await claimFrom(fromLane, BATCH);
    if (rows.length === 0 && fromLane !== "") rows = await claimFrom("", BATCH);
    const last = rows
      .map(({ lane }) => lane)
      .sort()
      .at(-1);
    fromLane = rows.length < BATCH ? "" : `${last}\u0001`;
    return rows;
  };
  const leases = createLeases<DueDelivery[]>({
    queue: "deliveries",
    everyMs: RENEW_MS,
    renew: (batches) => renewLease(database, idsOf(batches.flat()), clock.now() + LEASE_MS),
    log,
  });
  const queue = createRowQueue<DueDelivery[]>({
    name: "deliveries",
    async claim() {
      const rows = await claimBatch();
      return rows.length === 0 ? [] : [rows];
    },
    async work(rows) {
      await leases.during(rows, () => workDeliveries(workDeps, rows));
      // A full batch was cut off: there is more.
      if (rows.length > 0) queue.wake();
    },
    concurrency: BATCHES_AT_ONCE,
    everyMs: EVERY_MS,
    log,
  });
  const writer = createDeliveryWriter(database, (provider, fresh, duplicates) => {
    if (fresh > 0) counts.add(provider, "stored", fresh);
    if (duplicates > 0) counts.add(provider, "duplicate", duplicates);
    queue.wake();
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
    log.warn("deliveries_not_measured", { is_behind: isBehind, error: databaseCause(error) });
  });
  return {
    counts,
    receive: (request, to) => receive(receiveDeps, request, to),
    start: queue.start,
    wake() {
      // The end of the listener wakes as well, and then the database goes.
      if (isStopped) return;
      queue.wake();
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
