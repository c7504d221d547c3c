// An approval as its viewers get it: what the call does, with what, for whom, and what became of it.
import { redactedCopy } from "../../metering/usage/redacted-copy.ts";
import { isReaching } from "../../providers/registry/effects.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Deps } from "../../server/deps.ts";
import { errorMessage } from "../../web/pages/messages.ts";
import { titleOf } from "../tools/forms/title.ts";
import { bodyOf, openInput, type StoredInput, type StoredResponse } from "./content.ts";
import { pageOf } from "./events.ts";
import { type ApprovalDetail, type ApprovalView, FAILURES, type Failure, type State } from "./model.ts";
import { freeNames } from "./standing-input.ts";
import type { ApprovalRow } from "./store.ts";

const MAX_VISIBLE = 16 * 1024;

/** A pending one whose time is over has expired, whether the job has seen it or not. */
export const stateAt = ({ state, expiresAt }: Pick<ApprovalRow, "state" | "expiresAt">, now: number): State =>
  state === "pending" && Date.parse(expiresAt) <= now ? "expired" : state;

type ViewDeps = Pick<Deps, "clock" | "registry" | "baseUrl">;

const endpointOf = ({ registry }: Pick<Deps, "registry">, { tool }: Pick<ApprovalRow, "tool">) => registry.tool(tool);

/** The name alone of a tool that is not there any more. */
export function titleOfRow(deps: Pick<Deps, "registry">, row: Pick<ApprovalRow, "tool">): string {
  const endpoint = endpointOf(deps, row);
  return endpoint ? titleOf(endpoint) : row.tool;
}

const EFFECT_SENTENCES = {
  reads: errorMessage("It reads, and changes nothing."),
  writes: errorMessage("It changes something."),
  destroys: errorMessage("It deletes or overwrites something, which may not be undone."),
} as const;

/** English sentences, which pages translate one by one. */
function sentencesOf(endpoint: RegisteredEndpoint | undefined, input: StoredInput | null): string[] {
  if (!endpoint) return [errorMessage("The tool is not there any more.")];
  const { effect, reaches, spends } = endpoint.effects;
  const { query, body } = endpoint.input;
  const reaching = isReaching(reaches, { ...input?.query, ...input?.body }, [query, body]);
  return [
    EFFECT_SENTENCES[effect],
    ...(spends ? [errorMessage("Money moves.")] : []),
    ...(reaching ? [errorMessage("Others than the owner get to see it.")] : []),
  ];
}

/** What a yes lets happen. */
export const effectSentences = (deps: Pick<Deps, "registry" | "vault">, row: ApprovalRow): string[] =>
  sentencesOf(endpointOf(deps, row), openInput(deps, row));

export function viewOf(deps: ViewDeps, row: ApprovalRow, input: StoredInput | null = null): ApprovalView {
  const { failure } = row;
  return {
    id: row.id,
    status: stateAt(row, deps.clock.now()),
    url: pageOf(deps.baseUrl, row.id),
    account_id: row.accountId,
    provider: row.provider,
    tool: row.tool,
    title: titleOfRow(deps, row),
    effect: sentencesOf(endpointOf(deps, row), input).join(" "),
    connection: row.connection,
    identity: row.identity,
    requested_by: { kind: row.callerKind, id: row.callerId, name: row.callerName, agent: row.agent },
    rule: row.ruleScope === null ? null : { rule: row.rule, scope: row.ruleScope },
    reason: row.reason,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    decided_at: row.decidedAt,
    decided_by: row.decidedBy && { kind: row.decidedBy.kind, name: row.decidedBy.name },
    note: row.note,
    finished_at: row.endedAt,
    failure: failure === null ? null : { code: failure, message: FAILURES[failure as Failure] },
  };
}

export function detailOf(
  deps: ViewDeps & Pick<Deps, "vault">,
  row: ApprovalRow,
  response: StoredResponse | null,
): Omit<ApprovalDetail, "object"> {
  const input = openInput(deps, row);
  const named = input && { ...input.query, ...input.body, ...input.params };
  const visible = named && redactedCopy(named, MAX_VISIBLE, endpointOf(deps, row)?.def.fileFields ?? []);
  return {
    ...viewOf(deps, row, input),
    arguments: (visible?.value as Record<string, unknown> | undefined) ?? null,
    may_differ: input ? freeNames(endpointOf(deps, row), input) : [],
    arguments_truncated: visible?.isTruncated ?? false,
    response: response && { status: response.status, body: bodyOf(response) },
  };
}
