// Spans of database statements, at a coarse grain: what kind of statement, never its text or its values.
import type { RequestDatabase } from "../db/database.ts";
import { type Tracing, traced } from "./tracing.ts";

const ATTRIBUTES = { "db.system.name": "postgresql" };

/** The same database where nobody collects spans. */
export function tracedDatabase(database: RequestDatabase, tracing: Tracing | null): RequestDatabase {
  if (!tracing) return database;
  return {
    ...database,
    query: (text, parameters) =>
      traced(tracing, `database ${operationOf(text)}`, ATTRIBUTES, () => database.query(text, parameters)),
    transaction: (work) => traced(tracing, "database transaction", ATTRIBUTES, () => database.transaction(work)),
    attempt: (work, undo) => traced(tracing, "database statement", ATTRIBUTES, () => database.attempt(work, undo)),
  };
}

function operationOf(text: string): string {
  return /^\s*(select|insert|update|delete|with)\b/i.exec(text)?.[1]?.toLowerCase() ?? "statement";
}
