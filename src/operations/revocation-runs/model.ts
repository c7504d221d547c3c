// Revocation runs on the wire: what operators send, and what they get back.
import { type Static, Type as t } from "@sinclair/typebox";
import { nullable, oneOf } from "../../plugin/fields.ts";
import type { ItemCount } from "./item-store.ts";
import type { Run } from "./run-store.ts";
import { ALL_WHAT, ITEM_KINDS, type Selection, type What } from "./selection.ts";
import { stepsOf } from "./steps.ts";

const id = t.String({ format: "uuid" });
const time = (description: string) => t.String({ format: "date-time", description });
const count = (description: string) => t.Integer({ minimum: 0, description });
const counts = (description: string) =>
  t.Unsafe<Record<string, number>>(t.Object({}, { additionalProperties: t.Integer(), description }));

const WhatName = t.Unsafe<What>(t.String({ enum: ALL_WHAT }));
const WHAT_TEXT =
  "keys: API keys; sessions: agent sessions; mcp: MCP clients' access; panels: panel sessions; connections: connections with their tokens, grants that wait for a confirmation, and connects under way. The default is connections where a provider is named, otherwise all.";

const choices = {
  provider: t.Optional(
    t.String({ minLength: 1, maxLength: 100, description: "Only what is connected to this provider." }),
  ),
  partner: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 320,
      description:
        "Only what is this partner's: its own and its connected accounts'. E-mail address or id of its user.",
    }),
  ),
  user: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 320,
      description: "Only what is this user's own, without connected accounts. E-mail address or id.",
    }),
  ),
  before: t.Optional(
    time("Only what was granted or made before this time. The default is everything up to the start of the run."),
  ),
};

export const RevocationBody = t.Object({
  ...choices,
  what: t.Optional(
    t.Array(WhatName, { minItems: 1, maxItems: ALL_WHAT.length, uniqueItems: true, description: WHAT_TEXT }),
  ),
  everything: t.Optional(
    t.Boolean({ description: "true: no other choice is needed, and a time in the future is accepted." }),
  ),
});
export const RevocationQuery = t.Object({
  ...choices,
  what: t.Optional(
    t.String({ minLength: 1, maxLength: 100, description: `Names with commas between them. ${WHAT_TEXT}` }),
  ),
  everything: t.Optional(t.Boolean({ description: "true: no other choice is needed." })),
});
export type RevocationBody = Static<typeof RevocationBody>;

const selection = {
  provider: nullable(t.String()),
  partner_id: nullable(id),
  user_id: nullable(id),
  before: nullable(t.String({ format: "date-time" })),
  everything: t.Boolean(),
  what: t.Array(WhatName),
};

export const RevocationCounts = t.Object({
  ...selection,
  counts: counts("Rows that a run would end, by kind."),
  total: count("All of them."),
  owners: count("Of how many users and connected accounts they are."),
});

export const RevocationRunShape = t.Object(
  {
    id,
    selection: t.Object(selection),
    cutoff: time("What was made from this time on is not touched."),
    requested_by: t.Object({ kind: t.String(), id: nullable(t.String()), name: nullable(t.String()) }),
    requested_at: time("When it was started."),
    state: oneOf(["running", "done"], "Whether nothing is left to do, here and at the providers."),
    step: t.Union([t.String(), t.Null()], { description: "The current step; null when it is done." }),
    steps_done: count("Finished steps."),
    steps: count("Total number of steps."),
    ended: counts("Rows that it ended here, by kind."),
    at_providers: t.Object(
      {
        ended: count("The provider has revoked the grant."),
        no_endpoint: count("The provider has nothing to revoke it with."),
        shared: count("Another connection, which is not ended, has the same grant."),
        failed: count("The provider refused, or did not respond for a day."),
        trying: count("Tried again until it succeeds, for a day."),
      },
      { description: "What became of the grants at their providers." },
    ),
    error: t.Union([t.String(), t.Null()], { description: "The error code of the last attempt." }),
    ended_here_at: t.Union([time(""), t.Null()], { description: "When everything had ended here." }),
    finished_at: nullable(t.String({ format: "date-time" })),
  },
  { title: "RevocationRun" },
);
export type RevocationRunShape = Static<typeof RevocationRunShape>;
export const RevocationRunList = t.Object({ revocation_runs: t.Array(RevocationRunShape) });

export const VerifyReportQuery = t.Object({
  run_id: id,
  sha256: t.String({
    minLength: 1,
    maxLength: 100,
    description: "SHA-256 of all lines before the signature, as base64url.",
  }),
  seal: t.String({ minLength: 1, maxLength: 1_000, description: "The seal of the signature's line." }),
});
export const VerifiedReport = t.Object({
  is_authentic: t.Boolean({ description: "Whether this gateway's key ring signed exactly these lines." }),
  run_id: id,
});

export const selectionView = ({ partnerId, userId, ...selection }: Selection, what: readonly What[]) => ({
  provider: selection.provider,
  partner_id: partnerId,
  user_id: userId,
  before: selection.before,
  everything: selection.everything,
  what: [...what],
});

export function runView(run: Run, items: readonly ItemCount[]): RevocationRunShape {
  const own = items.filter(({ runId }) => runId === run.id);
  const sum = (isMeant: (item: ItemCount) => boolean) =>
    own.filter(isMeant).reduce((total, { items: rows }) => total + rows, 0);
  const kinds = ITEM_KINDS.map((kind) => [kind, sum((item) => item.kind === kind)] as const);
  const atProviders = (end: ItemCount["providerEnd"]) => sum((item) => item.providerEnd === end);
  const steps = stepsOf(run);
  const isDone = run.state === "done";
  return {
    id: run.id,
    selection: selectionView(run.selection, run.what),
    cutoff: run.cutoff,
    requested_by: { kind: run.requestedBy.kind, id: run.requestedBy.id, name: run.requestedBy.name },
    requested_at: run.requestedAt,
    state: isDone ? "done" : "running",
    step: isDone ? null : run.step,
    steps_done: isDone
      ? steps.length
      : Math.max(
          0,
          steps.findIndex(({ name }) => name === run.step),
        ),
    steps: steps.length,
    ended: Object.fromEntries(kinds.filter(([, rows]) => rows > 0)),
    at_providers: {
      ended: atProviders("ended"),
      no_endpoint: atProviders("no_endpoint"),
      shared: atProviders("shared"),
      failed: atProviders("failed"),
      trying: atProviders("trying"),
    },
    error: run.error,
    ended_here_at: run.endedHereAt,
    finished_at: run.finishedAt,
  };
}
