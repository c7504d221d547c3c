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
export declare function eventStream(source: StreamSource, options?: EventsOptions): EventStream;
