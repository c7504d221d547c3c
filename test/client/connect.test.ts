// connect() in a browser that the test plays: whose messages count, and what ends the wait without one.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type ConnectError, type ConnectOptions, connect } from "../../client/src/connect.ts";
import { rejection } from "../support/rejection.ts";

const URL_OF_PAGE = "https://gateway.example/connect/abc";
const OUTCOME = { type: "gateway.connect.outcome", status: "success", provider: "google", session_id: "s-1" };

interface PopUp {
  closed: boolean;
  location: { replace(url: URL): void };
  close(): void;
}

let opened: PopUp | null;
let urls: string[];
let listeners: Set<(event: unknown) => void>;
const names = ["window", "document", "addEventListener", "removeEventListener", "fetch"] as const;
const originals = new Map<string, unknown>();

beforeEach(() => {
  urls = [];
  listeners = new Set();
  const popUp: PopUp = {
    closed: false,
    location: { replace: (url) => urls.push(url.href) },
    close: () => {
      popUp.closed = true;
    },
  };
  opened = popUp;
  for (const name of names) originals.set(name, Reflect.get(globalThis, name));
  Object.assign(globalThis, {
    window: { open: () => opened, screenX: 0, outerWidth: 1_000 },
    document: { hasFocus: () => true },
    addEventListener: (_: string, listener: (event: unknown) => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: (event: unknown) => void) => listeners.delete(listener),
  });
});
afterEach(() => Object.assign(globalThis, Object.fromEntries(originals)));

/** connect() until it listens. */
async function begin(options: Partial<ConnectOptions> = {}) {
  const connecting = connect({ url: URL_OF_PAGE, ...options });
  connecting.catch(() => {});
  for (let i = 0; i < 10; i++) await Promise.resolve();
  return { connecting };
}
const send = (event: Record<string, unknown>) => {
  for (const listener of [...listeners])
    listener({ origin: "https://gateway.example", source: opened, data: OUTCOME, ...event });
};
const codeOf = async (connecting: Promise<unknown>) => ((await rejection(connecting)) as ConnectError).code;

describe("connect", () => {
  test("resolves with the outcome of its own pop-up", async () => {
    const { connecting } = await begin({ url: async () => URL_OF_PAGE, lang: "de" });
    expect(urls).toEqual([`${URL_OF_PAGE}?window=popup&lang=de`]);
    send({ data: { ...OUTCOME, confirm_token: "t", error: 7 } });
    expect(await connecting).toEqual({
      status: "success",
      provider: "google",
      sessionId: "s-1",
      accountId: null,
      externalId: null,
      confirmToken: "t",
      error: null,
      errorDescription: null,
    });
    expect(listeners.size).toBe(0);
  });

  test("ignores other origins, other windows and other messages", async () => {
    const { connecting } = await begin();
    send({ origin: "https://evil.example" });
    send({ origin: "null" });
    send({ source: {} });
    send({ source: null });
    send({ data: null });
    send({ data: "gateway.connect.outcome" });
    send({ data: { type: "other" } });
    expect(listeners.size).toBe(1);
    send({ data: { ...OUTCOME, status: "error", error: "access_denied" } });
    expect(await connecting).toMatchObject({ status: "error", error: "access_denied" });
  });

  test("takes the last part of the link with the gateway's address", async () => {
    const { connecting } = await begin({ url: undefined, token: "abc", baseUrl: "https://gateway.example/" });
    expect(urls).toEqual([`${URL_OF_PAGE}?window=popup`]);
    send({});
    await connecting;
  });

  test("is rejected with a code: blocked, aborted, timed out, or without a link", async () => {
    const abort = new AbortController();
    const { connecting } = await begin({ signal: abort.signal });
    abort.abort();
    expect([await codeOf(connecting), opened?.closed, listeners.size]).toEqual(["aborted", true, 0]);
    expect(await codeOf(connect({ url: URL_OF_PAGE, signal: abort.signal }))).toBe("aborted");
    expect(await codeOf(connect({ url: URL_OF_PAGE, timeoutMs: 1 }))).toBe("timed_out");
    expect(await codeOf(connect({ url: "javascript:alert(1)" }))).toBe("invalid_options");
    expect(await codeOf(connect({}))).toBe("invalid_options");
    expect(await codeOf(connect({ url: URL_OF_PAGE, mode: "frame" }))).toBe("invalid_options");
    opened = null;
    expect(await codeOf(connect({ url: URL_OF_PAGE }))).toBe("blocked");
  });

  test("a frame that the gateway says is refused ends at once, with the gateway's words, and is removed", async () => {
    const [asked, left] = [[] as string[], new Set<object>()];
    const refusal = { error: "origin_not_allowed", error_description: "https://shop.example is not among yours." };
    const body = { data: { refusal: refusal as object | null } };
    const fetched = async (url: string) => {
      asked.push(url);
      return Response.json(body);
    };
    const frame = { style: {}, contentWindow: {}, remove: () => left.delete(frame) };
    const container = { append: (one: object) => left.add(one) } as unknown as Element;
    Object.assign(globalThis, { fetch: fetched, document: { createElement: () => frame } });
    const refused = (await rejection(connect({ url: URL_OF_PAGE, mode: "frame", container }))) as ConnectError;
    expect([refused.code, refused.message]).toEqual([refusal.error, refusal.error_description]);
    expect([asked, left.size]).toEqual([["https://gateway.example/connect/frame/abc"], 0]);
    body.data.refusal = null;
    const { connecting } = await begin({ mode: "frame", container });
    send({ source: frame.contentWindow });
    expect(await connecting).toMatchObject({ status: "success" });
    expect(left.size).toBe(1);
  });

  test("what fetches the link fails as it does, and leaves no window", async () => {
    const failing = connect({
      url: async () => {
        throw new Error("no link");
      },
    });
    expect(((await rejection(failing)) as Error).message).toBe("no link");
    expect(opened?.closed).toBe(true);
  });
});
