// Links that decide on one call without a login: made by whoever may decide, and void as soon as they no longer may.
import { isMarkedToken, makeMarkedToken } from "../../connections/connect/marked-token.ts";
import { serialized } from "../../foundation/db/serialized.ts";
import { AppError } from "../../foundation/errors.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Caller } from "../../identity/keys/model.ts";
import type { Deps } from "../../server/deps.ts";
import { type Authority, authorityOf, decidableFor } from "./deciders.ts";
import { approvalFacts } from "./events.ts";
import type { LinkBrowser } from "./link-browser.ts";
import { bindLink, countLinks, findByToken, insertLink, type LinkRow } from "./link-store.ts";
import type { CreateLinkBody, DecideBody } from "./model.ts";
import { assertMayDecide, type DecideDeps, decidePending, notPending, requireApproval } from "./service.ts";
import type { ApprovalRow } from "./store.ts";
import { stateAt } from "./view.ts";

/** Links of one approval that have not expired. */
const MAX_LINKS = 5;
const DEFAULT_SECONDS = 900;
const PURPOSE = "approval-link";

export const LINK_PATH = "/approve/{token}";

export async function createLink(
  deps: Pick<Deps, "database" | "vault" | "clock" | "baseUrl" | "audit">,
  who: Caller,
  id: string,
  { expires_in = DEFAULT_SECONDS, name }: CreateLinkBody,
  initiator: Initiator,
) {
  const row = await requireApproval(deps, who, id);
  assertMayDecide(who, row);
  const authority = authorityOf(who) as Authority;
  const now = deps.clock.now();
  const status = stateAt(row, now);
  if (status !== "pending") throw notPending(status);
  const token = makeMarkedToken(deps.vault, PURPOSE);
  const expiresAt = new Date(Math.min(now + expires_in * 1_000, Date.parse(row.expiresAt))).toISOString();
  const link = {
    id: crypto.randomUUID(),
    approvalId: row.id,
    userId: row.userId,
    accountId: row.accountId,
    name: name?.trim() || null,
    makerKind: authority.kind,
    makerId: authority.id,
    makerName: initiator.actor.name,
    tokenHash: deps.vault.macs(token)[0] as string,
    createdAt: new Date(now).toISOString(),
    expiresAt,
  };
  const announce = await serialized(deps.database, `approval links ${row.id}`, async (tx) => {
    if ((await countLinks(tx, row.id, link.createdAt)) >= MAX_LINKS) throw tooMany();
    await insertLink(tx, link);
    const details = { link_id: link.id, name: link.name, expires_at: expiresAt };
    return deps.audit.recordIn(tx, initiator, approvalFacts("approval_link_created", row, details));
  });
  announce();
  return { url: `${deps.baseUrl}${LINK_PATH.replace("{token}", token)}`, expires_at: expiresAt };
}

const tooMany = () =>
  new AppError("CONFLICT", `The approval has ${MAX_LINKS} links that can still be used, which is the maximum.`, {
    next_step: "Use one of them, or wait until one has expired.",
  });

/** A link and the call that it is about. */
export interface OpenLink {
  link: LinkRow;
  approval: ApprovalRow;
}

type FindDeps = Pick<Deps, "database" | "vault" | "clock" | "keys">;

/** Null for a token that is not ours, has expired, or whose maker may no longer decide. */
export async function findLink(deps: FindDeps, token: string): Promise<OpenLink | null> {
  if (!isMarkedToken(deps.vault, PURPOSE, token)) return null;
  const link = await findByToken(deps.database, deps.vault.macs(token));
  if (!link || Date.parse(link.expiresAt) <= deps.clock.now()) return null;
  const approval = await decidableFor(deps, authorityOfLink(link), link.approvalId);
  return approval && { link, approval };
}

const authorityOfLink = ({ userId, makerKind, makerId }: LinkRow): Authority => ({
  userId,
  kind: makerKind,
  id: makerId,
});

export type Binding = "free" | "own" | "other";

export function bindingOf({ browserHash }: LinkRow, browser: LinkBrowser | null): Binding {
  if (browserHash === null) return "free";
  return browser?.hashes.includes(browserHash) === true ? "own" : "other";
}

/** Makes the link this browser's alone; false where another one was first. */
export async function bindTo(
  deps: Pick<Deps, "database" | "clock" | "audit">,
  { link, approval }: OpenLink,
  browser: LinkBrowser,
  from: Pick<Initiator, "address" | "requestId">,
): Promise<boolean> {
  const now = new Date(deps.clock.now()).toISOString();
  if (!(await bindLink(deps.database, link, browser.hashes, now))) return false;
  if (link.browserHash === null) {
    const initiator: Initiator = { actor: { kind: "anonymous", id: null, name: null }, ...from };
    await deps.audit.record(initiator, approvalFacts("approval_link_opened", approval, { link_id: link.id }));
  }
  return true;
}

/** Decides as the person behind the link, with the right of its maker, whom the audit log names. */
export function decideByLink(
  deps: DecideDeps,
  { link, approval }: OpenLink,
  body: DecideBody,
  from: Pick<Initiator, "address" | "requestId">,
) {
  const initiator: Initiator = { actor: { kind: link.makerKind, id: link.makerId, name: link.makerName }, ...from };
  return decidePending(deps, approval, body, {
    initiator,
    by: { kind: "link", id: link.id, name: link.name },
    details: { link_id: link.id, link_name: link.name },
  });
}
