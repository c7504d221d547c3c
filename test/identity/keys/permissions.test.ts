// Permission patterns, and what each of them allows.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { allows, GATEWAY_PERMISSIONS, patternError } from "../../../src/identity/keys/permissions.ts";

describe("permission patterns", () => {
  test.each<[pattern: string, allowed: string[], denied: string[]]>([
    [
      "gmail.read",
      ["google:gmail.read", "other:gmail.read"],
      ["google:gmail.send", "google:gmail.read_all", "google:mail.read", "google:calendar.read"],
    ],
    ["gmail.*", ["google:gmail.read", "google:gmail.send"], ["google:calendar.read", "google:gmail2.read"]],
    [
      "microsoft:calendar.read",
      ["microsoft:calendar.read"],
      ["google:calendar.read", "microsoft:calendar.write", "microsoft:mail.read"],
    ],
    ["microsoft:calendar.*", ["microsoft:calendar.write"], ["google:calendar.write", "microsoft:mail.read"]],
    ["slack:*", ["slack:channels.read", "slack:messages.write"], ["google:gmail.read", "slack2:channels.read"]],
    ["proxy.use", ["github:proxy.use", "slack:proxy.use"], ["github:repos.read"]],
    ["github:proxy.use", ["github:proxy.use"], ["slack:proxy.use", "github:repos.read"]],
    [
      "*",
      ["google:gmail.read", "salesforce:accounts.read", "gateway:accounts.write", "gateway:inbox.write"],
      ["gateway:partner.manage", "gateway:keys.read", "gateway:keys.write", "gateway:export.read", "github:proxy.use"],
    ],
    ["slack:*", ["slack:partner.manage"], ["slack:proxy.use", "gateway:usage.read"]],
    [
      "gateway:*",
      ["gateway:accounts.read", "gateway:usage.read"],
      [
        "gateway:partner.manage",
        "gateway:keys.read",
        "gateway:keys.write",
        "gateway:export.read",
        "github:proxy.use",
        "salesforce:accounts.read",
      ],
    ],
    ["gateway:partner.manage", ["gateway:partner.manage"], ["gateway:accounts.write", "slack:partner.manage"]],
    ["gateway:partner.*", ["gateway:partner.manage"], ["gateway:accounts.write"]],
    ["gateway:keys.*", ["gateway:keys.read", "gateway:keys.write"], ["gateway:partner.manage", "slack:keys.read"]],
    ["gateway:accounts.*", ["gateway:accounts.read", "gateway:accounts.write"], ["gateway:usage.read"]],
    ["accounts.read", ["salesforce:accounts.read"], ["gateway:accounts.read"]],
    ["partner.manage", ["slack:partner.manage"], ["gateway:partner.manage"]],
  ])("%s covers what it names and nothing else", (pattern, allowed, denied) => {
    expect(patternError(pattern)).toBeNull();
    const may = (what: string) => allows([pattern], what);
    expect(allowed.filter((what) => !may(what))).toEqual([]);
    expect(denied.filter(may)).toEqual([]);
  });

  test("S-102: a key without a list has what * has, one with an empty list nothing; neither manages or uses the proxy", () => {
    for (const permission of ["google:gmail.read", ...GATEWAY_PERMISSIONS, "github:proxy.use"]) {
      const isImplied = !/^gateway:(?:(?:partner|shares|keys|export|policies)\.|approvals\.decide$)|:proxy\.use$/.test(
        permission,
      );
      expect([permission, allows(null, permission), allows(["*"], permission)]).toEqual([
        permission,
        isImplied,
        isImplied,
      ]);
      expect(allows([], permission)).toBe(false);
    }
  });

  test("an unknown permission of the gateway's own is refused, with the nearest one", () => {
    for (const known of ["*", "gateway:*", "gateway:partner.*", "accounts.read", ...GATEWAY_PERMISSIONS]) {
      expect([known, patternError(known)]).toEqual([known, null]);
    }
    const wrong = (text: string, hint: string) =>
      expect(patternError(text)).toBe(`"${text}" is not one of the gateway's own permissions: ${hint}`);
    wrong("gateway:acounts.read", "did you mean gateway:accounts.read?");
    wrong("gateway:accounts.wite", "did you mean gateway:accounts.write?");
    wrong("gateway:partner.mange", "did you mean gateway:partner.manage?");
    wrong("gateway:usages.*", `there are ${GATEWAY_PERMISSIONS.join(", ")}.`);
    expect(patternError("gmail")).toContain("such as gmail.read, gmail.*, ");
  });

  test("a list allows what any of its patterns allows", () => {
    const patterns = ["gmail.read", "slack:*"];
    expect(allows(patterns, "google:gmail.read")).toBe(true);
    expect(allows(patterns, "slack:files.read")).toBe(true);
    expect(allows(patterns, "google:gmail.send")).toBe(false);
  });

  test.each([
    "",
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
    expect(patternError(text)).toStartWith(`"${text}" is not a permission such as `);
  });

  test("what is not a pattern allows nothing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom("*.*", "google:", "gmail.r*", ".*")), (text) => {
        fc.pre(patternError(text) !== null);
        expect(allows([text], "google:gmail.read")).toBe(false);
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
          const narrow = allows([`${provider}:${service}.${action}`], `${p}:${s}.${a}`);
          const wide = allows([`${service}.${action}`], `${p}:${s}.${a}`);
          expect(narrow).toBe(wide && provider === p);
        },
      ),
    );
  });
});
