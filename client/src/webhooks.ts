// Verifies webhooks that the gateway sends (Standard Webhooks 1.0.0), and gives their events types.
import { WebhookVerificationError as VerificationError, Webhook } from "standardwebhooks";
import type { components } from "./schema.ts";

type Schemas = components["schemas"];

/**
 * A message: `type` says what `data.payload` holds. Later versions of the gateway have further types, which come to the `default`
 * of a `switch`; in the types they are "unknown type", at run time each has its own name.
 */
export type WebhookEvent = Schemas["WebhookEvent"];
/** An event as the inbox and its stream have it. */
export type InboxEvent = Schemas["Event"];
/** The types of events that this client knows. */
export type EventType = Schemas["EventType"];

/** Headers as `fetch` and as Node's `http` have them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
/** The raw body, as it came. */
export type WebhookBody = string | Uint8Array | ArrayBuffer;

/** What is left of a request in frameworks that read its body: Express with `express.raw`, a Lambda, a queue. */
export interface ReceivedWebhook {
  headers: WebhookHeaders;
  body: WebhookBody;
}

/** The endpoint's secret, or two of them during a rotation. */
export type WebhookSecret = string | undefined | readonly (string | undefined)[];

/** Why a webhook was not verified. */
export type WebhookVerificationCode =
  | "secret_missing"
  | "secret_malformed"
  | "headers_missing"
  | "timestamp_malformed"
  | "timestamp_off"
  | "body_parsed"
  | "body_used"
  | "body_not_json"
  | "signature_mismatch";

export class WebhookVerificationError extends VerificationError {
  readonly code: WebhookVerificationCode;
  /** What to do about it, in a sentence; the message ends with it. */
  readonly nextStep: string;
  constructor(code: WebhookVerificationCode, what: string, nextStep: string) {
    super(`${what} ${nextStep}`);
    // The constructor above sets its own prototype.
    Object.setPrototypeOf(this, new.target.prototype);
    this.code = code;
    this.nextStep = nextStep;
  }
}

/**
 * The event of a request, whose body must not have been read. Rejects with a `WebhookVerificationError` where no secret fits, or
 * where the message is older than five minutes.
 */
export function verifyWebhook(request: Request | ReceivedWebhook, secret: WebhookSecret): Promise<WebhookEvent>;
/** The event of a raw body; throws in place of rejecting. */
export function verifyWebhook(body: WebhookBody, headers: WebhookHeaders, secret: WebhookSecret): WebhookEvent;
export function verifyWebhook(
  ...given: [Request | ReceivedWebhook, WebhookSecret] | [WebhookBody, WebhookHeaders, WebhookSecret]
): Promise<WebhookEvent> | WebhookEvent {
  if (given.length === 3) return verified(...given);
  const [request, secret] = given;
  return bodyOf(request).then((body) => verified(body, request.headers, secret));
}

/** What an endpoint with `decides` says to `approval.requested`. */
export interface WebhookDecision {
  decision: "approve" | "deny";
  /** A line for the caller, of at most 500 characters. */
  note?: string;
}

/** A response to a delivery: send the body as it is, since every byte of it is signed. */
export interface SignedDecision {
  body: string;
  headers: Record<string, string>;
}

/**
 * The signed response to a verified `approval.requested`, for an endpoint with `decides`: `new Response(signed.body, signed)`. It is
 * good for this delivery alone, and for five minutes.
 */
export function signDecision(
  event: { type: string; data: { id: string } },
  { decision, note }: WebhookDecision,
  secret: WebhookSecret,
): SignedDecision {
  const [current] = secretsOf(secret);
  const [id, at] = [event.data.id, new Date()];
  const body = JSON.stringify({ decision, ...(note !== undefined && { note }) });
  const signature = new Webhook(current as string).sign(id, at, body);
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signed = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature };
  return { body, headers: { "content-type": "application/json", ...signed } };
}

async function bodyOf(request: Request | ReceivedWebhook): Promise<WebhookBody> {
  if (!("text" in request)) return request.body;
  if (request.bodyUsed)
    throw new WebhookVerificationError(
      "body_used",
      "The body of the request has been read already.",
      "Verify the request first, or pass { headers, body } with the raw body.",
    );
  return request.text();
}

function verified(body: WebhookBody, headers: WebhookHeaders, secret: WebhookSecret): WebhookEvent {
  const secrets = secretsOf(secret);
  const text = textOf(body);
  const signed = signedHeaders(headers);
  checkTime(signed["webhook-timestamp"]);
  if (!secrets.some((one) => isSignedBy(one, text, signed)))
    throw new WebhookVerificationError(
      "signature_mismatch",
      "The signature does not fit the body and the secret.",
      "Take the secret of this endpoint, and the body as it came: a middleware may have parsed and written it again.",
    );
  try {
    return JSON.parse(text) as WebhookEvent;
  } catch {
    // A parser's message can repeat the body.
    throw new WebhookVerificationError(
      "body_not_json",
      "The signed body is not JSON.",
      "Check who sends to this address.",
    );
  }
}

const SECRET = /^(?:whsec_)?(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function secretsOf(secret: WebhookSecret): string[] {
  const given = typeof secret === "string" || secret === undefined ? [secret] : secret;
  // After a rotation the variable of the former secret is empty.
  const secrets = given.filter((one) => one !== undefined && one !== "" && one !== "whsec_") as string[];
  if (secrets.length === 0)
    throw new WebhookVerificationError(
      "secret_missing",
      "There is no secret to verify the webhook with.",
      "Pass the secret that the gateway returned when the endpoint was created; is the environment variable set?",
    );
  if (!secrets.every((one) => SECRET.test(one)))
    throw new WebhookVerificationError(
      "secret_malformed",
      "The secret is not that of a webhook endpoint, which is whsec_ and base64.",
      "Copy it whole, without quotes or spaces. An API key is no secret of an endpoint.",
    );
  return secrets;
}

function textOf(body: WebhookBody): string {
  if (typeof body === "string") return body;
  if (ArrayBuffer.isView(body) || body instanceof ArrayBuffer)
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(body);
  throw new WebhookVerificationError(
    "body_parsed",
    "The body is not raw: it has been parsed, or is absent.",
    'Pass the text or the bytes as they came, in Express with express.raw({ type: "application/json" }) on this route.',
  );
}

const NAMES = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const;
type SignedHeaders = Record<(typeof NAMES)[number], string>;

function signedHeaders(headers: WebhookHeaders): SignedHeaders {
  const found = new Map(entriesOf(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const missing = NAMES.filter((name) => !found.get(name));
  if (missing.length > 0)
    throw new WebhookVerificationError(
      "headers_missing",
      `The request has no ${missing.join(" and no ")}.`,
      "Pass the request's own headers. If they are not there, a proxy in front of this server drops them, or somebody else sent it.",
    );
  return Object.fromEntries(NAMES.map((name) => [name, found.get(name)])) as SignedHeaders;
}

/** Every `Headers`, also those that are not the runtime's own. */
function entriesOf(headers: WebhookHeaders): [name: string, value: string | undefined][] {
  const { get } = headers as Headers;
  if (typeof get === "function") return NAMES.map((name) => [name, get.call(headers, name) ?? undefined]);
  return Object.entries(headers).map(([name, value]) => [name, typeof value === "string" ? value : value?.join(" ")]);
}

const TOLERANCE_S = 300;

function checkTime(timestamp: string): void {
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError(
      "timestamp_malformed",
      "The header webhook-timestamp is not a Unix time in seconds.",
      "Pass the request's own headers.",
    );
  const late = Math.floor(Date.now() / 1_000) - Number(timestamp);
  if (Math.abs(late) <= TOLERANCE_S) return;
  const where = late > 0 ? "behind" : "ahead of";
  throw new WebhookVerificationError(
    "timestamp_off",
    `The header webhook-timestamp is ${Math.abs(late)} seconds ${where} this server's clock; ${TOLERANCE_S} are allowed.`,
    "Compare this server's clock with the gateway's. If both are right, it is an old message: have it delivered again.",
  );
}

function isSignedBy(secret: string, text: string, headers: SignedHeaders): boolean {
  try {
    new Webhook(secret).verify(text, headers, { jsonParse: false });
    return true;
  } catch {
    // The checks above leave one reason: no signature fits.
    return false;
  }
}
