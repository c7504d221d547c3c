// What `plugin check` says of each mistake in the table: the exact sentence, the same in the document, and in no time.
import { afterAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Provider } from "../../../src/plugin/index.ts";
import { checkPlugin, loadViolations, type Violation } from "../../../src/plugin-kit/check/check-plugin.ts";
import { run } from "../../support/gateway-process.ts";
import { ROOT } from "../../support/sources.ts";
import { copyOfExample, MISTAKES, type Mistake, removeExamples } from "./mistakes.ts";

afterAll(removeExamples);

/** What is generous for a machine that does other things, and what a check that waits for its deadline exceeds by far. */
const SLOWEST = 40;

async function violationsIn(folder: string): Promise<Violation[]> {
  try {
    const { default: plugin } = (await import(pathToFileURL(join(folder, "index.ts")).href)) as { default: Provider };
    return await checkPlugin(plugin, folder);
  } catch (error) {
    return loadViolations(error, folder);
  }
}

const sentencesOf = (violations: readonly Violation[]) =>
  violations.map(({ where, message }) => `${where}: ${message}`);

function madeIn(mistake: Pick<Mistake, "make">): string {
  const example = copyOfExample();
  mistake.make(example);
  return example.folder;
}

/** The fastest of three checks in milliseconds: the others may have waited for the processor. */
async function fastestMs(mistake: Pick<Mistake, "make">): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 3; i++) {
    const folder = madeIn(mistake);
    const startedAt = performance.now();
    await violationsIn(folder);
    times.push(performance.now() - startedAt);
  }
  return Math.min(...times);
}

describe("of the example with a mistake, the check", () => {
  test("says nothing without one", async () => {
    expect(await violationsIn(copyOfExample().folder)).toEqual([]);
  });

  test("has thirty or more, each with a sentence of its own", () => {
    expect(MISTAKES.length).toBeGreaterThanOrEqual(30);
    expect(new Set(MISTAKES.map(({ sentence }) => sentence)).size).toBe(MISTAKES.length);
  });

  for (const mistake of MISTAKES) {
    test(`says: ${mistake.sentence.slice(0, 100)}`, async () => {
      expect(sentencesOf(await violationsIn(madeIn(mistake)))).toContain(mistake.sentence);
    });
  }

  test("takes about as long as without one, in one process", async () => {
    const goodMs = await fastestMs({ make: () => {} });
    const slow: string[] = [];
    let slowestMs = 0;
    for (const mistake of MISTAKES) {
      const ms = await fastestMs(mistake);
      slowestMs = Math.max(slowestMs, ms);
      if (ms > SLOWEST * Math.max(goodMs, 5)) slow.push(`${mistake.sentence}: ${ms} ms`);
    }
    console.log(
      `plugin check: ${goodMs.toFixed(1)} ms without a mistake, ${slowestMs.toFixed(1)} ms for the slowest of ${MISTAKES.length}`,
    );
    expect(slow).toEqual([]);
  }, 60_000);
});

test.each(
  [
    "auth.oauth2.scopeSeperator:",
    "endpoints.update_task.body.title.pattern: may take",
    "fixtures/list_tasks.json: The map reads",
    "fixtures: have no case",
    "fixtures/list_tasks.json: contains what looks like",
  ].map((start) => MISTAKES.find(({ sentence }) => sentence.startsWith(start)) as Mistake),
)("the command prints: $sentence", async (mistake) => {
  const folder = madeIn(mistake);
  const { code, stdout } = await run(["plugin", "check", folder], {});
  expect(stdout.split("\n")).toContain(`  ${mistake.sentence}`);
  expect(code).toBe(1);
});

describe("the document", () => {
  const page = readFileSync(join(ROOT, "docs/add-a-provider/check-messages.md"), "utf8");
  const code = (text: string) => (text.includes("`") ? `\`\`${text}\`\`` : `\`${text}\``);

  test("has a row for each mistake, with the same words, and no other in that table", () => {
    const table = /\n## In the example\n[^|]*\|[^\n]*\n\|[-|]*\n((?:\|[^\n]*\n)*)/.exec(page)?.[1] ?? "";
    expect(table.trimEnd().split("\n")).toEqual(
      MISTAKES.map(({ sentence, what }) => `| ${code(sentence)} | ${what} |`),
    );
  });
});
