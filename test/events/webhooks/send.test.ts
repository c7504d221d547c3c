// Sending to hostile and broken receivers: hosts that change their address, certificates, redirects, endless responses.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { send } from "../../../src/events/webhooks/send.ts";
import type { Network } from "../../../src/foundation/network/pinned-fetch.ts";
import { type Certificates, makeCertificates } from "../../support/certificates.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { type Receiver, startReceiver, status } from "./receiver.ts";

setDefaultTimeout(TEST_MS);

const loopback: Network = {
  policy: { environment: "development", webhooksAllowPrivate: true },
  resolve: async () => ["127.0.0.1"],
  timeoutMs: 2_000,
};
const post = async (url: string, more: Partial<Network> = {}) => {
  const headers = { "content-type": "application/json", "webhook-id": "1" };
  const { received: _, ...result } = await send({ ...loopback, ...more }, url, headers, '{"a":1}');
  return result;
};
const FAILED = { status: null, response: null, retryAfter: null };

describe("sending a webhook", () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());
  const named = (path = "/hook") => `http://hooks.example.com:${receiver.port}${path}`;
  const responding = (...parameters: Parameters<typeof status>) => receiver.respondWith(status(...parameters));

  test("the checked address is dialled, with the URL's host, path and query", async () => {
    responding(202, {}, "taken");
    const before = receiver.received.length;
    expect(await post(named("/a%20b?c=d"))).toEqual({ error: null, status: 202, response: "taken", retryAfter: null });
    expect(receiver.received.slice(before)).toMatchObject([
      {
        path: "/a%20b?c=d",
        body: '{"a":1}',
        headers: { host: `hooks.example.com:${receiver.port}`, "webhook-id": "1" },
      },
    ]);
  });

  test("S-33: a name that was public at the first look-up is refused when it comes back as loopback", async () => {
    const addresses = [["93.184.215.14"], ["127.0.0.1"]];
    let lookups = 0;
    const rebinding: Partial<Network> = {
      policy: { environment: "production", webhooksAllowPrivate: false },
      resolve: async () => addresses[Math.min(lookups++, 1)] as string[],
      timeoutMs: 300,
    };
    const before = receiver.received.length;
    // Nobody is at the public address here; what matters is that it alone was dialled.
    const url = `https://hooks.example.com:${receiver.port}/`;
    expect((await post(url, rebinding)).error).toMatch(/^(connect|timeout)$/);
    expect(lookups).toBe(1);
    expect(await post(url, rebinding)).toEqual({ ...FAILED, error: "address_refused" });
    expect(lookups).toBe(2);
    expect(receiver.received.length).toBe(before);
  });

  test("a redirect is a failure and not followed, to loopback or anywhere", async () => {
    for (const code of [301, 302, 303, 307, 308]) {
      const before = receiver.received.length;
      responding(code, { location: receiver.url });
      expect(await post(named())).toMatchObject({ error: "redirect", status: code });
      expect(receiver.received.length).toBe(before + 1);
    }
  });

  test("every status from 200 to 299 is a success, and no other", async () => {
    for (const code of [200, 201, 202, 204, 299]) {
      responding(code);
      expect((await post(named())).error).toBeNull();
    }
    for (const code of [400, 401, 404, 410, 429, 500, 503, 599]) {
      responding(code);
      expect(await post(named())).toMatchObject({ error: "status", status: code });
    }
  });

  test("Retry-After is read in seconds, an hour at most", async () => {
    for (const [text, seconds] of [
      ["7", 7],
      ["0", 0],
      ["99999999", 3_600],
      ["-1", null],
      ["soon", null],
    ] as const) {
      responding(503, { "retry-after": text });
      expect((await post(named())).retryAfter).toBe(seconds);
    }
  });

  test("a response of 200 MB is cut off after 64 kB, and 1 kB of it is returned", async () => {
    let sent = 0;
    receiver.respondWith((_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(64 * 1024, "x");
      const more = () => {
        while (sent < 200 * 1024 * 1024 && !response.destroyed) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once("drain", more);
        }
        response.end();
      };
      more();
    });
    const result = await post(named());
    expect(result).toEqual({ error: null, status: 200, response: "x".repeat(1_024), retryAfter: null });
    expect(sent).toBeLessThan(50 * 1024 * 1024);
  });

  test("a receiver that never responds is timed out", async () => {
    receiver.respondWith(() => {});
    const began = performance.now();
    expect(await post(named(), { timeoutMs: 200 })).toEqual({ ...FAILED, error: "timeout" });
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  test("a body that never ends does not change what its status said", async () => {
    receiver.respondWith((_, response) => void response.writeHead(200).write("beginning"));
    expect(await post(named(), { timeoutMs: 200 })).toMatchObject({ error: null, status: 200, response: "beginning" });
  });

  test("a resolver that never responds is timed out", async () => {
    const resolve = () => new Promise<string[]>(() => {});
    expect(await post(named(), { timeoutMs: 100, resolve })).toEqual({ ...FAILED, error: "timeout" });
  });

  test("a compressed response stays packed, and its text is not returned", async () => {
    const packed = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    receiver.respondWith((_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(packed));
    expect(await post(named())).toEqual({ error: null, status: 200, response: null, retryAfter: null });
  });

  test("a closed port, a broken connection and an unknown name are `connect`", async () => {
    expect((await post("http://hooks.example.com:1/")).error).toBe("connect");
    receiver.respondWith((_, response) => void response.socket?.destroy());
    expect((await post(named())).error).toBe("connect");
    expect((await post(named(), { resolve: () => Promise.reject(new Error("ENOTFOUND")) })).error).toBe("connect");
  });

  test("where the first address does not connect, the first of the other family is tried", async () => {
    responding(200);
    const result = await post(named(), { resolve: async () => ["::1", "127.0.0.1"] });
    expect(result.error).toBeNull();
  });
});

describe("sending a webhook over TLS", () => {
  let certificates: Certificates;
  let right: Receiver;
  let other: Receiver;
  beforeAll(async () => {
    certificates = makeCertificates();
    right = await startReceiver(certificates.right);
    other = await startReceiver(certificates.other);
  });
  afterAll(async () => {
    await right.close();
    await other.close();
  });
  const trusting = () => ({ ca: certificates.ca });

  test("the handshake names the host, and its certificate is checked against that name", async () => {
    expect(await post(`https://hooks.example.com:${right.port}/`, trusting())).toMatchObject({
      error: null,
      status: 200,
    });
    expect(right.received).toMatchObject([
      { servername: "hooks.example.com", headers: { host: `hooks.example.com:${right.port}` } },
    ]);
  });

  test("an unknown authority and a certificate for another name are `tls`, and nothing is sent", async () => {
    const before = right.received.length;
    expect(await post(`https://hooks.example.com:${right.port}/`)).toEqual({ ...FAILED, error: "tls" });
    expect(await post(`https://hooks.example.com:${other.port}/`, trusting())).toEqual({ ...FAILED, error: "tls" });
    // Also while a good connection to that address is open.
    expect(await post(`https://other.example.com:${right.port}/`, trusting())).toEqual({ ...FAILED, error: "tls" });
    expect([right.received.length, other.received.length]).toEqual([before, 0]);
  });

  test("an address as host needs a certificate for it", async () => {
    expect(await post(`https://127.0.0.1:${right.port}/`, trusting())).toMatchObject({ error: null });
    expect(await post(`https://127.0.0.1:${other.port}/`, trusting())).toEqual({ ...FAILED, error: "tls" });
  });

  test("a port that speaks no TLS is no success", async () => {
    const plain = await startReceiver();
    expect((await post(`https://hooks.example.com:${plain.port}/`, trusting())).error).toMatch(/^(tls|connect)$/);
    expect(plain.received).toEqual([]);
    await plain.close();
  });
});
