// The fixtures of a webhook: a good plugin passes, and each mistake in the plugin or a fixture gives its sentence.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  event,
  hmac,
  hmacSha256,
  type Provider,
  rawId,
  sharedToken,
  t,
  valueAt,
  type Webhook,
} from "../../../src/plugin/index.ts";
import { webhookFileViolations } from "../../../src/plugin-kit/check/webhook-fixtures.ts";
import { acmePlugin } from "../../support/acme-plugin.ts";

const SECRET = "secret-of-the-hook";
const item = t.Object({ id: rawId, kind: t.String(), title: t.Optional(t.String()), by: t.String() });
const created = event({
  description: "An item was created.",
  match: (_, item) => valueAt(item, "kind") === "created",
  raw: item,
  shape: t.Object({ id: t.String(), title: t.String() }),
  map: (raw) => (raw.title === "skip" ? null : { id: String(raw.id), title: raw.title ?? "" }),
  view: (payload) => ({ title: payload.title, summary: null, actor: null, url: null, occurredAt: null }),
});
const webhook: Webhook = {
  verify: hmacSha256({ header: "x-signature", prefix: "sha256=" }),
  handshake: ({ query }) => {
    const challenge = query.get("challenge");
    return challenge === null ? null : { type: "text/plain", body: challenge };
  },
  items: "events",
  eventId: (_, item) => String(valueAt(item, "id")),
  subject: (_, item) => ({ matches: "identity", id: String(valueAt(item, "by")) }),
  events: { "items.created": created },
};
const providerWith = (changes: Partial<Webhook> = {}): Provider => ({
  ...acmePlugin(),
  webhook: { ...webhook, ...changes },
});

const signed = (text: string) => ({
  "x-signature": `sha256=${createHmac("sha256", SECRET).update(text).digest("hex")}`,
});
const BODY = { events: [{ id: 7, kind: "created", title: "A title", by: "1" }] };
const TEXT = JSON.stringify(BODY);
const FOUND = {
  type: "items.created",
  eventId: "7",
  subject: { matches: "identity", id: "1" },
  view: { title: "A title", summary: null, actor: null, url: null, occurredAt: null },
  payload: { id: "7", title: "A title" },
};
const GOOD = { inbound: { headers: signed(TEXT), json: BODY }, secrets: { webhook: SECRET }, events: [FOUND] };
const NAME = "items.created.json";
const of = (json: unknown, more: object = {}) => {
  const text = JSON.stringify(json);
  return { ...GOOD, inbound: { headers: signed(text), text }, ...more };
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gateway-webhooks-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The violations of a plugin with these fixtures, each after its file's name. */
async function sentencesFor(plugin: Provider, fixtures: Record<string, unknown>): Promise<string[]> {
  const own = mkdtempSync(join(folder, "acme-"));
  mkdirSync(join(own, "fixtures/webhooks"), { recursive: true });
  for (const [name, fixture] of Object.entries(fixtures)) {
    const text = typeof fixture === "string" ? fixture : JSON.stringify(fixture);
    writeFileSync(join(own, "fixtures/webhooks", name), text);
  }
  const violations = await webhookFileViolations(plugin, own);
  return violations.map(({ where, message }) => `${where.replace("fixtures/webhooks/", "")}: ${message}`);
}

describe("the fixtures of a webhook", () => {
  test("pass: an event, a handshake, a refused request, one without events", async () => {
    const fixtures = {
      [NAME]: GOOD,
      "items.created.bytes.json": { ...GOOD, inbound: { headers: signed(TEXT), text: TEXT } },
      "items.created.none.json": of({ events: [{ id: 1, kind: "deleted", by: "1" }, 5, null] }, { events: [] }),
      "items.created.skipped.json": of(
        { events: [{ id: 1, kind: "created", title: "skip", by: "1" }] },
        { events: [] },
      ),
      "items.created.no-list.json": of({ events: { id: 7 } }, { events: [] }),
      "items.created.refused.json": { inbound: { json: BODY }, secrets: { webhook: SECRET }, refused: true },
      "handshake.json": {
        inbound: { method: "GET", url: "https://gateway.example.com/api/v1/webhooks/acme?challenge=abc" },
        handshake: { type: "text/plain", body: "abc" },
      },
    };
    expect(await sentencesFor(providerWith(), fixtures)).toEqual([]);
  });

  test("are not needed where the plugin declares no webhook", async () => {
    expect(await sentencesFor(acmePlugin(), {})).toEqual([]);
  });

  test("can have a request that is one event, or a list itself", async () => {
    const one = BODY.events[0];
    expect(await sentencesFor(providerWith({ items: undefined }), { [NAME]: of(one) })).toEqual([]);
    expect(await sentencesFor(providerWith({ items: "" }), { [NAME]: of([one]) })).toEqual([]);
  });

  test("run at their own time", async () => {
    const times: number[] = [];
    const verify: Webhook["verify"] = (inbound, secrets, now) => {
      times.push(now);
      return webhook.verify(inbound, secrets, now);
    };
    await sentencesFor(providerWith({ verify }), { [NAME]: { ...GOOD, now: "2026-03-01T10:00:00Z" } });
    expect(new Set(times)).toEqual(new Set([Date.parse("2026-03-01T10:00:00Z")]));
  });

  const anyToken = sharedToken(({ headers }) => headers.get("x-token"));
  const byToken = { inbound: { headers: { "x-token": SECRET }, json: BODY }, secrets: { webhook: SECRET } };
  const CASES: [mistake: string, changes: Partial<Webhook> | null, fixtures: Record<string, unknown>, said: string][] =
    [
      ["a plugin without a webhook", null, { [NAME]: GOOD }, "exists, but the plugin declares no webhook."],
      ["an event without a fixture", {}, {}, "is missing: each event needs a fixture."],
      [
        "an event whose fixture does not have it",
        {},
        { [NAME]: of({ events: [{ id: 7, kind: "other", by: "1" }] }, { events: [] }) },
        "does not have items.created in its `events`: each event needs a fixture that has it.",
      ],
      [
        "a fixture that is not JSON",
        {},
        { [NAME]: "{" },
        "is not { inbound, secrets, events, handshake or refused } in JSON.",
      ],
      [
        "a fixture without an outcome, which --fill writes",
        {},
        { [NAME]: { inbound: GOOD.inbound, secrets: GOOD.secrets } },
        "has no events or handshake or refused: let `plugin check --fill` write what is missing, and read what it wrote.",
      ],
      [
        "a fixture with two outcomes",
        {},
        { [NAME]: { ...GOOD, refused: true } },
        "is not { inbound, secrets, events, handshake or refused } in JSON.",
      ],
      [
        "a fixture that is null",
        {},
        { [NAME]: "null" },
        "is not { inbound, secrets, events, handshake or refused } in JSON.",
      ],
      [
        "a fixture with a misspelt part",
        {},
        { [NAME]: { ...GOOD, secret: {} } },
        "unknown key `secret`; did you mean `secrets`?",
      ],
      [
        "an address that is no URL",
        {},
        { [NAME]: { ...GOOD, inbound: { ...GOOD.inbound, url: "/webhooks" } } },
        "is not { inbound, secrets, events, handshake or refused } in JSON: the url of inbound is not a URL.",
      ],
      [
        "a signature that is not good",
        {},
        { [NAME]: { ...GOOD, inbound: { ...GOOD.inbound, headers: signed("other") } } },
        "The plugin does not accept the request's signature.",
      ],
      [
        "a secret that is not the one",
        {},
        { [NAME]: { ...GOOD, secrets: { webhook: "other" } } },
        "The plugin does not accept the request's signature.",
      ],
      [
        "a refusal of a good request",
        {},
        { [NAME]: { ...GOOD, events: undefined, refused: true } },
        "The plugin accepts the request.",
      ],
      [
        "a verifier that accepts everything, with another secret",
        { verify: () => true },
        { [NAME]: GOOD },
        "A request signed with another secret is accepted.",
      ],
      [
        "a verifier that accepts everything, without a secret",
        { verify: () => true },
        { [NAME]: GOOD },
        "Without a configured secret, a request is accepted.",
      ],
      [
        "a verifier that accepts everything, unsigned",
        { verify: () => true },
        { [NAME]: GOOD },
        "A request without headers is accepted.",
      ],
      [
        "a verifier that ignores the body",
        { verify: anyToken },
        { [NAME]: { ...byToken, events: [FOUND] } },
        "A body with one changed character is accepted.",
      ],
      [
        "a handshake where an event is expected",
        { handshake: () => ({ type: "text/plain", body: "x" }) },
        { [NAME]: GOOD },
        "The plugin treats the request as a handshake.",
      ],
      [
        "no handshake where one is expected",
        { handshake: undefined },
        { [NAME]: { inbound: {}, handshake: { type: "text/plain", body: "x" } } },
        'The handshake differs: it is null, the fixture expects {"type":"text/plain","body":"x"}.',
      ],
      [
        "events other than expected",
        {},
        { [NAME]: { ...GOOD, events: [{ ...FOUND, eventId: "8" }] } },
        'The list of events differs at /0/eventId: it is "7", the fixture expects "8".',
      ],
      [
        "one event of two kinds",
        { events: { "items.created": created, "items.changed": created } },
        { [NAME]: GOOD },
        "One event matches items.created and items.changed.",
      ],
      [
        "a payload that is not of its shape",
        { events: { "items.created": { ...created, map: () => ({ id: 7, title: "A title" }) } } },
        { [NAME]: { ...GOOD, events: [{ ...FOUND, payload: { id: 7, title: "A title" } }] } },
        "The payload of items.created does not match the declared shape at /id: Expected string.",
      ],
      [
        "a plugin that throws",
        { eventId: () => (null as never as { id: string }).id },
        { [NAME]: GOOD },
        "The plugin threw TypeError",
      ],
      [
        "a plugin that uses the network",
        { subject: () => fetch("https://api.acme.example") as never },
        { [NAME]: GOOD },
        "The webhook uses fetch, which a plugin must not.",
      ],
      [
        "somebody's address",
        {},
        { [NAME]: of({ events: [], by: "ada@mail.acme.io" }, { events: [] }) },
        "address at mail.acme.io",
      ],
    ];
  for (const [mistake, changes, fixtures, sentence] of CASES) {
    test(`find ${mistake}`, async () => {
      const found = await sentencesFor(changes === null ? acmePlugin() : providerWith(changes), fixtures);
      const own = found.filter((line) => line.startsWith(`${NAME}: `));
      expect(own.join("\n"), JSON.stringify(found)).toContain(sentence);
    });
  }

  const inBody = sharedToken(({ json }) => {
    const token = valueAt(json, "token");
    return typeof token === "string" ? token : null;
  });
  const TELLING = { token: SECRET, ...BODY };
  /** At a source's own address, where the body need not say whose the event is. */
  const OWN = { ...FOUND, subject: null };
  const byBody = { inbound: { json: TELLING }, secrets: { webhook: SECRET }, own: true, events: [OWN] };

  test("can have the secret in the body, where headers prove nothing", async () => {
    const plugin = providerWith({ verify: inBody, signsBody: false, subject: undefined });
    expect(await sentencesFor(plugin, { [NAME]: byBody })).toEqual([]);
    const odd = 'a "secret" / of & the hook';
    const written = { ...byBody, inbound: { json: { ...TELLING, token: odd } }, secrets: { webhook: odd } };
    expect(await sentencesFor(plugin, { [NAME]: written })).toEqual([]);
  });

  test("can have a signature made from the secret in the body", async () => {
    const mac = createHmac("sha256", SECRET).update("1767225600").digest("hex");
    const verify = hmac({
      read: ({ json }) => ({ signature: String(valueAt(json, "mac")), time: Number(valueAt(json, "at")) }),
      message: (_, { time }) => String(time),
    });
    const stamped = { ...byBody, inbound: { json: { mac, at: 1_767_225_600, ...BODY } } };
    expect(
      await sentencesFor(providerWith({ verify, signsBody: false, subject: undefined }), { [NAME]: stamped }),
    ).toEqual([]);
    const takesAll = providerWith({ verify: (_, { webhook: secret }) => secret === SECRET, signsBody: false });
    const sentence = "A request without headers, and one without a body, is accepted.";
    expect((await sentencesFor(takesAll, { [NAME]: stamped })).join("\n")).toContain(sentence);
  });

  test("find a verifier that accepts a body without the secret, whatever headers it needs", async () => {
    const careless: Webhook["verify"] = (inbound, secrets, now) => {
      if (!inbound.headers.has("x-kind")) return false;
      return valueAt(inbound.json, "token") === undefined ? secrets.webhook === SECRET : inBody(inbound, secrets, now);
    };
    const plugin = providerWith({ verify: careless, signsBody: false });
    const fixture = { ...byBody, inbound: { ...byBody.inbound, headers: { "x-kind": "items" } } };
    expect((await sentencesFor(plugin, { [NAME]: fixture })).join("\n")).toContain(
      "A request without the secret in its body is accepted.",
    );
  });

  const several = (_: unknown, item: unknown) =>
    String(valueAt(item, "by"))
      .split(",")
      .map((id) => ({ matches: "identity" as const, id }));
  const SHARED = { events: [{ id: 7, kind: "created", title: "A title", by: "1,2,1" }] };

  test("can have an event of several subjects, each once, and one of nobody", async () => {
    const subject = ["1", "2"].map((id) => ({ matches: "identity", id }));
    const plugin = providerWith({ subject: several });
    expect(await sentencesFor(plugin, { [NAME]: of(SHARED, { events: [{ ...FOUND, subject }] }) })).toEqual([]);
    expect(await sentencesFor(plugin, { [NAME]: GOOD })).toEqual([]);
    for (const none of [null, []]) {
      const nobodys = { [NAME]: { ...GOOD, events: [{ ...FOUND, subject: null }] } };
      expect(await sentencesFor(providerWith({ subject: () => none }), nobodys)).toEqual([]);
    }
  });

  test("find several subjects where the fixture expects one of them", async () => {
    const found = await sentencesFor(providerWith({ subject: several }), { [NAME]: of(SHARED) });
    expect(found.join("\n")).toContain(
      'at /0/subject: it is [{"matches":"identity","id":"1"},{"matches":"identity","id":"2"}]',
    );
  });

  test.each([
    { matches: "everybody", id: "1" },
    { matches: "identity", id: "" },
    { matches: "identity", id: 7 },
  ])("find the subject %j", async (subject) => {
    const found = await sentencesFor(providerWith({ subject: () => [subject as never] }), { [NAME]: GOOD });
    expect(found.join("\n")).toContain(
      `A subject of items.created is ${JSON.stringify(subject)}, not { matches: "identity" or "workspace", id }.`,
    );
  });

  test("of a provider that signs no body have no changed body, and the token still counts", async () => {
    const plugin = providerWith({ verify: anyToken, signsBody: false, subject: undefined });
    expect(await sentencesFor(plugin, { [NAME]: { ...byToken, own: true, events: [OWN] } })).toEqual([]);
  });
});
