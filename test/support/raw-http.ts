// One HTTP/1.1 request as the bytes a test writes, for what fetch would tidy up first: paths, repeated headers, bodies cut short.
import { connect, type Socket } from "node:net";

export interface RawAnswer {
  status: number;
  headers: Headers;
  /** Everything that followed the head. */
  body: string;
}

export interface RawRequest {
  method?: string;
  /** The request target as it stands in the request line. */
  target: string;
  /** Header lines without their end; Host is added, and Connection: close where there is no body. */
  headers?: readonly string[];
  host?: string;
  /** How the head becomes bytes; latin1 where each character is one byte. */
  encoding?: "utf8" | "latin1";
  /** Writes what follows the head; the connection ends with the answer, whether or not the body did. */
  writeBody?: (socket: Socket) => void;
}

/** The longest wait for an answer; a healthy one takes milliseconds. */
const TIMEOUT_MS = 10_000;

/** Sends the request over a connection of its own and gives the answer, all bytes of it. */
export function sendRaw(url: string, request: RawRequest): Promise<RawAnswer> {
  const { method = "GET", target, headers = [], host = "localhost", encoding = "utf8", writeBody } = request;
  // A server that closes before it has read a body would reset the connection, and the answer could be lost.
  const ending = writeBody ? [] : ["Connection: close"];
  const head = [`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...headers, ...ending, "", ""].join("\r\n");
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => {
      socket.write(head, encoding);
      writeBody?.(socket);
    });
    socket.setEncoding("latin1");
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`No answer to ${method} ${target.slice(0, 100)}`)));
    socket.on("data", (chunk) => {
      received += chunk.toString();
      if (writeBody && isComplete(received, method)) socket.destroy();
    });
    let failure = new Error(`The connection closed without an answer to ${method} ${target.slice(0, 100)}`);
    socket.on("error", (error) => {
      failure = error;
    });
    socket.on("close", () => (isComplete(received, method) ? resolve(parseAnswer(received)) : reject(failure)));
  });
}

/** Whether an answer that tells its length, comes in chunks or has no body is there. */
export function isComplete(received: string, method: string): boolean {
  if (!received.includes("\r\n\r\n")) return false;
  if (method === "HEAD") return true;
  if (isChunked(received)) return received.endsWith("\r\n0\r\n\r\n");
  const { headers, body } = parseAnswer(received);
  return body.length >= Number(headers.get("content-length") ?? 0);
}

/** Head and body of an answer's bytes, read as latin1. */
export function parseAnswer(received: string): RawAnswer {
  const headEnd = received.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = received.slice(0, headEnd).split("\r\n");
  const headers = new Headers();
  for (const line of lines) headers.append(line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim());
  const body = received.slice(headEnd + 4);
  return { status: Number(statusLine.split(" ")[1]), headers, body: isChunked(received) ? joinChunks(body) : body };
}

function isChunked(received: string): boolean {
  return /\r\ntransfer-encoding: chunked\r\n/i.test(received.slice(0, received.indexOf("\r\n\r\n") + 2));
}

/** The body of a chunked answer (RFC 9112, section 7.1), each chunk behind its length in hex. */
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
