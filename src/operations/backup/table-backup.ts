// A backup of Postgres without its tools: every table as text, as one transaction sees them all. Any role that reads may make it.
import type { CopySession } from "../../foundation/db/copy-session.ts";
import { quotedName } from "../../foundation/db/raw.ts";
import { bytesEntry, type TarEntry, textEntry } from "../../foundation/db/tar.ts";
import { counted } from "./base-backup.ts";
import {
  type BackedUpSequence,
  type BackedUpTable,
  HEAD,
  type Head,
  MANIFEST,
  type ManifestFile,
  SEQUENCES,
  TABLES,
} from "./format.ts";

/** Rows are cut into parts of about this size, since an archive names the size of what follows. */
const PART_BYTES = 4 * 1024 * 1024;
const NEWLINE = 0x0a;
/** What both ends of a copy agree on, whatever the server and the role are set to. */
export const COPY_OPTIONS = "with (format text, encoding 'UTF8')";
export const SESSION_SETTINGS = `
  select set_config('timezone', 'UTC', true), set_config('datestyle', 'ISO, YMD', true),
    set_config('intervalstyle', 'postgres', true), set_config('extra_float_digits', '1', true),
    set_config('bytea_output', 'hex', true)`;

/** Tables of the gateway's schema; those of extensions are not its own. Bounds are printed in the session's time zone. */
const LIST_TABLES = `
  select c.relname as name,
    (select json_agg(a.attname order by a.attnum) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    coalesce((select json_agg(json_build_object('name', p.relname, 'bound', pg_get_expr(p.relpartbound, p.oid)) order by p.relname)
     from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid and p.relispartition), '[]') as partitions
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  order by c.relname`;
const LIST_SEQUENCES = `
  select c.relname as name from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S'
    and not exists (select from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
  order by c.relname`;
const SIZE = `
  select coalesce(sum(pg_total_relation_size(oid)), 0)::float8 as bytes from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r'`;

/** `describe` reads what the head says within the transaction. The caller closes the session. */
export async function* tableBackup(
  session: CopySession,
  describe: (reader: Pick<CopySession, "query">) => Promise<Omit<Head, "bytes">>,
): AsyncGenerator<TarEntry> {
  const files: ManifestFile[] = [];
  await session.query("begin isolation level repeatable read, read only");
  await session.query(SESSION_SETTINGS);
  const about = await describe(session);
  const [size] = await session.query<{ bytes: number }>(SIZE);
  const tables = await session.query<BackedUpTable>(LIST_TABLES);
  yield* counted([jsonEntry(HEAD, { ...about, bytes: size?.bytes ?? 0 }), jsonEntry(TABLES, tables)], files);
  for (const table of tables) yield* counted(partsOf(session, table), files);
  // After the rows: sequences are outside the snapshot, and none may be behind a number that a row has.
  yield* counted([jsonEntry(SEQUENCES, await readSequences(session))], files);
  await session.query("commit");
  yield textEntry(MANIFEST, `${JSON.stringify({ id: about.id, lsn: null, files }, null, 1)}\n`);
}

const jsonEntry = (name: string, value: unknown) => textEntry(name, `${JSON.stringify(value, null, 1)}\n`);

async function readSequences(session: CopySession): Promise<BackedUpSequence[]> {
  const sequences: BackedUpSequence[] = [];
  for (const { name } of await session.query<{ name: string }>(LIST_SEQUENCES)) {
    const [row] = await session.query<Omit<BackedUpSequence, "name">>(
      `select last_value::text as last_value, is_called from ${quotedName(name)}`,
    );
    if (row) sequences.push({ name, ...row });
  }
  return sequences;
}

/** The rows of a table, in parts of whole rows: the text format escapes each newline within a value. */
async function* partsOf(session: CopySession, { name, columns }: BackedUpTable): AsyncGenerator<TarEntry> {
  const list = columns.map(quotedName).join(", ");
  const partName = (number: number) => `tables/${name}/${String(number).padStart(6, "0")}`;
  let number = 0;
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of session.copyOut(
    `copy (select ${list} from ${quotedName(name)}) to stdout ${COPY_OPTIONS}`,
  )) {
    const end = length + bytes.byteLength < PART_BYTES ? -1 : bytes.lastIndexOf(NEWLINE);
    if (end === -1) {
      pending.push(bytes);
      length += bytes.byteLength;
      continue;
    }
    yield bytesEntry(partName(++number), Buffer.concat([...pending, bytes.subarray(0, end + 1)]));
    const rest = bytes.subarray(end + 1);
    pending = [rest];
    length = rest.byteLength;
  }
  if (length > 0) yield bytesEntry(partName(++number), Buffer.concat(pending));
}
