// The shape of an integration's sources on the wire, which events/subscriptions works.
import { type Static, Type as t } from "@sinclair/typebox";
import type { SourceRow } from "../../events/subscriptions/store.ts";
import type { Provider } from "../../plugin/index.ts";
import { previousNamesOf } from "../../providers/registry/previous-names.ts";

const fields = {
  name: t.String({ description: "The source's name, such as gmail." }),
  resource: t.Union([t.String(), t.Null()], {
    description: "The watched item, such as a repository; null if the provider has only one.",
  }),
  mode: t.Union([t.Literal("push"), t.Literal("poll")], { description: "Whether events are pushed or polled." }),
  state: t.Union([t.Literal("pending"), t.Literal("active"), t.Literal("failed")]),
  expires_at: t.Union([t.String({ format: "date-time" }), t.Null()], {
    description: "When the subscription expires. The gateway renews it before that.",
  }),
  error: t.Union([t.Object({ code: t.String(), message: t.String() }, { title: "SourceError" }), t.Null()], {
    description: "Why it failed.",
  }),
};

/** A source within its integration. */
export const SourceShape = t.Object(fields, {
  title: "IntegrationSource",
  description: "Where an integration's events come from.",
});

const time = (description: string) => t.Union([t.String({ format: "date-time" }), t.Null()], { description });

/** A source by itself, which its id deletes or checks. */
export const SourceWithId = t.Object(
  {
    id: t.String({ format: "uuid" }),
    ...fields,
    last_checked_at: time("When the gateway last polled it or checked its subscription; null before the first time."),
    next_check_at: time("When the gateway polls it or checks its subscription next; null if nothing is scheduled."),
  },
  { title: "Source" },
);

/** One that runs or shall run; what is ending is gone for its owner. */
export interface LivingSource extends SourceRow {
  state: Exclude<SourceRow["state"], "ending">;
}

export const isLiving = (row: SourceRow): row is LivingSource => row.state !== "ending";

/** Under the name that the source has today. */
export function sourceView(row: LivingSource, provider: Provider | undefined): Static<typeof SourceShape> {
  const { name, resource, mode, state, expiresAt, errorCode, error } = row;
  return {
    name: provider ? previousNamesOf(provider).sources.today(name) : name,
    resource: resource === "" ? null : resource,
    mode,
    state,
    expires_at: expiresAt?.toISOString() ?? null,
    error: errorCode === null ? null : { code: errorCode, message: error ?? "" },
  };
}

export const sourceWithId = (row: LivingSource, provider: Provider | undefined): Static<typeof SourceWithId> => ({
  id: row.id,
  ...sourceView(row, provider),
  last_checked_at: ordered(row.polledAt, row.checkedAt).at(-1) ?? null,
  next_check_at: ordered(row.nextAt, row.nextCheckAt).at(0) ?? null,
});

/** Those of the times that are set, the earliest first. */
const ordered = (...times: readonly (Date | null)[]): string[] => times.flatMap((at) => at?.toISOString() ?? []).sort();

export function sourceViews(rows: readonly SourceRow[], provider: Provider | undefined) {
  return rows.filter(isLiving).map((row) => sourceView(row, provider));
}
