// The handlers as Hono, Express and Next.js call them. Their types are the part that is used, so that none has to be installed.
import type { Handlers } from "./handlers.ts";

interface HonoContext {
  req: { raw: Request };
}

/** `app.all("/gateway/*", honoHandler(handlers))`. */
export function honoHandler<Context extends HonoContext>(handlers: Handlers<Context>) {
  return async (context: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    const response = await handlers(context.req.raw, context);
    if (response) return response;
    await next();
    return undefined;
  };
}

/** In `app/gateway/[...path]/route.ts`: `export const { GET, POST } = nextHandlers(handlers)`. */
export function nextHandlers(handlers: Handlers) {
  const handle = async (request: Request): Promise<Response> =>
    (await handlers(request, undefined)) ?? new Response(null, { status: 404 });
  return { GET: handle, POST: handle };
}

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

const BODY_GONE =
  "The body has been read before the gateway's handlers: mount them before express.json(), or use express.raw() for their paths.";

/** `app.use(expressHandler(handlers))`, before any parser of bodies: webhooks are signed over the raw body. */
export function expressHandler<Context extends NodeRequest>(handlers: Handlers<Context>) {
  return async (request: Context, response: NodeResponse, next: (error?: unknown) => void): Promise<void> => {
    try {
      const result = await handlers(webRequest(request), request);
      if (!result) return next();
      response.statusCode = result.status;
      // What is left of a body that is too large would be read as the connection's next request.
      if (result.status === 413) response.setHeader("connection", "close");
      for (const [name, value] of result.headers) if (name !== "set-cookie") response.setHeader(name, value);
      const cookies = result.headers.getSetCookie();
      if (cookies.length > 0) response.setHeader("set-cookie", cookies);
      response.end(new Uint8Array(await result.arrayBuffer()));
    } catch (error) {
      next(error);
    }
  };
}

/** Of the address only path and query count: where the app is, its setting says. */
function webRequest(request: NodeRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  const { method = "GET", originalUrl, url } = request;
  const hasBody = method !== "GET" && method !== "HEAD";
  const target = originalUrl ?? url ?? "/";
  return new Request(`http://app.invalid${target.startsWith("/") ? target : "/"}`, {
    method,
    headers,
    ...(hasBody && ({ body: bodyOf(request), duplex: "half" } as RequestInit)),
  });
}

function bodyOf(request: NodeRequest): BodyInit {
  const { body } = request;
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  const chunks = request[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      // Otherwise the stream would be empty, and no signature would ever fit.
      if (body !== undefined && request.readableDidRead) return controller.error(new TypeError(BODY_GONE));
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}
