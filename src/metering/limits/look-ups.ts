// Look-ups of credentials that the process does not know. Each well-formed one is looked up, whatever else comes from its address:
// within the network's minute at once, past it together with others, so that a flood costs a bounded number of statements.
import { setTimeout } from "node:timers";
import { LRUCache } from "lru-cache";
import { atMost } from "../../foundation/at-most.ts";
import { AppError } from "../../foundation/errors.ts";
import { networkOf } from "./networks.ts";
import type { Strangers, StrangerWork } from "./strangers.ts";

/** Past the limit: a statement at most every so many milliseconds, of so many credentials. */
const EVERY_MS = 20;
const MAX_TOGETHER = 500;
/** Look-ups that wait: in all, and of one network. */
const MAX_QUEUED = 4_000;
const MAX_QUEUED_OF_NETWORK = 1_000;
/** How long a credential that nobody has costs nothing more. It is random: none is made that was refused before. */
const REFUSED_MS = 60_000;
const MAX_REFUSED = 20_000;

/** The MACs of a credential under each key of the ring, the newest first. */
type Macs = readonly string[];

export interface LookUps<T> {
  /** What the credential stands for; null for nothing. Throws `RATE_LIMITED` where too many wait for their turn. */
  of(macs: Macs, address: string | null): Promise<T | null>;
}

export interface LookUpOptions<T> {
  strangers: Strangers;
  /** What counts the refusals. */
  work: StrangerWork;
  now(): number;
  find(macs: Macs): Promise<T | null>;
  /** The same for many; any order, only found ones. */
  findAll(macs: Macs): Promise<readonly T[]>;
  /** The MAC that a row was found by. */
  macOf(row: T): string;
}

export function createLookUps<T extends object>(options: LookUpOptions<T>): LookUps<T> {
  const { strangers, work, now, find } = options;
  const refusedUntil = new LRUCache<string, number>(atMost(MAX_REFUSED));
  /** Look-ups under way by network: as many at once as refusals are left. */
  const underWay = new Map<string, number>();
  const together = createBatch(options);
  const lookUp = async (macs: Macs, address: string | null) => {
    const network = networkOf(address);
    const running = underWay.get(network) ?? 0;
    if (strangers.state(work, address).remaining <= running) return together(macs, network);
    underWay.set(network, running + 1);
    try {
      return await find(macs);
    } finally {
      const left = (underWay.get(network) ?? 1) - 1;
      if (left === 0) underWay.delete(network);
      else underWay.set(network, left);
    }
  };
  return {
    async of(macs, address) {
      const newest = macs[0] as string;
      if ((refusedUntil.get(newest) ?? 0) > now()) return null;
      const found = await lookUp(macs, address);
      if (found === null) refusedUntil.set(newest, now() + REFUSED_MS);
      return found;
    },
  };
}

interface Queued<T> {
  macs: Macs;
  network: string;
  resolve(row: T | null): void;
  reject(error: unknown): void;
}

/** Looks up what has come meanwhile by one statement at a time. */
function createBatch<T>({ findAll, macOf }: LookUpOptions<T>): (macs: Macs, network: string) => Promise<T | null> {
  let queued: Queued<T>[] = [];
  const ofNetworks = new Map<string, number>();
  let isScheduled = false;
  const schedule = () => {
    if (isScheduled || queued.length === 0) return;
    isScheduled = true;
    setTimeout(run, EVERY_MS);
  };
  const run = async () => {
    const batch = queued.slice(0, MAX_TOGETHER);
    queued = queued.slice(MAX_TOGETHER);
    for (const { network } of batch) {
      const left = (ofNetworks.get(network) ?? 1) - 1;
      if (left === 0) ofNetworks.delete(network);
      else ofNetworks.set(network, left);
    }
    try {
      const rows = await findAll(batch.flatMap(({ macs }) => macs));
      const byMac = new Map(rows.map((row) => [macOf(row), row]));
      for (const { macs, resolve } of batch) resolve(macs.map((mac) => byMac.get(mac)).find((row) => row) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    isScheduled = false;
    schedule();
  };
  return (macs, network) =>
    new Promise((resolve, reject) => {
      const ofNetwork = ofNetworks.get(network) ?? 0;
      if (queued.length >= MAX_QUEUED || ofNetwork >= MAX_QUEUED_OF_NETWORK) {
        const text = "Too many keys and tokens are being checked. Try again in a second.";
        return reject(new AppError("RATE_LIMITED", text, { reason: "gateway_busy" }, 1));
      }
      ofNetworks.set(network, ofNetwork + 1);
      queued.push({ macs, network, resolve, reject });
      schedule();
    });
}
