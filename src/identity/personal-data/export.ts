// Exports everything about an owner as JSON lines, page by page, so that neither side holds it in memory.
import { Buffer } from "node:buffer";
import type { Database } from "../../foundation/db/database.ts";
import type { ExportedTable, Table } from "../../foundation/db/table.ts";
import type { InputError } from "../../foundation/errors.ts";
import type { Deps } from "../../server/deps.ts";
import type { Input } from "../../web/http/input.ts";
import { watchedTextStream } from "../../web/http/text-stream.ts";
import type { Initiator } from "../initiator.ts";
import type { Owner } from "../owner.ts";

/** A line: what it is about, where an export can go on behind it, and the row. */
interface Row {
  rowData: string;
  rowKey: string[];
}

/** A place behind a row of a kind; null keys are before its first row. */
interface Position {
  index: number;
  key: readonly string[] | null;
}

const PAGE = 500;

const names = (list = "") => list.split(/\s+/).filter(Boolean);
const OF_OWNER = "user_id = $1::text::uuid and ($2::text is null or account_id = $2::text::uuid)";
const TEXTS = {
  uuid: (column: string) => `${column}::text`,
  text: (column: string) => `${column}::text`,
  bigint: (column: string) => `${column}::text`,
  boolean: (column: string) => `${column}::text`,
  xid8: (column: string) => `${column}::text`,
  timestamptz: (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
};
const FORMS: Record<keyof typeof TEXTS, RegExp> = {
  uuid: /^[0-9a-f-]{36}$/,
  text: /^[^\0]*$/,
  bigint: /^\d{1,18}$/,
  boolean: /^(true|false)$/,
  xid8: /^\d{1,19}$/,
  timestamptz: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
};

/** Sealed columns become `has_<column>`. */
function pageText({
  table,
  columns,
  sealed,
  owner = OF_OWNER,
  key,
  page = PAGE,
}: ExportedTable & Pick<Table, "table">): string {
  const fields = [
    ...names(columns).map((name) => `'${name}', ${name}`),
    ...names(sealed).map((name) => `'has_${name}', ${name} is not null`),
  ];
  const keyColumns = key.map(([name]) => name);
  const parameters = key.map(([, type], i) => `$${i + 3}::text::${type}`);
  return `select json_build_object(${fields.join(", ")})::text as "rowData",
      json_build_array(${key.map(([name, type]) => TEXTS[type](name)).join(", ")}) as "rowKey"
    from ${table}
    where ${owner} and ($3::text is null or (${keyColumns.join(", ")}) > (${parameters.join(", ")}))
    order by ${keyColumns.join(", ")} limit ${page}`;
}

type Page = ExportedTable & { text: string };

/** The exported tables in their order, each with the query of a page. */
const pagesOf = (tables: readonly Table[]): Page[] =>
  tables.flatMap(({ table, personal: { exported } }) =>
    exported ? [{ ...exported, text: pageText({ table, ...exported }) }] : [],
  );

async function readPage(
  database: Pick<Database, "query">,
  page: Page,
  owner: Owner,
  { key }: Position,
): Promise<Row[]> {
  const behind = key ?? page.key.map(() => null);
  return database.query<Row>(page.text, [owner.userId, owner.accountId, ...behind]);
}

const cursorOf = (kind: string, key: readonly string[]) =>
  Buffer.from(JSON.stringify([kind, ...key])).toString("base64url");

/** Null for a text that is no cursor. It names only rows of the export's owner, whatever its keys are. */
function positionOf(pages: readonly ExportedTable[], cursor: string): Position | null {
  try {
    const [kind, ...key] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    const index = pages.findIndex((page) => page.kind === kind);
    const types = pages[index]?.key ?? [];
    const isFit = types.length === key.length && types.every(([, type], i) => isOfType(type, key[i]));
    return index >= 0 && isFit ? { index, key: key as string[] } : null;
  } catch {
    // A cursor that cannot be read is none of ours.
    return null;
  }
}

const isOfType = (type: keyof typeof FORMS, value: unknown) => typeof value === "string" && FORMS[type].test(value);

export function cursorErrors({ tables }: Pick<Deps, "tables">, { cursor }: Input["query"]): InputError[] {
  if (cursor === undefined || positionOf(pagesOf(tables), String(cursor))) return [];
  return [{ in: "query", path: "/cursor", message: "cursor is not from this export. Leave it out to start again." }];
}

type ExportDeps = Pick<Deps, "database" | "clock" | "tables">;

/** One text for each page: its lines, each an object with `kind`. The first names the owner; the last is of the kind `end`. */
export async function* exportLines(deps: ExportDeps, owner: Owner, cursor: string | null): AsyncGenerator<string> {
  const exportedAt = new Date(deps.clock.now()).toISOString();
  const { userId, accountId } = owner;
  yield line({ kind: "export", version: 1, user_id: userId, account_id: accountId, exported_at: exportedAt });
  const pages = pagesOf(deps.tables);
  let position = cursor === null ? { index: 0, key: null } : (positionOf(pages, cursor) as Position);
  for (let page = pages[position.index]; page; page = pages[position.index]) {
    const { index }: Position = position;
    const { kind, page: size = PAGE } = page;
    const rows: Row[] = await readPage(deps.database.reports, page, owner, position);
    // The database's own text of the row: numbers that JavaScript cannot hold stay as they are.
    const lines = rows.map(
      ({ rowData, rowKey }) =>
        `{"kind":${JSON.stringify(kind)},"cursor":"${cursorOf(kind, rowKey)}","data":${rowData}}\n`,
    );
    if (lines.length > 0) yield lines.join("");
    const last = rows.length < size ? undefined : rows.at(-1);
    position = last ? { index, key: last.rowKey } : { index: index + 1, key: null };
  }
  yield line({ kind: "end" });
}

const line = (value: object) => `${JSON.stringify(value)}\n`;

/** The headers of an owner's export as a file. */
export const exportHeaders = (owner: Owner): Record<string, string> => ({
  "content-type": "application/x-ndjson",
  "content-disposition": `attachment; filename="${owner.accountId ?? owner.userId}.jsonl"`,
  "cache-control": "no-store",
});

interface ExportRequest {
  cursor: string | null;
  /** Aborts when the reader has gone. */
  signal: AbortSignal;
  /** Takes a slot, and gives what releases it; throws `RATE_LIMITED` where there is none. */
  hold(breakOff: () => void): () => void;
}

/** The response with an owner's export. */
export function exportResponse(deps: ExportDeps, owner: Owner, { cursor, signal, hold }: ExportRequest): Response {
  const body = watchedTextStream(exportLines(deps, owner, cursor), signal, hold);
  return new Response(body, { headers: exportHeaders(owner) });
}

/** The same to the owner, who finds it in the audit log: an export without its entry is refused. */
export async function ownExportResponse(
  deps: ExportDeps & Pick<Deps, "audit">,
  owner: Owner,
  { initiator, ...request }: ExportRequest & { initiator: Initiator },
): Promise<Response> {
  const response = exportResponse(deps, owner, request);
  try {
    await deps.audit.record(initiator, { event: "data_exported", ...owner });
    return response;
  } catch (error) {
    await response.body?.cancel();
    throw error;
  }
}
