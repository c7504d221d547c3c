// Who gets which mail, and how often, over a real SMTP server and with two replicas over one database.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { endIntegration } from "../../../src/connections/integrations/service.ts";
import { findIntegration } from "../../../src/connections/integrations/store.ts";
import { sendNotifications } from "../../../src/identity/notifications/job.ts";
import { mailOf } from "../../../src/identity/notifications/texts.ts";
import { addUserOf, insertPerson, storeLanguage } from "../../../src/identity/people/store.ts";
import type { TeamRole } from "../../../src/identity/people/team-roles.ts";
import { newBrowser, PASSWORD, signedIn } from "../../dashboard/browser.ts";
import { testClock } from "../../support/clock.ts";
import { LANES } from "../../support/database.ts";
import type { TestGateway } from "../../support/gateway.ts";
import { rejection } from "../../support/rejection.ts";
import { type SmtpServer, startSmtpServer } from "../../support/smtp-server.ts";
import { startTwoGateways, type TwoGateways } from "../../support/two-gateways.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIREFOX = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };

for (const lane of LANES) {
  describe(`notifications on ${lane}`, () => {
    let smtp: SmtpServer;
    let both: TwoGateways;
    let gateway: TestGateway;
    const clock = testClock();
    beforeAll(async () => {
      smtp = await startSmtpServer();
      const env = { SMTP_URL: smtp.url, MAIL_FROM: "gateway@example.com" };
      both = await startTwoGateways({ lane, env, clock, emulate: ["github", "slack"] });
      gateway = both.one;
    }, 120_000);
    afterAll(async () => {
      await both.close();
      await smtp.close();
    });

    /** Both replicas at once, as when one of them takes the job of the other for dead. */
    const run = async () => {
      const replicas = [both.one, both.two].map(({ app, database }) => ({ deps: app.deps, ...database }));
      await Promise.all(replicas.map(({ deps, database }) => sendNotifications(deps, database)));
      for (const { deps } of replicas) await deps.mails.drain();
    };
    const mailsTo = (address: string) =>
      smtp.mails.filter(({ to }) => to.includes(address)).map(({ data }) => data.replaceAll("=\r\n", ""));
    const textsTo = async (address: string) => {
      await run();
      return mailsTo(address);
    };
    const memberOf = async (userId: string, role: TeamRole) => {
      const id = crypto.randomUUID();
      const email = `${role}-${id}@example.com`;
      await insertPerson(gateway.database.database, { id, email, name: "Somebody", role: null });
      await addUserOf(gateway.database.database, id, userId, role);
      return email;
    };
    const teamOf = async (userId: string) => ({
      owner: await memberOf(userId, "owner"),
      admin: await memberOf(userId, "admin"),
      member: await memberOf(userId, "member"),
      viewer: await memberOf(userId, "viewer"),
    });
    const end = async (userId: string, provider: "github" | "slack", accountId: string | null = null) => {
      const { deps } = gateway.app;
      const row = await findIntegration(deps.database.orm, { userId, accountId }, { provider });
      if (!row) throw new Error("The integration was not stored.");
      await endIntegration(deps, row, "expired", "refused_by_provider");
      await endIntegration(deps, row, "revoked", "refused_by_provider");
    };
    const signInAnew = async (email: string, target = gateway, headers: Record<string, string> = FIREFOX) => {
      const browser = newBrowser(target);
      const page = await browser.get("/sign-in");
      const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
      const signIn = await browser.post("/sign-in", { email, password: PASSWORD, form_token: token }, headers);
      expect(signIn.status).toBe(303);
      return browser;
    };

    test("a first sign-in makes no mail, nor does a browser that is known; a new one makes a mail, three a day at most", async () => {
      const { email, ...browser } = await signedIn(gateway);
      await browser.submit("/sign-out", {}, "/settings/sign-in");
      await browser.submit("/sign-in", { email, password: PASSWORD });
      expect(await textsTo(email)).toEqual([]);
      await signInAnew(email, both.two);
      const [mail = ""] = await textsTo(email);
      expect(mail).toContain("Subject: Sign-in from a new browser");
      expect(mail).toContain("Browser: Firefox.");
      expect(mail).toContain(`${gateway.app.deps.baseUrl}/settings/sign-in`);
      expect(mail).not.toContain("List-Unsubscribe");
      await Promise.all([both.one, both.two, both.one, both.two].map((replica) => signInAnew(email, replica)));
      expect((await textsTo(email)).length).toBe(3);
      clock.move(DAY_MS);
      await signInAnew(email);
      expect((await textsTo(email)).length).toBe(4);
    });

    test("a sign-in whose mail cannot be made is let in, and the next one in that browser makes the mail", async () => {
      const { email } = await signedIn(gateway);
      const { database } = gateway.database;
      const browser = newBrowser(gateway);
      await database.query(`alter table mails add constraint unwritten check (recipient <> '${email}') not valid`);
      try {
        expect((await browser.submit("/sign-in", { email, password: PASSWORD })).status).toBe(303);
      } finally {
        await database.query("alter table mails drop constraint unwritten");
      }
      expect((await browser.get("/settings/sign-in")).status).toBe(200);
      expect(gateway.logLines.filter((line) => line.includes('"event":"sign_in_unnotified"')).length).toBe(1);
      expect(await textsTo(email)).toEqual([]);
      await browser.submit("/sign-out", {}, "/settings/sign-in");
      await browser.submit("/sign-in", { email, password: PASSWORD });
      expect((await textsTo(email)).length).toBe(1);
    });

    test("mails are in the language of the first sign-in, until the person chooses another", async () => {
      const { email, personId } = await signedIn(gateway);
      await gateway.database.database.query("update people set language = null where id = $1::text::uuid", [personId]);
      await signInAnew(email, gateway, { "accept-language": "de-AT,en;q=0.5" });
      const browser = await signInAnew(email, both.two, { "accept-language": "fr" });
      await browser.submit("/settings/language", { language: "es", next: "/" }, "/settings/sign-in");
      await signInAnew(email);
      const mails = await textsTo(email);
      expect(mails.map((mail) => /<html lang=3D"(\w+)"/.exec(mail)?.[1])).toEqual(["en", "de", "es"]);
      expect(mails[1]).toContain("Subject: Anmeldung von einem neuen Browser");
    });

    test("each of a team gets a mail in their own language", async () => {
      const { userId, key } = await gateway.user();
      const { owner, admin } = await teamOf(userId);
      const { database } = gateway.database;
      const ids = await database.query<{ id: string }>("select id from people where email = $1", [owner]);
      await storeLanguage(database, ids[0]?.id ?? "", "de", true);
      await gateway.connect(key, "github");
      await end(userId, "github");
      clock.move(HOUR_MS);
      await run();
      expect(mailsTo(owner)[0]).toMatch(/sind beendet:\s+GitHub[\s\S]*abschalten/);
      expect(mailsTo(admin)[0]).toMatch(/have ended:\s+GitHub[\s\S]*switch these mails off/);
    });

    test("connections that end within an hour make one mail to those who may reconnect, and none to a viewer", async () => {
      const { userId, key } = await gateway.user();
      const team = await teamOf(userId);
      for (const provider of ["github", "slack"] as const) await gateway.connect(key, provider);
      await end(userId, "github");
      clock.move(HOUR_MS / 2);
      await end(userId, "slack");
      expect(await textsTo(team.owner)).toEqual([]);
      clock.move(HOUR_MS / 2);
      await run();
      for (const address of [team.owner, team.admin, team.member]) {
        const mails = mailsTo(address);
        expect(mails.length).toBe(1);
        expect(mails[0]).toMatch(/GitHub, Slack/);
        expect(mails[0]).toContain(`/u/${userId}/integrations`);
      }
      expect(mailsTo(team.viewer)).toEqual([]);
      clock.move(HOUR_MS * 2);
      expect((await textsTo(team.owner)).length).toBe(1);
      await gateway.connect(key, "github");
      await end(userId, "github");
      clock.move(HOUR_MS);
      expect((await textsTo(team.owner)).length).toBe(2);
    });

    test("a connection that is connected again within the hour makes no mail", async () => {
      const { userId, key } = await gateway.user();
      const { owner } = await teamOf(userId);
      await gateway.connect(key, "github");
      await end(userId, "github");
      await gateway.connect(key, "github");
      clock.move(HOUR_MS);
      expect(await textsTo(owner)).toEqual([]);
    });

    test("a partner's accounts make one digest for a day, with their count and without their names", async () => {
      const { userId, key } = await gateway.partner();
      const { admin, viewer } = await teamOf(userId);
      for (const name of ["customer-one", "customer-two"]) {
        const accountId = await gateway.account(key, name);
        await gateway.connect(key, "github", { accountId });
        await end(userId, "github", accountId);
      }
      expect(await textsTo(admin)).toEqual([]);
      clock.move(DAY_MS + HOUR_MS);
      const [mail = "", ...others] = await textsTo(admin);
      expect([others, await textsTo(viewer)]).toEqual([[], []]);
      expect(mail).toContain("Subject: Ended connections of your customers: 2");
      expect(mail).toContain(`/u/${userId}/partner/accounts`);
      expect(mail).not.toContain("customer-");
    });

    test("a connection whose end is stored after midnight is in the digest of its day", async () => {
      const { userId, key } = await gateway.partner();
      const { admin } = await teamOf(userId);
      const accounts = [await gateway.account(key, "early"), await gateway.account(key, "late")];
      for (const accountId of accounts) await gateway.connect(key, "github", { accountId });
      const [early = null, late = null] = accounts;
      await end(userId, "github", early);
      clock.move(DAY_MS - (clock.now() % DAY_MS) + 30_000);
      await run();
      clock.move(-31_000);
      await end(userId, "github", late);
      clock.move(HOUR_MS + 31_000);
      const mails = await textsTo(admin);
      expect(mails.map((mail) => /Subject: (.*)/.exec(mail)?.[1]?.trim())).toEqual([
        "Ended connections of your customers: 2",
      ]);
    });

    test("mails of one user that cannot be made hold up nobody else's", async () => {
      const users = [await gateway.user(), await gateway.user()];
      const owners: string[] = [];
      for (const { userId, key } of users) {
        owners.push((await teamOf(userId)).owner);
        await gateway.connect(key, "github");
        await end(userId, "github");
        clock.move(1_000);
      }
      clock.move(HOUR_MS);
      const { deps } = gateway.app;
      const [first = "", second = ""] = owners;
      const sendIn: typeof deps.mails.sendIn = (database, mail) => {
        if (mail.to === first) throw new Error("This mail cannot be made.");
        return deps.mails.sendIn(database, mail);
      };
      const failing = { ...deps, mails: { ...deps.mails, sendIn } };
      const failure = await rejection(sendNotifications(failing, gateway.database.database));
      expect(String(failure)).toContain("cannot be made");
      await deps.mails.drain();
      expect([mailsTo(first).length, mailsTo(second).length]).toEqual([0, 1]);
      expect((await textsTo(first)).length).toBe(1);
    });

    test("80 % of a day's calls make one mail a day to owners and admins", async () => {
      const { userId } = await gateway.user();
      const { owner, admin, member } = await teamOf(userId);
      const use = async (calls: number) => {
        for (let i = 0; i < calls; i++) {
          const { limiter } = (i % 2 === 0 ? both.one : both.two).app.deps;
          await limiter.admit(`user:${userId}`, { minute: 1_000, day: 10 });
        }
        await Promise.all([both.one, both.two].map(({ app }) => app.deps.limiter.release()));
      };
      await use(7);
      expect(await textsTo(owner)).toEqual([]);
      await use(3);
      expect((await textsTo(owner)).length).toBe(1);
      expect((await textsTo(admin))[0]).toContain("80 %");
      expect(await textsTo(member)).toEqual([]);
      clock.move(DAY_MS);
      await use(10);
      expect((await textsTo(owner)).length).toBe(2);
    });

    test("what a person switches off is sent to the others alone; the link of a mail switches off that kind alone", async () => {
      const { email, userId, ...person } = await signedIn(gateway);
      const { admin } = await teamOf(userId);
      const { key } = (await gateway.admin("POST", "/keys", { user: userId })).json.data;
      await gateway.connect(key, "github");
      const endAndWait = async () => {
        await end(userId, "github");
        clock.move(HOUR_MS);
        await run();
        await gateway.connect(key, "github");
      };
      await endAndWait();
      const [mail = ""] = mailsTo(email);
      const link = /List-Unsubscribe: <([^>]+)>/.exec(mail.replaceAll(/\r\n[ \t]/g, ""))?.[1] ?? "";
      expect(mail).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click");
      const path = new URL(link).pathname;
      expect(path).toStartWith("/settings/mails/unsubscribe/");
      const stranger = newBrowser(gateway);
      const stopping = await stranger.get(path);
      expect([stopping.status, /<h1>([^<]*)/.exec(stopping.text)?.[1]]).toEqual([200, "Stop these mails?"]);
      await endAndWait();
      expect(mailsTo(email).length).toBe(2);
      const oneClick = await fetch(`${gateway.url}${path}`, {
        method: "POST",
        body: "List-Unsubscribe=One-Click",
        headers: { "content-type": "application/x-www-form-urlencoded" },
      });
      expect(oneClick.status).toBe(200);
      await endAndWait();
      expect([mailsTo(email).length, mailsTo(admin).length]).toEqual([2, 3]);
      for (const forged of [path.replace(".connection.", ".quota."), path.replace(".connection.", ".sign_in.")])
        expect((await fetch(`${gateway.url}${forged}`, { method: "POST" })).status).toBe(404);
      const page = await person.get("/settings/mails");
      expect(page.text).toContain("always on");
      expect(/value="connection"( checked)?/.exec(page.text)?.[1]).toBeUndefined();
      expect(page.text).toMatch(/value="quota" checked/);
      await person.submit("/settings/mails", { kind: ["connection", "quota"] });
      await endAndWait();
      expect(mailsTo(email).length).toBe(3);
    });

    test("an address that the server has refused three times gets no further mail", async () => {
      const { userId, key } = await gateway.user();
      const { owner } = await teamOf(userId);
      await gateway.connect(key, "github");
      const count = async () =>
        (await gateway.database.database.query("select 1 from mails where recipient = $1", [owner])).length;
      smtp.refusal = "550 nobody here";
      for (let i = 0; i < 5; i++) {
        await end(userId, "github");
        clock.move(HOUR_MS);
        await run();
        await gateway.connect(key, "github");
      }
      smtp.refusal = null;
      expect(await count()).toBe(3);
    });

    test("an address that nobody has proven gets no mail, neither of a connection nor of a sign-in", async () => {
      const { email, personId, userId } = await signedIn(gateway);
      const { admin } = await teamOf(userId);
      const { key } = (await gateway.admin("POST", "/keys", { user: userId })).json.data;
      const prove = (isProven: boolean) =>
        gateway.database.database.query("update people set address_proven = ($2 = 'yes') where id = $1::text::uuid", [
          personId,
          isProven ? "yes" : "no",
        ]);
      await prove(false);
      await signInAnew(email);
      await gateway.connect(key, "github");
      await end(userId, "github");
      clock.move(HOUR_MS);
      await run();
      expect([mailsTo(email).length, mailsTo(admin).length]).toEqual([0, 1]);
      await prove(true);
      await signInAnew(email);
      expect((await textsTo(email)).length).toBe(1);
    });

    test("notifications go with their person and their user", async () => {
      const { userId, personId, email } = await signedIn(gateway);
      await signInAnew(email);
      const { database } = gateway.database;
      const rows = () =>
        database.query(
          `select 1 from notifications where person_id = $1::text::uuid
          union all select 1 from mails where person_id = $1::text::uuid`,
          [personId],
        );
      expect((await rows()).length).toBe(3);
      await database.query("delete from people where id = $1::text::uuid", [personId]);
      expect(await rows()).toEqual([]);
      expect(
        await database.query("select 1 from notification_events where user_id = $1::text::uuid", [userId]),
      ).toEqual([]);
    });
  });
}

test("no value of a text adds a line to the subject, turns its direction, or becomes a name to fill in", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 400 }), (name) => {
      const values = { inviter: name, address: name, team: name, role: name };
      const { title } = mailOf("invitation", values, { url: "https://gateway.example/" });
      expect(title).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u);
      expect(title.length).toBeLessThanOrEqual(150);
    }),
  );
  const braces = { inviter: "{team}", address: "a@example.com", team: "b@example.com", role: "owner" };
  expect(mailOf("invitation", braces, { url: "https://gateway.example/" }).title).toStartWith("{team} invites");
});
