// What a source's functions are given: the integration's identity, the watched resource, the operator's settings.
import { randomBytes } from "node:crypto";
import type { IntegrationRow } from "../../connections/integrations/model.ts";
import { sourceSecretContext } from "../../foundation/vault/sealing-contexts.ts";
import { DecryptionError } from "../../foundation/vault/vault.ts";
import type { SourceContext, SubscribeContext, Subscription } from "../../plugin/index.ts";
import { type BackgroundPurpose, callIdentity } from "../../providers/exchange/with-upstream.ts";
import type { Deps } from "../../server/deps.ts";
import { webhookAddress } from "./address.ts";
import type { SourceRow } from "./store.ts";

export function sourceContext(
  deps: Pick<Deps, "target" | "clock">,
  source: Pick<SourceRow, "provider" | "resource">,
  row: Pick<IntegrationRow, "identity" | "identityId" | "tenant">,
): SourceContext {
  return {
    identity: callIdentity(row),
    resource: source.resource === "" ? null : source.resource,
    settings: deps.target(source.provider).settings,
    now: deps.clock.now(),
  };
}

export function pollContext(
  deps: Pick<Deps, "target" | "clock">,
  source: SourceRow,
  row: Pick<IntegrationRow, "identity" | "identityId" | "tenant">,
): SourceContext {
  const subscription = subscriptionOf(source);
  return { ...sourceContext(deps, source, row), ...(subscription && { subscription }) };
}

export async function subscribeContext(
  deps: Pick<Deps, "target" | "clock" | "baseUrl" | "vault" | "oauthClients">,
  source: SourceRow,
  row: IntegrationRow,
  { deliversTo, secret }: { deliversTo: "source" | "provider"; secret: string },
): Promise<SubscribeContext> {
  const client = await deps.oauthClients.clientOfGrant(row);
  return {
    ...sourceContext(deps, source, row),
    id: source.id,
    address: webhookAddress(deps, source.provider, deliversTo === "source" ? source.id : null),
    secret,
    secrets: { webhook: deps.target(source.provider).webhookSecret, client: client?.secret ?? null },
  };
}

/** The stored subscription as plugins read it. */
export function subscriptionOf({ subscriptionId, expiresAt, data }: SourceRow): Subscription | null {
  return subscriptionId === null ? null : { id: subscriptionId, expiresAt: expiresAt?.getTime() ?? null, data };
}

/** 43 URL-safe characters. */
export const randomSecret = () => randomBytes(32).toString("base64url");
const OWN_SECRET = /^[A-Za-z0-9_-]{43}$/;

/** The secret for a new subscription: the present one goes on, so that the old subscription's inbound webhooks stay valid. */
export function nextSecret(deps: Pick<Deps, "vault">, source: SourceRow): string {
  const present = openSecret(deps, source);
  return present !== null && OWN_SECRET.test(present) ? present : randomSecret();
}

/** The secret of a source's inbound webhooks; null without one, and where no key opens it. */
export function openSecret(deps: Pick<Deps, "vault">, { id, secret }: Pick<SourceRow, "id" | "secret">): string | null {
  try {
    return secret === null ? null : deps.vault.open(secret, sourceSecretContext(id));
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}

export function sealSecret(deps: Pick<Deps, "vault">, sourceId: string, secret: string): string {
  return deps.vault.seal(secret, sourceSecretContext(sourceId));
}

/** What a provider must not make public by its refusal: the webhook's secret, and those of the operator. */
export const secretsIn = ({ secret, secrets: { webhook, client } }: SubscribeContext): string[] =>
  [secret, webhook, client].filter((one) => one !== null);

/** A source's requests go to its service's base URL, and share a rate limit. */
export function purposeOf(source: Pick<SourceRow, "name">, permission: string): BackgroundPurpose {
  return { name: `sources/${source.name}`, service: permission.split(".")[0] };
}
