// Bodies that come slowly, or never end: each reader gives up after a bounded time.
import { afterEach, beforeEach, describe, expect, jest, test } from "bun:test";
import { connect } from "node:net";
import { NO_BODY } from "../../../src/metering/long-lived/bodies.ts";
import { isEmptyBody, readBounded } from "../../../src/web/http/arriving-body.ts";
import { readFormFields } from "../../../src/web/http/form.ts";
import { startTestGateway } from "../../support/gateway.ts";

const TOO_SLOW = "The body arrived too slowly, so nothing was done. Send the request again.";

/** A request whose body has begun, and never ends. */
const endless = (headers: Record<string, string> = {}) =>
  new Request("http://gateway/", {
    method: "POST",
    headers,
    body: new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(0)) }),
    duplex: "half",
  } as RequestInit);

describe("a body that never ends is given up by", () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  const givenUp = async (read: () => Promise<unknown>, ms: number) => {
    const outcome = read().then(
      () => "read",
      (error: Error) => error.message,
    );
    // The timer stands once the reading has begun.
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    jest.advanceTimersByTime(ms);
    expect(await outcome).toBe(TOO_SLOW);
  };

  test("a reader of bytes, later the more bytes were announced", async () => {
    await givenUp(() => readBounded(endless({ "content-length": "1000" }), 1024 * 1024, NO_BODY), 31_000);
    await givenUp(() => readBounded(endless(), 1024 * 1024, NO_BODY), 63_000);
  });
  test("a reader of forms", async () => {
    await givenUp(() => readFormFields(endless(), 16 * 1024, NO_BODY), 31_000);
  });
  test("a look whether there is any", async () => {
    await givenUp(() => isEmptyBody(endless(), NO_BODY), 31_000);
  });
});

test("S-109: past its limit a caller of /mcp is 429 before a byte of its body has come", async () => {
  const gateway = await startTestGateway({ lane: "embedded" });
  try {
    const { key } = await gateway.user({ tier: "free" });
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const send = () => fetch(`${gateway.url}/mcp`, { method: "POST", headers, body: "{}" });
    for (let sent = 0; sent < 1_000 && (await send()).status !== 429; sent++);
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    const first = Promise.withResolvers<string>();
    socket.on("data", (data) => first.resolve(data.toString()));
    const head = ["POST /mcp HTTP/1.1", "Host: 127.0.0.1", `Authorization: Bearer ${key}`, "Content-Length: 20000000"];
    socket.write(`${head.join("\r\n")}\r\nContent-Type: application/json\r\n\r\n`);
    expect(await first.promise).toStartWith("HTTP/1.1 429");
    socket.destroy();
  } finally {
    await gateway.close();
  }
});
