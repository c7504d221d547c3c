// A fixture's inbound webhook, signed anew for a gateway with secrets of its own, at this moment.

import { declaredReader } from "../../events/ingest/inbound-webhook.ts";
import type { InboundWebhook, Webhook, WebhookSecrets } from "../../plugin/index.ts";
import { type SignedChange, signingOf } from "../../plugin/signing.ts";
import { bodyOf, inboundWebhookOf, type WebhookFixture } from "./webhook-fixture.ts";

export interface Resigned {
  method: InboundWebhook["method"];
  url: string;
  headers: Record<string, string>;
  text: string;
}

export interface ResignOptions {
  /** The gateway's public URL for the provider's webhooks, which some providers sign. */
  address: string;
  secrets: WebhookSecrets;
  now: number;
  /** Who granted, in place of the fixture's; null for the fixture's. */
  identity: string | null;
}

const BY_PROVIDER_ALONE =
  "The plugin verifies in a function of its own, or the provider signs with a private key: only the provider can send it.";
const WRONG_SECRETS = "The gateway would refuse it: set the secret that the provider signs with.";

/** The request, or a sentence that says why it cannot be signed here. */
export async function resigned(
  webhook: Webhook,
  fixture: WebhookFixture,
  { address, secrets, now, identity }: ResignOptions,
): Promise<Resigned | string> {
  if (fixture.own) return "It comes to the address of one subscription, whose secret only the gateway has.";
  const others =
    identity === null ? [] : subjectsOf(fixture).map((from) => ({ from, to: identity, isInBody: true as const }));
  const partsOf = (changes: readonly SignedChange[]): Resigned => {
    const all = [...others, ...changes];
    const { method = "POST", url, headers = {} } = fixture.inbound;
    const here = url === undefined ? address : address + new URL(url).search;
    const text = all.filter(({ isInBody }) => isInBody).reduce(replaced, bodyOf(fixture.inbound));
    const values = Object.entries(headers).map(([name, value]) => [name, all.reduce(replaced, value)]);
    return { method, url: all.reduce(replaced, here), headers: Object.fromEntries(values), text };
  };
  const read = await declaredReader(webhook);
  const inboundOf = (changes: readonly SignedChange[]) => {
    const { text, ...input } = partsOf(changes);
    return inboundWebhookOf(address, input, read, text);
  };
  const handshake = webhook.handshake?.(inboundOf([]), secrets) ?? null;
  const changes = handshake ? [] : ((await signingOf(webhook.verify)?.(inboundOf, secrets, now)) ?? null);
  if (changes === null) return signingOf(webhook.verify) ? WRONG_SECRETS : BY_PROVIDER_ALONE;
  if (!handshake && (await webhook.verify(inboundOf(changes), secrets, now)) !== true) return WRONG_SECRETS;
  return partsOf(changes);
}

const replaced = (text: string, { from, to }: SignedChange) => (from === "" ? text : text.replaceAll(from, to));

/** The ids of those whose the fixture's events are. */
function subjectsOf({ events = [], subject }: WebhookFixture): string[] {
  const all = [...events.map((event) => event.subject), subject].flat() as ({ id?: unknown } | null | undefined)[];
  return [...new Set(all.flatMap((one) => (typeof one?.id === "string" ? [one.id] : [])))];
}
