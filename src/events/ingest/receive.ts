// Receives an inbound webhook: verifies its raw bytes, answers a handshake, claims and stores it, and only then accepts it.
import { createHash } from "node:crypto";
import { AppError, invalidInput, UnauthorizedError } from "../../foundation/errors.ts";
import { inboundWebhookContext, sourceSecretContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Handshake, InboundWebhook, Provider, Webhook, WebhookSecrets } from "../../plugin/index.ts";
import type { ReadBody } from "../../providers/bodies/read.ts";
import { unavailablePlugin } from "../../providers/guard/plugin-error.ts";
import { itemsIn, type WebhookItem } from "../../providers/upstream/events.ts";
import type { Deps } from "../../server/deps.ts";
import type { Arrival } from "../../web/http/arriving-body.ts";
import { errorResponse } from "../../web/http/errors.ts";
import { readSource } from "../subscriptions/address.ts";
import { readBody } from "./body.ts";
import { type InboundCounts, UNKNOWN } from "./counts.ts";
import { acceptedSecret, keepProviderSecret, keepSourceSecret } from "./handshake-secrets.ts";
import { declaredReader, inboundWebhookOf, packInboundWebhook } from "./inbound-webhook.ts";
import type { SigningKeys } from "./signing-keys.ts";
import { findSourceAddress, NO_SOURCE, type SourceAddress } from "./store.ts";
import type { UnsignedSources } from "./unsigned-sources.ts";
import type { InboundWriter } from "./writer.ts";

/** Seconds until the keys have been asked for again. */
const KEYS_RETRY_S = 30;

export interface ReceiveDeps
  extends Pick<
    Deps,
    "audit" | "baseUrl" | "clock" | "database" | "log" | "oauthClients" | "registry" | "target" | "vault"
  > {
  counts: InboundCounts;
  writer: InboundWriter;
  signingKeys: SigningKeys;
  /** Sources at addresses without a MAC of ours. */
  unsigned: UnsignedSources;
  /** Throws 503 while too many inbound webhooks are due. */
  assertNotBehind(): void;
}

/** What a request is addressed to. */
interface Addressed {
  provider: Provider;
  webhook: Webhook;
  /** Null at the provider's own address. */
  source: SourceAddress | null;
}

export interface InboundTarget {
  provider: string;
  /** As the address names it; none at the provider's own. */
  source?: string;
  /** The sender's. */
  address: string | null;
  /** Counts the body while it arrives. */
  arrival: Arrival;
}

/** Responds to an inbound webhook at a provider's address, or at that of a source. */
export async function receive(deps: ReceiveDeps, request: Request, to: InboundTarget): Promise<Response> {
  const addressed = await findAddressed(deps, to);
  if (!addressed)
    return errorResponse(new AppError("NOT_FOUND", "No inbound webhooks are expected at this address."), "user");
  const { provider, webhook } = addressed;
  deps.assertNotBehind();
  try {
    const read = await declaredReader(webhook);
    const bytes = await readBody(request, to.arrival);
    return await accept(deps, addressed, inboundOf(deps, request, bytes, read));
  } catch (error) {
    if (error instanceof AppError && error.code !== "SERVICE_UNAVAILABLE") deps.counts.add(provider.id, "refused_body");
    throw error;
  }
}

function inboundOf(
  { baseUrl }: ReceiveDeps,
  { method, url, headers }: Request,
  bytes: Uint8Array<ArrayBuffer>,
  read: ReadBody | null,
): InboundWebhook {
  const { pathname, search } = new URL(url);
  return inboundWebhookOf(
    method as InboundWebhook["method"],
    new URL(baseUrl + pathname + search),
    headers,
    bytes,
    read,
  );
}

/** Responds to HEAD and OPTIONS at an address whose provider checks it so; null at any other. */
export async function checkAddress(deps: ReceiveDeps, request: Request, to: InboundTarget): Promise<Response | null> {
  const method = request.method as "HEAD" | "OPTIONS";
  if (!deps.registry.provider(to.provider)?.webhook?.addressChecks?.includes(method)) return null;
  const addressed = await findAddressed(deps, to);
  if (!addressed) return null;
  const inbound = inboundOf(deps, request, new Uint8Array(), null);
  const { keys } = await deps.signingKeys.of(addressed.provider, inbound);
  const handshake = handshakeIn(deps, addressed, inbound, await secretsOf(deps, addressed, keys));
  if (handshake) return respondToHandshake(deps, addressed, method === "HEAD" ? { ...handshake, body: "" } : handshake);
  return method === "HEAD" ? new Response(null) : null;
}

async function findAddressed(
  deps: ReceiveDeps,
  { provider: id, source: text, address }: InboundTarget,
): Promise<Addressed | null> {
  const provider = deps.registry.provider(id);
  // The provider sends it again until the plugin is mended.
  if (deps.registry.broken.has(id)) throw unavailablePlugin(id);
  if (!provider?.webhook) {
    deps.counts.add(UNKNOWN, "unknown_provider");
    return null;
  }
  if (text === undefined) return { provider, webhook: provider.webhook, source: null };
  const named = readSource(deps, id, text);
  const source = named?.isOwn
    ? await findSourceAddress(deps.database, id, named.id)
    : named && (await deps.unsigned.find(id, named.id, address));
  if (source) return { provider, webhook: provider.webhook, source };
  deps.counts.add(id, "unknown_source");
  return null;
}

async function accept(deps: ReceiveDeps, addressed: Addressed, inbound: InboundWebhook): Promise<Response> {
  const { provider, webhook } = addressed;
  const { keys, isCertain } = await deps.signingKeys.of(provider, inbound);
  const secrets = await secretsOf(deps, addressed, keys);
  const handshake = handshakeIn(deps, addressed, inbound, secrets);
  if (handshake) return respondToHandshake(deps, addressed, handshake);
  if (!(await isVerified(deps, addressed, inbound, secrets))) {
    if (!isCertain) throw keysUnavailable(deps, provider);
    deps.counts.add(provider.id, "refused_signature");
    // Not counted against the address, which is the provider's and so everybody's.
    return errorResponse(new UnauthorizedError("AUTH_REQUIRED", "The signature is not valid."), "user");
  }
  const accepted = new Response(null, { status: webhook.acceptedStatus ?? 200 });
  const items = readItems(deps, provider, inbound);
  if (items?.length === 0) {
    if (isUnreadable(inbound)) return refuseUnreadable(deps, addressed, inbound);
    deps.counts.add(provider.id, "unknown_event");
    return accepted;
  }
  await store(deps, addressed, inbound, items ?? []);
  return accepted;
}

/** A body in which no event was looked for; one without a body says all in its headers or address. */
const isUnreadable = ({ body, json }: InboundWebhook) => body.length > 0 && json === null;

/** Accepted, it would be lost with a green mark at the provider. */
function refuseUnreadable(
  deps: ReceiveDeps,
  { provider: { id }, webhook }: Addressed,
  { headers }: InboundWebhook,
): Response {
  const type = headers.get("content-type")?.slice(0, 100) ?? null;
  deps.counts.add(id, "unreadable");
  deps.log.warn("inbound_webhook_unreadable", { provider: id, content_type: type });
  const { bodyFormat = "json" } = webhook;
  const message =
    bodyFormat === "json"
      ? "The body is neither JSON nor a form with JSON in its field payload. Set the webhook's content type to application/json."
      : `The body cannot be read as ${bodyFormat}, the format of this provider's webhooks, nor as JSON. Check the webhook's format at the provider.`;
  return errorResponse(invalidInput([{ in: "body", path: "", message }]), "user");
}

/** No verdict on the inbound webhook, which the provider repeats. */
function keysUnavailable(deps: ReceiveDeps, { id, name }: Provider): AppError {
  deps.counts.add(id, "keys_unavailable");
  const message = `The signing keys of ${name} cannot be fetched at the moment, so the signature was not checked. Send the request again later.`;
  return new AppError("SERVICE_UNAVAILABLE", message, {}, KEYS_RETRY_S);
}

/** Null where the plugin throws: the inbound webhook is stored all the same, and fails where the operator sees it. */
function readItems(deps: ReceiveDeps, { id, webhook }: Provider, inbound: InboundWebhook): WebhookItem[] | null {
  try {
    return itemsIn(webhook as Webhook, inbound);
  } catch (error) {
    deps.log.error("inbound_webhook_check_failed", { plugin: id, error });
    return null;
  }
}

async function secretsOf(
  deps: ReceiveDeps,
  { provider, source }: Addressed,
  keys: WebhookSecrets["keys"],
): Promise<WebhookSecrets> {
  const target = deps.target(provider.id);
  const sealed = source?.secret ?? null;
  return {
    webhook: target.webhookSecret ?? (await acceptedSecret(deps, provider)),
    client: (await deps.oauthClients.ofOperator(provider.id))?.secret ?? null,
    subscription: source && sealed !== null ? deps.vault.open(sealed, sourceSecretContext(source.id)) : null,
    keys,
  };
}

/** The maximum size of a challenge. It is unsigned, so a larger body is not read for one. */
const MAX_HANDSHAKE_BYTES = 64 * 1024;

/** The response to a challenge; null where the request is none, and where the plugin throws at what a stranger has sent. */
function handshakeIn(
  deps: ReceiveDeps,
  { provider, webhook }: Addressed,
  inbound: InboundWebhook,
  secrets: WebhookSecrets,
): Handshake | null {
  if (!webhook.handshake || inbound.body.length > MAX_HANDSHAKE_BYTES) return null;
  try {
    return webhook.handshake(inbound, secrets);
  } catch (error) {
    deps.log.error("inbound_webhook_check_failed", { plugin: provider.id, error });
    return null;
  }
}

/** A plugin that throws has not verified anything. */
async function isVerified(
  deps: ReceiveDeps,
  { provider, webhook }: Addressed,
  inbound: InboundWebhook,
  secrets: WebhookSecrets,
): Promise<boolean> {
  try {
    return (await webhook.verify(inbound, secrets, deps.clock.now())) === true;
  } catch (error) {
    deps.log.error("inbound_webhook_check_failed", { plugin: provider.id, error });
    return false;
  }
}

async function respondToHandshake(
  deps: ReceiveDeps,
  { provider, source }: Addressed,
  { status, type, body, headers, keepSecret }: Handshake,
): Promise<Response> {
  deps.counts.add(provider.id, "handshake");
  if (keepSecret !== undefined) {
    const isStored = source
      ? await keepSourceSecret(deps, source, keepSecret)
      : await keepProviderSecret(deps, provider.id, keepSecret);
    // Whoever comes second must not learn that anything was changed, for nothing was.
    if (!isStored)
      return errorResponse(new UnauthorizedError("AUTH_REQUIRED", "This handshake was not expected."), "user");
  }
  return new Response(body, { status: status ?? 200, headers: { ...headers, "content-type": type } });
}

/** Notifications without an event may say the same of each change, so that only their time tells them apart. */
async function store(
  deps: ReceiveDeps,
  { provider, webhook, source }: Addressed,
  inbound: InboundWebhook,
  items: readonly WebhookItem[],
): Promise<void> {
  const sourceId = source?.id ?? NO_SOURCE;
  const [first] = items;
  // A list has an id for each of its events, and none of its own.
  const id = webhook.items === undefined ? first?.eventId : null;
  const key = keyOf(id || hashOf(inbound.body) + (items.some(({ event }) => event) ? "" : `:${deps.clock.now()}`));
  await deps.writer.write({
    provider: provider.id,
    sourceId,
    key,
    partition: partitionOf(provider.id, source?.id ?? first?.subjects[0]?.id ?? ""),
    content: deps.vault.seal(packInboundWebhook(inbound), inboundWebhookContext(provider.id, sourceId, key)),
    receivedAt: new Date(deps.clock.now()).toISOString(),
  });
}

/** Whom an inbound webhook is for: a source, or the identity or workspace that it names first. */
export const partitionOf = (provider: string, whom: string): string => keyOf(`${provider}:${whom}`);

const MAX_KEY = 200;

/** Text that any database stores and compares: else its hash. */
function keyOf(text: string): string {
  return text.length <= MAX_KEY && /^[\x20-\x7e]+$/.test(text) ? text : hashOf(text);
}

export const hashOf = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");
