// Whom a call reaches, and who is known: what is only perhaps the same is unknown.
import { describe, expect, test } from "bun:test";
import { readArguments, UNREAD } from "../../../src/agents/policies/argument-values.ts";
import {
  compileRecipients,
  knownByPatterns,
  knownByText,
  reachesOnlyKnown,
} from "../../../src/agents/policies/recipients.ts";

const TO = compileRecipients(["to", "cc", "attendees.email"]);
const REPO = compileRecipients(["{owner}/{repo}"]);
const isKnown = (args: Record<string, unknown>, known: ReturnType<typeof knownByText>, recipients = TO) =>
  reachesOnlyKnown(recipients, readArguments(args), [known]);

describe("recipients", () => {
  const text = knownByText('Write to "Bob" <bob@acme.example>, and post it in #general (ada/engine#12).');

  test.each<[string, Record<string, unknown>, boolean]>([
    ["the address that the text has", { to: "bob@acme.example" }, true],
    ["with a name and in another case", { to: "Robert <BOB@Acme.example>" }, true],
    ["in a list", { to: ["bob@acme.example"], cc: ["bob@acme.example"] }, true],
    ["beside a stranger", { to: ["bob@acme.example", "eve@evil.example"] }, false],
    ["a stranger in a copy", { to: "bob@acme.example", cc: "eve@evil.example" }, false],
    ["a stranger under its name", { to: '"bob@acme.example" <eve@evil.example>' }, false],
    ["two addresses in one text", { to: "bob@acme.example, eve@evil.example" }, false],
    ["an address that contains it", { to: "bob@acme.example.evil.example" }, false],
    ["an address that ends so", { to: "notbob@acme.example" }, false],
    ["an invisible character in it", { to: "bob@acme\u200b.example" }, false],
    ["an address of a path", { attendees: [{ email: "bob@acme.example" }] }, true],
    ["an element of the path without one", { attendees: [{ name: "bob@acme.example" }] }, false],
    ["nobody", {}, false],
    ["an empty list", { to: [] }, false],
    ["no text", { to: 7 }, false],
    ["an object", { to: { address: "bob@acme.example" } }, false],
    ["a body that nobody has read", { to: UNREAD }, false],
  ])("%s", (_name, args, expected) => {
    expect(isKnown(args, text)).toBe(expected);
  });

  test("of several arguments are one name", () => {
    expect(isKnown({ owner: "ada", repo: "engine" }, text, REPO)).toBe(true);
    expect(isKnown({ owner: "eve", repo: "engine" }, text, REPO)).toBe(false);
    expect(isKnown({ owner: "ada" }, text, REPO)).toBe(false);
    expect(isKnown({ owner: ["ada", "eve"], repo: "engine" }, text, REPO)).toBe(false);
    expect(isKnown({ owner: "ada", repo: { name: "engine" } }, text, REPO)).toBe(false);
  });

  test("of a text are its words, without the signs around them", () => {
    const channel = compileRecipients(["channel"]);
    for (const name of ["#general", "general"])
      expect([name, isKnown({ channel: name }, text, channel)]).toEqual([name, true]);
    for (const name of ["gener", "general2", "*", "?eneral", "Write to"])
      expect([name, isKnown({ channel: name }, text, channel)]).toEqual([name, false]);
  });

  test("by patterns are whole domains, and no domain below or beside them", () => {
    const inside = knownByPatterns(["*@acme.example"]);
    expect(isKnown({ to: "anybody@acme.example" }, inside)).toBe(true);
    for (const to of ["eve@x.acme.example", "eve@acme.example.evil.example", "eve@evil.example?@acme.example"])
      expect([to, isKnown({ to }, inside)]).toEqual([to, false]);
  });

  test("that are what a field has anyway name nobody", () => {
    const calendars = compileRecipients(["attendees.email", "calendar_id"], (name) =>
      name === "calendar_id" ? "primary" : undefined,
    );
    const invited = { attendees: [{ email: "bob@acme.example" }] };
    expect(isKnown({ ...invited, calendar_id: "primary" }, text, calendars)).toBe(true);
    expect(isKnown({ ...invited, calendar_id: "team" }, text, calendars)).toBe(false);
    expect(isKnown({ calendar_id: "primary" }, text, calendars)).toBe(false);
  });

  test("a long text costs little", () => {
    const startedAt = performance.now();
    const long = knownByText("to ada@acme.example ".repeat(500) + "<".repeat(100_000));
    expect(isKnown({ to: "ada@acme.example" }, long)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
