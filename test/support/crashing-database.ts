// A database that a process loses at a statement of a test's choice, for good: before the statement runs, or before it hears of it.
import type { RequestDatabase } from "../../src/foundation/db/database.ts";
import type { TestDatabase } from "./database.ts";

export interface Crash {
  /** Dies at the statement so many statements from now. */
  at(statement: number, when: "before" | "after"): void;
  readonly isDead: boolean;
  /** Statements since `at`, of a process that has not died. */
  readonly statements: number;
}

const died = () => new Error("The process has died here.");

/** The same database, as a process of its own has it; what is dead sends nothing any more either. */
export function crashingDatabase({ database, ...rest }: TestDatabase): { database: TestDatabase; crash: Crash } {
  let left = Number.POSITIVE_INFINITY;
  let when: "before" | "after" = "before";
  let isDead = false;
  let statements = 0;
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isDead) throw died();
    statements++;
    const isLast = --left <= 0;
    if (isLast && when === "before") isDead = true;
    if (isDead) throw died();
    const result = await work();
    if (isLast) isDead = true;
    if (isDead) throw died();
    return result;
  };
  const real = database.requests;
  const requests: RequestDatabase = {
    ...real,
    get orm() {
      if (isDead) throw died();
      return real.orm;
    },
    query: (text, parameters) => step(() => real.query(text, parameters)),
    // Within a transaction it dies with it: the commit is what others see.
    transaction: (work) => step(() => real.transaction(work)),
    attempt: (work, undo) => step(() => real.attempt(work, undo)),
    bound: (work) => real.bound(work),
  };
  const crash: Crash = {
    at(statement, moment) {
      left = statement;
      when = moment;
      statements = 0;
    },
    get isDead() {
      return isDead;
    },
    get statements() {
      return statements;
    },
  };
  return { database: { ...rest, database: { ...database, requests } }, crash };
}
