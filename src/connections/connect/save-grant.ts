// What saving a grant takes, for every kind of connect: the integration's row, the audit entry, and what only the commit makes true.

import { createHash } from "node:crypto";
import { integrationEvent } from "../../events/log/integration-events.ts";
import { type PublishedTo, publishEvents } from "../../events/log/publish.ts";
import { type Planned, planSources } from "../../events/subscriptions/plan.ts";
import { listSources } from "../../events/subscriptions/store.ts";
import type { Orm } from "../../foundation/db/database.ts";
import type { Identity } from "../../foundation/db/schema/integrations.ts";
import type { AuditFacts } from "../../identity/audit/entry.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Owner } from "../../identity/owner.ts";
import type { AuthKind, TokenSet } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import { integrationNotFound } from "../integrations/access.ts";
import { accessEnd, type IntegrationRow, integrationView } from "../integrations/model.ts";
import {
  findIntegration,
  GRANT_TABLES,
  type GrantRow,
  insertIntegration,
  updateIntegration,
} from "../integrations/store.ts";
import { sealTokens } from "../tokens/sealed-tokens.ts";
import type { RevocationRow } from "./revocation-store.ts";
import { revoke } from "./revoke.ts";

/** A grant that is not sealed into a row yet. */
export interface NewGrant {
  tokens: TokenSet;
  identity: Identity;
  /** Values of the provider's `tenant`. */
  tenant: Record<string, string>;
  auth: AuthKind;
  /** Empty where a person typed the credential. */
  clientId: string;
  scopes: string[];
  accessExpiresAt: Date | null;
  refreshExpiresAt: Date | null;
  grantedAt: Date;
}

export interface SaveResult {
  integrationId: string;
  /** The one-time text that confirms a pending grant; null for an integration. */
  confirmToken: string | null;
  /** When the access ends; null where it does not, or is renewed. */
  accessExpiresAt: Date | null;
  replaced: GrantRow[];
  /** The sources of the new grant, and those of the replaced one that only it can end. */
  sources: Planned;
  published: PublishedTo;
}

export interface Saved extends SaveResult {
  revocations: RevocationRow[];
  /** Writes the lines of the log, after the commit. */
  announce(): void;
}

export type AccountOwner = Owner & { accountId: string };

/** Tells of a saved grant what only its commit makes true, and revokes at the provider what it replaced. */
export async function afterCommit(
  deps: Deps,
  userId: string,
  { published, announce, revocations, sources }: Saved,
): Promise<void> {
  deps.changes.invalidate(userId, GRANT_TABLES);
  deps.events.published(published);
  announce();
  if (sources.isDue) deps.sources.notify();
  await revoke(deps, revocations);
}

/** The integration that a transaction of the caller's own has saved, as callers see it. */
export async function committedView(deps: Deps, owner: Owner, provider: string, saved: Saved) {
  await afterCommit(deps, owner.userId, saved);
  const row = await findIntegration(deps.database.orm, owner, { id: saved.integrationId });
  if (!row) throw integrationNotFound(owner, provider);
  return integrationView(row, deps.registry.provider(provider), await listSources(deps.database.orm, [row.id]));
}

/** Records a grant with its change, and that its integration now belongs to another identity: a pending one changes none yet. */
export async function recordGrant(
  tx: Orm,
  { audit }: Pick<Deps, "audit">,
  initiator: Initiator,
  { saved, identity, facts }: { saved: SaveResult; identity: Identity; facts: AuditFacts },
): Promise<() => void> {
  const ids = { integration_id: saved.integrationId, identity_id: identity.id };
  const waits = saved.confirmToken !== null && { waits_for_confirmation: true };
  const old = saved.replaced.find((row) => row.id === saved.integrationId);
  const changed = old !== undefined &&
    old.identityId !== identity.id && {
      ...facts,
      event: "integration_identity_changed",
      level: "warn" as const,
      details: { ...facts.details, ...ids, old_identity_id: old.identityId },
    };
  const announced = [
    changed ? await audit.recordIn(tx, initiator, changed) : () => {},
    await audit.recordIn(tx, initiator, { ...facts, details: { ...facts.details, ...ids, ...waits } }),
  ];
  return () => {
    for (const announce of announced) announce();
  };
}

/** Whether a stored refresh token goes on serving: credentials replace each other whole. */
export const isSameGrant = (old: GrantRow, grant: Pick<NewGrant, "auth" | "identity" | "clientId">): boolean =>
  old.auth === "oauth2" &&
  grant.auth === "oauth2" &&
  old.identityId === grant.identity.id &&
  old.clientId === grant.clientId;

/** A plain hash is enough: the token has 256 random bits. */
export const confirmTokenHash = (confirmToken: string): string =>
  createHash("sha256").update(confirmToken).digest("hex");

/**
 * Writes the grant to the owner's integration, `old`, which the caller has locked and which keeps its id and name; a first one gets
 * `newId` and `name`.
 */
export async function writeIntegration(
  tx: Orm,
  deps: Deps,
  owner: Owner,
  provider: string,
  { tokens, grantedAt, ...grant }: NewGrant,
  { old, name, newId = crypto.randomUUID() }: { old: IntegrationRow | null; name: string; newId?: string },
): Promise<SaveResult> {
  const id = old?.id ?? newId;
  const sealed = sealTokens(deps, id, tokens);
  const row = {
    id,
    ...owner,
    provider,
    name: old?.name ?? name,
    status: "active" as const,
    statusReason: null,
    identityId: grant.identity.id,
    ...grant,
    ...sealed,
    // Google issues a refresh token for the first consent only: the stored one stays valid, unless it was revoked.
    refreshToken:
      sealed.refreshToken ?? (old && old.status !== "revoked" && isSameGrant(old, grant) ? old.refreshToken : null),
    epoch: (old?.epoch ?? 0) + 1,
    leaseOwner: null,
    leaseUntil: null,
    refreshStartedAt: null,
    deadTokens: null,
    connectedAt: grantedAt,
    updatedAt: new Date(deps.clock.now()),
  };
  const saved = await (old ? updateIntegration(tx, row) : insertIntegration(tx, row));
  const event = integrationEvent("connected", row, {
    key: String(row.epoch),
    now: deps.clock.now(),
    details: { reason: null },
  });
  const published = await publishEvents(tx, [event]);
  const isOther = old !== null && old.identityId !== grant.identity.id;
  const sources = await planSources(tx, deps, saved, isOther ? "other_identity" : "new_grant");
  const replaced = old ? [old] : [];
  return { integrationId: id, confirmToken: null, accessExpiresAt: accessEnd(row), replaced, sources, published };
}
