export interface FileStream {
    name: string | null;
    mimeType: string;
    /** Bytes; null where the provider does not say. */
    size: number | null;
    body: ReadableStream<Uint8Array>;
}
export declare function fileOf({ headers, body }: Response): FileStream;
