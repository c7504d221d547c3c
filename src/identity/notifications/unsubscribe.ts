// Links that switch one kind of mails off for one person, and do nothing else (RFC 8058).
import type { Deps } from "../../server/deps.ts";
import { isOptional, type OptionalKind } from "./kinds.ts";

/** The page of a person's mails. */
export const MAILS_PATH = "/settings/mails";
export const UNSUBSCRIBE_PATH = `${MAILS_PATH}/unsubscribe`;

type LinkDeps = Pick<Deps, "vault" | "baseUrl">;

const textOf = (personId: string, kind: OptionalKind) => `unsubscribe/${personId}/${kind}`;

/** Works as long as its key is in the ring: a mail may be read late. */
export function unsubscribeUrl(deps: LinkDeps, personId: string, kind: OptionalKind): string {
  return `${deps.baseUrl}${UNSUBSCRIBE_PATH}/${personId}.${kind}.${deps.vault.stateMac(textOf(personId, kind))}`;
}

/** Null for a link that the gateway has not made. */
export function readUnsubscribe(
  deps: Pick<LinkDeps, "vault">,
  token: string,
): { personId: string; kind: OptionalKind } | null {
  const [personId = "", kind = "", mac = "", ...more] = token.split(".");
  if (!isOptional(kind) || more.length > 0) return null;
  return deps.vault.hasStateMac(textOf(personId, kind), mac) ? { personId, kind } : null;
}
