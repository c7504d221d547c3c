export interface ServerSentEvent {
    /** The last id that the stream sent, with this event or before; null before the first. */
    id: string | null;
    type: string;
    /** Null for an id or a pause without an event. */
    data: string | null;
    /** Milliseconds to wait before connecting again, where the stream says so. */
    retryMs: number | null;
}
/** Each block of lines with data, an id or a pause. `onBytes` is called for whatever comes, comments too. */
export declare function serverSentEvents(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<ServerSentEvent, void>;
