// `npm test -- --for`: which tests a change runs.
import { describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { concerned, runsFor } from "../../scripts/tests-for.ts";
import { ROOT, sourcesIn } from "../support/sources.ts";

const pathsFor = (...files: string[]) => runsFor(files.flatMap(concerned)).flatMap(({ paths }) => paths);

describe("the tests of a change", () => {
  test("of a plugin: its own, and what holds every plugin, for this one", () => {
    const [own, all] = runsFor(concerned("plugins/slack/messages.ts"));
    expect(own?.paths).toContain("plugins/slack/");
    expect(all?.paths).toContain("test/plugin-kit/check/built-in-plugins.test.ts");
    expect(all?.pattern).toBe("\\b(slack)\\b");
  });

  test("of a room: its folder, and tests beside it that import its files", () => {
    const paths = pathsFor("src/connections/oauth/client.ts");
    expect(paths).toContain("test/connections/oauth/");
    expect(paths.length).toBeGreaterThan(2);
  });

  test("of a test: that test; of what tests share: those that import it", () => {
    expect(pathsFor("test/web/http/openapi.test.ts")).toContain("test/web/http/openapi.test.ts");
    expect(pathsFor("test/support/raw-http.ts").length).toBeGreaterThan(3);
  });

  test("of a page: the documents", () => {
    expect(pathsFor("docs/api.md")).toContain("test/docs/");
  });

  test("every file of the program leads to tests, each of which is there", () => {
    const files = [...sourcesIn("src"), ...sourcesIn("plugins")].map(({ file }) => file);
    const places = [...new Set(files.flatMap(concerned))];
    expect(places.length).toBeGreaterThan(60);
    const found = places.map((place) => ({ place, paths: runsFor([place]).flatMap(({ paths }) => paths) }));
    expect(found.filter(({ paths }) => paths.length < 3).map(({ place }) => place)).toEqual([]);
    const missing = found.flatMap(({ paths }) => paths.filter((path) => !existsSync(join(ROOT, path))));
    expect(missing).toEqual([]);
  });
});
