// Gmail's emails through whole gateways in front of an emulated Google: each one once, and none from before the connect.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { createSources } from "../../../src/events/subscriptions/service.ts";
import { HOOK_MS, logged } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { breaking, CRASHES, type Crash } from "./breaking.ts";
import { type GoogleSigner, startGoogleSigner } from "./google-signer.ts";
import { isReceived, KINDS, type Kind, type Mailbox, OWNER, startMailbox } from "./mailbox.ts";

setDefaultTimeout(HOOK_MS);
const MINUTE_MS = 60_000;

for (const lane of laneOf(import.meta.file)) {
  describe(`Gmail polled on ${lane}`, () => {
    let box: Mailbox;
    let made = 0;
    beforeAll(async () => {
      box = await startMailbox({ lane });
      // Whoever writes to the mailbox needs a token.
      await box.connect();
    }, HOOK_MS);
    afterAll(() => box.close(), HOOK_MS);
    beforeEach(() => box.clear());

    /** Several writers at once, each with one message; returns the subjects of what is received. */
    const write = async (...kinds: Kind[]): Promise<string[]> => {
      const named = kinds.map((kind) => ({ kind, subject: `${kind} ${++made}` }));
      await Promise.all(named.map(({ kind, subject }) => box.write(kind, subject)));
      return named.flatMap(({ kind, subject }) => (isReceived(kind) ? subject : []));
    };
    const sources = () => [box.gateway.app.deps.sources, box.replica.app.deps.sources] as const;
    /** Both replicas poll until nothing is left, past leases and pauses. */
    const settle = async () => {
      box.around.length = 0;
      for (let round = 0; round < 3; round++) {
        box.clock.move(20 * MINUTE_MS);
        await Promise.all(sources().map((one) => one.drain()));
      }
    };

    test("each email that several writers deliver comes once; drafts, sent ones, spam, and older ones do not", async () => {
      await write("mail", "mail", "draft", "sent");
      const { userId, key } = await box.connect();
      await settle();
      expect(await box.mails(userId)).toEqual([]);
      const received = await write(...KINDS, ...KINDS, ...KINDS);
      expect(received).toHaveLength(9);
      await settle();
      expect((await box.mails(userId)).sort()).toEqual(received.sort());
      const { events } = (await box.gateway.call("GET", "/api/v1/inbox/events?service=gmail", { key })).json.data;
      expect(events.map((event: { title: string }) => event.title).sort()).toEqual(received);
      expect(events[0]).toMatchObject({ provider: "google", actor: "Grace", account_id: null, status: "unread" });
      expect(events[0].payload.body.text).toBe(`About ${events[0].title}.`);
    });

    test("emails that arrive before and after each request of a poll come once, in this poll or the next", async () => {
      const { userId } = await box.connect();
      const received = await write("mail", "mail", "mail", "mail", "mail");
      const more = async () => void received.push(...(await write("mail", "draft", "mail")));
      box.around.push(...Array.from({ length: 6 }, () => ({ before: more, after: more })));
      box.clock.move(2 * MINUTE_MS);
      await sources()[0].drain();
      expect(box.around).toEqual([]);
      await settle();
      expect(received.length).toBe(29);
      expect((await box.mails(userId)).sort()).toEqual(received.sort());
    });

    for (const crash of CRASHES) {
      for (const page of [0, 1, 2]) {
        test(`a process that dies ${crash} the commit of page ${page + 1} loses no email and doubles none`, async () => {
          const { userId } = await box.connect();
          const received = await write("mail", "draft", "mail", "mail", "sent", "mail", "mail", "archived", "mail");
          box.clock.move(2 * MINUTE_MS);
          const { deps } = box.gateway.app;
          const crashes: (Crash | null)[] = [...Array.from({ length: page }, () => null), crash];
          const dying = createSources({ ...deps, database: breaking(deps.database, crashes) });
          await dying.drain();
          expect(crashes).toEqual([]);
          await write("draft");
          await settle();
          expect((await box.mails(userId)).sort()).toEqual(received.sort());
        });
      }
    }

    test("however emails arrive, processes die, connections break and replicas poll: each comes once", async () => {
      const kinds = fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 8 });
      const during = fc.constantFrom("arrives before" as const, "arrives after" as const, "lost" as const, null);
      const step = fc.oneof(
        fc.record({ kind: fc.constant("write" as const), kinds }),
        fc.record({
          kind: fc.constant("poll" as const),
          crashes: fc.array(fc.option(fc.constantFrom(...CRASHES)), { maxLength: 4 }),
          during: fc.array(during, { maxLength: 8 }),
          withReplica: fc.boolean(),
        }),
        fc.record({ kind: fc.constant("pass" as const), minutes: fc.integer({ min: 1, max: 20 }) }),
      );
      const runs = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 10 }), async (steps) => {
        await box.clear();
        await write("mail");
        const { userId } = await box.connect();
        const received: string[] = [];
        const more = async () => void received.push(...(await write("mail", "sent")));
        for (const next of steps) {
          if (next.kind === "write") received.push(...(await write(...next.kinds)));
          else if (next.kind === "pass") box.clock.move(next.minutes * MINUTE_MS);
          else {
            box.clock.move(2 * MINUTE_MS);
            for (const what of next.during)
              box.around.push({
                ...(what === "arrives before" && { before: more }),
                ...(what === "arrives after" && { after: more }),
                ...(what === "lost" && { isLost: true }),
              });
            const { deps } = box.gateway.app;
            const dying = createSources({ ...deps, database: breaking(deps.database, [...next.crashes]) });
            await Promise.all([dying.drain(), next.withReplica ? sources()[1].drain() : null]);
            box.around.length = 0;
          }
        }
        await settle();
        expect((await box.mails(userId)).sort()).toEqual(received.sort());
      });
      await fc.assert(runs, { numRuns: lane === "postgres" ? 12 : 6, endOnFailure: true });
    });

    test("two replicas that poll at once, again and again while emails arrive, bring each to each mailbox's users once", async () => {
      const users = [await box.connect(), await box.connect(), await box.connect()];
      const received: string[] = [];
      for (let round = 0; round < 5; round++) {
        box.clock.move(16 * MINUTE_MS);
        const [subjects] = await Promise.all([
          write("mail", "mail", "draft", "mail", "mail", "mail"),
          ...sources().map((one) => one.drain()),
        ]);
        received.push(...subjects);
      }
      await settle();
      for (const { userId } of users) expect((await box.mails(userId)).sort()).toEqual(received.toSorted());
    });
  });
}

const ACCOUNT = "pubsub@project.iam.gserviceaccount.com";
const TOPIC = "projects/project/topics/gmail";

for (const lane of laneOf(import.meta.file)) {
  describe(`Gmail triggered by Pub/Sub on ${lane}`, () => {
    let box: Mailbox;
    let signer: GoogleSigner;
    let user: Awaited<ReturnType<Mailbox["connect"]>>;
    beforeAll(async () => {
      signer = await startGoogleSigner();
      box = await startMailbox({
        lane,
        env: { GATEWAY_PUBLIC_WEBHOOKS: "on" },
        settings: { webhookSecret: ACCOUNT, jwksUrl: signer.jwksUrl, settings: { PUBSUB_TOPIC: TOPIC } },
      });
      user = await box.connect();
    }, HOOK_MS);
    afterAll(async () => {
      await box.close();
      await signer.close();
    }, HOOK_MS);

    const now = () => Math.floor(box.clock.now() / 1_000);
    const claims = () => ({
      iss: "https://accounts.google.com",
      aud: `${box.gateway.url}/api/v1/webhooks/google`,
      email: ACCOUNT,
      email_verified: true,
      iat: now(),
      exp: now() + 3_600,
    });
    let messages = 0;
    const notify = async (token: string, { mailbox = OWNER, messageId = String(++messages) } = {}) => {
      const data = btoa(JSON.stringify({ emailAddress: mailbox, historyId: 9_999_999 }));
      const response = await fetch(`${box.gateway.url}/api/v1/webhooks/google`, {
        method: "POST",
        headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
        body: JSON.stringify({ message: { data, messageId, message_id: messageId }, subscription: "projects/p/s/g" }),
      });
      return response.status;
    };
    const work = async () => {
      await box.gateway.app.deps.inboundWebhooks.drain();
      await box.gateway.app.deps.sources.drain();
    };

    test("the mailbox is watched with the operator's topic", () => {
      const watches = box.google.log.filter(({ path }) => path === "/gmail/v1/users/me/watch");
      expect(watches.map(({ body, status }) => [JSON.parse(body ?? "{}").topicName, status])).toEqual([[TOPIC, 200]]);
    });

    test("a notification with Google's token brings the email at once, and its repetition no second time", async () => {
      const token = await signer.sign(claims());
      await box.write("mail", "At once");
      await work();
      expect(await box.mails(user.userId)).toEqual([]);
      expect(await notify(token)).toBe(200);
      await work();
      expect(await box.mails(user.userId)).toEqual(["At once"]);
      await box.write("mail", "And this");
      const [messageId] = [String(++messages)];
      expect(await Promise.all([1, 2, 3].map(() => notify(token, { messageId })))).toEqual([200, 200, 200]);
      await work();
      expect(await notify(token, { messageId })).toBe(200);
      await work();
      expect(await box.mails(user.userId)).toEqual(["At once", "And this"]);
    });

    test("of another mailbox nothing is polled, and the keys were fetched once", async () => {
      const before = box.google.log.length;
      expect(await notify(await signer.sign(claims()), { mailbox: "grace@gmail.com" })).toBe(200);
      await work();
      expect(box.google.log.length).toBe(before);
      expect(signer.fetches()).toBe(1);
    });

    test("S-85, S-86: a forged token is 401 and triggers no poll", async () => {
      const [before, mails] = [box.google.log.length, await box.mails(user.userId)];
      await box.write("mail", "Forged");
      const good = claims();
      const signed = await signer.sign(good);
      const [head, body, signature] = signed.split(".") as [string, string, string];
      const forged: Record<string, string> = {
        "no token": "",
        "another address": await signer.sign({ ...good, aud: "https://another.example.com/api/v1/webhooks/google" }),
        "another account": await signer.sign({ ...good, email: "other@project.iam.gserviceaccount.com" }),
        "an address that is not verified": await signer.sign({ ...good, email_verified: false }),
        "another issuer": await signer.sign({ ...good, iss: "https://issuer.example.com" }),
        "an old time": await signer.sign({ ...good, iat: now() - 7_200, exp: now() - 3_600 }),
        "a strange key under the known id": await signer.forge(good),
        "no algorithm": `${btoa('{"alg":"none","kid":"k1"}').replace(/=+$/, "")}.${body}.`,
        "HS256 with the public key": await signer.confuse(good),
        "another body": `${head}.${Buffer.from(JSON.stringify({ ...good, sub: "1" })).toString("base64url")}.${signature}`,
        "an unknown key id": await signer.sign(good, "k2"),
      };
      for (const [name, token] of Object.entries(forged)) expect(await notify(token), name).toBe(401);
      await work();
      expect(box.google.log.slice(before).map(({ path }) => path)).toEqual(["/gmail/v1/users/me/messages"]);
      expect(await box.mails(user.userId)).toEqual(mails);
      expect(logged(box.gateway, "inbound_webhook_check_failed")).toEqual([]);
    });

    test("what no notification told of is found by the poll that goes on beside the watch", async () => {
      const mails = await box.mails(user.userId);
      await box.write("mail", "Untold");
      box.clock.move(20 * MINUTE_MS);
      await work();
      expect(await box.mails(user.userId)).toEqual([...mails, "Forged", "Untold"]);
    });

    test("the end of the integration ends the watch", async () => {
      const before = box.google.log.length;
      expect((await box.gateway.call("DELETE", "/api/v1/integrations/google", { key: user.key })).status).toBe(200);
      await work();
      const paths = box.google.log.slice(before).map(({ path }) => path);
      expect(paths).toContain("/gmail/v1/users/me/stop");
      expect(paths.indexOf("/gmail/v1/users/me/stop")).toBeLessThan(paths.indexOf("/oauth2/revoke"));
    });
  });
}
