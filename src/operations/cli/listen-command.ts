// `gateway listen`: forwards a key's events to an address of the developer's machine, each signed as a webhook is.
import { createHmac } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { eventView } from "../../events/log/model.ts";
import { messageBody } from "../../events/webhooks/message.ts";
import { signedHeaders } from "../../events/webhooks/signature.ts";
import { StartupError } from "../../foundation/errors.ts";
import { stopSignal } from "../../foundation/platform/stop-signal.ts";
import { type KeyApi, openKeyApi, refusalOf } from "./key-api.ts";
import { printJson, printNote, printText } from "./print.ts";
import { streamMessages } from "./stream-messages.ts";
import { terminal } from "./terminal.ts";

const STREAM = "/api/v1/inbox/stream";
/** As long as the gateway waits for an endpoint. */
const TIMEOUT_MS = 15_000;
/** Between two connections; doubles up to the second while none opens. */
const RECONNECT_MS = 1_000;
const MAX_RECONNECT_MS = 30_000;
/** Between two looks for an account that does not exist yet: the developer waits for it. */
const MAX_ACCOUNT_MS = 5_000;
/** The stream's id of an owner without events: all events of an account that comes later are new. */
const BEFORE_FIRST = "0-0";
const SECRET = /^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/;

type InboxEvent = ReturnType<typeof eventView>;

export interface Listening {
  api: KeyApi;
  forwardTo: URL;
  secret: string;
  /** Types, `<service>.*` or `*`. */
  patterns: readonly string[];
  asJson: boolean;
  signal: AbortSignal;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export async function listenCommand(options: Record<string, unknown>): Promise<number> {
  const stop = new AbortController();
  void stopSignal().then(() => stop.abort());
  await listen(listeningOf(options, stop.signal));
  return 0;
}

export function listeningOf(options: Record<string, unknown>, signal: AbortSignal): Listening {
  const { forwardTo: target, events, json } = options;
  const forwardTo = URL.canParse(String(target)) ? new URL(String(target)) : null;
  if (forwardTo?.protocol !== "http:" && forwardTo?.protocol !== "https:")
    throw new StartupError("--forward-to must be an address, such as http://localhost:4000/webhooks.");
  const api = openKeyApi(options);
  const patterns = typeof events === "string" ? events.split(",").map((pattern) => pattern.trim()) : ["*"];
  return {
    api,
    forwardTo,
    secret: secretOf(api),
    patterns,
    asJson: json === true,
    signal,
    wait: (ms, on) => setTimeout(ms, undefined, { signal: on }),
  };
}

/** The variable's, else one that stays the same for the key: nothing need be stored, and it does not tell the key. */
function secretOf({ key }: KeyApi): string {
  const given = terminal().env.GATEWAY_WEBHOOK_SECRET?.trim();
  if (!given) return `whsec_${createHmac("sha256", key).update("gateway listen").digest("base64")}`;
  if (SECRET.test(given)) return given;
  throw new StartupError("GATEWAY_WEBHOOK_SECRET must be a signing secret: whsec_ and the base64 of 24 to 64 bytes.");
}

/** Until the signal aborts; a stream that breaks is resumed after the last event. Throws where the gateway refuses the key. */
export async function listen(listening: Listening): Promise<void> {
  const { signal, asJson, secret, forwardTo, api, wait } = listening;
  if (asJson) printJson({ secret, forward_to: forwardTo.href });
  else
    printText(`Signing secret  ${secret}\nForwarding the events of ${api.url} to ${forwardTo.href}; Ctrl-C ends it.`);
  let lastId: string | null = null;
  let state: "starting" | "waiting" | "listening" = "starting";
  let waitMs = RECONNECT_MS;
  while (!signal.aborted) {
    const opened = await openStream(listening, lastId);
    if (opened instanceof ReadableStream) {
      waitMs = RECONNECT_MS;
      if (state !== "listening") printNote("Listening.");
      state = "listening";
      lastId = await forwardAll(listening, opened, lastId);
    }
    if (signal.aborted) return;
    if (opened === "no account") {
      if (state !== "waiting") printNote(noAccountYet(api));
      state = "waiting";
      lastId = BEFORE_FIRST;
    } else printNote(`The gateway ${opened ? "ended the stream" : "does not respond"}; trying again.`);
    await wait(waitMs, signal).catch(() => {
      // Stopped: the loop ends.
    });
    if (!(opened instanceof ReadableStream))
      waitMs = Math.min(2 * waitMs, state === "waiting" ? MAX_ACCOUNT_MS : MAX_RECONNECT_MS);
  }
}

const noAccountYet = ({ account }: KeyApi) =>
  `${account} has no account yet: it is made when it first connects. Waiting.`;

const TRANSIENT = [408, 429, 500, 502, 503, 504];

/** Null where there is none for the moment. */
async function openStream(
  { api, signal }: Listening,
  lastId: string | null,
): Promise<ReadableStream | "no account" | null> {
  const headers = { ...api.headers, ...(lastId !== null && { "last-event-id": lastId }) };
  const response = await fetch(api.url + STREAM, { headers, signal }).catch(() => {
    // No connection, or stopped: the caller tells which.
    return null;
  });
  if (response?.ok && response.body) return response.body;
  if (!response || TRANSIENT.includes(response.status)) return null;
  const refusal = await refusalOf(api, response);
  if (api.account !== null && refusal.reason === "account_not_found") return "no account";
  throw refusal;
}

/** Returns the id of the last event that came. */
async function forwardAll(listening: Listening, body: ReadableStream, since: string | null): Promise<string | null> {
  let lastId = since;
  for await (const { id, event, data } of streamMessages(body)) {
    if (event !== undefined && event !== "reset" && data !== undefined && isWanted(listening.patterns, event))
      await forward(listening, JSON.parse(data) as InboxEvent);
    if (id) lastId = id;
  }
  return lastId;
}

const isWanted = (patterns: readonly string[], type: string) =>
  patterns.some(
    (pattern) =>
      pattern === "*" || pattern === type || (pattern.endsWith(".*") && type.startsWith(pattern.slice(0, -1))),
  );

/** Sends one event and prints what came of it. It is not repeated: the developer looks on. */
async function forward({ forwardTo, secret, asJson, signal }: Listening, event: InboxEvent): Promise<void> {
  const body = JSON.stringify(messageBody(event));
  const headers = { "content-type": "application/json", ...signedHeaders([secret], event.id, Date.now(), body) };
  const startedAt = performance.now();
  const stop = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  const outcome = await fetch(forwardTo, { method: "POST", headers, body, redirect: "manual", signal: stop }).then(
    async (response) => {
      await response.body?.cancel();
      return response.status;
    },
    (error: unknown) => ((error as Error).name === "TimeoutError" ? "timeout" : "no connection"),
  );
  const durationMs = Math.round(performance.now() - startedAt);
  if (asJson) printJson({ type: event.type, id: event.id, status: outcome, duration_ms: durationMs });
  else printText(`${event.type}  ${event.id}  ${outcome}  ${durationMs} ms`);
}
