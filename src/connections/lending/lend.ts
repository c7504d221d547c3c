// Lends a connection to one of a partner's accounts, or invites another user to borrow it.
import { isUniqueViolation, type Orm } from "../../foundation/db/database.ts";
import { queryable } from "../../foundation/db/raw.ts";
import { AppError, accountNotFound, invalidInput, lacksPermissions } from "../../foundation/errors.ts";
import type { Initiator } from "../../identity/initiator.ts";
import { allows } from "../../identity/keys/permissions.ts";
import type { Owner } from "../../identity/owner.ts";
import { lockOwner } from "../../identity/users/owner-store.ts";
import type { Provider } from "../../plugin/index.ts";
import { previousNamesOf } from "../../providers/registry/previous-names.ts";
import { RAW_PERMISSION } from "../../providers/registry/raw-tool.ts";
import { permissionsOf } from "../../providers/registry/scopes.ts";
import type { Deps } from "../../server/deps.ts";
import { integrationNotFound } from "../integrations/access.ts";
import { connectionToChange, suggestedName } from "../integrations/choice.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import { type IntegrationRef, nameIn, refText } from "../integrations/reference.ts";
import { findConnections, lockConnections } from "../integrations/store.ts";
import { type LendBody, shareView } from "./model.ts";
import { recordLent } from "./share-audit.ts";
import {
  addressOf,
  borrowedNames,
  countShares,
  endOverdue,
  findLent,
  insertShare,
  type LentShare,
  type NewShare,
} from "./share-store.ts";

const DAY_MS = 86_400_000;
/** How long an invitation may be accepted. */
const INVITED_MS = 7 * DAY_MS;
/** Living shares of a connection, and of a borrower with one provider. */
export const MAX_SHARES = 1_000;
export const MAX_BORROWED = 100;
/** A user's invitations within a day: each is a message to a stranger. */
export const MAX_INVITATIONS = 50;

export type LendingDeps = Pick<Deps, "database" | "changes" | "audit" | "clock" | "registry" | "accounts">;

/** Who lends, with what they may do themselves. */
export interface Lender {
  owner: Owner;
  /** The key's permissions; null for all. */
  permissions: readonly string[] | null;
  initiator: Initiator;
}

/** Lends a connection; throws 400 for what cannot be lent, 403 for more than the caller may do, 409 where it is lent so already. */
export async function lend(deps: LendingDeps, lender: Lender, ref: IntegrationRef, body: LendBody) {
  const { owner, initiator } = lender;
  const now = deps.clock.now();
  const meant = await requireOwn(deps, owner, ref);
  const permissions = lendable(deps.registry.provider(meant.provider), meant.provider, lender, body.permissions);
  const endsAt = endOf(body.until, now);
  const account = body.to.account === undefined ? null : await deps.accounts.require(owner.userId, body.to.account);
  const borrower = account && { userId: account.userId, accountId: account.id };
  if (borrower && borrower.accountId === owner.accountId) throw toOneself("/to/account");
  const { made, announce } = await deps.database
    .transaction(async (tx) => {
      await lockBoth(tx, owner, borrower);
      const [row] = await lockConnections(tx, owner, { id: meant.id });
      if (!row) throw integrationNotFound(owner, refText(ref));
      await endOverdue(tx, row.id, borrower, now);
      const share = await newShare(tx, { row, borrower, owner, body, now });
      await insertShare(tx, { ...share, permissions, eventServices: servicesOf(deps, row, body), endsAt });
      const announce = await recordLent(tx, deps, initiator, { row, share: { ...share, permissions, endsAt }, owner });
      return { made: (await findLent(queryable(tx), owner, row.id, share.id)) as LentShare, announce };
    })
    .catch((error: unknown) => Promise.reject(isUniqueViolation(error) ? lentAlready() : error));
  if (borrower) deps.changes.invalidate(borrower.userId, ["shares"]);
  for (const tell of announce) tell();
  return shareView(made, now);
}

/** The owner's own connection that is named; what is borrowed is nobody's to lend. */
export async function requireOwn({ database }: Pick<Deps, "database">, owner: Owner, ref: IntegrationRef) {
  const meant = connectionToChange(await findConnections(database.orm, owner, ref), nameIn(ref));
  if (!meant) throw integrationNotFound(owner, refText(ref));
  return meant;
}

/** The patterns; throws 400 for one that names nothing of the provider, and 403 for permissions that the caller lacks. */
function lendable(
  provider: Provider | undefined,
  id: string,
  { permissions: own }: Lender,
  patterns: readonly string[],
): string[] {
  const all = provider ? [...permissionsOf(provider), RAW_PERMISSION] : [];
  const covers = (pattern: string, name: string) => allows([pattern], `${id}:${name}`);
  const named = (name: string) => (provider ? previousNamesOf(provider).permissions.all(name) : [name]);
  const errors = patterns.flatMap((pattern, i) =>
    all.some((one) => named(one).some((name) => covers(pattern, name)))
      ? []
      : [{ in: "body" as const, path: `/permissions/${i}`, message: `"${pattern}" names no permission of ${id}.` }],
  );
  if (errors.length > 0) throw invalidInput(errors);
  const lacking = all
    .filter((name) => patterns.some((pattern) => covers(pattern, name)))
    .map((name) => `${id}:${name}`)
    .filter((permission) => !allows(own, permission));
  if (lacking.length > 0) throw lacksPermissions(lacking);
  return [...new Set(patterns)];
}

/** Services whose events the borrower gets, where the lender wants that. */
function servicesOf({ registry }: Pick<Deps, "registry">, { provider: id }: IntegrationRow, body: LendBody) {
  const provider = registry.provider(id);
  if (body.events !== true || !provider) return null;
  const lent = permissionsOf(provider).filter((name) => allows(body.permissions, `${id}:${name}`));
  return [...new Set(lent.map((name) => name.split(".")[0] as string))];
}

function endOf(until: string | undefined, now: number): number | null {
  if (until === undefined) return null;
  const endsAt = Date.parse(until);
  if (endsAt > now) return endsAt;
  throw invalidInput([{ in: "body", path: "/until", message: "until must be in the future." }]);
}

const toOneself = (path: string) =>
  invalidInput([{ in: "body", path, message: "A connection cannot be lent to its own owner." }]);

const lentAlready = () =>
  new AppError("CONFLICT", "The connection is lent to them already, or they borrow another one by this name");

/** In one order, so that two who lend to each other do not wait for each other. */
async function lockBoth(tx: Orm, owner: Owner, borrower: Owner | null): Promise<void> {
  const both = [owner, ...(borrower ? [borrower] : [])];
  for (const one of both.sort((a, b) => ((a.accountId ?? "") < (b.accountId ?? "") ? -1 : 1)))
    if (!(await lockOwner(tx, one))) throw accountNotFound(one.accountId ?? undefined);
}

interface Planned {
  row: IntegrationRow;
  borrower: Owner | null;
  owner: Owner;
  body: LendBody;
  now: number;
}

type PlannedShare = Omit<NewShare, "permissions" | "eventServices" | "endsAt">;

/** Whom the share is for, and its name; throws where there are too many. */
async function newShare(tx: Orm, { row, borrower, owner, body, now }: Planned): Promise<PlannedShare> {
  const { id: connectionId, provider } = row;
  const counts = await countShares(tx, { connectionId, provider, borrower, userId: owner.userId, now });
  if (counts.ofConnection >= MAX_SHARES) throw tooMany(`A connection is lent to at most ${MAX_SHARES}; end one first`);
  if (counts.ofBorrower >= MAX_BORROWED)
    throw tooMany(`They borrow ${MAX_BORROWED} connections with ${provider} already; end one first`);
  const base = { id: crypto.randomUUID(), connectionId, provider, borrower, now };
  if (borrower) {
    const taken = (await borrowedNames(tx, borrower, provider)).map((name) => ({ name }));
    return { ...base, name: body.name ?? suggestedName(taken, row.identity), invitedEmail: null, invitedUntil: null };
  }
  if (counts.invitationsOfDay >= MAX_INVITATIONS)
    throw new AppError("RATE_LIMITED", `A user invites ${MAX_INVITATIONS} others a day at most; go on tomorrow`);
  const invitedEmail = (body.to as { user: string }).user.toLowerCase();
  if (invitedEmail === (await addressOf(tx, owner.userId))) throw toOneself("/to/user");
  const name = body.name ?? suggestedName([], row.identity);
  return { ...base, name, invitedEmail, invitedUntil: now + INVITED_MS };
}

const tooMany = (text: string) => new AppError("CONFLICT", text);
