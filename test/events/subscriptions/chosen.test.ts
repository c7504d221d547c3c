// Chosen things: watched on request, checked against the plugin's pattern, bounded, and shown with the integration.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { type FeedGateway, startFeedGateway } from "./feed-gateway.ts";

setDefaultTimeout(TEST_MS);
const PATH = "/api/v1/sources/feed";

for (const lane of laneOf(import.meta.file)) {
  describe(`chosen sources on ${lane}`, () => {
    let world: FeedGateway;
    beforeAll(async () => {
      world = await startFeedGateway({ lane });
    }, HOOK_MS);
    afterAll(() => world.close(), HOOK_MS);
    const choose = (key: string, body: unknown) => world.gateway.call("POST", PATH, { key, body });
    const repo = (resource: string) => ({ name: "repos", resource });

    test("a chosen thing is watched from now on, listed with its integration, and left alone once deleted", async () => {
      world.feed.lists["repos/ada/lib"] = ["old"];
      const { key, integrationId } = await world.integration();
      const made = await choose(key, repo("ada/lib"));
      expect(made.status).toBe(200);
      expect(made.json.data).toMatchObject({ name: "repos", resource: "ada/lib", mode: "poll", state: "pending" });
      expect((await choose(key, repo("ada/lib"))).json.data.id).toBe(made.json.data.id);
      await world.drain();
      world.feed.lists["repos/ada/lib"].push("new");
      world.clock.move(60_000);
      await world.drain();
      expect(await world.events(integrationId, "repos.pushed")).toEqual(["new"]);
      const listed = await world.gateway.call("GET", "/api/v1/integrations", { key });
      expect(listed.json.data.integrations[0].sources).toContainEqual({
        name: "repos",
        resource: "ada/lib",
        mode: "poll",
        state: "active",
        expires_at: null,
        error: null,
      });
      const deleted = await world.gateway.call("DELETE", `${PATH}/${made.json.data.id}`, { key });
      expect(deleted.json.data).toEqual({ deleted: true, id: made.json.data.id });
      const { sources } = (await world.gateway.call("GET", PATH, { key })).json.data;
      expect(sources.map(({ name }: { name: string }) => name)).toEqual(["files", "mails"]);
    });

    test.each([
      ["a resource that the pattern refuses", { name: "repos", resource: "ada" }, 400],
      ["a source that watches no chosen things", { name: "mails", resource: "ada/lib" }, 400],
      ["an unknown source", { name: "constructor", resource: "ada/lib" }, 400],
    ])("%s is refused", async (_, body, status) => {
      const { key } = await world.integration();
      expect((await choose(key, body)).status).toBe(status);
    });

    test("a source that every integration has by itself cannot be deleted", async () => {
      const { key, integrationId } = await world.integration();
      const { id } = await world.source(integrationId, "mails");
      expect((await world.gateway.call("DELETE", `${PATH}/${id}`, { key })).status).toBe(404);
    });

    test("an integration watches at most 50 chosen things", async () => {
      const { key } = await world.integration();
      const name = (index: number) => `ada/${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`;
      const statuses: number[] = [];
      for (let index = 0; index < 51; index++) statuses.push((await choose(key, repo(name(index)))).status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(50);
      expect(statuses.at(-1)).toBe(409);
    });

    test("without an integration there is nothing to watch", async () => {
      const { key } = await world.gateway.user();
      expect((await choose(key, repo("ada/lib"))).status).toBe(404);
      expect((await world.gateway.call("GET", PATH, { key })).status).toBe(404);
    });
  });
}
