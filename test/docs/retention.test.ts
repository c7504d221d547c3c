// The table of docs/operate/retention.md says of every table what its room declares.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { TABLES } from "../../src/server/tables.ts";

test("R-48: docs/operate/retention.md names every table with its bound and its setting", () => {
  const text = readFileSync(new URL("../../docs/operate/retention.md", import.meta.url), "utf8");
  const rows = text.split("\n").filter((line) => line.startsWith("| `"));
  const declared = [...TABLES]
    .sort((a, b) => (a.table < b.table ? -1 : 1))
    .map(({ table, bound, setting }) => `| \`${table}\` | ${bound} | ${setting ? `\`${setting}\`` : ""} |`);
  expect(rows).toEqual(declared.map((row) => row.replace("|  |", "| |")));
});
