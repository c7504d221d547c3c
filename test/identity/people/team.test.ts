// The team of a user: an owner always stays, also when two are taken at once; who leaves or becomes a viewer loses what they had.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { insertPerson, usersOf } from "../../../src/identity/people/store.ts";
import { changeTeam, listTeam, type TeamChange } from "../../../src/identity/people/team.ts";
import type { TeamRole } from "../../../src/identity/people/team-roles.ts";
import { newBrowser, signedIn } from "../../dashboard/browser.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

for (const lane of LANES) {
  describe(`teams on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
    }, 60_000);
    afterAll(() => gateway.close());

    const change = (wanted: TeamChange) =>
      changeTeam(gateway.database, wanted).then(
        () => "done",
        (error) => error.code as string,
      );
    const newPerson = async () => {
      const id = crypto.randomUUID();
      await insertPerson(gateway.database.database, { id, email: `${id}@example.com`, name: "Somebody", role: null });
      return id;
    };
    const teamOf = async (...roles: TeamRole[]) => {
      const { userId } = await gateway.user();
      const people: string[] = [];
      for (const role of roles) {
        const personId = await newPerson();
        expect(await change({ userId, personId, role, by: null })).toBe("done");
        people.push(personId);
      }
      return { userId, people };
    };
    const rolesOf = async (userId: string) =>
      Object.fromEntries((await listTeam(gateway.database, userId)).map(({ id, role }) => [id, role]));

    test("of two owners who remove each other at once, one stays", async () => {
      for (let round = 0; round < 5; round++) {
        const { userId, people } = await teamOf("owner", "owner");
        const [first = "", second = ""] = people;
        const outcomes = await Promise.all([
          change({ userId, personId: second, role: null, by: first }),
          change({ userId, personId: first, role: null, by: second }),
        ]);
        expect(outcomes.sort()).toEqual(["PERMISSION_DENIED", "done"]);
        expect(Object.values(await rolesOf(userId))).toEqual(["owner"]);
      }
    });

    test("of two owners who leave at once, one stays", async () => {
      const { userId, people } = await teamOf("owner", "owner", "member");
      const outcomes = await Promise.all(
        people.slice(0, 2).map((personId) => change({ userId, personId, role: null, by: personId })),
      );
      expect(outcomes.sort()).toEqual(["CONFLICT", "done"]);
      expect(Object.values(await rolesOf(userId)).sort()).toEqual(["member", "owner"]);
    });

    test("an operator takes the last owner only with the whole team, and begins a team with an owner", async () => {
      const { userId, people } = await teamOf("owner", "viewer");
      const [owner = "", viewer = ""] = people;
      expect(await change({ userId, personId: owner, role: null, by: null })).toBe("CONFLICT");
      expect(await change({ userId, personId: owner, role: "member", by: null })).toBe("CONFLICT");
      expect(await change({ userId, personId: viewer, role: null, by: null })).toBe("done");
      expect(await change({ userId, personId: owner, role: null, by: null })).toBe("done");
      expect(await change({ userId, personId: viewer, role: "viewer", by: null })).toBe("CONFLICT");
    });

    test("only owners change others, whatever their role", async () => {
      const { userId, people } = await teamOf("owner", "admin", "member", "viewer");
      const [owner = "", ...others] = people;
      for (const by of others)
        for (const personId of people)
          for (const role of ["owner", "admin", "member", "viewer", null] as const) {
            if (personId === by && role === null) continue;
            expect(await change({ userId, personId, role, by })).toBe("PERMISSION_DENIED");
          }
      for (const personId of others) expect(await change({ userId, personId, role: null, by: personId })).toBe("done");
      expect(await rolesOf(userId)).toEqual({ [owner]: "owner" });
    });

    test("the admin API gives and tells roles, and the audit log has what was before", async () => {
      const person = await newPerson();
      const { userId } = await gateway.user();
      const add = (body: object) => gateway.admin("POST", `/people/${person}/users`, { user: userId, ...body });
      const first = await add({});
      expect(first.json.data).toMatchObject({ previous_team_role: null, team_role: "owner" });
      const other = await newPerson();
      await gateway.admin("POST", `/people/${other}/users`, { user: userId });
      expect((await add({ role: "admin" })).json.data.users).toMatchObject([{ id: userId, role: "admin" }]);
      expect((await add({})).json.data.team_role).toBe("admin");
      const { entries } = (await gateway.admin("GET", "/audit?event=person_user_added&limit=2")).json.data;
      expect(entries[1].details).toMatchObject({ team_role_before: "owner", team_role: "admin" });
      expect(entries[1].user_id).toBe(userId);
      expect(await usersOf(gateway.database.database, person)).toMatchObject([{ id: userId, role: "admin" }]);
    });

    test("who is removed sees the user on no replica any more, and nobody else is signed out", async () => {
      const other = await startTestGateway({ lane, database: gateway.database });
      try {
        const [owner, member] = [await signedIn(gateway), await signedIn(gateway)];
        const { userId } = owner;
        const join = { userId, personId: member.personId, role: "member", by: null } as const;
        expect(await change(join)).toBe("done");
        const elsewhere = newBrowser(other);
        for (const [name, value] of member.cookies) elsewhere.cookies.set(name, value);
        const page = `/u/${userId}/settings/keys`;
        expect([(await member.get(page)).status, (await elsewhere.get(page)).status]).toEqual([200, 200]);
        expect(await change({ ...join, role: null, by: owner.personId })).toBe("done");
        expect([(await member.get(page)).status, (await elsewhere.get(page)).status]).toEqual([403, 403]);
        expect((await elsewhere.get(`/u/${member.userId}/settings/keys`)).status).toBe(200);
      } finally {
        await other.close();
      }
    }, 60_000);
  });
}
