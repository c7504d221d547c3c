// Reads a migration's statements, to hold its header to them: which tables they touch, which lock for long, which are not additive.

export interface StatementCheck {
  tables: string[];
  /** What keeps others from a table for longer than a change of the catalogue takes. */
  locks: string[];
  /** Statements after which the release before might not run. */
  breaks: string[];
}

const NAME = `(?:if (?:not )?exists )?(?:only )?"?([a-z_][a-z0-9_.]*)"?`;
const NEW_TABLE = new RegExp(`^create (?:unlogged |temp |temporary )?table ${NAME}`);
const INDEX = new RegExp(`^create (unique )?index (concurrently )?.*? on ${NAME}`);
const ALTER_TABLE = new RegExp(`^alter table ${NAME} (.*)$`, "s");
const TOUCHES = new RegExp(
  `(?:^alter table|^insert into|^update|^delete from|^truncate(?: table)?|^drop table|^lock table|^create (?:or replace )?(?:constraint )?trigger .*? on|^create (?:unique )?index .*? on|references|partition of) ${NAME}`,
  "g",
);
/** Whole statements that an older release does not notice. */
const ADDITIVE =
  /^(create (unlogged |temp |temporary )?table|create (or replace )?(function|procedure|view|type|sequence|extension|schema|domain|constraint trigger|trigger)|create index|insert into|update|select|comment on|analyze|grant|set|lock table|alter table) ?/;
const REWRITES =
  /default (gen_random_uuid|uuidv\d|random|clock_timestamp|nextval)|generated always as [^\n]*?stored|\bserial\b|identity/;

/** The actions of ALTER TABLE, in the order in which they are tried. */
const ACTIONS: readonly { form: RegExp; breaks?: boolean; locks?: string }[] = [
  {
    form: /^add (column )?(?!constraint|primary|unique|check|foreign|exclude).* not null(?!.*(default|generated))/,
    breaks: true,
  },
  { form: /^add (column )?(?!constraint|primary|unique|check|foreign|exclude)/ },
  { form: /^add .*not valid$/, breaks: true },
  { form: /^add .*using index/, breaks: true },
  { form: /^add /, breaks: true, locks: "reads the table" },
  { form: /^drop constraint (if exists )?\w+_(check|fkey)$/ },
  { form: /^validate constraint/ },
  { form: /^alter (column )?\w+ (set data )?type/, breaks: true, locks: "rewrites the table" },
  { form: /^alter (column )?\w+ set not null/, breaks: true, locks: "reads the table" },
  { form: /^alter (column )?\w+ set (default|statistics|storage|compression)/ },
  { form: /^(set|reset) ?\(|^owner to/ },
  { form: /^attach partition/, breaks: true, locks: "reads the table" },
];

/** Checks the statements one by one; those on tables that the migration itself creates neither lock nor break. */
export function checkStatements(sql: string): StatementCheck {
  const created = new Set<string>();
  const check: StatementCheck = { tables: [], locks: [], breaks: [] };
  for (const statement of statementsOf(sql)) {
    const made = NEW_TABLE.exec(statement)?.[1];
    if (made) created.add(made);
    for (const [, table = ""] of statement.matchAll(TOUCHES)) {
      if (!created.has(table) && !check.tables.includes(table)) check.tables.push(table);
    }
    checkStatement(statement, created, check);
  }
  return check;
}

function checkStatement(statement: string, created: ReadonlySet<string>, { locks, breaks }: StatementCheck): void {
  const short = statement.length > 80 ? `${statement.slice(0, 79)}…` : statement;
  const index = INDEX.exec(statement);
  if (index) {
    if (created.has(index[3] as string)) return;
    if (index[1]) breaks.push(short);
    if (!index[2]) locks.push(`${index[3]}: builds an index, writes wait`);
    return;
  }
  const altered = ALTER_TABLE.exec(statement);
  if (altered) {
    const [, table = "", actions = ""] = altered;
    if (!created.has(table)) for (const action of splitAt(actions, ",")) checkAction(table, action, { locks, breaks });
    return;
  }
  if (!ADDITIVE.test(statement)) breaks.push(short);
  const written = /^(?:update|delete from|lock table) (?:only )?(\w+)/.exec(statement)?.[1];
  if (written && !created.has(written)) locks.push(`${written}: locks rows or the table until its end`);
}

function checkAction(table: string, action: string, { locks, breaks }: Pick<StatementCheck, "locks" | "breaks">): void {
  const known = ACTIONS.find(({ form }) => form.test(action));
  if (!known || known.breaks) breaks.push(`alter table ${table} ${action.slice(0, 60)}`);
  const isColumn = /^add (column )?(?!constraint)/.test(action);
  const effect = isColumn && REWRITES.test(action) ? "rewrites the table" : undefined;
  const reads = isColumn && /\b(unique|primary key|references|check)\b/.test(action) ? "reads the table" : undefined;
  const lock = known?.locks ?? effect ?? reads;
  if (lock) locks.push(`${table}: ${lock}, calls wait`);
}

/** Lower-case statements in one line each, without comments and without the content of texts and function bodies. */
export function statementsOf(sql: string): string[] {
  const bare = sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|(\$\w*\$)[\s\S]*?\1|'(?:[^']|'')*'/g, (part) =>
    part.startsWith("-") || part.startsWith("/") ? " " : "''",
  );
  return splitAt(bare, ";").map((statement) => statement.toLowerCase());
}

/** Splits at a separator outside of parentheses; what remains is trimmed, in one line, and not empty. */
function splitAt(text: string, separator: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const c of text) {
    if (c === "(") depth++;
    if (c === ")") depth--;
    if (c === separator && depth === 0) parts.push("");
    else parts[parts.length - 1] += c;
  }
  return parts.map((part) => part.replace(/\s+/g, " ").trim()).filter((part) => part !== "");
}
