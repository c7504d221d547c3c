// An HTTP/1.1 client that sends the bytes a test writes, for what fetch would normalize: targets, repeated headers, bodies cut short.
import { connect, type Socket } from "node:net";

export interface RawResponse {
  /** 0 where no status line came. */
  status: number;
  /** Status line and headers, as text. */
  head: string;
  headers: Headers;
  body: string;
  /** What followed the head, still in its transfer encoding. */
  encodedBody: string;
}

export interface RawRequest {
  method?: string;
  /** The request target as it stands in the request line. */
  target: string;
  /** Header lines without their end; Host is added, and Connection: close where there is no body. */
  headers?: readonly string[];
  host?: string;
  /** The loopback address that the connection comes from. */
  from?: string;
  /** How the head becomes bytes; latin1 where each character is one byte. */
  encoding?: "utf8" | "latin1";
  /** Writes what follows the head; the connection closes after the response, whether or not the body ended. */
  writeBody?: (socket: Socket) => void;
  /** Resolves also when the server ends or resets the connection before the response is complete. */
  mayBeCut?: boolean;
}

/** The longest silence of a server; a healthy one responds within milliseconds. */
const TIMEOUT_MS = 10_000;

/** Sends the request over a connection of its own and resolves when that closes. */
export function sendRaw(url: string, request: RawRequest): Promise<RawResponse> {
  const { method = "GET", target, headers = [], host = "localhost", encoding = "utf8", writeBody, mayBeCut } = request;
  const { from: localAddress } = request;
  // A server that closes before it has read a body would reset the connection, and the response could be lost.
  const ending = writeBody ? [] : ["Connection: close"];
  const head = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...headers, ...ending, "", ""].join("\r\n");
  return new Promise((resolve, reject) => {
    let received = "";
    let failure: Error | null = null;
    const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", localAddress }, () => {
      socket.write(head, encoding);
      writeBody?.(socket);
    });
    socket.setEncoding("latin1");
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`No response to ${method} ${target.slice(0, 100)}`)));
    socket.on("data", (chunk) => {
      received += chunk.toString();
      if (writeBody && isComplete(received, method)) socket.destroy();
    });
    socket.on("error", (error) => {
      failure = error;
    });
    socket.on("close", () => {
      const isCut = failure === null || (failure as { code?: string }).code === "ECONNRESET";
      if (isComplete(received, method) || (mayBeCut && isCut)) resolve(parseResponse(received));
      else
        reject(failure ?? new Error(`The connection closed before the response to ${method} ${target.slice(0, 100)}`));
    });
  });
}

/** Whether a response that states its length, is chunked or has no body has arrived. */
export function isComplete(received: string, method: string): boolean {
  if (!received.includes("\r\n\r\n")) return false;
  if (method === "HEAD") return true;
  if (isChunked(received)) return received.endsWith("\r\n0\r\n\r\n");
  const { headers, body } = parseResponse(received);
  return body.length >= Number(headers.get("content-length") ?? 0);
}

/** Head and body of a response's bytes, read as latin1. */
export function parseResponse(received: string): RawResponse {
  const headEnd = received.indexOf("\r\n\r\n");
  const head = headEnd < 0 ? received : received.slice(0, headEnd);
  const encodedBody = headEnd < 0 ? "" : received.slice(headEnd + 4);
  const headers = new Headers();
  for (const line of headEnd < 0 ? [] : head.split("\r\n").slice(1)) {
    headers.append(line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim());
  }
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    head,
    headers,
    body: isChunked(received) ? joinChunks(encodedBody) : encodedBody,
    encodedBody,
  };
}

function isChunked(received: string): boolean {
  return /\r\ntransfer-encoding: chunked\r\n/i.test(received.slice(0, received.indexOf("\r\n\r\n") + 2));
}

/** The body of a chunked response (RFC 9112, section 7.1), each chunk behind its length in hex. */
function joinChunks(body: string): string {
  let joined = "";
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf("\r\n", at);
    const length = Number.parseInt(body.slice(at, lineEnd), 16);
    if (lineEnd < 0 || !(length > 0)) return joined;
    joined += body.slice(lineEnd + 2, lineEnd + 2 + length);
    at = lineEnd + 2 + length + 2;
  }
}
