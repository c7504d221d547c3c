// The HTTP server in front of an emulator: logs requests, injects failures, and forwards the rest.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** A request as the provider received it. */
export interface LoggedRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: Record<string, string>;
  /** Absent when empty or larger than 10 KB. */
  body?: string;
  /** Absent until the response, and when the connection was cut. */
  status?: number;
  /** Milliseconds since 1970. */
  at: number;
}

/** A response to send instead; `reset` cuts the connection; `lose-response` lets the provider act, then cuts it. */
export type InjectedFailure = Response | "reset" | "lose-response" | undefined;
/** Decides for each request; may wait, to delay it. */
export type FailureInjector = (request: Readonly<LoggedRequest>) => InjectedFailure | Promise<InjectedFailure>;

export interface GateRequest {
  method: string;
  url: URL;
  headers: Headers;
  /** Bytes where the length was declared and is small, else a stream. */
  body: Uint8Array<ArrayBuffer> | Readable | undefined;
}

type Responder = (request: GateRequest) => Promise<Response>;

export interface Gate {
  url: string;
  /** The last 1,000 requests, oldest first. */
  log: LoggedRequest[];
  setResponder(responder: Responder): void;
  setFailureInjector(injector?: FailureInjector): void;
  /** Refuses connections, and cuts those that are open, until `takeConnections` listens on the same port. */
  refuseConnections(): Promise<void>;
  takeConnections(): Promise<void>;
  close(): Promise<void>;
}

const MAX_LOGGED = 1000;
const MAX_LOGGED_BODY_BYTES = 10 * 1024;
const MAX_READ_BYTES = 64 * 1024;
/** Hop-by-hop headers (RFC 9110 section 7.6.1) and the encoding, which fetch has decoded. */
const NOT_FORWARDED = ["connection", "keep-alive", "transfer-encoding", "content-encoding"];

/** The body as text; empty for a stream. */
export function textOf(request: GateRequest): string {
  return request.body instanceof Uint8Array ? new TextDecoder().decode(request.body) : "";
}

// node:stream/web and the DOM library declare the same stream differently.
const webStream = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;

/** Forwards a request to `origin`, with the given parts replaced. */
export async function forward(
  origin: string,
  request: GateRequest,
  changes: { method?: string; path?: string; headers?: Headers; body?: string } = {},
): Promise<Response> {
  const headers = new Headers(changes.headers ?? request.headers);
  for (const name of ["content-length", "accept-encoding", ...NOT_FORWARDED]) headers.delete(name);
  // The emulator builds the links of its pages from this header.
  headers.set("host", request.url.host);
  const method = changes.method ?? request.method;
  const body = changes.body ?? request.body;
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers,
    body: method === "GET" || method === "HEAD" ? undefined : body instanceof Readable ? webStream(body) : body,
    redirect: "manual",
    duplex: "half",
  };
  return fetch(origin + (changes.path ?? request.url.pathname + request.url.search), init);
}

async function readBody(message: IncomingMessage): Promise<GateRequest["body"]> {
  const { "content-length": length, "transfer-encoding": encoding } = message.headers;
  if (encoding || Number(length ?? 0) > MAX_READ_BYTES) return message;
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return chunks.length ? new Uint8Array(Buffer.concat(chunks)) : undefined;
}

async function writeResponse(response: Response, target: ServerResponse): Promise<void> {
  target.statusCode = response.status;
  const isDecoded = response.headers.has("content-encoding");
  for (const [name, value] of response.headers) {
    if (NOT_FORWARDED.includes(name) || name === "set-cookie" || (isDecoded && name === "content-length")) continue;
    target.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length) target.setHeader("set-cookie", cookies);
  if (response.body) await pipeline(Readable.fromWeb(response.body as never), target);
  else target.end();
}

function logged(message: IncomingMessage, request: GateRequest, at: number): LoggedRequest {
  const headers = Object.fromEntries(request.headers);
  const isSmall = request.body instanceof Uint8Array && request.body.byteLength <= MAX_LOGGED_BODY_BYTES;
  const body = isSmall ? textOf(request) : undefined;
  return { method: request.method, path: message.url ?? "/", headers, body, at };
}

function headersOf(message: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return headers;
}

/** Listens on a free port of the loopback address; responds with 503 until `setResponder` is called. */
export async function startGate(now: () => number): Promise<Gate> {
  const log: LoggedRequest[] = [];
  let injector: FailureInjector | undefined;
  let responder: Responder = async () => new Response("Starting", { status: 503 });

  async function serve(message: IncomingMessage, target: ServerResponse): Promise<void> {
    const request: GateRequest = {
      method: message.method ?? "GET",
      url: new URL(message.url ?? "/", url),
      headers: headersOf(message),
      body: await readBody(message),
    };
    const entry = logged(message, request, now());
    log.push(entry);
    if (log.length > MAX_LOGGED) log.shift();
    const failure = await injector?.(entry);
    if (failure === "reset") return void message.socket.destroy();
    const response = failure instanceof Response ? failure : await responder(request);
    if (failure === "lose-response") return void message.socket.destroy();
    entry.status = response.status;
    // A client reads the response only after its body was consumed.
    if (request.body instanceof Readable && !request.body.readableDidRead) request.body.resume();
    await writeResponse(response, target);
  }

  const listener = createListener((message, target) => {
    serve(message, target).catch((error: unknown) => {
      if (target.headersSent) target.destroy();
      else target.writeHead(502, { "content-type": "text/plain" }).end(`The emulated provider failed: ${error}`);
    });
  });
  const url = `http://127.0.0.1:${await listener.open()}`;

  return {
    url,
    log,
    setResponder: (next) => {
      responder = next;
    },
    setFailureInjector: (next) => {
      injector = next;
    },
    refuseConnections: listener.close,
    async takeConnections() {
      await listener.open();
    },
    close: listener.close,
  };
}

/** A server on one port of the loopback address, which can be closed and opened again. */
function createListener(serve: RequestListener) {
  let server: Server | null = null;
  let port = 0;
  return {
    /** Gives the port. */
    async open(): Promise<number> {
      if (server) return port;
      const opened = createServer(serve);
      server = opened;
      await new Promise<void>((resolve, reject) => opened.once("error", reject).listen(port, "127.0.0.1", resolve));
      port = (opened.address() as AddressInfo).port;
      return port;
    },
    async close(): Promise<void> {
      const open = server;
      server = null;
      if (!open) return;
      await new Promise<void>((resolve) => {
        open.close(() => resolve());
        open.closeAllConnections();
      });
    },
  };
}
