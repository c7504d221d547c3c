// Reads the response to a delivery, which decides on a call where the endpoint's secret has signed it (Standard Webhooks 1.0.0).
import { createHmac, timingSafeEqual } from "node:crypto";
import { errorMessage } from "../../web/pages/messages.ts";
import { secretBytes } from "./signature.ts";

/** Bytes of a response that decides. */
export const MAX_DECISION_BYTES = 4_096;
const TOLERANCE_MS = 300_000;
/** Signatures of one header that are looked at: two secrets sign at most. */
const MAX_SIGNATURES = 10;
const MAX_NOTE = 500;

/** Why a response decides nothing; the delivery itself is received all the same. */
export const DECISION_PROBLEMS = {
  unsigned: errorMessage(
    "The response has no webhook-id, webhook-timestamp and webhook-signature, so it decides nothing.",
  ),
  other_delivery: errorMessage("Its webhook-id is not the one of this delivery."),
  stale: errorMessage("Its webhook-timestamp is more than five minutes away from the gateway's clock."),
  bad_signature: errorMessage("Its signature does not fit the body and the endpoint's secret."),
  too_large: errorMessage("The response is larger than 4 KB."),
  not_json: errorMessage("The response is not JSON in UTF-8."),
  unknown_decision: errorMessage(
    "The response has more than decision and note, or its decision is neither approve nor deny.",
  ),
  no_right: errorMessage("This endpoint decides with the right of a key or person that may not decide on this call."),
  not_pending: errorMessage("The call was decided already, or its time is over."),
} as const;
export type DecisionProblem = keyof typeof DECISION_PROBLEMS;

/** A 2xx response, as far as it was read. */
export interface ReceivedResponse {
  headers: Headers;
  /** One byte more than such a response may have, at most. */
  bytes: Uint8Array;
}

export type DecisionResponse = { decision: "approve" | "deny"; note?: string } | { problem: DecisionProblem };

/** Null for a response that is not to decide, such as "ok". `now` is Unix milliseconds. */
export function readDecision(
  { headers, bytes }: ReceivedResponse,
  { deliveryId, secrets, now }: { deliveryId: string; secrets: readonly string[]; now: number },
): DecisionResponse | null {
  const signatures = headers.get("webhook-signature");
  if (signatures === null) return hasDecision(bytes) ? { problem: "unsigned" } : null;
  const [id, timestamp] = [headers.get("webhook-id"), headers.get("webhook-timestamp")];
  if (id === null || timestamp === null) return { problem: "unsigned" };
  if (bytes.byteLength > MAX_DECISION_BYTES) return { problem: "too_large" };
  if (id !== deliveryId) return { problem: "other_delivery" };
  if (!isRecent(timestamp, now)) return { problem: "stale" };
  const isSigned = secrets.some((secret) => isSignedBy(secret, signatures, `${id}.${timestamp}.`, bytes));
  return isSigned ? contentOf(bytes) : { problem: "bad_signature" };
}

const isRecent = (timestamp: string, now: number): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(now - Number(timestamp) * 1_000) <= TOLERANCE_MS;

function isSignedBy(secret: string, header: string, prefix: string, body: Uint8Array): boolean {
  const expected = createHmac("sha256", secretBytes(secret)).update(prefix).update(body).digest();
  return header
    .split(" ")
    .slice(0, MAX_SIGNATURES)
    .filter((one) => one.startsWith("v1,"))
    .map((one) => Buffer.from(one.slice("v1,".length), "base64"))
    .some((given) => given.byteLength === expected.byteLength && timingSafeEqual(given, expected));
}

function contentOf(bytes: Uint8Array): DecisionResponse {
  const parsed = jsonOf(bytes);
  if (parsed === undefined) return { problem: "not_json" };
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return { problem: "unknown_decision" };
  const { decision, note, ...others } = parsed as Record<string, unknown>;
  const isKnown = (decision === "approve" || decision === "deny") && Object.keys(others).length === 0;
  if (!isKnown || !(note === undefined || isNote(note))) return { problem: "unknown_decision" };
  return { decision, ...(note !== undefined && note !== "" && { note }) };
}

const isNote = (note: unknown): note is string =>
  typeof note === "string" && note.length <= MAX_NOTE && !/[\u0000-\u001f\u007f]/.test(note);

/** Undefined where it is none. */
function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    // A receiver may respond with anything.
    return undefined;
  }
}

function hasDecision(bytes: Uint8Array): boolean {
  const parsed = bytes.byteLength > MAX_DECISION_BYTES ? undefined : jsonOf(bytes);
  return typeof parsed === "object" && parsed !== null && Object.hasOwn(parsed, "decision");
}
