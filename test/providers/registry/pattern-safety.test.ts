// Patterns that may take exponential time are found, and those of hosts, ids and lists of words are not taken for such.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { t } from "../../../src/plugin/index.ts";
import { unsafePattern } from "../../../src/providers/registry/pattern-safety.ts";
import { checkPatterns } from "../../../src/providers/registry/pattern-violations.ts";
import { acmePlugin, changed } from "../../support/acme-plugin.ts";

const AMBIGUOUS = /^may take exponential time: it can match repetitions of ".+" in more than one way\.$/;

describe("a pattern is unsafe that matches one text in two ways, again and again:", () => {
  test.each([
    /^(a+)+$/,
    /^(a*)*$/,
    /^(?:a|a)*$/,
    /^(a|aa)+$/,
    /^([a-z]+)*$/,
    /^(\w+\s?)*$/,
    /^(x+x+)+y$/,
    /^([a-z]+|[a-c]+)+$/,
    /^(.*,)+$/,
    /^(a{1,30}){1,30}$/,
    /^(?:a?){50}$/,
    /^(a+){20}$/,
    /^(?=(a+)+$)b$/,
    /^((ab)*)*$/,
    /^(a?b?)*$/,
    /^(?<word>[^\]x]+)+$/,
    /^(\u{61}+)+$/u,
    /^([\s\S]*?-)*$/,
  ])("%p", (pattern) => {
    expect(unsafePattern(pattern)).toMatch(AMBIGUOUS);
  });
});

describe("S-108: a pattern is unsafe whose repetitions share a text, or whose search begins anew within one:", () => {
  test.each<[RegExp, string]>([
    [
      /^[^\n]*@[^\n]+$/,
      'takes time that grows with the square of a text\'s length: for example of "0", then many "@0", then "\\n".',
    ],
    [/\s+$/, 'takes time that grows with the square of a text\'s length: for example of many "\\t", then "\\u0000".'],
    [
      /^a*a*$/,
      'takes time that grows with the square of a text\'s length: for example of "a", then many "a", then "\\n".',
    ],
  ])("%p, with an example", (pattern, reason) => {
    expect(unsafePattern(pattern)).toBe(reason);
  });
  test.each([
    /\{[^}]+\}/,
    /^\s*a?\s*$/,
    /<!--.*?-->/s,
    /(?=\d+x)/,
    /(?<!https?:\/\/\S*)#/,
    /^(\w+)x\1$/,
    /^\d+\d+$/,
    /["“][^"”]*["”]/,
    /^a{0,500}a{0,500}$/,
    /=+$/m,
  ])("%p", (pattern) => {
    expect(unsafePattern(pattern)).toMatch(
      /^takes time that grows with the square of a text's length: for example of /,
    );
  });
  test.each([
    /a+/,
    /^\s+|(?<!\s)\s+$/g,
    /\{[^{}]+\}/g,
    /^[^@]*@.+$/,
    /^# .+$/m,
    /[A-Za-z0-9_]+/g,
    /\d{1,20}x/,
    /(.)\1{5}/,
    /"[^"]*/,
  ])("and %p is none", (pattern) => {
    expect(unsafePattern(pattern)).toBeNull();
  });
});

describe("a pattern is safe with one way for each text:", () => {
  test.each([
    /^[a-z0-9][a-z0-9-]*\.myshop\.example$/,
    /^([a-z0-9-]+\.)+example\.com$/,
    /^(?:[A-Za-z0-9]{1,63}\.)+[a-z]{2,}$/,
    /^\d{1,3}(\.\d{1,3}){3}$/,
    /^[^@\s]+@[^@\s]+$/,
    /^(\/[a-z]+)*\/?$/,
    /^[\dA-F]{8}(-[\dA-F]{4}){3}-[\dA-F]{12}$/i,
    /^(?!\.{1,2}$)[^/\\?#]+$/,
    /^(sk|rk)_(live|test)_[A-Za-z0-9]{16,}$/,
    /^(a|b)+$/,
    /^[[]a]*(x[)]*y)+$/,
    /^(ab|ac)*$/,
    /^/,
  ])("%p", (pattern) => {
    expect(unsafePattern(pattern)).toBeNull();
  });
});

test("a pattern that is too long to check is refused, and so is one of too many characters", () => {
  expect(unsafePattern(new RegExp(`^${"a".repeat(1_000)}$`))).toBe("is longer than 1000 characters.");
  expect(unsafePattern(new RegExp(`^(${"a".repeat(301)})+$`))).toBe("has more than 300 characters to match.");
});

test("no pattern makes the check throw", () => {
  const part = fc.constantFrom(
    "a",
    "[ab]",
    "(",
    ")",
    "*",
    "+",
    "?",
    "{2,20}",
    "|",
    "\\d",
    "(?:",
    "(?=",
    "[^]",
    ".",
    "\\1",
    "^",
    "$",
    "\\b",
    "[",
    "]",
    "{",
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 14 }), fc.constantFrom("", "i", "u", "v", "s"), (parts, flags) => {
      let pattern: RegExp;
      try {
        pattern = new RegExp(parts.join(""), flags);
      } catch {
        return;
      }
      expect(unsafePattern(pattern)).toSatisfy((reason: unknown) => reason === null || typeof reason === "string");
    }),
    { numRuns: 2_000 },
  );
});

describe("patterns in schemas", () => {
  const sentencesOf = (path: string, value: unknown) => {
    const sentences: string[] = [];
    checkPatterns(changed(acmePlugin(), path, value) as object, (field, message) =>
      sentences.push(`${field}: ${message}`),
    );
    return sentences;
  };
  const body = (pattern: string) => t.Object({ name: t.Array(t.Object({ first: t.String({ pattern }) })) });
  const AT = "endpoints.create_item.body.name.items.first.pattern";

  test.each([
    ["^[a-z$", `${AT}: is not a regular expression: missing terminating ] for character class.`],
    ["[a-z]+", `${AT}: must begin with ^: without it, any part of the text may match.`],
    ["^([a-z]+)*$", `${AT}: may take exponential time: it can match repetitions of "a" in more than one way.`],
  ])("%s of a body is named with its path", (pattern, sentence) => {
    expect(sentencesOf("endpoints.create_item.body", body(pattern))).toEqual([sentence]);
  });

  test("a path parameter's must end with $, and a response's may be of a part", () => {
    const id = (pattern: string) => ({ item_id: t.String({ pattern, description: "Id." }) });
    const at = "endpoints.get_item.params.item_id.pattern";
    expect(sentencesOf("endpoints.get_item.params", id("^\\d+"))).toEqual([
      `${at}: must end with $: without it, anything may follow in the path.`,
    ]);
    expect(sentencesOf("endpoints.get_item.params", id("^\\d+$"))).toEqual([]);
    expect(sentencesOf("identity.resource.raw", t.Object({ id: t.String({ pattern: "me" }) }))).toEqual([]);
  });

  test("of a schema that a response and a body share, the body's is named", () => {
    const shared = body("[a-z]+");
    const plugin = acmePlugin();
    plugin.identity.resource.raw = shared;
    const sentences: string[] = [];
    checkPatterns(changed(plugin, "endpoints.create_item.body", shared) as object, (field) => sentences.push(field));
    expect(sentences).toEqual([AT]);
  });
});
