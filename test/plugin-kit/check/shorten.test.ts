// `gateway plugin check --shorten`: fixtures become differences from others, and say what they said before.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { shortenFixtures } from "../../../src/operations/cli/plugin-shorten.ts";
import { objectIn, readFixtures } from "../../../src/plugin-kit/check/fixture-files.ts";
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
const fixtureOf = (who: object, limit = 1) => ({
  call: { limit },
  upstream: [{ request: { url: `https://acme.example.com/people?limit=${limit}` }, response: { json: { who } } }],
  result: { items: [], next: null },
});

describe("shortened fixtures", () => {
  test("say the same, whatever they hold", () => {
    const part = fc.oneof(
      fc.constantFrom(person("ada"), person("bob"), person("ada", { bio: null }), { like: "a lot" }),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const fixture = fc.record(
      {
        call: fc.record({ limit: fc.nat(3) }),
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
