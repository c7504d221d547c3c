// The inbox as a stream of typed events that connects again after a break and goes on where it was.
import { ConnectionError, type ErrorFacts, EventsMissedError, GatewayError, InvalidResponseError } from "./errors.ts";
import { type ServerSentEvent, serverSentEvents } from "./server-sent-events.ts";
import type { EventType, InboxEvent } from "./webhooks.ts";

export interface EventsOptions {
  /** Only events of these types. */
  types?: readonly EventType[];
  /** Only events of these providers. */
  providers?: readonly string[];
  /** A stream's `lastEventId` that you have stored: what came since then comes first. Without it the stream begins now. */
  lastEventId?: string | null;
  /** Ends the stream. */
  signal?: AbortSignal;
  /**
   * Called where the gateway no longer knows the last event, so that events may be missing; the stream goes on from now. Without
   * it the stream throws an `EventsMissedError`.
   */
  onReset?: () => void;
}

export interface EventStream extends AsyncIterable<InboxEvent> {
  /** The position behind the event that you got last: store it once you are done with that event. Null before the first one. */
  readonly lastEventId: string | null;
}

/** How a stream is opened, and what it waits for. */
export interface StreamSource {
  open: (lastEventId: string | null, signal: AbortSignal) => Promise<Response>;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  random: () => number;
  /** Three of the gateway's comments, one of which comes every 15 seconds; after so long without bytes the connection is dead. */
  silenceMs: number;
}

const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** Of a Retry-After. */
const MAX_ASKED_PAUSE_MS = 3_600_000;

interface State {
  lastEventId: string | null;
  /** Before the next connection; doubles until something comes. */
  pauseMs: number;
  /** The least, as the stream itself says. */
  minPauseMs: number;
}

export function eventStream(source: StreamSource, options: EventsOptions = {}): EventStream {
  const state: State = { lastEventId: options.lastEventId ?? null, pauseMs: FIRST_PAUSE_MS, minPauseMs: 0 };
  return {
    get lastEventId() {
      return state.lastEventId;
    },
    [Symbol.asyncIterator]: () => eventsOf(source, options, state),
  };
}

async function* eventsOf(source: StreamSource, options: EventsOptions, state: State): AsyncGenerator<InboxEvent, void> {
  const signal = options.signal ?? new AbortController().signal;
  while (!signal.aborted) {
    let retryAfter: number | null = null;
    try {
      yield* connection(source, options, state, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!isPassing(error)) throw error;
      retryAfter = error.retryAfter;
    }
    await pause(source, state, retryAfter, signal);
  }
}

/** What comes over one connection, until it ends or breaks. */
async function* connection(source: StreamSource, options: EventsOptions, state: State, signal: AbortSignal) {
  const closed = new AbortController();
  const silence = createSilence(source.silenceMs, () => closed.abort());
  try {
    const response = await source.open(state.lastEventId, AbortSignal.any([signal, closed.signal]));
    if (response.body === null || !response.headers.get("content-type")?.startsWith("text/event-stream"))
      throw invalid(response, "The response is no stream of events: is baseUrl right?");
    let reads = 0;
    const onBytes = () => {
      silence.restart();
      // The first bytes come with every connection, also where each of them breaks at once.
      if (++reads > 1) state.pauseMs = FIRST_PAUSE_MS;
    };
    silence.restart();
    for await (const frame of framesOf(response.body, onBytes, response)) {
      const event = eventIn(frame, response, options, state);
      if (signal.aborted) return;
      if (!event || !isWanted(event, options)) continue;
      // Nothing is read while the caller is busy with the event.
      silence.stop();
      yield event;
      silence.restart();
    }
  } finally {
    silence.stop();
    closed.abort();
  }
}

async function* framesOf(body: ReadableStream<Uint8Array>, onBytes: () => void, response: Response) {
  try {
    yield* serverSentEvents(body, onBytes);
  } catch (cause) {
    if (cause instanceof RangeError) throw invalid(response, cause.message, cause);
    throw new ConnectionError({ ...NONE, code: "CONNECTION_FAILED", message: "The stream of events broke.", cause });
  }
}

function eventIn(
  { id, type, data, retryMs }: ServerSentEvent,
  response: Response,
  { onReset }: EventsOptions,
  state: State,
): InboxEvent | null {
  if (retryMs !== null) state.minPauseMs = Math.min(retryMs, MAX_PAUSE_MS);
  if (type === "reset" && data !== null) {
    if (!onReset) throw eventsMissed(response);
    onReset();
  }
  state.lastEventId = id ?? state.lastEventId;
  if (data === null || type === "reset") return null;
  try {
    return JSON.parse(data) as InboxEvent;
  } catch (cause) {
    throw invalid(response, "An event of the stream is not JSON.", cause);
  }
}

function isWanted({ type, provider }: InboxEvent, { types, providers }: EventsOptions): boolean {
  const names: readonly string[] | undefined = types;
  return (names?.includes(type) ?? true) && (providers?.includes(provider) ?? true);
}

/** What ends by itself: a broken connection, a limit, a gateway that starts anew. */
function isPassing(error: unknown): error is GatewayError {
  if (!(error instanceof GatewayError)) return false;
  return error instanceof ConnectionError || error.status === 429 || error.status >= 500;
}

async function pause({ wait, random }: StreamSource, state: State, retryAfter: number | null, signal: AbortSignal) {
  const own = state.pauseMs * (0.5 + random() / 2);
  const asked = Math.min((retryAfter ?? 0) * 1_000, MAX_ASKED_PAUSE_MS);
  state.pauseMs = Math.min(2 * state.pauseMs, MAX_PAUSE_MS);
  await wait(Math.max(own, asked, state.minPauseMs), signal).catch(() => {
    // The signal ended the wait, and ends the stream.
  });
}

/** Calls `onSilence` once nothing has restarted it for so long. */
function createSilence(ms: number, onSilence: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    restart() {
      stop();
      timer = setTimeout(onSilence, ms);
    },
    stop,
  };
}

const NONE: Omit<ErrorFacts, "code" | "message"> = {
  reason: null,
  status: 0,
  requestId: null,
  details: {},
  retryAfter: null,
};

const factsOf = ({ status, headers }: Response) => ({ ...NONE, status, requestId: headers.get("x-request-id") });

function invalid(response: Response, message: string, cause?: unknown): InvalidResponseError {
  return new InvalidResponseError({ ...factsOf(response), code: "INVALID_RESPONSE", message, cause });
}

function eventsMissed(response: Response): EventsMissedError {
  return new EventsMissedError({
    ...factsOf(response),
    code: "EVENTS_MISSED",
    message: "The gateway no longer knows the last event, so events after it may be missing.",
    details: { next_step: "List the events of the inbox since then, and start a stream without lastEventId." },
  });
}
