// Delivers events to several replicas while they are killed and Postgres restarts, as a provider does: again until they are accepted.
import { createHmac } from "node:crypto";
import type { OpenDatabase } from "../../src/foundation/db/database.ts";
import { openPostgres } from "../../src/foundation/db/postgres.ts";
import { migrated } from "../support/database.ts";
import { type GatewayServer, START_MS } from "../support/gateway-process.ts";
import { ownPostgres } from "../support/postgres.ts";
import { until } from "../support/until.ts";
import { connectedKey, type FaultStage, faultStage, STUB_WEBHOOK_SECRET, send } from "./stage.ts";

export interface RunOptions {
  deliveries: number;
  replicas: number;
  owners: number;
  /** Milliseconds between two kills; each replica in turn. */
  killEveryMs: number;
  /** Kills that the run waits for, spread over its deliveries: a fast machine would be done before them. */
  minKills?: number;
  /** Deliveries under way at a time. */
  concurrency: number;
  /** Settings of the replicas beside the usual ones. */
  env?: Record<string, string>;
  /** A key of an owner who is to connect the stub; default: one of a new user. */
  newOwner?: (at: GatewayServer) => Promise<string>;
  /** Called before the first delivery, with the replicas, which are replaced as they are killed, and the owners. */
  prepare?: (replicas: readonly GatewayServer[], owners: readonly Owner[]) => Promise<void>;
}

export interface Owner {
  key: string;
  /** The provider's id of who connected. */
  identity: string;
}

export interface RunResult {
  /** Ids of accepted deliveries. */
  accepted: Set<string>;
  /** Ids of the events in the inboxes, as often as they stand there. */
  stored: string[];
  /** Ids in an inbox that is not their owner's. */
  strayed: string[];
  kills: number;
  /** Attempts that broke or got a 5xx, and were repeated. */
  repeats: number;
  durationMs: number;
}

export interface DeliveryStage {
  stage: FaultStage;
  database: OpenDatabase;
  run(options: RunOptions): Promise<RunResult>;
  end(): Promise<void>;
}

const DUPLICATES = 0.05;
/** Of a reordering: how far a delivery can move. */
const SHUFFLE = 50;

/** On a Postgres of its own, which the run restarts half-way. */
export async function deliveryStage(): Promise<DeliveryStage> {
  const server = await ownPostgres();
  const url = await server.createDatabase();
  await migrated(url);
  const database = await openPostgres(url);
  const stage = await faultStage({ database, url, close: () => database.close() });
  return {
    stage,
    database,
    run: (options) => runDeliveries(stage, database, () => server.restart(), options),
    async end() {
      await stage.end();
      await server.end();
    },
  };
}

interface Planned {
  id: string;
  user: string;
}

async function runDeliveries(
  stage: FaultStage,
  database: OpenDatabase,
  restartPostgres: () => void,
  options: RunOptions,
): Promise<RunResult> {
  /** Again where Postgres is just restarting, as a supervisor does. */
  const start = async (): Promise<GatewayServer> => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await stage.start(undefined, { DRAIN_SECONDS: "0", ...options.env });
      } catch (error) {
        if (attempt >= 5) throw error;
      }
    }
  };
  const replicas = await Promise.all(Array.from({ length: options.replicas }, start));
  const owners = await Promise.all(Array.from({ length: options.owners }, () => newOwner(replicas, options)));
  await options.prepare?.(replicas, owners);
  const planned = plan(
    options.deliveries,
    owners.map(({ identity }) => identity),
  );
  const startedAt = performance.now();
  const accepted = new Set<string>();
  let repeats = 0;
  let kills = 0;
  let next = 0;
  let isRestarted = false;
  const sender = async () => {
    for (let own = next++; own < planned.length; own = next++) {
      if (!isRestarted && own > planned.length / 2) {
        isRestarted = true;
        restartPostgres();
      }
      const dueKills = Math.floor((own / planned.length) * ((options.minKills ?? 0) + 1));
      while (kills < dueKills) await new Promise((resolve) => setTimeout(resolve, 20));
      repeats += await deliverUntilAccepted(replicas, planned[own] as Planned);
      accepted.add((planned[own] as Planned).id);
    }
  };
  let isOver = false;
  const killer = async () => {
    for (let turn = 0; !isOver; turn++) {
      const until = performance.now() + options.killEveryMs;
      while (!isOver && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 20));
      if (isOver) return;
      const index = turn % replicas.length;
      replicas[index]?.kill("SIGKILL");
      kills++;
      replicas[index] = await start();
    }
  };
  const killing = killer();
  await Promise.all(Array.from({ length: options.concurrency }, sender));
  isOver = true;
  await killing;
  await until(async () => (await count(database, "inbound_webhooks where state = 'due'")) === 0, 2 * START_MS);
  return { accepted, ...(await readInboxes(database)), kills, repeats, durationMs: performance.now() - startedAt };
}

/** Ids in order, one in twenty of them twice, each moved a little. */
function plan(deliveries: number, users: readonly string[]): Planned[] {
  const all: Planned[] = [];
  for (let i = 0; i < deliveries; i++) {
    const one = { id: `d-${i}`, user: users[i % users.length] as string };
    all.push(one);
    if (Math.random() < DUPLICATES) all.push(one);
  }
  return all
    .map((one, index) => ({ one, at: index + Math.random() * SHUFFLE }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

/** Returns how often it had to be repeated. */
async function deliverUntilAccepted(replicas: readonly GatewayServer[], { id, user }: Planned): Promise<number> {
  const body = JSON.stringify({ id, user, name: `${id} of ${user}` });
  const signature = createHmac("sha256", STUB_WEBHOOK_SECRET).update(body).digest("hex");
  for (let repeats = 0; ; repeats++) {
    const at = replicas[Math.floor(Math.random() * replicas.length)] as GatewayServer;
    try {
      const headers = { "x-stub-signature": signature, "content-type": "application/json" };
      const response = await fetch(`${at.url}/api/v1/webhooks/stub`, { method: "POST", headers, body });
      await response.arrayBuffer();
      if (response.status === 200) return repeats;
      if (response.status < 500) throw new Error(`A delivery got ${response.status}.`);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith("A delivery got")) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 30));
  }
}

async function newOwner([at]: readonly GatewayServer[], options: RunOptions): Promise<Owner> {
  if (!at) throw new Error("There is no replica.");
  const key = await connectedKey(at, await options.newOwner?.(at));
  const listed = await send(at, "GET", "/api/v1/integrations", { key });
  return { key, identity: listed.json.data.integrations[0].identity.id };
}

async function count(database: OpenDatabase, from: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(`select count(*)::int as count from ${from}`);
  return row?.count ?? 0;
}

async function readInboxes(database: OpenDatabase): Promise<Pick<RunResult, "stored" | "strayed">> {
  const rows = await database.query<{ id: string; strayed: boolean }>(
    `select payload ->> 'id' as id, payload ->> 'name' <> (payload ->> 'id') || ' of ' || i.identity_id as strayed
     from inbox_events e join integrations i on i.id = e.integration_id and i.user_id = e.user_id
     where type = 'things.changed'`,
  );
  return { stored: rows.map(({ id }) => id), strayed: rows.filter(({ strayed }) => strayed).map(({ id }) => id) };
}
