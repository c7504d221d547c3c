// What the evidence of a call is copied from may be anything: the copy is bounded, and no secret is in it.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { redactedCopy } from "../../../src/metering/usage/redacted-copy.ts";

const MAX = 4_096;
const copyOf = (value: unknown, files?: readonly string[]) => redactedCopy(value, MAX, files).value;
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

/** Made up, in the forms of real ones, with a mark that the copy must not have. */
const MARK = "N0tT0BeSt0red";
const TOKENS = [
  `ghp_${MARK}aaaaaaaaaaaaaaaaaaaaaaa`,
  `xoxb-1234567890-${MARK}`,
  `ya29.${MARK}abcdefghijkl`,
  `sk_live_${MARK}abcdef`,
  `lin_api_${MARK}abcdefghijkl`,
  `eyJhbGciOiJIUzI1NiIsInR5cCI6.${MARK}.c2lnbmF0dXJl`,
  `Bearer ${MARK}`,
  `Authorization: Basic ${MARK}`,
  `Cookie: session=${MARK}; other=${MARK}`,
  `https://example.com/file?X-Amz-Signature=${MARK}&part=1`,
  `https://ada:${MARK}@example.com/path`,
  `-----BEGIN PRIVATE KEY-----\n${MARK}\n-----END PRIVATE KEY-----`,
  `Cookie: ${"a=1; ".repeat(500)}session=${MARK}`,
  `grant_type=refresh_token&client_secret=${MARK}&a=1`,
  `client_secret=${MARK}`,
  `{"password":"two ${MARK} words","a":1}`,
  JSON.stringify(JSON.stringify({ apiKey: MARK, Authorization: `Basic ${MARK}` })),
  `API_TOKEN = '${MARK}'`,
  `<a href="https://example.com/?a=1&amp;access_token=${MARK}&amp;b=2">`,
  `https://example.com/callback#state=1&access_token=${MARK}`,
  `https://example.com/callback?code=${MARK}`,
  `https://example.com/?next=https%3A%2F%2Fexample.com%2F%3Ftoken%3D${MARK}`,
  `https://example.zoom.us/j/123?pwd=${MARK}`,
  `https://example.sharepoint.com/download.aspx?tempauth=${MARK}`,
  `https://example.com/file?sv=1&sig=${MARK}&se=2`,
];
const NAMES = [
  "token",
  "access_token",
  "clientSecret",
  "password",
  "Authorization",
  "set-cookie",
  "api_key",
  "X-Signature",
  "passcode",
  "join_pwd",
  "jwt",
  "host_key",
  "proxy-auth",
  "verification_code",
];

describe("a redacted copy", () => {
  const secret = fc.constantFrom(...TOKENS);
  const words = fc.string({ unit: "binary", maxLength: 300 });
  const leaf = fc.oneof(
    words,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.tuple(words, secret).map(([before, token]) => `${before} ${token} after`),
    fc
      .tuple(fc.integer({ min: 0, max: 9_000 }), secret)
      .map(([length, token]) => `${"word ".repeat(length / 5)}${token}`),
  );
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      leaf,
      fc.array(tie("tree"), { maxLength: 8 }),
      fc.dictionary(fc.oneof(words, secret), tie("tree"), { maxKeys: 8 }),
      fc.record({ name: fc.constantFrom(...NAMES), value: fc.constantFrom(MARK, [MARK]) }),
      fc.record({ label: fc.constantFrom(...NAMES), type: words, value: fc.constant(MARK) }),
      // Headers as pairs, and as a flat list.
      fc.constantFrom(...NAMES).map((name) => [
        ["accept", "text/html"],
        [name, MARK],
      ]),
      fc.constantFrom(...NAMES).map((name) => ["accept", "text/html", name, MARK, "a", "b"]),
      fc.tuple(fc.constantFrom(...NAMES), fc.oneof(fc.constant(MARK), fc.constant([MARK]))).map(([name, value]) => ({
        [name]: value,
      })),
    ),
  }));

  test("of anything is JSON within its bound, and has no secret", () => {
    fc.assert(
      fc.property(tree, (value) => {
        const { value: copy } = redactedCopy(value, MAX);
        expect(bytesOf(copy)).toBeLessThanOrEqual(MAX);
        expect(JSON.stringify(copy)).not.toContain(MARK);
      }),
      { numRuns: 500 },
    );
  });

  test("of a small value without secrets is the value, and says whether it is whole", () => {
    const value = {
      state: "closed",
      labels: ["bug", "a b"],
      count: 7,
      has_token: true,
      none: null,
      code: "NOT_FOUND",
      key: "PROJ-1",
      author: "ada",
      url: "https://example.com/issues?state=open&page=2#comment-7",
      fields: [{ id: "status", value: "open" }],
      prose: "The state: closed. Read the key points = all of them.",
      deep: [{ a: { b: "ü" } }],
    };
    expect(redactedCopy(value, MAX)).toEqual({ value, isTruncated: false });
    expect(redactedCopy({ text: "word ".repeat(2_000) }, MAX).isTruncated).toBe(true);
    expect(
      redactedCopy(
        Array.from({ length: 5_000 }, (_, i) => i),
        MAX,
      ).isTruncated,
    ).toBe(true);
  });

  test("of a large list keeps its first items", () => {
    const items = Array.from({ length: 10_000 }, (_, id) => ({ id, title: `Issue ${id}` }));
    const copy = copyOf({ items }) as { items: unknown[] };
    expect(copy.items.length).toBeGreaterThan(50);
    expect(copy.items.slice(0, 50)).toEqual(items.slice(0, 50));
  });

  test("has of files and of encoded bytes only the size", () => {
    const bytes = Buffer.from("x".repeat(600)).toString("base64");
    expect(copyOf({ name: "a.txt", mime_type: "text/plain", content: "short text" })).toEqual({
      name: "a.txt",
      mime_type: "text/plain",
      content: "[file, 10 characters]",
    });
    expect(copyOf({ attachments: [{ filename: "a.pdf", content: "JVBERi0=" }] })).toEqual({
      attachments: [{ filename: "a.pdf", content: "[file, 8 characters]" }],
    });
    expect(copyOf({ picture: bytes, url: `data:image/png;base64,${bytes}` })).toEqual({
      picture: "[800 encoded characters]",
      url: "[822 encoded characters]",
    });
    expect(copyOf({ upload: "as text", title: "t" }, ["upload"])).toEqual({
      upload: "[file, 7 characters]",
      title: "t",
    });
    expect(copyOf(new Uint8Array(5))).toBe("[5 bytes]");
    const lines = `${bytes.replace(/.{76}/g, "$&\r\n")}\r\n`;
    expect(copyOf(lines)).toBe(`[${lines.length} encoded characters]`);
    const mail = copyOf(`Content-Type: application/pdf\r\n\r\n${lines}\r\n--end`) as string;
    expect(mail).toMatch(/^Content-Type: application\/pdf\r\n\r\n\[\d+ encoded characters\]/);
    expect(mail).not.toContain("eHh4eHh4");
    expect(copyOf(`<img src="data:image/png;base64,${bytes}">`)).toBe(
      `<img src="data:image/png;base64,[800 encoded characters]">`,
    );
  });

  test("of a text of many megabytes takes no longer than one of kilobytes", () => {
    const parts = [
      "?token",
      "sk-",
      "A",
      "https://a:",
      "-----BEGIN ",
      "Bearer ",
      "eyJ",
      "token_",
      "token\\",
      "cookie ",
      "=A",
    ];
    const hostile = parts.map((part) => part.repeat(500_000));
    expect(bytesOf(copyOf(hostile))).toBeLessThanOrEqual(MAX);
  });
});
