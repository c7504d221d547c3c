// The kit's rules for `fixtures/sources`: each fixture passes; together they show every function and event of each source.
import type { Provider, Source } from "../../plugin/index.ts";
import { readFixtures } from "./fixture-files.ts";
import { hygieneViolations } from "./hygiene.ts";
import { circleViolations } from "./source-circles.ts";
import { parseSourceFixture, WHATS, type What } from "./source-fixture.ts";
import { sourceFixtureViolations } from "./source-replay.ts";
import type { Violation } from "./violation.ts";
import { withDeadline } from "./with-deadline.ts";

export const FOLDER = "fixtures/sources";

export async function sourceFileViolations(plugin: Provider, folder: string): Promise<Violation[]> {
  const violations: Violation[] = [];
  const covered = new Set<string>();
  for (const { where, name, text } of readFixtures(folder, FOLDER)) {
    violations.push(...hygieneViolations(where, text));
    const source = Object.hasOwn(plugin.sources ?? {}, name) ? plugin.sources?.[name] : undefined;
    const what = WHATS.find((one) => one === where.slice(`${FOLDER}/${name}.`.length).split(".")[0]);
    if (!source || !what || !declares(source, what)) {
      const message = `does not name a function of a source: call the file <source>.<${WHATS.join(" | ")}>[.<case>].json.`;
      violations.push({ where, message });
      continue;
    }
    const fixture = parseSourceFixture(what, text);
    if (typeof fixture === "string") {
      violations.push({ where, message: fixture });
      // It may show what would else be missing.
      covered.add(`${name}.${what}`);
      if (what === "poll") for (const type of Object.keys(source.events ?? {})) covered.add(`${name} ${type}`);
      continue;
    }
    if (fixture.failure === undefined) covered.add(`${name}.${what}`);
    for (const { type } of fixture.page?.events ?? []) covered.add(`${name} ${type}`);
    const messages = await withDeadline(async () => [
      ...(await sourceFixtureViolations(plugin, source, what, fixture)),
      ...(await circleViolations(plugin, source, what, fixture)),
    ]);
    for (const message of messages) violations.push({ where, message });
  }
  const sources = Object.entries(plugin.sources ?? {});
  return [...violations, ...sources.flatMap(([name, source]) => missingFixtures(name, source, covered))];
}

function declares({ push, poll }: Source, what: What): boolean {
  if (what === "start" || what === "poll") return poll !== undefined;
  return push?.[what] !== undefined;
}

function missingFixtures(name: string, source: Source, covered: ReadonlySet<string>): Violation[] {
  const functions = WHATS.filter((what) => declares(source, what) && !covered.has(`${name}.${what}`));
  const events = Object.keys(source.events ?? {}).filter((type) => !covered.has(`${name} ${type}`));
  return [
    ...functions.map((what) => ({
      where: `${FOLDER}/${name}.${what}.json`,
      message: "is missing: each function of a source needs a fixture.",
    })),
    ...events.map((type) => ({
      where: `${FOLDER}/${name}.poll.json`,
      message: `does not contain ${type}: each event of a source needs a fixture.`,
    })),
  ];
}
