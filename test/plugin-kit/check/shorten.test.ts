// `gateway plugin check --shorten`: fixtures become differences from others, and say what they said before.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { shortenFixtures } from "../../../src/operations/cli/plugin-shorten.ts";
import { objectIn, readFixtures } from "../../../src/plugin-kit/check/fixture-files.ts";
import { fixtureText } from "../../../src/plugin-kit/check/fixture-text.ts";
import { sharedViolations } from "../../../src/plugin-kit/check/shared-things.ts";

const root = mkdtempSync(join(tmpdir(), "shorten-"));
afterAll(() => rmSync(root, { recursive: true }));
let folders = 0;

function folderWith(fixtures: Record<string, unknown>): string {
  const folder = join(root, String(++folders));
  for (const [name, fixture] of Object.entries(fixtures)) {
    mkdirSync(join(folder, "fixtures", name, ".."), { recursive: true });
    writeFileSync(join(folder, "fixtures", `${name}.json`), JSON.stringify(fixture));
  }
  return folder;
}
const WITHIN = ["fixtures", "fixtures/webhooks"];
const wholeOf = (folder: string) =>
  WITHIN.flatMap((within) => readFixtures(folder, within)).map(({ where, text }) => [where, objectIn(text)]);
const textsOf = (folder: string) =>
  readdirSync(join(folder, "fixtures"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => [file, readFileSync(join(folder, "fixtures", file), "utf8")]);

const person = (login: string, more: object = {}) => ({
  login,
  id: login.length,
  html_url: `https://acme.example.com/people/${login}`,
  avatar_url: `https://acme.example.com/pictures/${login}`,
  organization_url: `https://acme.example.com/organizations/of/${login}`,
  bio: "Builds mills, and mends them where they no longer turn.",
  ...more,
});
const enveloped = (parts: object) => ({
  version: "2026-01-01.in-which-the-mill-was-built",
  address: "https://acme.example.com/events/of/the/mill",
  documentation: "https://acme.example.com/documentation/of/events",
  is_live: false,
  ...parts,
});
const fixtureOf = (who: object, limit = 1) => ({
  call: { limit },
  upstream: [{ request: { url: `https://acme.example.com/people?limit=${limit}` }, response: { json: { who } } }],
  result: { items: [], next: null },
});

describe("shortened fixtures", () => {
  test("say the same, whatever they hold", () => {
    const part = fc.oneof(
      fc.constantFrom(person("ada"), person("bob"), person("ada", { bio: null }), { like: "a lot" }),
      fc
        .record({ kind: fc.constantFrom("a", "b"), data: fc.constantFrom(person("ada"), person("bob")) })
        .map(enveloped),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const fixture = fc.record(
      {
        call: fc.record({ limit: fc.nat(3), identity: fc.constantFrom(person("ada"), person("bob")) }),
        upstream: fc.array(
          fc.record({
            request: fc.record({ url: fc.constant("https://a.example/x") }),
            response: fc.record({ json: part }),
          }),
          { maxLength: 3 },
        ),
        events: fc.array(fc.record({ type: fc.constantFrom("a", "b"), payload: part }), { maxLength: 2 }),
        inbound: fc.record({ json: part }),
        result: part,
      },
      { requiredKeys: ["call"] },
    );
    fc.assert(
      fc.property(fc.array(fixture, { minLength: 2, maxLength: 6 }), (fixtures) => {
        // A fixture that is stored has no undefined values, no -0, and no name `__proto__`.
        const stored = JSON.parse(JSON.stringify(fixtures).replaceAll("__proto__", "proto")) as object[];
        const folder = folderWith(Object.fromEntries(stored.map((one, at) => [`get_it.${at}`, one])));
        const before = wholeOf(folder);
        shortenFixtures(folder);
        expect(wholeOf(folder)).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });

  test("share what several hold, with what differs, and stay as they are when they are shortened again", () => {
    const folder = folderWith({
      get_person: fixtureOf(person("ada")),
      list_people: fixtureOf([{ who: person("ada") }, { who: person("bob") }, { who: person("carla") }]),
      "webhooks/people.met": {
        inbound: { json: [{ who: person("ada") }, { who: person("ada", { id: 7 }) }] },
        events: [],
      },
    });
    shortenFixtures(folder);
    const texts = textsOf(folder);
    const shared = texts.filter(([file]) => file?.startsWith("shared/")).map(([file]) => file);
    expect(shared).toEqual(["shared/who.json"]);
    expect(texts.find(([file]) => file === "get_person.json")?.[1]).toContain('"who": { "like": "shared/who" }');
    shortenFixtures(folder);
    expect(textsOf(folder)).toEqual(texts);
    expect(sharedViolations(folder)).toEqual([]);
  });

  test("share what many have in common, whatever each adds to it", () => {
    const who = ["ada", "bob", "carla", "dora", "emil", "fay", "gus", "hal"].map((login) =>
      enveloped({ id: `event-of-${login}`, data: person(login) }),
    );
    const folder = folderWith({ list_people: fixtureOf(who) });
    const before = wholeOf(folder);
    shortenFixtures(folder);
    const shared = textsOf(folder).filter(([file]) => file?.startsWith("shared/"));
    expect(shared.map(([, text]) => objectIn(text as string))).toContainEqual(enveloped({}));
    expect(textsOf(folder)[0]?.[1]).toMatch(/"like": "shared\/who",\s+"id": "event-of-ada",\s+"data": \{/);
    expect(wholeOf(folder)).toEqual(before);
  });

  test("share who calls, and a whole result", () => {
    const call = { identity: person("ada") };
    const shown = Object.fromEntries(
      ["create_person", "find_person", "get_person", "update_person"].map((name) => [
        name,
        { call, upstream: [], result: person("bob") },
      ]),
    );
    const folder = folderWith(shown);
    shortenFixtures(folder);
    const own = Object.fromEntries(textsOf(folder).map(([file, text]) => [file, objectIn(text as string)]));
    expect(own["shared/identity.json"]).toEqual(person("ada"));
    expect(own["get_person.json"]).toEqual({
      call: { identity: { like: "shared/identity" } },
      upstream: [],
      result: { like: expect.stringContaining("-result") },
    });
  });

  test("are like another where little differs, but for the plain case", () => {
    const folder = folderWith({
      get_person: fixtureOf(person("ada")),
      "get_person.more": fixtureOf(person("ada"), 2),
    });
    shortenFixtures(folder);
    const own = Object.fromEntries(textsOf(folder).map(([file, text]) => [file, objectIn(text as string)]));
    expect(own["get_person.json"]).toEqual(fixtureOf(person("ada")));
    expect(own["get_person.more.json"]).toEqual({
      like: "get_person",
      call: { limit: 2 },
      upstream: [{ request: { url: "https://acme.example.com/people?limit=2" } }],
    });
  });
});

describe("a fixture's text", () => {
  test("is the same JSON, whatever it holds", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const stored = JSON.parse(JSON.stringify(value)) as unknown;
        expect(JSON.parse(fixtureText(stored))).toEqual(stored);
      }),
    );
  });

  test("opens what has a single part in the line of that part, and fits the width where it can", () => {
    const word = "mill ".repeat(12).trim();
    const json = { first: word, second: word };
    expect(fixtureText({ upstream: [{ request: { url: "https://a.example" }, response: { json } }] })).toBe(
      `{ "upstream": [{
  "request": { "url": "https://a.example" },
  "response": { "json": {
    "first": "${word}",
    "second": "${word}"
  } }
}] }
`,
    );
    const lines = fc.array(fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), fc.stringMatching(/^[a-z ]{0,30}$/)));
    fc.assert(
      fc.property(fc.record({ a: lines, b: fc.record({ c: lines }) }), (value) => {
        for (const line of fixtureText(value).split("\n")) expect(line.length).toBeLessThanOrEqual(120);
      }),
    );
  });
});

test("a shared thing is whole, used, and there", () => {
  const folder = folderWith({
    get_person: fixtureOf({ like: "shared/nobody" }),
    "shared/unused": { a: 1 },
    "shared/half": { who: { like: "shared/unused" } },
  });
  const sentences = sharedViolations(folder).map(({ where, message }) => `${where}: ${message}`);
  expect(sentences.sort()).toEqual([
    "fixtures/get_person.json: is like fixtures/shared/nobody.json, which is missing.",
    "fixtures/shared/half.json: is like another shared thing: one is whole.",
    "fixtures/shared/half.json: is not used: no fixture is like it.",
    "fixtures/shared/unused.json: is not used: no fixture is like it.",
  ]);
});
