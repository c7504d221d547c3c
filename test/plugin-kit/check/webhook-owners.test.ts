// What a webhook triggers, ends, fetches, and whose it is: the kit refuses an owner that no signature covers.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHmac, createSign, generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  bearerToken,
  event,
  hmacSha256,
  type InboundWebhook,
  jwtRs256,
  type Provider,
  path,
  sharedToken,
  t,
  textAt,
  valueAt,
  type Webhook,
} from "../../../src/plugin/index.ts";
import { webhookFileViolations } from "../../../src/plugin-kit/check/webhook-fixtures.ts";
import { acmePlugin } from "../../support/acme-plugin.ts";

const SECRET = "secret-of-the-hook";
const AT = "https://gateway.example.com/api/v1/webhooks/acme";
const made = event({
  description: "An item was made.",
  match: (_, item) => valueAt(item, "kind") === "made",
  raw: t.Object({ id: t.String() }),
  shape: t.Object({ id: t.String() }),
  map: (raw) => ({ id: raw.id }),
  view: ({ id }) => ({ title: id, summary: null, actor: null, url: null, occurredAt: null }),
});
const by = (id: unknown) => (typeof id === "string" && id ? { matches: "identity" as const, id } : null);
const webhook: Webhook = {
  verify: hmacSha256({ header: "x-signature" }),
  eventId: (_, item) => textAt(item, "id") ?? null,
  subject: (_, item) => by(valueAt(item, "by")),
  events: { "items.made": made },
};
const providerWith = (changes: Partial<Webhook> = {}): Provider => ({
  ...acmePlugin(),
  webhook: { ...webhook, ...changes },
});

const BODY = { kind: "made", id: "a", by: "42" };
const sign = (text: string, secret = SECRET) => createHmac("sha256", secret).update(text).digest("hex");
const signature = { "x-signature": sign(JSON.stringify(BODY)) };
const FOUND = {
  type: "items.made",
  eventId: "a",
  subject: { matches: "identity", id: "42" },
  view: { title: "a", summary: null, actor: null, url: null, occurredAt: null },
  payload: { id: "a" },
};
const signed = (more: { headers?: object; url?: string } = {}, rest: object = {}) => ({
  inbound: { json: BODY, ...more, headers: { ...signature, ...more.headers } },
  secrets: { webhook: SECRET },
  events: [FOUND],
  ...rest,
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gateway-webhooks-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function sentencesFor(plugin: Provider, fixtures: Record<string, object>): Promise<string[]> {
  const own = mkdtempSync(join(folder, "acme-"));
  mkdirSync(join(own, "fixtures/webhooks"), { recursive: true });
  for (const [name, fixture] of Object.entries(fixtures))
    writeFileSync(join(own, "fixtures/webhooks", `${name}.json`), JSON.stringify(fixture));
  return (await webhookFileViolations(plugin, own)).map(({ where, message }) => `${where}: ${message}`);
}
const violationsOf = async (plugin: Provider, fixture: object) =>
  (await sentencesFor(plugin, { "items.made": fixture })).join("\n");

describe("an owner that no signature covers", () => {
  test("is none where the signed body alone names it, whatever the headers and the query say", async () => {
    const fixture = signed({ headers: { "x-user": "42" }, url: `${AT}?user=42` });
    expect(await violationsOf(providerWith(), fixture)).toBe("");
  });

  test("is refused from a header, changed or removed", async () => {
    const byHeader = providerWith({ subject: ({ headers }) => by(headers.get("x-user")) });
    expect(await violationsOf(byHeader, signed({ headers: { "x-user": "42" } }))).toContain(
      'No signature covers the header x-user, but it decides the owner of an event: with another value, the owner is {"matches":"identity","id":"41"}.',
    );
    const withoutHeader = providerWith({ subject: ({ headers }) => by(headers.has("x-test") ? "42" : "everybody") });
    expect(await violationsOf(withoutHeader, signed({ headers: { "x-test": "" } }))).toContain(
      'No signature covers the header x-test, but it decides the owner of an event: with another value, the owner is {"matches":"identity","id":"everybody"}.',
    );
  });

  test("is refused from the query", async () => {
    const byQuery = providerWith({ subject: ({ query }) => by(query.get("user")) });
    expect(await violationsOf(byQuery, signed({ url: `${AT}?user=42&kind=items` }))).toContain(
      "No signature covers the query parameter user, but it decides the owner of an event",
    );
  });

  test("is refused from one word of a header", async () => {
    const byPart = providerWith({
      subject: ({ headers }) => by(/user=(\d+)/.exec(headers.get("x-context") ?? "")?.[1]),
    });
    expect(await violationsOf(byPart, signed({ headers: { "x-context": "team=7; user=42; kind=items" } }))).toContain(
      'the header x-context, but it decides the owner of an event: with another value, the owner is {"matches":"identity","id":"41"}.',
    );
  });

  test("is accepted from a header that the signature covers", async () => {
    const read = ({ headers, text }: InboundWebhook) => `${headers.get("x-user")}.${text}`;
    const covered = providerWith({
      verify: (inbound, { webhook: secret }) =>
        secret !== null && inbound.headers.get("x-signature") === sign(read(inbound), secret),
      subject: ({ headers }) => by(headers.get("x-user")),
    });
    const headers = { "x-user": "42", "x-signature": sign(`42.${JSON.stringify(BODY)}`) };
    expect(await violationsOf(covered, signed({ headers }))).toBe("");
  });

  const byToken = sharedToken(({ headers }) => headers.get("x-token"), { secret: "subscription" });
  const own = (json: object, rest: object = {}) => ({
    inbound: { headers: { "x-token": SECRET }, json },
    secrets: { subscription: SECRET },
    own: true,
    events: [{ ...FOUND, subject: null }],
    ...rest,
  });

  test("is refused from a text or a number anywhere in an unsigned body", async () => {
    const fixture = own({ ...BODY, people: [{ id: 7 }] }, { events: [FOUND] });
    const byText = providerWith({ verify: byToken, signsBody: false });
    expect(await violationsOf(byText, fixture)).toContain(
      "No signature covers the body's by, but it decides the owner",
    );
    const numbered = own(
      { ...BODY, people: [{ id: 7 }] },
      { events: [{ ...FOUND, subject: { matches: "workspace", id: "7" } }] },
    );
    const byNumber = providerWith({
      verify: byToken,
      signsBody: false,
      subject: (_, item) => ({ matches: "workspace", id: String(valueAt(item, "people.0.id")) }),
    });
    expect(await violationsOf(byNumber, numbered)).toContain(
      "No signature covers the body's people.0.id, but it decides the owner",
    );
  });

  test("need not be named at a source's own address, whose secret proves the request", async () => {
    const plugin = providerWith({ verify: byToken, signsBody: false, subject: undefined });
    expect(await violationsOf(plugin, own(BODY))).toBe("");
  });

  test("is refused where a source's address accepts another source's request", async () => {
    const careless = providerWith({
      verify: (inbound, { subscription, webhook: secret }) =>
        Boolean(subscription) && secret !== null && inbound.headers.get("x-token") === secret,
      signsBody: false,
      subject: undefined,
    });
    const fixture = own(BODY, { secrets: { subscription: "another", webhook: SECRET } });
    expect(await violationsOf(careless, fixture)).toContain("A request to another source's address is accepted.");
  });

  test("at the provider's address an unsigned body has no events and ends nothing", async () => {
    const verify = sharedToken(({ headers }) => headers.get("x-token"));
    const plugin = providerWith({ verify, signsBody: false, subject: () => by("42"), endsSubscription: () => true });
    const fixture = {
      inbound: { headers: { "x-token": SECRET }, json: BODY },
      secrets: { webhook: SECRET },
      endsSubscription: true,
    };
    const sentences = await violationsOf(plugin, { ...fixture, events: [FOUND] });
    const rule = "no signature covers the body, so at the provider's address it may only trigger polls.";
    expect(sentences).toContain(`The request has the events items.made, but ${rule}`);
    expect(sentences).toContain(`The request ends a subscription, but ${rule}`);
  });
});

describe("a webhook that triggers polls and ends subscriptions", () => {
  const triggering = (changes: Partial<Webhook> = {}) =>
    providerWith({
      events: {},
      triggersPoll: { items: (_, item) => valueAt(item, "kind") === "made" },
      endsSubscription: (_, item) => valueAt(item, "kind") === "gone",
      ...changes,
    });
  const fixture = { ...signed(), events: [], triggersPoll: ["items"], subject: FOUND.subject };
  const GONE = { kind: "gone", id: "b", by: "42" };
  const gone = {
    inbound: { json: GONE, headers: { "x-signature": sign(JSON.stringify(GONE)) } },
    secrets: { webhook: SECRET },
    events: [],
    endsSubscription: true,
  };
  const all = { "triggersPoll.items": fixture, endsSubscription: gone };

  test("passes with a fixture of each", async () => {
    expect(await sentencesFor(triggering(), all)).toEqual([]);
  });

  test("may read whose polls it triggers from an unsigned body: the poll reads with their own credential", async () => {
    const verify = sharedToken(({ headers }) => headers.get("x-token"));
    const byToken = { ...fixture, inbound: { headers: { "x-token": SECRET }, json: BODY } };
    const plugin = triggering({ verify, signsBody: false, endsSubscription: undefined });
    expect(await sentencesFor(plugin, { "triggersPoll.items": byToken })).toEqual([]);
  });

  test.each<[mistake: string, changes: Partial<Webhook>, fixtures: Record<string, object>, sentence: string]>([
    [
      "a source without a fixture",
      {},
      { endsSubscription: gone },
      "triggersPoll.items.json: is missing: each source whose poll it triggers needs a fixture.",
    ],
    [
      "a drop without a fixture",
      {},
      { "triggersPoll.items": fixture },
      "endsSubscription.json: is missing: a dropped subscription needs a fixture.",
    ],
    [
      "a wake that the fixture does not expect",
      {},
      { ...all, "triggersPoll.items": { ...fixture, triggersPoll: undefined } },
      'The list of sources whose polls it triggers differs at /0: it is "items", the fixture expects nothing.',
    ],
    [
      "a wake that does not happen",
      {},
      { ...all, endsSubscription: { ...gone, triggersPoll: ["items"] } },
      'The list of sources whose polls it triggers differs at /0: it is missing, the fixture expects "items".',
    ],
    [
      "a drop that the fixture does not expect",
      {},
      { ...all, endsSubscription: { ...gone, endsSubscription: undefined } },
      "The request ends the subscription.",
    ],
    [
      "a drop that does not happen",
      {},
      { ...all, "triggersPoll.items": { ...fixture, endsSubscription: true } },
      "The request does not end the subscription.",
    ],
    [
      "another subject",
      {},
      { ...all, "triggersPoll.items": { ...fixture, subject: { matches: "identity", id: "43" } } },
      "The subject differs at /id",
    ],
    [
      "a wake of nobody's sources",
      { subject: () => null },
      { ...all, "triggersPoll.items": { ...fixture, subject: undefined } },
      "The request triggers a poll or ends a subscription, but it has no subject.",
    ],
    [
      "effects of a refused request",
      {},
      { ...all, "triggersPoll.items": { ...fixture, events: undefined, refused: true } },
      '"triggersPoll" is allowed only with events.',
    ],
  ])("is refused with %s", async (_, changes, fixtures, sentence) => {
    expect((await sentencesFor(triggering(changes), fixtures)).join("\n")).toContain(sentence);
  });
});

describe("an event that is fetched", () => {
  const fetched = event({
    ...made,
    raw: t.Object({ id: t.String() }),
    shape: t.Object({ id: t.String(), name: t.String() }),
    fetch: (raw, { id }) => (raw.id === "own" ? null : { path: path`/items/${raw.id}`, query: { as: id } }),
    map: (raw, _, response) => (response ? { id: raw.id, name: textAt(response.json, "name") ?? "" } : null),
    view: ({ name }) => ({ ...FOUND.view, title: name }),
  });
  const plugin = (changes: object = {}) => providerWith({ events: { "items.made": { ...fetched, ...changes } } });
  const exchange = (response: object) => ({
    request: { url: "https://api.acme.example.com/items/a?as=9" },
    response,
  });
  const events = [{ ...FOUND, view: { ...FOUND.view, title: "Spade" }, payload: { id: "a", name: "Spade" } }];
  const fixture = signed({}, { identity: { id: "9" }, upstream: [exchange({ json: { name: "Spade" } })], events });

  test("passes with the response that each integration's credential gets", async () => {
    expect(await violationsOf(plugin(), fixture)).toBe("");
  });

  test("is null to map where the resource owner may not see the thing", async () => {
    for (const status of [403, 404]) {
      const unseen = { ...fixture, upstream: [exchange({ status, json: {} })], events: [] };
      expect(await sentencesFor(plugin(), { "items.made": fixture, "items.made.unseen": unseen })).toEqual([]);
    }
  });

  test.each<[mistake: string, changes: object, more: object, sentence: string]>([
    [
      "a request that the fixture lacks",
      {},
      { upstream: [] },
      "GET https://api.acme.example.com/items/a?as=9 is not a request that the fixture expects.",
    ],
    [
      "a request that is never sent",
      { fetch: () => null },
      { events: [] },
      "The request GET https://api.acme.example.com/items/a?as=9 was never sent.",
    ],
    [
      "a request that writes",
      { fetch: () => ({ method: "DELETE", path: path`/items/a` }) },
      {},
      "The request DELETE /items/a is not a read: it must be a GET, or a POST with `safe`.",
    ],
    ["a failure", {}, { upstream: [exchange({ status: 500, json: {} })] }, "The plugin threw UpstreamFailure"],
    ["a view that is none", { view: () => ({ title: "x" }) }, {}, "The view of items.made is wrong at /summary"],
  ])("is refused with %s", async (_, changes, more, sentence) => {
    expect(await violationsOf(plugin(changes), { ...fixture, ...more })).toContain(sentence);
  });

  test("upstream without an event to fetch is refused", async () => {
    const unneeded = signed({}, { upstream: [exchange({})] });
    expect(await violationsOf(providerWith(), unneeded)).toContain("was never sent.");
  });
});

describe("secrets of fixtures", () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const keys = [{ ...publicKey.export({ format: "jwk" }), kid: "one" }];
  // A space in the JSON: what begins like a token of somebody is refused in fixtures.
  const part = (value: object) => Buffer.from(JSON.stringify(value).replace("{", "{ ")).toString("base64url");
  const text = `${part({ alg: "RS256", kid: "one" })}.${part({ aud: AT, exp: 1_767_225_600 })}`;
  const token = `${text}.${createSign("RSA-SHA256").update(text).sign(privateKey, "base64url")}`;
  const triggering = (verify: Webhook["verify"]) =>
    providerWith({
      events: {},
      triggersPoll: { items: () => true },
      signsBody: false,
      verify,
      subject: () => by("42"),
    });
  const fixture = {
    inbound: { headers: { authorization: `Bearer ${token}` }, json: BODY },
    secrets: { keys },
    events: [],
    triggersPoll: ["items"],
  };

  test("can be the provider's keys, and a verifier that ignores them is refused", async () => {
    const verify = jwtRs256({ read: bearerToken, claims: ({ aud }) => aud === AT });
    expect(await sentencesFor(triggering(verify), { "triggersPoll.items": fixture })).toEqual([]);
    const careless: Webhook["verify"] = (inbound, secrets) =>
      bearerToken(inbound) !== null && (secrets.keys ?? []).length > 0;
    expect((await sentencesFor(triggering(careless), { "triggersPoll.items": fixture })).join("\n")).toContain(
      "A request signed with another key is accepted.",
    );
  });

  test("can be kept from a handshake, whose response can have headers", async () => {
    const handshake = {
      type: "text/plain" as const,
      body: "",
      headers: { "x-hook-secret": "theirs" },
      keepSecret: "theirs",
    };
    const asking = { inbound: { headers: { "x-hook-secret": "theirs" } }, own: true, handshake };
    const plugin = providerWith({
      handshake: ({ headers }) => {
        const secret = headers.get("x-hook-secret");
        return secret === null ? null : { ...handshake, headers: { "x-hook-secret": secret }, keepSecret: secret };
      },
    });
    expect(await sentencesFor(plugin, { handshake: asking, "items.made": signed() })).toEqual([]);
    const forgotten = { ...asking, handshake: { ...handshake, keepSecret: undefined } };
    expect((await sentencesFor(plugin, { handshake: forgotten, "items.made": signed() })).join("\n")).toContain(
      "The handshake differs at /keepSecret",
    );
  });
});
