// Checks that the dashboard, the alert rules and the operator's table name exactly the metrics that there are.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { ROOT } from "../../support/sources.ts";
import { readScrape } from "./scrape.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const SUFFIX = /_(bucket|sum|count)$/;
const METRIC = /\b(?:gateway|process|nodejs)_[a-z0-9_]+/g;

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { h: number; w: number; x: number; y: number };
  targets?: { refId: string; expr: string }[];
}
interface Dashboard {
  uid: string;
  title: string;
  schemaVersion: number;
  panels: Panel[];
  templating: { list: { name: string; type: string; query: unknown }[] };
}

describe("documents about metrics", () => {
  let families: Set<string>;
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded" });
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    families = new Set(readScrape((await gateway.call("GET", "/metrics", { headers })).text).families);
  });
  afterAll(() => gateway.close());

  /** Names in PromQL that are no metric, and histograms' series without the histogram. */
  const unknownIn = (text: string) =>
    [...text.matchAll(METRIC)]
      .map(([name]) => name)
      .filter((name) => !families.has(name) && !families.has(name.replace(SUFFIX, "")));

  test("the dashboard queries metrics that exist, in a form that Grafana imports", () => {
    const dashboard = JSON.parse(read("docs/grafana/gateway.json")) as Dashboard;
    const { panels, templating } = dashboard;
    expect([typeof dashboard.uid, typeof dashboard.title, dashboard.schemaVersion > 30]).toEqual([
      "string",
      "string",
      true,
    ]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const expressions = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(30);
    expect(expressions.filter((expr) => !/[a-z]+_[a-z_]+|\bup\b/.test(expr))).toEqual([]);
    expect(unknownIn(`${expressions.join("\n")}\n${JSON.stringify(templating)}`)).toEqual([]);
    const variables = new Set(templating.list.map(({ name }) => name));
    const used = JSON.stringify(panels).matchAll(/\$\{?([a-z]\w*)/g);
    expect([...used].map(([, name]) => name as string).filter((name) => !variables.has(name))).toEqual([]);
    for (const { title, type, gridPos, targets } of panels) {
      expect([title, gridPos.x + gridPos.w <= 24]).toEqual([title, true]);
      expect([title, type === "row" || (targets?.length ?? 0) > 0]).toEqual([title, true]);
      expect(new Set(targets?.map(({ refId }) => refId)).size).toBe(targets?.length ?? 0);
    }
  });

  test("the alert rules query metrics that exist", () => {
    const rules = read("docs/alerts.yml");
    expect([...rules.matchAll(/^ +- alert: /gm)].length).toBeGreaterThan(10);
    const expressions = [...rules.matchAll(/^ +expr: (?:\|\n((?: {10,}.*\n)+)|(.*)\n)/gm)];
    const text = expressions.map(([, block, line]) => block ?? line).join("\n");
    expect([...text.matchAll(METRIC)].length).toBeGreaterThan(20);
    expect(unknownIn(text)).toEqual([]);
  });

  test("docs/operate/metrics.md describes every metric, and no other", () => {
    const rows = [...read("docs/operate/metrics.md").matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = ""]) => [
      ...cell.matchAll(/`([^`]+)`/g),
    ]);
    const documented = rows.map(([, name = ""]) => name).filter((name) => /^(gateway|process|nodejs)_/.test(name));
    expect(documented.sort()).toEqual([...families].sort());
  });
});
