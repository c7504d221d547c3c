// The list of all users, page by page to its end.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

for (const lane of laneOf(import.meta.file)) {
  describe(`users by page on ${lane}`, () => {
    const emails = ["ada-1", "ada-2", "ada-3", "ada-4", "bob-1"].map((name) => `${name}@example.com`);
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, plugins: [] });
      for (const email of emails) await gateway.admin("POST", "/users", { email });
    }, 60_000);
    afterAll(() => gateway.close());

    const pages = async (query: string) => {
      const found: string[][] = [];
      for (let cursor: string | null = null; ; ) {
        const after: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
        const { json } = await gateway.admin("GET", `/users?${query}${after}`);
        found.push(json.data.users.map(({ email }: { email: string }) => email));
        cursor = json.data.next_cursor;
        if (cursor === null) return found;
      }
    };
    const newestFirst = emails.toReversed();

    test("come newest first, each once, and the last page has no cursor", async () => {
      const [first, ...others] = await pages("limit=2");
      expect(first).toEqual(newestFirst.slice(0, 2));
      expect([first, ...others].flat().slice(0, 5)).toEqual(newestFirst);
      expect(new Set([first, ...others].flat()).size).toBe([first, ...others].flat().length);
      expect((await pages("limit=100")).length).toBe(1);
    });

    test("by the beginning of an address end where a page is just full", async () => {
      expect(await pages("email=ada-&limit=2")).toHaveLength(2);
      expect((await pages("email=ada-&limit=4")).map((page) => page.length)).toEqual([4]);
      expect((await pages("email=ADA-&limit=3")).map((page) => page.length)).toEqual([3, 1]);
      expect(await pages("email=nobody&limit=3")).toEqual([[]]);
    });
  });
}
