// The admin API of people and of entered OAuth clients: the last owner stays, links work once, secrets are rotated.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { newBrowser, PASSWORD } from "../../dashboard/browser.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, TEST_KEY_RING, type TestGateway } from "../../support/gateway.ts";

const newEmail = () => `${crypto.randomUUID()}@example.com`;
const ringKey = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`;

for (const lane of laneOf(import.meta.file)) {
  describe(`people over the admin API on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
    }, 60_000);
    afterAll(() => gateway.close());
    const invite = async (role?: string) => {
      const { data } = (await gateway.admin("POST", "/people", { email: newEmail(), name: "A person", role })).json;
      return data as { id: string; email: string; setup_link: string };
    };

    test("the first owner's link is made while there is nobody, and never after", async () => {
      const made = await gateway.admin("POST", "/first-owner-link");
      const { pathname } = new URL(made.json.data.setup_link);
      expect((await newBrowser(gateway).get(pathname)).text).toContain("Welcome");
      await invite("owner");
      const refused = await gateway.admin("POST", "/first-owner-link");
      expect([refused.status, refused.json.code]).toEqual([409, "CONFLICT"]);
    });

    test("the last owner neither loses the role nor is disabled, also when two are taken at once", async () => {
      const { people } = (await gateway.admin("GET", "/people")).json.data;
      const [first] = people.filter(({ role }: { role: string }) => role === "owner");
      for (const body of [{ role: "viewer" }, { role: null }, { disabled: true }]) {
        const refused = await gateway.admin("PATCH", `/people/${first.id}`, body);
        expect([refused.status, refused.json.code]).toEqual([409, "CONFLICT"]);
      }
      const second = await invite("owner");
      const enters = async ({ setup_link }: { setup_link: string }) => {
        const { pathname } = new URL(setup_link);
        return (await newBrowser(gateway).submit(pathname, { password: PASSWORD }, pathname)).status;
      };
      expect(await enters((await gateway.admin("POST", `/people/${first.id}/link`)).json.data)).toBe(303);
      // Who was invited but has never signed in does not count.
      expect((await gateway.admin("PATCH", `/people/${first.id}`, { disabled: true })).status).toBe(409);
      expect(await enters(second)).toBe(303);
      const both = await Promise.all(
        [first.id, second.id].map((id) => gateway.admin("PATCH", `/people/${id}`, { disabled: true })),
      );
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
      for (const id of [first.id, second.id]) await gateway.admin("PATCH", `/people/${id}`, { disabled: false });
    });

    test("a new link ends the one before, a used one is gone, and a disabled person gets none", async () => {
      const { id, setup_link: first } = await invite();
      const again = (await gateway.admin("POST", `/people/${id}/link`)).json.data.setup_link;
      const statusOf = async (link: string) => (await newBrowser(gateway).get(new URL(link).pathname)).status;
      expect([await statusOf(first), await statusOf(again)]).toEqual([401, 200]);
      expect((await newBrowser(gateway).submit(new URL(again).pathname, { password: PASSWORD })).status).toBe(303);
      expect(await statusOf(again)).toBe(401);
      await gateway.admin("PATCH", `/people/${id}`, { disabled: true });
      expect((await gateway.admin("POST", `/people/${id}/link`)).status).toBe(409);
    });

    test("people are found by the beginning of an address, and listed page by page without gaps", async () => {
      const invited = [await invite(), await invite(), await invite()];
      const seen: string[] = [];
      for (let query = "limit=2"; query !== ""; ) {
        const { people, next_cursor } = (await gateway.admin("GET", `/people?${query}`)).json.data;
        seen.push(...people.map((person: { id: string }) => person.id));
        query = next_cursor === null ? "" : `limit=2&cursor=${encodeURIComponent(next_cursor)}`;
      }
      expect(new Set(seen).size).toBe(seen.length);
      for (const { id } of invited) expect(seen).toContain(id);
      const one = invited[0] as { id: string; email: string };
      const found = await gateway.admin("GET", `/people?email=${one.email.slice(0, 12).toUpperCase()}`);
      expect(found.json.data.people.map((person: { id: string }) => person.id)).toEqual([one.id]);
    });

    test("an address belongs to one person, and a cursor to its list", async () => {
      const { email } = await invite();
      const twice = await gateway.admin("POST", "/people", { email: email.toUpperCase(), name: "x" });
      expect([twice.status, twice.json.code]).toEqual([409, "CONFLICT"]);
      const { next_cursor } = (await gateway.admin("GET", "/people?limit=1")).json.data;
      for (const path of ["/people?email=a&", "/users?"]) {
        const other = await gateway.admin("GET", `${path}cursor=${encodeURIComponent(next_cursor)}`);
        expect([path, other.status]).toEqual([path, 400]);
      }
    });
  });

  describe(`an entered OAuth client on ${lane}`, () => {
    test("is in force on another replica within a second, and is resealed with the ring's first key", async () => {
      const one = await startTestGateway({ lane });
      const keyRing = `${ringKey("k2", 9)},${TEST_KEY_RING}`;
      const other = await startTestGateway({ lane, database: one.database, keyRing });
      try {
        const clientAt = (gateway: TestGateway) => gateway.app.deps.oauthClients.ofOperator("github");
        expect(await clientAt(other)).toBeNull();
        await one.admin("PUT", "/providers/github/client", { client_id: "id-1", client_secret: "secret-1" });
        await other.heard();
        expect(await clientAt(other)).toEqual({ id: "id-1", secret: "secret-1" });
        expect((await other.admin("POST", "/secrets/rotate")).json.data.unreadable).toBe(0);
        const [row] = await one.database.database.query<{ secret: string }>(
          "select client_secret as secret from operator_clients",
        );
        expect(row?.secret.split(".")[0]).toBe("k2");
        await other.heard();
        expect(await clientAt(other)).toEqual({ id: "id-1", secret: "secret-1" });
      } finally {
        await other.close();
        await one.close();
      }
    }, 60_000);
  });
}
