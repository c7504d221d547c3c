// "Always for this": makes a decision's standing approval, and refuses one that would allow more than the person has seen.

import type { Orm } from "../../foundation/db/database.ts";
import { AppError, type InputError, invalidInput } from "../../foundation/errors.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Deps } from "../../server/deps.ts";
import { openInput, type StoredInput } from "./content.ts";
import type { DecideBody } from "./model.ts";
import { standingFacts } from "./standing-facts.ts";
import { boundNames, fits, MAX_FIXED, namesOf, openFixed, sealFixed, without } from "./standing-input.ts";
import { DEFAULT_LIFE_S, type Remember } from "./standing-model.ts";
import {
  countStanding,
  deleteReplaced,
  findSameQuestion,
  insertStanding,
  isKeysOwnSession,
  lockStanding,
  type StandingRow,
} from "./standing-store.ts";
import type { ApprovalRow, Decider } from "./store.ts";
import { MAX_STANDING } from "./tables.ts";
import { toolVersion } from "./tool-version.ts";

/** Only a yes is remembered. */
export function rememberErrors({ decision, remember }: Pick<DecideBody, "decision" | "remember">): InputError[] {
  if (remember === undefined || decision === "approve") return [];
  const message = "Leave it out with deny: only a yes can be remembered. A rule denies for good.";
  return [{ in: "body", path: "/remember", message }];
}

type RememberDeps = Pick<Deps, "database" | "vault" | "registry" | "audit">;

/** The standing approval that a yes to this call makes; throws 400 or 409 where it cannot be remembered. */
export async function standingOf(
  deps: RememberDeps,
  row: ApprovalRow,
  { remember, by, now }: { remember: Remember; by: Decider; now: number },
): Promise<StandingRow> {
  const endpoint = deps.registry.tool(row.tool);
  const input = openInput(deps, row);
  if (!endpoint || toolVersion(endpoint) !== row.toolVersion)
    throw cannot("the tool has changed since the call was made");
  if (input === null || (row.ruleScope !== null && row.question === null))
    throw cannot("the call was made before this release");
  const isOfSession = row.callerKind === "agent_session";
  if (isOfSession && !(await isKeysOwnSession(deps.database, row.userId, row.callerId)))
    throw cannot("the call is of an agent session below another, which an agent can make itself");
  const mayDiffer = differing(endpoint, input, remember);
  const fixed = without(input, mayDiffer);
  if (JSON.stringify(fixed).length > MAX_FIXED)
    throw invalid("the arguments are too long to be remembered. Leave the long ones out, if they may differ.");
  const id = crypto.randomUUID();
  return {
    id,
    userId: row.userId,
    accountId: row.accountId,
    callerKind: row.callerKind,
    callerId: isOfSession ? (row.keyId as string) : row.callerId,
    callerName: isOfSession ? null : row.callerName,
    agent: row.agent,
    connectionId: row.connectionId,
    connection: row.connection,
    identityId: row.identityId,
    identity: row.identity,
    provider: row.provider,
    tool: row.tool,
    toolVersion: row.toolVersion,
    rule: row.rule,
    ruleScope: row.ruleScope,
    question: row.question,
    reason: row.reason,
    input: sealFixed(deps, id, fixed),
    mayDiffer,
    createdAt: new Date(now).toISOString(),
    createdBy: by,
    expiresAt: new Date(now + (remember.expires_in ?? DEFAULT_LIFE_S) * 1_000).toISOString(),
  };
}

/** The arguments that later calls may send with any value. */
function differing(endpoint: RegisteredEndpoint, input: StoredInput, { arguments: fixed }: Remember): string[] {
  if (fixed === undefined) return [];
  const names = namesOf(input);
  const unknown = fixed.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw invalid(`the call has no ${quoted(unknown)}. Name some of ${quoted(names)}.`);
  const mayDiffer = names.filter((name) => !fixed.includes(name));
  const bound = boundNames(endpoint, input).filter((name) => mayDiffer.includes(name));
  if (bound.length > 0)
    throw invalid(
      `${quoted(bound)} must be the same: ${endpoint.tool} reaches somebody, spends or deletes by ${bound.length > 1 ? "them" : "it"}.`,
    );
  return mayDiffer;
}

const quoted = (names: readonly string[]) => names.map((name) => JSON.stringify(name)).join(", ");

function invalid(message: string): AppError {
  const error: InputError = { in: "body", path: "/remember/arguments", message };
  return invalidInput([error]);
}

const cannot = (why: string) =>
  new AppError("CONFLICT", `The yes cannot be remembered, because ${why}. Decide without "remember".`);

/** Stores it with the decision; one for the same calls goes. Call the result after the commit. */
export async function storeStanding(
  deps: RememberDeps,
  tx: Orm,
  row: StandingRow,
  initiator: Initiator,
): Promise<() => void> {
  await lockStanding(tx, row);
  const fixed = openFixed(deps, row);
  const isReplaced = (one: { id: string; input: string; mayDiffer: readonly string[] }) =>
    one.mayDiffer.join() === row.mayDiffer.join() && fits(openFixed(deps, one), fixed, []);
  const replaced = (await findSameQuestion(tx, row)).filter(isReplaced).map(({ id }) => id);
  if (replaced.length > 0) await deleteReplaced(tx, row.userId, replaced);
  if ((await countStanding(tx, row, row.createdAt)) >= MAX_STANDING)
    throw new AppError("CONFLICT", `There are ${MAX_STANDING.toLocaleString("en")} standing approvals already.`, {
      next_step: "End some of GET /api/v1/standing-approvals, or decide without remember.",
    });
  await insertStanding(tx, row);
  const { rule, ruleScope: scope, mayDiffer: may_differ, expiresAt: expires_at } = row;
  return deps.audit.recordIn(
    tx,
    initiator,
    standingFacts("standing_approval_created", row, { rule, scope, may_differ, expires_at }),
  );
}
