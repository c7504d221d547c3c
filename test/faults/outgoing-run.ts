// Reads what goes out, at webhook endpoints and on streams, while replicas are killed and Postgres restarts.
import { createHash } from "node:crypto";
import type { OpenDatabase } from "../../src/foundation/db/database.ts";
import { type Received, type Receiver, startReceiver, verified } from "../events/webhooks/receiver.ts";
import type { GatewayServer } from "../support/gateway-process.ts";
import { until } from "../support/until.ts";
import { type DeliveryStage, deliveryStage, type Owner, type RunOptions, type RunResult } from "./delivery-run.ts";
import { newPartner, send } from "./stage.ts";
import { readStream, type StreamReader } from "./stream-reader.ts";

const TYPE = "things.changed";
/** Loopback receivers by http. */
const ENV = { GATEWAY_WEBHOOKS_ALLOW_PRIVATE: "true", GATEWAY_ENV: "development" };
/** A lease, a timeout of an attempt and the first pause between two of them fit into it several times. */
const LAST_MS = 150_000;

/** What a receiver does with a message that it gets for the first time; later it takes it. */
type Manner = "takes" | "fails" | "cuts" | "hangs";

export interface OutgoingOptions extends Omit<RunOptions, "newOwner" | "prepare" | "env"> {
  /** Of the three receivers; each owner has an endpoint at the first, and one at one of the others. */
  manners: readonly [Manner, Manner, Manner];
  /** One of so many messages meets the receiver's manner. */
  oneOf: number;
}

export interface OutgoingResult {
  incoming: RunResult;
  /** Events, each counted at each of the endpoints that want it. */
  wanted: number;
  lost: string[];
  /** Requests beyond the first of a message that had been taken: by a sender that died or could not write its end. */
  doubled: number;
  /** Requests that the receivers did not take. */
  refused: number;
  /** Unverified requests, events of another owner, at an endpoint that does not want them, another body under the same id. */
  wrong: string[];
  /** Messages whose pause was cut short at the end, for the run to stay bounded. */
  hastened: number;
  streams: { lost: string[]; doubled: number; wrong: string[]; reconnects: number };
  durationMs: number;
}

export interface OutgoingStage {
  run(options: OutgoingOptions): Promise<OutgoingResult>;
  end(): Promise<void>;
}

export async function outgoingStage(): Promise<OutgoingStage> {
  const stage = await deliveryStage();
  const receivers = await Promise.all([startReceiver(), startReceiver(), startReceiver()]);
  return {
    run: (options) => runOutgoing(stage, receivers, options),
    async end() {
      await stage.end();
      for (const receiver of receivers) await receiver.close();
    },
  };
}

/** An endpoint as its receiver knows it. */
interface Endpoint {
  owner: Owner;
  secret: string;
  wants: boolean;
  /** How often each message was taken, by its id; 0 while it was not. */
  taken: Map<string, number>;
  /** The ids of the provider in what was taken. */
  things: Set<string>;
}

async function runOutgoing(
  { run, database }: DeliveryStage,
  receivers: readonly Receiver[],
  options: OutgoingOptions,
): Promise<OutgoingResult> {
  const startedAt = performance.now();
  const endpoints = new Map<string, Endpoint>();
  const seen: Seen = { endpoints, bodies: new Map(), refused: 0, wrong: [], oneOf: options.oneOf };
  receivers.forEach((receiver, index) => {
    receiver.respondWith(responder(receiver, options.manners[index] as Manner, seen));
  });
  let readers: StreamReader[] = [];
  const incoming = await run({
    ...options,
    env: ENV,
    newOwner: async (at) => (await newPartner(at, "enterprise")).key,
    async prepare(replicas, owners) {
      for (const [index, owner] of owners.entries())
        await addEndpoints(replicas, receivers, { index, owner, endpoints });
      readers = owners.map(({ key, identity }) => readStream(replicas, key, TYPE, isOf(identity)));
      await Promise.all(readers.map(({ begun }) => begun));
    },
  });
  const hastened = await untilSent(database);
  const { wantedOf, positions } = await eventsByIdentity(database);
  const readersOf = readers.map((reader, index) => ({ reader, identity: [...identities(endpoints)][index] as string }));
  const isRead = () =>
    readersOf.every(({ reader, identity }) => {
      const read = new Set(reader.received);
      return (wantedOf.get(identity) ?? []).every((id) => read.has(id));
    });
  await until(isRead, LAST_MS / 3).catch(() => {});
  await Promise.all(readers.map((reader) => reader.stop()));
  const wanting = [...endpoints.values()].filter(({ wants }) => wants);
  const lost = wanting.flatMap(({ owner, things }) =>
    (wantedOf.get(owner.identity) ?? []).filter((id) => !things.has(id)),
  );
  return {
    incoming,
    wanted: wanting.reduce((sum, { owner }) => sum + (wantedOf.get(owner.identity)?.length ?? 0), 0),
    lost,
    doubled: wanting.reduce(
      (sum, { taken }) => sum + [...taken.values()].reduce((all, n) => all + Math.max(0, n - 1), 0),
      0,
    ),
    refused: seen.refused,
    wrong: seen.wrong,
    hastened,
    streams: {
      lost: readersOf.flatMap(({ reader, identity }) => {
        const read = new Set(reader.received);
        const lost = (wantedOf.get(identity) ?? []).filter((id) => !read.has(id));
        return lost.map((id) => `${id}, at ${positions.get(id)}; the reader is at ${reader.lastId}`);
      }),
      doubled: readers.reduce((sum, { received }) => sum + received.length - new Set(received).size, 0),
      wrong: readers.flatMap(({ wrong }) => wrong),
      reconnects: readers.reduce((sum, { reconnects }) => sum + reconnects, 0),
    },
    durationMs: performance.now() - startedAt,
  };
}

const isOf = (identity: string) => (payload: Record<string, string>) => payload.name === `${payload.id} of ${identity}`;
const identities = (endpoints: Map<string, Endpoint>) =>
  new Set([...endpoints.values()].map(({ owner }) => owner.identity));

/** Two that want the owner's events, and one that wants others. */
async function addEndpoints(
  [at]: readonly GatewayServer[],
  receivers: readonly Receiver[],
  { index, owner, endpoints }: { index: number; owner: Owner; endpoints: Map<string, Endpoint> },
): Promise<void> {
  const chosen = [
    { receiver: 0, wants: true, eventTypes: [TYPE] },
    { receiver: 1 + (index % 2), wants: true, eventTypes: ["things.*"] },
    { receiver: 0, wants: false, eventTypes: ["integration.revoked"] },
  ];
  for (const [number, { receiver, wants, eventTypes }] of chosen.entries()) {
    const url = `${receivers[receiver]?.url}/${index}/${number}`;
    const body = { url, event_types: eventTypes };
    const made = await send(at as GatewayServer, "POST", "/api/v1/webhook-endpoints", { key: owner.key, body });
    if (made.status !== 200) throw new Error(`An endpoint got ${made.status}: ${JSON.stringify(made.json)}`);
    const { secret } = made.json.data;
    endpoints.set(new URL(url).port + new URL(url).pathname, {
      owner,
      secret,
      wants,
      taken: new Map(),
      things: new Set(),
    });
  }
}

interface Seen {
  endpoints: Map<string, Endpoint>;
  /** The hash of each message's body, by its id: one event has one body, wherever it goes. */
  bodies: Map<string, string>;
  refused: number;
  wrong: string[];
  oneOf: number;
}

function responder({ port, received }: Receiver, manner: Manner, seen: Seen): Parameters<Receiver["respondWith"]>[0] {
  return (one, response) => {
    // The list is for small tests.
    received.length = 0;
    const endpoint = seen.endpoints.get(port + one.path);
    const id = one.headers["webhook-id"] ?? "";
    const error = endpoint ? noteMessage(endpoint, one, seen) : "an endpoint of nobody";
    if (error !== null) seen.wrong.push(`${one.path} ${id}: ${error}`);
    if (!endpoint) return void response.writeHead(404).end();
    const count = endpoint.taken.get(id);
    const isMet = count === undefined && manner !== "takes" && Number.parseInt(id.slice(0, 6), 16) % seen.oneOf === 0;
    endpoint.taken.set(id, isMet ? 0 : (count ?? 0) + 1);
    if (!isMet) {
      endpoint.things.add((JSON.parse(one.body) as Message).data.payload.id);
      return void response.writeHead(204).end();
    }
    seen.refused++;
    if (manner === "fails") response.writeHead(503).end("busy");
    if (manner === "cuts") response.destroy();
  };
}

interface Message {
  data: { id: string; payload: { id: string; name: string } };
}

/** What is wrong with a request; null for nothing. */
function noteMessage({ owner, secret, wants }: Endpoint, one: Received, { bodies }: Seen): string | null {
  try {
    const { data } = verified(one, secret) as unknown as Message;
    const id = one.headers["webhook-id"] as string;
    if (!wants) return "not wanted here";
    if (data.id !== id) return "another event's id";
    if (!isOf(owner.identity)(data.payload)) return "another owner's event";
    const hash = createHash("sha256").update(one.body).digest("base64");
    const first = bodies.get(id) ?? hash;
    bodies.set(id, first);
    return first === hash ? null : "another body under the same id";
  } catch (error) {
    return String(error);
  }
}

/** Waits until nothing is to be sent; returns how many messages were not left to wait out a longer pause. */
async function untilSent(database: OpenDatabase): Promise<number> {
  let hastened = 0;
  await until(async () => {
    const later = await database.query(
      `update webhook_messages set next_at = now()
       where state = 'due' and next_at > now() + interval '15 seconds' returning 1`,
    );
    hastened += later.length;
    const left = await database.query("select 1 from webhook_messages where state in ('due', 'active') limit 1");
    if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, 200));
    return left.length === 0;
  }, LAST_MS);
  return hastened;
}

/** The provider's ids of the events in each inbox, by whose it is, and where each event stands. */
async function eventsByIdentity(database: OpenDatabase) {
  const rows = await database.query<{ id: string; identity: string; position: string }>(
    `select payload ->> 'id' as id, i.identity_id as identity, e.tx || '-' || e.seq as position from inbox_events e
     join integrations i on i.id = e.integration_id and i.user_id = e.user_id where type = '${TYPE}'`,
  );
  const wantedOf = new Map<string, string[]>();
  for (const { id, identity } of rows) wantedOf.set(identity, [...(wantedOf.get(identity) ?? []), id]);
  return { wantedOf, positions: new Map(rows.map(({ id, position }) => [id, position])) };
}
