// The address to which a provider sends events: its own, or a source's, which has a MAC so that a made-up one costs no
// query.

import { isUuid } from "../../foundation/schema/formats.ts";
import type { Deps } from "../../server/deps.ts";

/** The addresses of inbound webhooks, below the public base URL. */
export const INBOUND_WEBHOOKS_PATH = "/api/v1/webhooks";

/** What the MAC is of: it never changes, since providers have the addresses. */
const textOf = (provider: string, sourceId: string) => `delivery-address ${provider} ${sourceId}`;

/** The address that a provider sends to: its own, or a source's. */
export function webhookAddress(
  { baseUrl, vault }: Pick<Deps, "baseUrl" | "vault">,
  provider: string,
  sourceId: string | null,
): string {
  const own = `${baseUrl}${INBOUND_WEBHOOKS_PATH}/${provider}`;
  return sourceId === null ? own : `${own}/${sourceId}.${vault.stateMac(textOf(provider, sourceId))}`;
}

export interface NamedSource {
  id: string;
  /** Whether this gateway made the address. One without a MAC is of an earlier version, or a key has left the ring since. */
  isOwn: boolean;
}

/** The source that an address names; null for one that names none. */
export function readSource({ vault }: Pick<Deps, "vault">, provider: string, text: string): NamedSource | null {
  const [id = "", mac = "", ...more] = text.split(".");
  if (!isUuid(id) || more.length > 0) return null;
  return { id, isOwn: vault.hasStateMac(textOf(provider, id), mac) };
}
