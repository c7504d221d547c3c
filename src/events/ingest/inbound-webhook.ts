// An inbound webhook from its request to its stored text and back.

import { parseExactly } from "../../foundation/schema/exact-json.ts";
import type { InboundWebhook } from "../../plugin/index.ts";
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

export function inboundWebhookOf(
  method: InboundWebhook["method"],
  url: URL,
  headers: Headers,
  body: Uint8Array<ArrayBuffer>,
): InboundWebhook {
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
      parsed ??= {
        json: headers.get("content-type")?.toLowerCase().startsWith(FORM_TYPE) ? jsonInForm(text) : jsonOf(body, text),
      };
      return parsed.json;
    },
  };
}

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

export function unpackInboundWebhook(text: string): InboundWebhook {
  const { method, url, headers, body } = JSON.parse(text) as StoredInboundWebhook;
  return inboundWebhookOf(method, new URL(url), new Headers(headers), new Uint8Array(Buffer.from(body, "base64")));
}
