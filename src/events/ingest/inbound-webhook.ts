// An inbound webhook from its request to its stored text and back.

import { parseExactly } from "../../foundation/schema/exact-json.ts";
import type { InboundWebhook, Webhook } from "../../plugin/index.ts";
import { bodyReader, type ReadBody, saysJson } from "../../providers/bodies/read.ts";
import { UnreadableBody } from "../../providers/bodies/unreadable.ts";
import { FORM_TYPE } from "../../web/http/form.ts";
import { PROVIDER_BOUNDS, scanJson } from "../../web/http/json-scan.ts";

/** The 1,000 events that an inbound webhook may have, with 125 values each. */
const BOUNDS = { ...PROVIDER_BOUNDS, values: 125_000 };

interface StoredInboundWebhook {
  method: InboundWebhook["method"];
  url: string;
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}

/** Reads bodies in the format that the plugin declares; null for JSON. */
export async function declaredReader({ bodyFormat = "json" }: Pick<Webhook, "bodyFormat">): Promise<ReadBody | null> {
  return bodyFormat === "json" ? null : bodyReader(bodyFormat);
}

export function inboundWebhookOf(
  method: InboundWebhook["method"],
  url: URL,
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
  read: ReadBody | null,
): InboundWebhook {
  const type = headers.get("content-type");
  const text = new TextDecoder().decode(body);
  let parsed: { json: unknown } | null = null;
  return {
    method,
    url: url.href,
    headers,
    query: url.searchParams,
    body,
    text,
    /** Parsed when it is read: what nobody has signed is not worth the time. */
    get json() {
      parsed ??= { json: read && !saysJson(type) ? readOrNull(body, type, read) : jsonIn(body, text, type) };
      return parsed.json;
    },
  };
}

/** Null for a body that is not of its format, as for one that is not JSON. */
function readOrNull(body: Uint8Array, type: string | null, read: ReadBody): unknown {
  try {
    return read(body, type);
  } catch (error) {
    if (!(error instanceof UnreadableBody)) throw error;
    return null;
  }
}

const jsonIn = (body: Uint8Array, text: string, type: string | null) =>
  type?.toLowerCase().startsWith(FORM_TYPE) ? jsonInForm(text) : jsonOf(body, text);

/** GitHub's default form has the JSON in `payload`, as others have had since: docs.github.com/webhooks. */
function jsonInForm(text: string): unknown {
  const payload = new URLSearchParams(text).get("payload");
  return payload === null ? null : jsonOf(new TextEncoder().encode(payload), payload);
}

/** Null too where a text holds more than any provider sends: whoever knows the address may have sent it. */
function jsonOf(body: Uint8Array, text: string): unknown {
  try {
    scanJson(body, BOUNDS);
    return parseExactly(text);
  } catch {
    // An inbound webhook that is not JSON has no fields.
    return null;
  }
}

export function packInboundWebhook({ method, url, headers, body }: InboundWebhook): string {
  const stored: StoredInboundWebhook = {
    method,
    url,
    headers: Object.fromEntries(headers),
    body: Buffer.from(body).toString("base64"),
  };
  return JSON.stringify(stored);
}

export function unpackInboundWebhook(text: string, read: ReadBody | null): InboundWebhook {
  const { method, url, headers, body } = JSON.parse(text) as StoredInboundWebhook;
  const bytes = new Uint8Array(Buffer.from(body, "base64"));
  return inboundWebhookOf(method, new URL(url), new Headers(headers), bytes, read);
}
