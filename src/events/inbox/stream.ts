// Event streams (server-sent events, WHATWG HTML section 9.2): one for each reader, over replicas, resumable by an event's id.
import { clearTimeout, setTimeout } from "node:timers";
import type { Owner } from "../../identity/owner.ts";
import type { LiveAuthorization } from "../../metering/long-lived/live-authorizations.ts";
import type { Holder } from "../../metering/long-lived/slots.ts";
import type { Deps } from "../../server/deps.ts";
import { type EventRow, eventView } from "../log/model.ts";
import { createSink, type Sink } from "./sink.ts";
import type { EventPosition } from "./store.ts";
import { eventsAfter, hasEventAt, newestPosition } from "./stream-store.ts";

/** How long a client waits before it connects again. */
const RECONNECT_MS = 2_000;
/** Between two looks for events that a running transaction hides; doubles up to the second. */
const SOON_MS = 50;
const MAX_SOON_MS = 1_000;

export interface StreamTimes {
  /** After which a quiet stream sends a comment, and looks for events that no signal told of. */
  pingMs: number;
  /** How long a reader may take no byte while the queue is full. */
  stallMs: number;
}
const TIMES: StreamTimes = { pingMs: 15_000, stallMs: 10_000 };

export interface StreamRequest {
  owner: Owner;
  holder: Holder;
  /** The last event that the reader has; null: from now on. */
  lastEventId: string | null;
  /** Aborts when the reader goes away. */
  signal: AbortSignal;
  /** What the stream lives under. */
  rightOf(end: () => void): Omit<LiveAuthorization, "userId">;
}

export interface EventStreams {
  /** The body of a stream; 429 where the key, its user, its network or the process has too many. */
  open(request: StreamRequest): Promise<ReadableStream<Uint8Array>>;
  /** How many are open. */
  count(): number;
  /** Ends every stream, and those to come at once: the clients connect again, elsewhere. */
  end(): void;
}

type StreamDeps = Pick<Deps, "database" | "events" | "log" | "longLived">;

export function createEventStreams(deps: StreamDeps, times: StreamTimes = TIMES): EventStreams {
  const sinks = new Set<Sink>();
  let isEnding = false;
  return {
    async open(request) {
      const stops: (() => void)[] = [];
      const sink = createSink(times.stallMs, () => {
        sinks.delete(sink);
        for (const stop of stops) stop();
      });
      stops.push(deps.longLived.hold("stream", request.holder, request.rightOf(sink.end)));
      sinks.add(sink);
      try {
        const start = await startOf(deps, request);
        request.signal.addEventListener("abort", sink.end, { once: true });
        stops.push(() => request.signal.removeEventListener("abort", sink.end));
        void follow(deps, { sink, owner: request.owner, start, stops, times });
        if (isEnding || request.signal.aborted) sink.end();
        return sink.body;
      } catch (error) {
        sink.end();
        throw error;
      }
    },
    count: () => sinks.size,
    end() {
      isEnding = true;
      for (const sink of [...sinks]) sink.end();
    },
  };
}

interface Start {
  position: EventPosition;
  /** What the reader gets first. */
  greeting: string;
}

/** Digits that both 64-bit numbers have room for. */
const EVENT_ID = /^(\d{1,18})-(\d{1,18})$/;
const BEFORE_ALL: EventPosition = { tx: "0", seq: "0" };
const wireId = ({ tx, seq }: EventPosition) => `${tx}-${seq}`;

/**
 * A stream starts after the reader's last event, otherwise now. An id whose event is deleted, or of another database,
 * cannot show what was missed, so the reader gets `reset`. An id without data lets a client resume before its first
 * event.
 */
async function startOf({ database }: StreamDeps, { owner, lastEventId }: StreamRequest): Promise<Start> {
  const retry = `retry: ${RECONNECT_MS}\n`;
  const [, tx, seq] = lastEventId?.match(EVENT_ID) ?? [];
  if (tx !== undefined && seq !== undefined) {
    const position = { tx, seq };
    const isKnown = lastEventId === wireId(BEFORE_ALL) || (await hasEventAt(database, owner, position));
    if (isKnown) return { position, greeting: `${retry}\n` };
  }
  // Sent to an owner without events too, so that a client that disconnects before the first one misses none.
  const newest = (await newestPosition(database, owner)) ?? BEFORE_ALL;
  const id = `id: ${wireId(newest)}\n`;
  const reset = lastEventId === null ? "" : `event: reset\ndata: {"last_event_id":null}\n`;
  return { position: newest, greeting: `${retry}${id}${reset}\n` };
}

interface Following {
  sink: Sink;
  owner: Owner;
  start: Start;
  stops: (() => void)[];
  times: StreamTimes;
}

/** Sends what is new, one read at a time, until the stream ends. A signal only hints: each read says what there is. */
async function follow(deps: StreamDeps, { sink, owner, start, stops, times }: Following): Promise<void> {
  const alarm = createAlarm();
  stops.push(
    alarm.ring,
    deps.events.subscribe((userId) => (userId === null || userId === owner.userId) && alarm.ring()),
  );
  await sink.write(start.greeting);
  let { position } = start;
  let soonMs = SOON_MS;
  while (!sink.isEnded) {
    const { events, isPending, isCut } = await readOrNothing(deps, owner, position);
    for (const event of events) {
      if (sink.isEnded) return;
      position = { tx: event.tx, seq: event.seq };
      await sink.write(frameOf(event));
    }
    if (isCut) continue;
    if (!isPending || events.length > 0) soonMs = SOON_MS;
    const isRung = await alarm.wait(isPending ? soonMs : times.pingMs);
    if (isPending) soonMs = Math.min(2 * soonMs, MAX_SOON_MS);
    else if (!isRung) await sink.write(": ping\n\n");
  }
}

async function readOrNothing({ database, log }: StreamDeps, owner: Owner, position: EventPosition) {
  try {
    return await eventsAfter(database, owner, position);
  } catch (error) {
    log.debug("inbox_stream_unread", { user_id: owner.userId, error });
    return { events: [], isPending: false, isCut: false };
  }
}

function frameOf(event: EventRow & EventPosition): string {
  return `id: ${wireId(event)}\nevent: ${event.type}\ndata: ${JSON.stringify(eventView(event))}\n\n`;
}

/** Wakes one sleeper; one that rings before the sleep ends it at once. */
function createAlarm() {
  let isRung = false;
  let notify = () => {};
  return {
    ring() {
      isRung = true;
      notify();
    },
    /** Whether it rang before the time was over. */
    async wait(ms: number): Promise<boolean> {
      if (!isRung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          notify = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      const rang = isRung;
      isRung = false;
      return rang;
    },
  };
}
