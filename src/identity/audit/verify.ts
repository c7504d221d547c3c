// Verifies the audit log against its seals, a bounded part at a time: what was changed, what is missing, and what is gone by design.
import type { Database } from "../../foundation/db/database.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import type { InputError } from "../../foundation/errors.ts";
import { cursorErrors, openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import type { Deps } from "../../server/deps.ts";
import type { AuditProblem, VerifyQuery } from "./model.ts";
import {
  entriesOfNoSeal,
  entriesOfSeal,
  hasSealOf,
  newestSeal,
  nextSeals,
  type SealedEntry,
  type SealRow,
} from "./seal-store.ts";
import { authenticHeader, type Leaf, leafOf, type SealHeader, sealState, sha256 } from "./seals.ts";

/** Seals of one request, of up to 500 entries each. */
const SEALS_AT_ONCE = 20;
/** Entries without a seal of theirs that one request names. */
const MAX_STRAY = 500;
/** What the setting's raise may have found deleted that no seal names yet: one is made each day. */
const AGE_SLACK_MS = DAY_MS + 3_600_000;

type VerifyDeps = Pick<Deps, "vault" | "clock" | "database"> & { config: Pick<Deps["config"], "auditDays"> };

/** The last seal that was read, and the first. `hash` is null where that seal was changed. */
interface Place {
  first: number;
  number: number;
  hash: string | null;
}

interface Found {
  seals: number;
  entries: number;
  erased: number;
  aged: number;
  problems: AuditProblem[];
}

const context = ({ since, expect }: Pick<VerifyQuery, "since" | "expect">) =>
  JSON.stringify(["audit_verify", since ?? null, expect ?? null]);

/** Errors of the cursor beyond its schema. */
export function verifyErrors(
  { vault }: Pick<Deps, "vault">,
  { cursor, ...query }: Partial<VerifyQuery>,
  errors: readonly InputError[],
): InputError[] {
  return cursorErrors(vault, cursor, () => context(query), errors);
}

/** Verifies the next seals and their entries; `next_cursor` is null once all are. */
export async function verifyAudit(deps: VerifyDeps, { cursor, ...query }: VerifyQuery) {
  const { vault } = deps;
  const database = deps.database.reports;
  const found: Found = { seals: 0, entries: 0, erased: 0, aged: 0, problems: [] };
  let place = cursor === undefined ? null : (JSON.parse(openCursor(vault, cursor, context(query))) as Place);
  if (place === null && query.expect !== undefined && !(await hasSealOf(database, query.expect)))
    found.problems.push({ kind: "head_not_found", seal: null, entry_id: null });
  const since = query.since === undefined ? 0 : Date.parse(query.since);
  const agedUntil = await agedTime(deps, database);
  const rows = await nextSeals(database, { after: place?.number ?? 0, since, limit: SEALS_AT_ONCE });
  for (const row of rows) {
    const header = authenticHeader(deps, row);
    const isFirst = place === null && query.since !== undefined;
    if (!isFirst) found.problems.push(...linkProblems({ row, header, place, agedUntil }));
    found.seals++;
    await verifyEntries(database, { row, header, agedUntil }, found);
    place = { first: place?.first ?? row.number, number: row.number, hash: header && row.hash };
  }
  const isEnd = rows.length < SEALS_AT_ONCE;
  if (isEnd) found.problems.push(...(await strayEntries(database, place, query.since !== undefined)));
  return {
    ...found,
    ...(await sealState(deps)),
    next_cursor: isEnd ? null : sealCursor(vault, JSON.stringify(place), context(query)),
  };
}

/** Entries and seals up to this time may be gone by their age, under the setting now or as the newest seal says. */
async function agedTime(deps: VerifyDeps, database: Pick<Database, "query">): Promise<number> {
  const head = await newestSeal(database);
  const signed = head && authenticHeader(deps, head);
  return Math.max(deps.clock.now() - deps.config.auditDays * DAY_MS, signed?.retained_since ?? 0) + AGE_SLACK_MS;
}

interface Linked {
  row: SealRow;
  header: SealHeader | null;
  agedUntil: number;
}

/** What is wrong between the seal before and this one, and with this one itself. */
function linkProblems({ row, header, place, agedUntil }: Linked & { place: Place | null }): AuditProblem[] {
  const expected = (place?.number ?? 0) + 1;
  const isGap = row.number !== expected;
  const isAged = header !== null && (header.previous_at ?? Number.POSITIVE_INFINITY) <= agedUntil;
  const missing = isGap && !isAged ? [{ kind: "seals_missing" as const, seal: expected, entry_id: null }] : [];
  const before = place === null ? null : place.hash;
  // A changed seal before says nothing of this one by its hash.
  const isUnknown = place !== null && place.hash === null;
  const isLinked = isGap || isUnknown || header?.previous === before;
  return [...missing, ...(header !== null && !isLinked ? [changedSeal(row)] : [])];
}

const changedSeal = ({ number }: SealRow): AuditProblem => ({ kind: "seal_changed", seal: number, entry_id: null });

/** Compares the entries with the leaves of their seal. */
async function verifyEntries(
  database: Pick<Database, "query">,
  { row, header, agedUntil }: Linked,
  found: Found,
): Promise<void> {
  const problem = (kind: AuditProblem["kind"], id: string) =>
    found.problems.push({ kind, seal: row.number, entry_id: id });
  // Leaves that nothing authenticates say nothing of the entries.
  if (header === null || sha256(row.leaves) !== header.leaves) return void found.problems.push(changedSeal(row));
  const leaves = JSON.parse(row.leaves) as Leaf[];
  const ids = leaves.map(([id]) => id);
  const entries = new Map((await entriesOfSeal(database, row.number, ids)).map((entry) => [entry.id, entry]));
  for (const leaf of leaves) {
    const [id, at] = leaf;
    const entry = entries.get(id);
    entries.delete(id);
    if (entry) {
      found.entries++;
      const state = entry.seal === row.number ? compared(entry, leaf) : "changed";
      if (state === "erased") found.erased++;
      if (state === "changed") problem("entry_changed", id);
    } else if (at <= agedUntil) found.aged++;
    else problem("entry_missing", id);
  }
  for (const id of entries.keys()) problem("entry_added", id);
}

function compared(entry: SealedEntry, [, , core, personal]: Leaf): "whole" | "erased" | "changed" {
  const [, , coreNow, personalNow] = leafOf(entry, entry.salt ?? "");
  if (coreNow !== core) return "changed";
  if (entry.salt !== null && personalNow === personal) return "whole";
  return entry.isErased ? "erased" : "changed";
}

/** Entries of seals after the chain's end, which are missing, and of seals before its beginning, which were never theirs. */
async function strayEntries(
  database: Pick<Database, "query">,
  place: Place | null,
  isPart: boolean,
): Promise<AuditProblem[]> {
  // The entries of older seals that were not read are not compared either.
  const range = { first: isPart ? 0 : (place?.first ?? 0), last: place?.number ?? 0 };
  if (isPart && place === null) return [];
  const strays = await entriesOfNoSeal(database, range, MAX_STRAY);
  const missing = new Set(strays.filter(({ seal }) => seal > range.last).map(({ seal }) => seal));
  return [
    ...[...missing].map((seal): AuditProblem => ({ kind: "seals_missing", seal, entry_id: null })),
    ...strays
      .filter(({ seal }) => seal < range.first)
      .map(({ id, seal }): AuditProblem => ({ kind: "entry_added", seal, entry_id: id })),
  ];
}
