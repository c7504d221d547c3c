import type { Handlers } from "./handlers.ts";
interface HonoContext {
    req: {
        raw: Request;
    };
}
/** `app.all("/gateway/*", honoHandler(handlers))`. */
export declare function honoHandler<Context extends HonoContext>(handlers: Handlers<Context>): (context: Context, next: () => Promise<void>) => Promise<Response | undefined>;
/** In `app/gateway/[...path]/route.ts`: `export const { GET, POST } = nextHandlers(handlers)`. */
export declare function nextHandlers(handlers: Handlers): {
    GET: (request: Request) => Promise<Response>;
    POST: (request: Request) => Promise<Response>;
};
interface NodeRequest extends AsyncIterable<Uint8Array> {
    method?: string | undefined;
    url?: string | undefined;
    /** Express's, with the path at which it is mounted. */
    originalUrl?: string | undefined;
    headers: Readonly<Record<string, string | string[] | undefined>>;
    body?: unknown;
    readableDidRead?: boolean;
}
interface NodeResponse {
    statusCode: number;
    setHeader(name: string, value: string | string[]): unknown;
    end(body?: Uint8Array): unknown;
}
/** `app.use(expressHandler(handlers))`, before any parser of bodies: webhooks are signed over the raw body. */
export declare function expressHandler<Context extends NodeRequest>(handlers: Handlers<Context>): (request: Context, response: NodeResponse, next: (error?: unknown) => void) => Promise<void>;
export {};
