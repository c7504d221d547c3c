// The Drizzle schema and a freshly migrated database say the same, in both directions, of every table that Drizzle queries.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";

const FOLDER = new URL("../../../src/foundation/db/schema/", import.meta.url);

interface Column {
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  isPrimary: boolean;
  /** The values that the column may hold; null where they are not listed. */
  oneOf: string[] | null;
}
/** Tables that are queried in SQL alone. */
const SQL_ONLY = [
  "policies",
  "approvals",
  "standing_approvals",
  "approval_links",
  "shares",
  "revocation_runs",
  "revocation_items",
  "audit_entries",
  "audit_seals",
  "backup_runs",
  "call_evidence",
  "call_failures",
  "inbound_webhooks",
  "delivery_counts",
  "erasures",
  "form_submissions",
  "identities",
  "imported_grants",
  "inbox_counts",
  "inbox_events",
  "inbox_increments",
  "key_ring_checks",
  "known_browsers",
  "limit_windows",
  "known_browsers",
  "mails",
  "mail_choices",
  "notification_events",
  "notifications",
  "mcp_clients",
  "migrations",
  "operator_clients",
  "passkeys",
  "passwords",
  "people",
  "oidc_attempts",
  "oidc_logout_tokens",
  "people_sessions",
  "people_users",
  "replicas",
  "scheduled_runs",
  "setup_links",
  "sign_in_challenges",
  "sign_in_failures",
  "team_invitations",
  "totp_secrets",
  "usage_increments",
  "usage_totals",
  "webhook_drops",
  "webhook_endpoints",
  "webhook_messages",
  "webhook_secrets",
];

/** Columns by `<table>.<column>`. */
type Columns = Record<string, Column>;

async function schemaTables(): Promise<PgTable[]> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".ts"));
  const modules = await Promise.all(files.map((file) => import(new URL(file, FOLDER).href) as Promise<object>));
  return modules.flatMap((module) => Object.values(module)).filter((value): value is PgTable => is(value, PgTable));
}

function columnsOfSchema(tables: readonly PgTable[]): Columns {
  return Object.fromEntries(
    tables.flatMap((table) => {
      const { name, columns, primaryKeys } = getTableConfig(table);
      const inKey = new Set(primaryKeys.flatMap((key) => key.columns.map((column) => column.name)));
      return columns.map((column): [string, Column] => [
        `${name}.${column.name}`,
        {
          type: column.getSQLType(),
          isNullable: !column.notNull,
          hasDefault: column.hasDefault,
          isPrimary: column.primary || inKey.has(column.name),
          oneOf: column.enumValues?.length ? [...column.enumValues].sort() : null,
        },
      ]);
    }),
  );
}

const COLUMNS = `
  select c.table_name || '.' || c.column_name as name, format_type(a.atttypid, a.atttypmod) as type,
    c.is_nullable = 'YES' as nullable, c.column_default is not null as has_default,
    exists (
      select 1 from pg_constraint p where p.conrelid = a.attrelid and p.contype = 'p' and a.attnum = any (p.conkey)
    ) as primary,
    (
      select pg_get_constraintdef(k.oid) from pg_constraint k
      where k.conrelid = a.attrelid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1
    ) as check_text
  from information_schema.columns c
  join pg_attribute a on a.attrelid = format('%I.%I', c.table_schema, c.table_name)::regclass and a.attname = c.column_name
  join pg_class t on t.oid = a.attrelid
  where c.table_schema = 'public' and t.relkind in ('r', 'p') and not t.relispartition and not c.table_name = any($1::text[])`;

interface Found {
  name: string;
  type: string;
  nullable: boolean;
  has_default: boolean;
  primary: boolean;
  check_text: string | null;
}

async function columnsOfDatabase({ database }: TestDatabase): Promise<Columns> {
  const rows = await database.query<Found>(COLUMNS, [`{${SQL_ONLY}}`]);
  return Object.fromEntries(
    rows.map((row) => [
      row.name,
      {
        type: row.type,
        isNullable: row.nullable,
        hasDefault: row.has_default,
        isPrimary: row.primary,
        oneOf: row.check_text?.includes("ANY")
          ? [...row.check_text.matchAll(/'([^']*)'/g)].map((match) => match[1] as string).sort()
          : null,
      },
    ]),
  );
}

for (const lane of LANES) {
  describe(`schema on ${lane}`, () => {
    let opened: TestDatabase;
    beforeAll(async () => {
      opened = await testDatabase(lane);
    }, 60_000);
    afterAll(() => opened.close());

    test("tables, columns, types, nullability, defaults, keys and listed values are the database's own", async () => {
      const schema = columnsOfSchema(await schemaTables());
      expect(Object.keys(schema).length).toBeGreaterThan(50);
      expect(schema).toEqual(await columnsOfDatabase(opened));
    });

    test("unique columns and references to other tables are the database's own", async () => {
      const expected = (await schemaTables()).flatMap((table) => {
        const { name, columns, foreignKeys, uniqueConstraints } = getTableConfig(table);
        const unique = [
          ...columns.filter((column) => column.isUnique).map((column) => `u ${name}.${column.name}`),
          ...uniqueConstraints.map((constraint) => `u ${name}.${constraint.columns.map((column) => column.name)}`),
        ];
        const references = foreignKeys.map((key) => {
          const { columns: own, foreignTable } = key.reference();
          return `f ${name}.${own.map((column) => column.name)} ${getTableConfig(foreignTable).name} ${key.onDelete}`;
        });
        return [...unique, ...references];
      });
      const found = await opened.database.query<{ text: string }>(
        `
        select k.contype::text || ' ' || k.conrelid::regclass || '.' || (
            select string_agg(a.attname, ',' order by c.place)
            from unnest(k.conkey) with ordinality as c (number, place)
            join pg_attribute a on a.attrelid = k.conrelid and a.attnum = c.number
          ) || case when k.contype = 'u' then '' else ' ' || k.confrelid::regclass
            || case k.confdeltype when 'c' then ' cascade' when 'n' then ' set null' else ' no action' end
          end as text
        from pg_constraint k
        where k.contype in ('u', 'f') and k.connamespace = 'public'::regnamespace
          and not k.conrelid::regclass::text = any($1::text[])
          and (k.contype = 'u' or not k.confrelid::regclass::text = any($1::text[]))`,
        [`{${SQL_ONLY}}`],
      );
      expect(expected.sort()).toEqual(found.map(({ text }) => text).sort());
    });
  });
}
