// Patterns of raw requests: what they fit, held against expressions of their own, and when one is surely within another.
import { describe, expect, test } from "bun:test";
import {
  admitsRaw,
  isWithin,
  parseRawPattern,
  type RawPattern,
  rawBeyond,
} from "../../../src/identity/keys/raw-patterns.ts";
import { rawPathError } from "../../../src/providers/upstream/raw-request.ts";
import { random } from "../../support/random.ts";
import { rawExpression } from "../../support/session-model.ts";

const CASES = Number(process.env.CASES ?? 100_000);
const to = (method: string, path: string, host: string | null = null) => ({ provider: "acme", method, path, host });
const admits = (pattern: string, method: string, path: string) => admitsRaw([[pattern]], to(method, path));

describe("patterns of raw requests", () => {
  test("have a provider, a method or *, and a path whose last segment alone can be **", () => {
    const right = ["acme:GET /a", "acme:* /a/*/b*c", "acme:DELETE /**", "acme:POST /a/**", "acme:GET /a%20b/c"];
    expect(right.filter((text) => parseRawPattern(text) === null)).toEqual([]);
    const wrong = [
      ...["acme", "acme:GET", "acme:GET a", "GET /a", "acme:get /a", "acme:HEAD /a", "*:GET /a", "acme:GET  /a"],
      ...["acme:GET /**/a", "acme:GET /a**", "acme:GET /a//b", "acme:GET /a/", "acme:GET /", "acme:GET /a?b=1"],
      ...[
        "acme:GET /a#b",
        "acme:GET /a%2fb",
        "acme:GET /a%2Fb",
        "acme:GET /a%5cb",
        "acme:GET /a%252fb",
        "acme:GET /a b",
      ],
    ];
    expect(wrong.filter((text) => parseRawPattern(text) !== null)).toEqual([]);
  });

  test("fit no path that a server could read as another one", () => {
    const pattern = "acme:GET /repos/acme/*";
    expect(admits(pattern, "GET", "/repos/acme/web")).toBe(true);
    const others = [
      ...[
        "/repos/acme",
        "/repos/acme/",
        "/repos/acme/web/",
        "/repos/acme/web/keys",
        "/repos/acme//web",
        "//repos/acme/web",
      ],
      ...["/repos/acme/..", "/repos/acme/%2e%2e", "/repos/acme/..;x", "/repos/acme/%252e%252e", "/repos/acme/."],
      ...[
        "/repos/acme/..%2fother",
        "/repos/acme/%2e%2e%2fother",
        "/repos/acme/x%2fy",
        "/repos/acme/x%2Fy",
        "/repos/acme/x%252fy",
      ],
      ...[
        "/repos/acme/x%5cy",
        "/repos/acme/x\\y",
        "/repos/acme/x?y",
        "/repos/acme/x%3fy",
        "/repos/acme/x#y",
        "/repos/acme/x%23y",
      ],
      ...["/repos/ACME/web", "/repos/%61cme/web", "/Repos/acme/web", "/user"],
    ];
    expect(others.filter((path) => rawPathError(path) === null && admits(pattern, "GET", path))).toEqual([]);
    expect(admits(pattern, "POST", "/repos/acme/web")).toBe(false);
    expect(admitsRaw([[pattern]], { ...to("GET", "/repos/acme/web"), provider: "spare" })).toBe(false);
    expect(admitsRaw([[pattern]], to("GET", "/repos/acme/web", "uploads.acme.example"))).toBe(false);
    expect(admitsRaw([[pattern], []], to("GET", "/repos/acme/web"))).toBe(false);
  });

  const of = random(7);
  const SEGMENTS = ["a", "b", "ab", "ba", "aba", "abab"];
  const GLOBS = [...SEGMENTS, "*", "*", "a*", "*a", "a*b", "*b*", "a*b*a"];
  const pattern = () => {
    const segments = [of.oneOf(GLOBS), ...of.listOf(3, () => of.oneOf(GLOBS)), ...(of.below(4) === 0 ? ["**"] : [])];
    return `acme:${of.oneOf(["*", "GET", "POST"])} /${segments.join("/")}`;
  };
  const path = () => `/${[of.oneOf(SEGMENTS), ...of.listOf(4, () => of.oneOf(SEGMENTS))].join("/")}`;

  test(`fit what their expressions fit, in ${CASES} cases`, () => {
    const wrong: string[] = [];
    let fitting = 0;
    for (let i = 0; i < CASES; i++) {
      const [text, method, where] = [pattern(), of.oneOf(["GET", "POST"]), path()];
      const expected = rawExpression(text).test(`acme ${method} ${where}`);
      fitting += Number(expected);
      if (admits(text, method, where) !== expected) wrong.push(`${text} ${method} ${where}`);
    }
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(fitting).toBeGreaterThan(CASES / 50);
  });

  test("G-3: one that is within another fits nothing that the other does not fit", () => {
    const wrong: string[] = [];
    let within = 0;
    for (let i = 0; i < CASES / 10; i++) {
      const [inner, outer] = [pattern(), pattern()];
      if (!isWithin(parseRawPattern(inner) as RawPattern, parseRawPattern(outer) as RawPattern)) continue;
      within++;
      for (let n = 0; n < 40; n++) {
        const [method, where] = [of.oneOf(["GET", "POST"]), path()];
        if (admits(inner, method, where) && !admits(outer, method, where)) wrong.push(`${inner} in ${outer}: ${where}`);
      }
    }
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(within).toBeGreaterThan(CASES / 1_000);
  });

  test("each is within itself and within wider ones, and what is not sure is not within", () => {
    const inside = (inner: string, outer: string) => rawBeyond([inner], [outer]) === null;
    const pairs = [
      ...[
        ["acme:GET /a/b", "acme:GET /a/*"],
        ["acme:GET /a/b", "acme:* /a/b"],
        ["acme:GET /a/b/c", "acme:GET /a/**"],
      ],
      ...[
        ["acme:GET /a/**", "acme:GET /**"],
        ["acme:GET /web-api-*", "acme:GET /web-*"],
        ["acme:GET /*", "acme:GET /**"],
      ],
      ...[
        ["acme:GET /a*b", "acme:GET /a*b"],
        ["acme:GET /ax*yb", "acme:GET /a*b"],
      ],
    ];
    expect(pairs.filter(([inner = "", outer = ""]) => !inside(inner, outer))).toEqual([]);
    const beyond = [
      ...[
        ["acme:* /a", "acme:GET /a"],
        ["acme:GET /a/**", "acme:GET /a/*"],
        ["acme:GET /*", "acme:GET /a*"],
      ],
      ...[
        ["acme:GET /**", "acme:GET /a/**"],
        ["acme:GET /a", "spare:GET /a"],
        ["acme:GET /a", "acme:GET /a/**"],
      ],
    ];
    expect(beyond.filter(([inner = "", outer = ""]) => inside(inner, outer))).toEqual([]);
    expect(rawBeyond(["acme:GET /a"], [])).toBe("acme:GET /a");
  });
});
