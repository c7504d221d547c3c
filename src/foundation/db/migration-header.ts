// What the comment at the head of a migration declares: its release, and the oldest release that runs on its schema.
import { compareVersions, isVersion } from "../version.ts";
import type { Migration } from "./migrate.ts";

export interface MigrationHeader {
  /** The first sentence. */
  summary: string;
  /** The release that brings the migration; null up to 0027, whose files cannot change any more. */
  release: string | null;
  /** The oldest release that runs on the schema after it; null: none before `release` does. */
  runsWith: string | null;
  /** The tables that its statements touch and that exist before it; null where the file names none. */
  tables: string[] | null;
  /** Which tables it locks and for how long, where that is noticed. */
  locks: string | null;
  /** Why an older release runs although a statement is not additive. */
  compatible: string | null;
}

/**
 * Reads the comment that a file begins with. Beside prose it has lines of the form
 * `-- release: 0.3.0, runs with: 0.2.0`, `-- tables: <names>`, `-- locks: <text>` and `-- compatible: <text>`.
 */
export function headerOf({ name, sql }: Migration): MigrationHeader {
  const all = sql.split("\n");
  const first = all.findIndex((line) => !/^\s*(?:--|$)/.test(line));
  const lines = all.slice(0, first === -1 ? undefined : first);
  const comments = lines.map((line) => line.replace(/^\s*--\s?/, "").trim());
  const end = comments.findIndex((line) => line === "" || /^(release|tables|locks|compatible): /.test(line));
  const prose = comments.slice(0, end === -1 ? undefined : end).join(" ");
  const fieldOf = (field: string) =>
    comments.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2) ?? null;
  const versions = fieldOf("release");
  const [, release = null, runsWith = null] = /^(\S+), runs with: (\S+)$/.exec(versions ?? "") ?? [];
  const isOrdered =
    release && runsWith && [release, runsWith].every(isVersion) && compareVersions(runsWith, release) <= 0;
  if (versions !== null && !isOrdered) {
    throw new Error(`Migration ${name}: "release: ${versions}" must read "release: 0.3.0, runs with: 0.2.0".`);
  }
  return {
    summary: /^.*?\.(?= |$)/.exec(prose)?.[0] ?? prose,
    release,
    runsWith,
    tables: fieldOf("tables")?.split(", ") ?? null,
    locks: fieldOf("locks"),
    compatible: fieldOf("compatible"),
  };
}
