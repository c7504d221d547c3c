// A fixture's inbound webhook, signed anew for a gateway with secrets of its own, at this moment.

import { declaredReader } from "../../events/ingest/inbound-webhook.ts";
import type { InboundWebhook, Webhook, WebhookSecrets } from "../../plugin/index.ts";
import { type SignedChange, signingOf } from "../../plugin/signing.ts";
import { SIGN_FILE } from "./fixture-files.ts";
import { bodyOf, inboundWebhookOf, type WebhookFixture } from "./webhook-fixture.ts";

export interface Resigned {
  method: InboundWebhook["method"];
  url: string;
  headers: Record<string, string>;
  text: string;
}

/** How the author of a plugin signs like the provider, in `fixtures/webhooks/sign.ts`: what changes of a request, headers one by one. */
export type SignRequest = (
  request: Resigned,
  secrets: WebhookSecrets,
  now: number,
) => Partial<Resigned> | Promise<Partial<Resigned>>;

export interface ResignOptions {
  /** The gateway's public URL for the provider's webhooks, which some providers sign. */
  address: string;
  secrets: WebhookSecrets;
  now: number;
  /** Who granted, in place of the fixture's; null for the fixture's. */
  identity: string | null;
  /** Signs in place of what the plugin declares. */
  sign?: SignRequest;
}

const UNKNOWN_SIGNATURE = `The plugin verifies in a function of its own, or the provider signs with a private key: write ${SIGN_FILE}, which signs as the provider does.`;
const REFUSED_SIGNATURE = `The plugin's verify refuses what ${SIGN_FILE} signed: compare the two, and set the secret that the provider signs with.`;
const WRONG_SECRETS = "The gateway would refuse it: set the secret that the provider signs with.";

/** The request, or a sentence that says why it cannot be signed here. */
export async function resigned(
  webhook: Webhook,
  fixture: WebhookFixture,
  { address, secrets, now, identity, sign }: ResignOptions,
): Promise<Resigned | string> {
  if (fixture.own) return "It comes to the address of one subscription, whose secret only the gateway has.";
  const others = identity === null ? [] : subjectsOf(fixture);
  const forIdentity = (text: string) => others.reduce((rest, id) => wordReplaced(rest, id, identity ?? ""), text);
  const partsOf = (changes: readonly SignedChange[]): Resigned => {
    const { method = "POST", url, headers = {} } = fixture.inbound;
    const inBody = changes.filter(({ isInBody }) => isInBody);
    const text = inBody.reduce(replaced, forIdentity(bodyOf(fixture.inbound)));
    const all = (value: string) => changes.reduce(replaced, forIdentity(value));
    // The address is this gateway's: nothing of the fixture is in it.
    const query = url === undefined ? "" : all(new URL(url).search);
    const values = Object.entries(headers).map(([name, value]) => [name, all(value)]);
    return { method, url: address + query, headers: Object.fromEntries(values), text };
  };
  const read = await declaredReader(webhook);
  const inboundOf = ({ text, ...input }: Resigned) => inboundWebhookOf(address, input, read, text);
  const accepts = async (parts: Resigned) => (await webhook.verify(inboundOf(parts), secrets, now)) === true;
  const unsigned = partsOf([]);
  // The provider signs no challenge that `handshake` responds to.
  if (webhook.handshake?.(inboundOf(unsigned), secrets)) return unsigned;
  if (sign) {
    const signed = await signedBy(sign, unsigned, secrets, now);
    return typeof signed === "string" || (await accepts(signed)) ? signed : REFUSED_SIGNATURE;
  }
  const resign = signingOf(webhook.verify);
  if (!resign) return UNKNOWN_SIGNATURE;
  const changes = await resign((some) => inboundOf(partsOf(some)), secrets, now);
  return changes && (await accepts(partsOf(changes))) ? partsOf(changes) : WRONG_SECRETS;
}

async function signedBy(
  sign: SignRequest,
  request: Resigned,
  secrets: WebhookSecrets,
  now: number,
): Promise<Resigned | string> {
  try {
    const { headers, ...changed } = await sign(request, secrets, now);
    return { ...request, ...changed, headers: { ...request.headers, ...headers } };
  } catch (error) {
    return `${SIGN_FILE} threw ${String(error)}.`;
  }
}

/** An id may be as short as 1, which other numbers contain. */
const wordReplaced = (text: string, from: string, to: string) =>
  text.replace(new RegExp(`(?<![\\p{L}\\p{N}_])${RegExp.escape(from)}(?![\\p{L}\\p{N}_])`, "gu"), () => to);
const replaced = (text: string, { from, to }: SignedChange) => (from === "" ? text : text.replaceAll(from, to));

/** The ids of those whose the fixture's events are. */
function subjectsOf({ events = [], subject }: WebhookFixture): string[] {
  const all = [...events.map((event) => event.subject), subject].flat() as ({ id?: unknown } | null | undefined)[];
  return [...new Set(all.flatMap((one) => (typeof one?.id === "string" && one.id !== "" ? [one.id] : [])))];
}
