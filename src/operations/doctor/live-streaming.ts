// Whether a proxy passes a response on as it comes: event streams, MCP and downloads need that.
import { randomBytes } from "node:crypto";
import type { KeyRing } from "../../foundation/vault/key-ring.ts";
import { createVault } from "../../foundation/vault/vault.ts";
import { LIVE_PATH, STREAM_PARAMETER } from "../../web/http/health.ts";
import { GAP_MS } from "../../web/http/slow-stream.ts";
import { type Check, failed, passed, warned } from "./check.ts";
import { challengeQuery } from "./self-description.ts";

const TIMEOUT_MS = 5_000;
/** A busy machine may see the first part late, and the last one then soon after it. */
const LEAST_MS = GAP_MS / 2;
const EFFECT = "event streams and MCP get nothing until they end";

export async function checkStreaming(baseUrl: string, ring: KeyRing): Promise<Check> {
  const check = "live streaming";
  const query = challengeQuery(createVault(ring), randomBytes(16).toString("hex"));
  const url = `${baseUrl}${LIVE_PATH}?${query}&${STREAM_PARAMETER}=1`;
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.headers.get("content-type")?.startsWith("text/event-stream") !== true) {
      await response.body?.cancel();
      return warned(check, `the gateway sent no stream (status ${response.status}): it may be of an older version`);
    }
    return (await firstPartBefore(response)) >= LEAST_MS
      ? passed(check, "a response arrives as it is sent")
      : failed(check, `the proxy collects a response before it passes it on, so that ${EFFECT}`);
  } catch {
    // An end without the last event, or none within the time.
    return failed(check, `a response that is sent in parts does not arrive, so that ${EFFECT}`);
  }
}

/** Milliseconds from the first bytes to the end. */
async function firstPartBefore({ body }: Response): Promise<number> {
  let firstAt: number | null = null;
  for await (const _ of (body ?? []) as unknown as AsyncIterable<Uint8Array>) firstAt ??= performance.now();
  return performance.now() - (firstAt ?? performance.now());
}
