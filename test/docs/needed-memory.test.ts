// The memory that the guide says a gateway needs is what doctor warns below, and the packages give it more.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { neededMemory } from "../../src/foundation/metrics/needed-memory.ts";
import { ROOT } from "../support/sources.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const CASES = [false, true].map((hasTrials) => ({
  hasTrials,
  postgres: neededMemory("postgres", hasTrials),
  embedded: neededMemory("embedded", hasTrials),
}));

test.each(CASES)(
  "docs/operate/choosing.md has the figures (trials of backups: $hasTrials)",
  ({ postgres, embedded }) => {
    const cells = [postgres, embedded].map(({ measured, needed }) => `${measured} MB, ${needed} MB`);
    expect(read("docs/operate/choosing.md")).toContain(`| ${cells.join(" | ")} |`);
  },
);

test("each figure leaves a margin above what was measured, and stands in the results", () => {
  for (const { postgres, embedded } of CASES) {
    for (const { measured, needed } of [postgres, embedded]) {
      expect(needed / measured).toBeGreaterThan(1.3);
      expect(read("bench/RESULTS.md")).toMatch(new RegExp(`\\| ${measured}, \\d+ `));
    }
  }
});

test("compose.yaml, the chart and the unit give each process enough for either database", () => {
  const limits = [
    /mem_limit: \$\{MEMORY_LIMIT:-(\d+)g\}/.exec(read("compose.yaml"))?.[1],
    /limits:\n {4}memory: (\d+)Gi/.exec(read("docs/helm/gateway/values.yaml"))?.[1],
    /^MemoryMax=(\d+)G$/m.exec(read("docs/systemd/gateway.service"))?.[1],
  ];
  for (const limit of limits)
    expect(Number(limit) * 1024 ** 3).toBeGreaterThan(neededMemory("embedded", true).needed * 1e6);
});
