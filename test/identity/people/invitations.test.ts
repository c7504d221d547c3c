// Invitations into teams: any sequence of acts by anybody leaves an owner, and nobody rises above who invited them.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { insertMail } from "../../../src/foundation/mail/mail-store.ts";
import { listInvitations } from "../../../src/identity/people/invitation-store.ts";
import {
  accept,
  INVITATION_MS,
  invite,
  type MadeInvitation,
  mailsAbout,
  resend,
  revoke,
} from "../../../src/identity/people/invitations.ts";
import { insertPerson } from "../../../src/identity/people/store.ts";
import { changeTeam, listTeam } from "../../../src/identity/people/team.ts";
import { includesRole, TEAM_ROLES, type TeamRole } from "../../../src/identity/people/team-roles.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

const RESEND_MS = 10 * 60_000;
const index = fc.nat(5);
const role = fc.constantFrom(...TEAM_ROLES);
const act = fc.oneof(
  fc.record({ kind: fc.constant("invite" as const), by: index, role, who: index }),
  fc.record({ kind: fc.constant("accept" as const), nth: index, who: index }),
  fc.record({ kind: fc.constant("resend" as const), nth: index, by: index }),
  fc.record({ kind: fc.constant("revoke" as const), nth: index, by: index }),
  fc.record({ kind: fc.constant("change" as const), by: index, who: index, role: fc.option(role) }),
);

for (const lane of LANES) {
  describe(`invitations on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
    }, 60_000);
    afterAll(() => gateway.close());

    const deps = () => ({ ...gateway.app.deps, database: gateway.database.database });
    const codeOf = <T>(run: Promise<T>): Promise<T | string> => run.catch((error) => error.code as string);
    const newPerson = async () => {
      const id = crypto.randomUUID();
      await insertPerson(deps().database, { id, email: `${id}@example.com`, name: "Somebody", role: null });
      return id;
    };
    const newTeam = async () => {
      const { userId } = await gateway.user();
      const owner = await newPerson();
      await changeTeam(deps(), { userId, personId: owner, role: "owner", by: null });
      return { userId, owner };
    };
    const rolesOf = async (userId: string) =>
      new Map((await listTeam(deps(), userId)).map(({ id, role }) => [id, role]));

    test("any sequence leaves an owner, and gives nobody more than the inviter and an owner could", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 14 }), async (acts) => {
          const { userId, owner } = await newTeam();
          const people = [owner];
          for (let i = 0; i < 5; i++) people.push(await newPerson());
          const made: (MadeInvitation & { by: string })[] = [];
          const ids = acts.map((one) => ({ by: "by" in one ? (people[one.by] as string) : "", one }));
          for (const { by, one } of ids) {
            const before = await rolesOf(userId);
            const own = before.get(by);
            if (one.kind === "invite") {
              const email = `${one.who}@example.com`;
              const result = await codeOf(invite(deps(), { userId, email, role: one.role, by }));
              if (typeof result !== "string") {
                made.push({ ...result, by });
                expect(own && includesRole(own, one.role)).toBe(true);
              }
            }
            const invitation = "nth" in one ? made[one.nth] : undefined;
            if (one.kind === "resend" && invitation) {
              gateway.clock.move(RESEND_MS);
              const result = await codeOf(resend(deps(), { userId, id: invitation.id, by }));
              if (typeof result !== "string") made[one.nth] = { ...result, by };
            }
            if (one.kind === "revoke" && invitation) await codeOf(revoke(deps(), { userId, id: invitation.id, by }));
            if (one.kind === "accept" && invitation) {
              const who = people[one.who] as string;
              const result = await codeOf(accept(deps(), invitation.token, async () => who));
              const after = (await rolesOf(userId)).get(who);
              if (typeof result === "string") expect(after).toBe(before.get(who) as TeamRole);
              else expect(includesRole(before.get(invitation.by) as TeamRole, after as TeamRole)).toBe(true);
            }
            if (one.kind === "change") {
              const personId = people[one.who] as string;
              const result = await codeOf(changeTeam(deps(), { userId, personId, role: one.role, by }));
              if (typeof result !== "string" && one.role !== null) expect(own).toBe("owner");
            }
            expect([...(await rolesOf(userId)).values()]).toContain("owner");
          }
        }),
        { numRuns: lane === "postgres" ? 60 : 25 },
      );
    }, 120_000);

    test("of two who open a link at once, one joins", async () => {
      const { userId, owner } = await newTeam();
      const { token } = await invite(deps(), { userId, email: "one@example.com", role: "member", by: owner });
      const both = [await newPerson(), await newPerson()];
      const results = await Promise.all(both.map((id) => codeOf(accept(deps(), token, async () => id))));
      expect(results.filter((result) => result === "AUTH_REQUIRED")).toHaveLength(1);
      expect((await rolesOf(userId)).size).toBe(2);
    });

    test("a link ends after seven days, when it is sent again, and when its inviter may no longer give its role", async () => {
      const { userId, owner } = await newTeam();
      const second = await newPerson();
      await changeTeam(deps(), { userId, personId: second, role: "owner", by: null });
      const join = async (token: string) => {
        const who = await newPerson();
        const result = await codeOf(accept(deps(), token, async () => who));
        return typeof result === "string" ? result : "joined";
      };
      const first = await invite(deps(), { userId, email: "a@example.com", role: "admin", by: second });
      gateway.clock.move(RESEND_MS);
      const again = await resend(deps(), { userId, id: first.id, by: second });
      expect(await join(first.token)).toBe("AUTH_REQUIRED");
      await changeTeam(deps(), { userId, personId: second, role: "admin", by: owner });
      expect(await join(again.token)).toBe("AUTH_REQUIRED");
      await changeTeam(deps(), { userId, personId: second, role: "owner", by: owner });
      expect(await join(again.token)).toBe("joined");
      const late = await invite(deps(), { userId, email: "b@example.com", role: "viewer", by: second });
      gateway.clock.move(INVITATION_MS);
      expect(await join(late.token)).toBe("AUTH_REQUIRED");
      const states = (await listInvitations(deps().database, userId, gateway.clock.now(), 10)).map(
        ({ state }) => state,
      );
      expect(states.sort()).toEqual(["accepted", "expired"]);
    });

    test("a team has 50 open invitations at most, and an expired one makes room for the same address", async () => {
      const { userId, owner } = await newTeam();
      const send = (email: string) => codeOf(invite(deps(), { userId, email, role: "member", by: owner }));
      for (let i = 0; i < 50; i++) expect(typeof (await send(`p${i}@example.com`))).toBe("object");
      expect(await send("one-more@example.com")).toBe("CONFLICT");
      gateway.clock.move(INVITATION_MS);
      expect(typeof (await send("P7@example.com"))).toBe("object");
      expect(await send("p7@example.com")).toBe("CONFLICT");
    });

    test("an invitation is sent again once in ten minutes, and an expired one only where the team has a place", async () => {
      const { userId, owner } = await newTeam();
      const email = "again@example.com";
      const { id } = await invite(deps(), { userId, email, role: "member", by: owner });
      const again = () => codeOf(resend(deps(), { userId, id, by: owner }));
      expect(await again()).toBe("RATE_LIMITED");
      gateway.clock.move(RESEND_MS);
      expect(typeof (await again())).toBe("object");
      expect(await again()).toBe("RATE_LIMITED");
      gateway.clock.move(INVITATION_MS);
      for (let i = 0; i < 50; i++)
        await invite(deps(), { userId, email: `q${i}@example.com`, role: "member", by: owner });
      expect(await again()).toBe("CONFLICT");
    });

    test("a team makes 50 invitations a day at most, also where it revokes them", async () => {
      const { userId, owner } = await newTeam();
      const send = () => codeOf(invite(deps(), { userId, email: "a@example.com", role: "member", by: owner }));
      for (let i = 0; i < 50; i++) {
        const made = (await send()) as MadeInvitation;
        await revoke(deps(), { userId, id: made.id, by: owner });
      }
      expect(await send()).toBe("RATE_LIMITED");
      gateway.clock.move(24 * 60 * 60_000);
      expect(typeof (await send())).toBe("object");
    });

    test("the waiting mail of an invitation is deleted when it is revoked, sent again or accepted", async () => {
      const { userId, owner } = await newTeam();
      const who = await newPerson();
      const ends = {
        revoke: (made: MadeInvitation) => revoke(deps(), { userId, id: made.id, by: owner }),
        resend: (made: MadeInvitation) => resend(deps(), { userId, id: made.id, by: owner }),
        accept: (made: MadeInvitation) => accept(deps(), made.token, async () => who),
      };
      for (const [name, end] of Object.entries(ends)) {
        const made = await invite(deps(), { userId, email: `${name}@example.com`, role: "member", by: owner });
        const mail = { recipient: made.email, content: "sealed", now: gateway.clock.now() };
        for (const cause of [mailsAbout(made.id), mailsAbout(crypto.randomUUID())])
          await insertMail(deps().database, { ...mail, id: crypto.randomUUID(), cause: `${cause}until 1` });
        gateway.clock.move(RESEND_MS);
        await end(made);
        const left = await deps().database.query<{ cause: string }>("select cause from mails where recipient = $1", [
          made.email,
        ]);
        expect([left.length, left[0]?.cause.includes(made.id)]).toEqual([1, false]);
      }
    });

    test("an address with a line break, a space or an unseen character is refused", async () => {
      const { userId, owner } = await newTeam();
      for (const email of [
        "a@example.com\r\nBcc: b@example.com",
        "a b@example.com",
        "a@exam\u202eple.com",
        "a@x\u0000y",
        "@x",
        "x@",
      ])
        expect(await codeOf(invite(deps(), { userId, email, role: "member", by: owner }))).toBe("VALIDATION_ERROR");
    });
  });
}
