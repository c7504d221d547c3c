// Requests whose bodies have begun and do not end.
import { connect, type Socket } from "node:net";
import { isComplete, parseResponse, type RawResponse } from "./raw-http.ts";

export interface SlowRequest {
  /** The response, once it has come. */
  response: Promise<RawResponse>;
  /** Whether the server has ended the connection. */
  closed: Promise<void>;
  isAnswered(): boolean;
  close(): void;
}

/** Sends a head and the first bytes of a body. */
export function sendSlowly(url: string, path: string, headers: Record<string, string>, announced = 1_000): SlowRequest {
  const answered = Promise.withResolvers<RawResponse>();
  const closed = Promise.withResolvers<void>();
  let received = "";
  let isAnswered = false;
  const lines = Object.entries({ ...headers, "content-length": String(announced) })
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}`);
  const socket: Socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1" }, () => {
    socket.write([`POST ${path} HTTP/1.1`, `host: ${new URL(url).host}`, ...lines, "", "{"].join("\r\n"));
  });
  socket.setEncoding("latin1");
  socket.on("data", (data) => {
    received += data;
    if (isAnswered || !isComplete(received, "POST")) return;
    isAnswered = true;
    answered.resolve(parseResponse(received));
  });
  socket.on("error", () => {});
  socket.on("close", () => closed.resolve());
  return {
    response: answered.promise,
    closed: closed.promise,
    isAnswered: () => isAnswered,
    close: () => void socket.destroy(),
  };
}
