// What is stored and observed of inbound webhooks and sources has the field's names: tables, queues, log events, metrics, routes.
import { describe, expect, test } from "bun:test";
import ts from "typescript";
import { readMigrations } from "../src/foundation/db/migrate.ts";
import { statementsOf } from "./support/migration-statements.ts";
import { nodesOf, type Source, sourcesIn } from "./support/sources.ts";

/** The words of before for inbound webhooks and sources; "delivery" is right for our own webhooks. */
const EVENT_WORD = /^(?:wakes?|woken|lanes?|prolong|deliver(?:y|ies|ed))$/;
/** Tables and columns of before, in any SQL: only the views for the version before have them. */
const EVENT_SQL =
  /\b(?:(?:from|into|update|join|table|view|on) (?:deliveries|sources)|delivery_key|prolong_at|renew_attempts|renew_lease_until)\b/i;
/** Wire names with such a word, and why they are still there. */
const STILL_THERE: Readonly<Record<string, string>> = {
  deliveries: "The queue's previous name, for one version.",
  wake_row_queues: "The job's previous name, for one version.",
  gateway_deliveries_total: "The metric's previous name, for one version.",
};
/** Where a delivery is one of our own webhooks. */
const OUTGOING = ["src/events/webhooks/", "src/dashboard/webhooks/"];

const hasEventWord = (name: string) =>
  !name.includes("webhook_") && name.split("_").some((word) => EVENT_WORD.test(word));

function eventWordsIn(source: Source): string[] {
  const isOutgoing = OUTGOING.some((folder) => source.file.startsWith(folder));
  return [...nodesOf(source.tree)].flatMap((node) => {
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateLiteralToken(node)) return [];
    const isName = /^[a-z][a-z0-9_]*$/.test(node.text) && !isOutgoing && !Object.hasOwn(STILL_THERE, node.text);
    const isOld = (isName && hasEventWord(node.text)) || EVENT_SQL.test(node.text.replace(/\s+/g, " "));
    const line = source.tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    return isOld ? [`${source.file}:${line} ${node.text.slice(0, 60)}`] : [];
  });
}

/** Reading the trees of all files would take seconds. */
const suspects = sourcesIn("src").filter(({ text }) =>
  /wak|woke|lane|prolong|deliver|sources|renew_attempts|renew_lease/i.test(text),
);

describe("words of inbound webhooks and sources", () => {
  test("no log event, metric, audit entry, queue, route or SQL has one of before", () => {
    expect(suspects.length).toBeGreaterThan(20);
    expect(suspects.flatMap(eventWordsIn)).toEqual([]);
  });

  test("no migration brings one back", () => {
    const later = readMigrations().filter(({ name }) => name > "0058_name_event_sources");
    const found = later.flatMap(({ name, sql }) =>
      statementsOf(sql)
        .filter((statement) => !statement.startsWith("drop "))
        .filter((statement) => EVENT_SQL.test(statement) || (statement.match(/[a-z_]+/g) ?? []).some(hasEventWord))
        .map((statement) => `${name}: ${statement.slice(0, 80)}`),
    );
    expect(found).toEqual([]);
  });

  test("words of before are found, and those of our own webhooks are not", () => {
    const names = ["delivery_failed", "wake_row_queues", "list_webhook_deliveries", "awake", "inbound_webhooks"];
    expect(names.filter(hasEventWord)).toEqual(["delivery_failed", "wake_row_queues"]);
    expect(["select 1 from sources s", "select 1 from event_sources"].filter((sql) => EVENT_SQL.test(sql))).toEqual([
      "select 1 from sources s",
    ]);
  });
});
