// What a key may do: the patterns of permissions, and what each of them covers.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { allows, isPermissionPattern } from "../../src/keys/permissions.ts";

describe("permission patterns", () => {
  test.each<[pattern: string, allowed: string[], denied: string[]]>([
    [
      "gmail.read",
      ["google/gmail.read", "other/gmail.read"],
      ["google/gmail.send", "google/gmail.read_all", "google/mail.read", "google/calendar.read"],
    ],
    ["gmail.*", ["google/gmail.read", "google/gmail.send"], ["google/calendar.read", "google/gmail2.read"]],
    [
      "microsoft:calendar.read",
      ["microsoft/calendar.read"],
      ["google/calendar.read", "microsoft/calendar.write", "microsoft/mail.read"],
    ],
    ["microsoft:calendar.*", ["microsoft/calendar.write"], ["google/calendar.write", "microsoft/mail.read"]],
    ["slack:*", ["slack/channels.read", "slack/messages.write"], ["google/gmail.read", "slack2/channels.read"]],
    ["proxy.use", ["github/proxy.use", "slack/proxy.use"], ["github/repos.read"]],
  ])("%s covers what it names and nothing else", (pattern, allowed, denied) => {
    expect(isPermissionPattern(pattern)).toBe(true);
    const may = (what: string) => {
      const [provider = "", permission = ""] = what.split("/");
      return allows([pattern], provider, permission);
    };
    expect(allowed.filter((what) => !may(what))).toEqual([]);
    expect(denied.filter(may)).toEqual([]);
  });

  test("a key without a list may do everything, one with an empty list nothing", () => {
    expect(allows(null, "google", "gmail.read")).toBe(true);
    expect(allows([], "google", "gmail.read")).toBe(false);
  });

  test("a list allows what any of its patterns allows", () => {
    const patterns = ["gmail.read", "slack:*"];
    expect(allows(patterns, "google", "gmail.read")).toBe(true);
    expect(allows(patterns, "slack", "files.read")).toBe(true);
    expect(allows(patterns, "google", "gmail.send")).toBe(false);
  });

  test.each([
    "",
    "*",
    "*.*",
    "*.read",
    "gmail",
    "gmail.",
    ".read",
    "gmail.read.all",
    "gmail.r*",
    "Gmail.read",
    "gmail.Read",
    "gmail read",
    "gmail.read ",
    " gmail.read",
    "gmail.read\n",
    "google:",
    "google:gmail",
    ":gmail.read",
    "a:b:c.d",
    "google:*.read",
    "google:*.*",
    "Google:*",
    "2gmail.read",
    "gmail-x.read",
    "gmail.read,gmail.send",
  ])("%j is not a pattern", (text) => {
    expect(isPermissionPattern(text)).toBe(false);
  });

  test("what is not a pattern allows nothing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom("*", "*.*", "google:", "gmail.r*", ".*")), (text) => {
        fc.pre(!isPermissionPattern(text));
        expect(allows([text], "google", "gmail.read")).toBe(false);
      }),
    );
  });

  test("a pattern with a provider allows no more than the same pattern without one", () => {
    const word = fc.constantFrom("a", "ab", "gmail", "read");
    fc.assert(
      fc.property(
        word,
        word,
        fc.oneof(word, fc.constant("*")),
        word,
        word,
        word,
        (provider, service, action, p, s, a) => {
          const narrow = allows([`${provider}:${service}.${action}`], p, `${s}.${a}`);
          const wide = allows([`${service}.${action}`], p, `${s}.${a}`);
          expect(narrow).toBe(wide && provider === p);
        },
      ),
    );
  });
});
