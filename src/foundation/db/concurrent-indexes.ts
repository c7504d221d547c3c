// The migrations that build indexes beside writers: each statement runs outside a transaction.

export interface ConcurrentIndex {
  name: string;
  sql: string;
}

const STATEMENT = /^create (?:unique )?index concurrently if not exists (\w+) on /i;

/** The indexes of a migration that builds only such; none for any other. */
export function concurrentIndexes(sql: string): ConcurrentIndex[] {
  const statements = sql
    .replace(/--[^\n]*/g, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
  const indexes = statements.flatMap((statement) => {
    const name = STATEMENT.exec(statement)?.[1];
    return name === undefined ? [] : [{ name, sql: statement }];
  });
  return indexes.length === statements.length ? indexes : [];
}
