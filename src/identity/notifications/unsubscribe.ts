// Links that switch one kind of mails off for one person, and do nothing else (RFC 8058).
import type { Deps } from "../../server/deps.ts";
import { isOptional, type OptionalKind } from "./kinds.ts";

/** The page of a person's mails. */
export const MAILS_PATH = "/settings/mails";
export const UNSUBSCRIBE_PATH = `${MAILS_PATH}/unsubscribe`;

type LinkDeps = Pick<Deps, "vault" | "baseUrl">;

const macsOf = ({ vault }: Pick<LinkDeps, "vault">, personId: string, kind: OptionalKind) =>
  vault.macs(`unsubscribe/${personId}/${kind}`);

/** Works as long as its key is in the ring: a mail may be read late. */
export function unsubscribeUrl(deps: LinkDeps, personId: string, kind: OptionalKind): string {
  return `${deps.baseUrl}${UNSUBSCRIBE_PATH}/${personId}.${kind}.${macsOf(deps, personId, kind)[0]}`;
}

/** Null for a link that the gateway has not made. */
export function readUnsubscribe(
  deps: Pick<LinkDeps, "vault">,
  token: string,
): { personId: string; kind: OptionalKind } | null {
  const [personId = "", kind = "", ...mac] = token.split(".");
  if (!isOptional(kind)) return null;
  return macsOf(deps, personId, kind).includes(mac.join(".")) ? { personId, kind } : null;
}
