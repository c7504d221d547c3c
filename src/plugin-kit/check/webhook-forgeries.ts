// Forges a good request: other secrets, changed parts, no proof. None may pass for a good one with anything a stranger chose.
import { declaredReader } from "../../events/ingest/inbound-webhook.ts";
import type { InboundWebhook, Provider, Webhook, WebhookSecrets } from "../../plugin/index.ts";
import { itemsIn } from "../../providers/upstream/events.ts";
import { changedParts, changedWord } from "./changed-parts.ts";
import { bodyOf, inboundWebhookOf, nowOf, secretsOf, urlOf, type WebhookFixture } from "./webhook-fixture.ts";

interface Signed {
  webhook: Webhook;
  fixture: WebhookFixture;
  /** The body. */
  text: string;
  secrets: WebhookSecrets;
  /** The fixture's request with another input or body. */
  forge: (input?: WebhookFixture["inbound"], text?: string) => InboundWebhook;
  accepts: (inbound: InboundWebhook, secrets?: WebhookSecrets) => Promise<boolean>;
}

/** A changed character, another secret, a missing signature and a changed owner must each be refused. */
export async function forgeryViolations(
  plugin: Provider,
  webhook: Webhook,
  fixture: WebhookFixture,
): Promise<string[]> {
  const [address, text, secrets] = [urlOf(plugin, fixture), bodyOf(fixture.inbound), secretsOf(fixture)];
  const read = await declaredReader(webhook);
  const signed: Signed = {
    webhook,
    fixture,
    text,
    secrets,
    forge: (input = fixture.inbound, body = text) => inboundWebhookOf(address, input, read, body),
    accepts: async (inbound, by = secrets) => await webhook.verify(inbound, by, nowOf(fixture)),
  };
  return [
    ...(await otherSecrets(signed)),
    ...(await changedBody(signed)),
    ...(await unprovenWebhooks(signed)),
    ...(await otherOwners(signed)),
  ];
}

const otherSecret = (secret: string | null | undefined) =>
  secret ? `${secret.slice(1)}${secret[0] === "0" ? "1" : "0"}` : null;

/** The keys under their ids, each another's. */
const otherKeys = (keys: WebhookSecrets["keys"] = []) =>
  keys.map((key) => ({ ...key, ...(key.n && { n: changedWord(key.n) }), ...(key.x && { x: changedWord(key.x) }) }));

async function otherSecrets({ fixture, secrets, forge, accepts }: Signed): Promise<string[]> {
  const { webhook, client, subscription, keys } = secrets;
  const forged: [string, WebhookSecrets][] = [
    [
      "A request signed with another secret",
      {
        webhook: otherSecret(webhook),
        client: otherSecret(client),
        subscription: otherSecret(subscription),
        keys: otherKeys(keys),
      },
    ],
    ["Without a configured secret, a request", { webhook: null, client: null, subscription: null, keys: [] }],
  ];
  if (keys?.length) forged.push(["A request signed with another key", { ...secrets, keys: otherKeys(keys) }]);
  if (fixture.own && subscription)
    forged.push(["A request to another source's address", { ...secrets, subscription: otherSecret(subscription) }]);
  const violations: string[] = [];
  for (const [what, by] of forged) {
    if (await accepts(forge(), by)) violations.push(`${what} is accepted.`);
  }
  return violations;
}

async function changedBody({ webhook, text, forge, accepts }: Signed): Promise<string[]> {
  if (webhook.signsBody === false) return [];
  const middle = Math.floor(text.length / 2);
  const flipped = `${text.slice(0, middle)}${text[middle] === "x" ? "y" : "x"}${text.slice(middle + 1)}`;
  const isAccepted = await accepts(forge(undefined, flipped));
  return isAccepted ? ["A body with one changed character is accepted."] : [];
}

/**
 * The request without its proof: without headers, where a signature of the body stands; where the provider signs no body
 * and repeats its secret in there, without the body.
 */
async function unprovenWebhooks({ webhook, fixture, text, secrets, forge, accepts }: Signed): Promise<string[]> {
  const { inbound: input } = fixture;
  const bare = forge({ ...input, headers: {}, url: input.url?.split("?", 1)[0] });
  const bodiless = forge(input, "{}");
  const violation = (what: string) => [`A request without ${what} is accepted.`];
  if (webhook.signsBody !== false) return (await accepts(bare)) ? violation("headers") : [];
  const { webhook: own, client, subscription } = secrets;
  const isInBody = [own, client, subscription].some((secret) => secret && text.includes(secret));
  if (isInBody) return (await accepts(bodiless)) ? violation("the secret in its body") : [];
  // The body may also hold something made from the secret, such as a signature of only the time.
  return (await accepts(bare)) && (await accepts(bodiless)) ? violation("headers, and one without a body,") : [];
}

/** A part that no signature covers may not say whose the events are: a person who knows one request could write another's. */
async function otherOwners({ webhook, fixture, forge, accepts }: Signed): Promise<string[]> {
  const owners = new Set(ownersOf(webhook, forge()));
  const parts = changedParts(forge(), fixture.inbound, webhook.signsBody === false);
  const violations = new Map<string, string>();
  for (const { what, input, text } of parts) {
    const inbound = forge(input, text);
    if (violations.has(what) || !(await accepts(inbound))) continue;
    const other = ownersOf(webhook, inbound).find((owner) => !owners.has(owner));
    if (other !== undefined)
      violations.set(
        what,
        `No signature covers ${what}, but it decides the owner of an event: with another value, the owner is ${other}.`,
      );
  }
  return [...violations.values()];
}

/** Whose the request's events are, as text. */
function ownersOf(webhook: Webhook, inbound: InboundWebhook): string[] {
  try {
    const events = itemsIn(webhook, inbound).filter(({ event }) => event !== null);
    return events.flatMap(({ subjects }) => subjects.map((subject) => JSON.stringify(subject)));
  } catch {
    // The plugin cannot read the forged request: it has no events.
    return [];
  }
}
