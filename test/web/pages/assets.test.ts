// Files of the pages: named by their content, kept for ever, and never from another host.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { takeMarks } from "../../../scripts/take-marks.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { ROOT } from "../../support/sources.ts";

describe("the files of the pages", () => {
  let gateway: TestGateway;
  let page: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded" });
    page = (await gateway.call("GET", "/connected")).text;
  });
  afterAll(() => gateway.close());

  test("a page names them by their content's hash; they are cached for ever, and compressed", async () => {
    const paths = [...page.matchAll(/href="([^"]+)"/g)].map(([, path = ""]) => path);
    expect(paths).toHaveLength(2);
    for (const path of paths) {
      expect(path).toMatch(/^\/assets\/[a-z]+\.[0-9a-f]{16}\.(css|svg)$/);
      const response = await gateway.call("GET", path, { headers: { "accept-encoding": "gzip" } });
      expect([response.status, response.headers.get("cache-control")]).toEqual([
        200,
        "public, max-age=31536000, immutable",
      ]);
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("content-type")).toMatch(/^(text\/css|image\/svg\+xml)/);
      const other = path.replace(/[0-9a-f]{16}/, "0".repeat(16));
      expect((await gateway.call("GET", other)).status).toBe(404);
    }
  });

  test("nothing of them is from another host, and a page with its style sheet has less than 20 KB", async () => {
    const [, path = ""] = /rel="stylesheet" href="([^"]+)"/.exec(page) ?? [];
    const style = (await gateway.call("GET", path)).text;
    expect(`${page}${style}`).not.toMatch(/https?:|url\(|@import/);
    expect(page.length + style.length).toBeLessThan(20_000);
  });

  test("src/web/pages/marks.json is what scripts/take-marks.ts prints", async () => {
    expect(readFileSync(join(ROOT, "src/web/pages/marks.json"), "utf8")).toBe(await takeMarks());
  });
});
