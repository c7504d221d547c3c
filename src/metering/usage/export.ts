// The usage log as a file of any size: written step by step, each when the reader has taken the one before.
import type { Deps } from "../../server/deps.ts";
import { csvLine } from "./csv.ts";
import { entryView, UsageEntry } from "./model.ts";
import { type Filters, filterOf } from "./service.ts";
import { nextEntries, STEP_ROWS, type UsageEntryRow, type UsagePosition } from "./store.ts";

export const EXPORT_FORMATS = {
  csv: "text/csv; charset=utf-8",
  json: "application/json",
} as const;
export type ExportFormat = keyof typeof EXPORT_FORMATS;

type View = ReturnType<typeof entryView>;
const NAMES = Object.keys(UsageEntry.properties) as (keyof View)[];
/** Columns stay where files of earlier versions have them: new ones stand behind. */
const NEW = ["person_id", "integration_id", "connection", "lent_by", "agent_session_id", "agent"] as const;
const OTHERWISE: readonly (keyof View)[] = [...NEW, "error", "steps", "inputs"];
const COLUMNS = NAMES.filter((name) => !OTHERWISE.includes(name)) as Exclude<
  keyof View,
  "error" | "steps" | "inputs"
>[];
const cellsOf = (view: View) => [
  ...[...COLUMNS, ...NEW].map((column) => view[column]),
  view.inputs?.join(" ") ?? null,
  view.error?.code ?? null,
  view.error?.message ?? null,
];

/** What stands before, between and after the entries. */
const WRITERS: Record<
  ExportFormat,
  { head: string; tail: string; write(views: readonly View[], isFirst: boolean): string }
> = {
  csv: {
    head: csvLine([...COLUMNS, ...NEW, "inputs", "error_code", "error_message"]),
    tail: "",
    write: (views) => views.map((view) => csvLine(cellsOf(view))).join(""),
  },
  json: {
    head: '{"entries":[',
    tail: "\n]}\n",
    write: (views, isFirst) =>
      views.map((view, i) => `${isFirst && i === 0 ? "" : ","}\n${JSON.stringify(view)}`).join(""),
  },
};

/** Newest first. */
export async function* exportTexts(
  { database }: Pick<Deps, "database">,
  { userId, query, format }: { userId: string; query: Filters; format: ExportFormat },
): AsyncGenerator<string> {
  const { head, tail, write } = WRITERS[format];
  const filter = filterOf(userId, query);
  yield head;
  let isFirst = true;
  let after: UsagePosition | null = null;
  do {
    const step: { rows: UsageEntryRow[]; last: UsagePosition | null } = await nextEntries(
      database.reports,
      filter,
      after,
      STEP_ROWS,
    );
    if (step.rows.length > 0) {
      yield write(step.rows.map(entryView), isFirst);
      isFirst = false;
    }
    after = step.last;
  } while (after !== null);
  yield tail;
}
