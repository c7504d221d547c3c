// Redirect URIs: which ones a client may register, and that nothing but a loopback port may differ from what it registered.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  isSameRedirect,
  redirectHost,
  redirectUriError,
  withParameters,
} from "../../../src/agents/oauth-server/redirect-uri.ts";

const GOOD = [
  "https://claude.ai/api/mcp/auth_callback",
  "https://app.example.com:8443/cb?from=mcp",
  "http://127.0.0.1/callback",
  "http://localhost:33418/",
  "http://localhost:33418",
  "http://[::1]:9/cb",
  "cursor://anysphere.cursor-mcp/oauth/callback",
  "com.example.app:/oauth2redirect",
];
const BAD = [
  "",
  "/callback",
  "callback",
  "http://example.com/cb",
  "http://127.0.0.1.example.com/cb",
  "http://localhost.example.com/cb",
  "http://127.1/cb",
  "http://0x7f000001/cb",
  "http://127.0.0.1@example.com/cb",
  "http://user@127.0.0.1/cb",
  "https://user:pass@example.com/cb",
  "https://example.com/cb#fragment",
  "https://example.com/cb#",
  "https:example.com/cb",
  "https:///cb",
  "https://example.com/a b",
  "https://example.com/\ncb",
  "https://exämple.com/cb",
  "https://example.com\\@evil.example.com/",
  'https://example.com/"onload',
  "javascript:alert(1)",
  "javascript://example.com/%0aalert(1)",
  "data:text/html,hello",
  "file:///etc/passwd",
  "blob:https://example.com/1",
  "mailto:somebody@example.com",
  "ws://127.0.0.1/cb",
  "urn:ietf:wg:oauth:2.0:oob",
  "app:callback",
  `https://example.com/${"a".repeat(2_048)}`,
];

describe("redirect URIs", () => {
  test.each(GOOD)("%s may be registered", (uri) => {
    expect(redirectUriError(uri)).toBeNull();
    expect(isSameRedirect(uri, uri)).toBe(true);
  });

  test.each(BAD)("%p may not", (uri) => {
    expect(redirectUriError(uri)).toEqual(expect.any(String));
  });

  test("a loopback port may differ (RFC 8252), and nothing else of it", () => {
    for (const host of ["127.0.0.1", "[::1]", "localhost"]) {
      for (const port of ["", ":1", ":65535"])
        expect(isSameRedirect(`http://${host}/cb?a=1`, `http://${host}${port}/cb?a=1`)).toBe(true);
      for (const other of [
        `http://${host}:1/cb?a=2`,
        `http://${host}:1/cb/?a=1`,
        `http://${host}:1/CB?a=1`,
        `http://${host}:1/cb?a=1&b`,
        `http://${host}:99999/cb?a=1`,
        `http://${host}:1/cb?a=1#x`,
        `http://${host}:1@evil.example.com/cb?a=1`,
        `https://${host}:1/cb?a=1`,
        `http://${host}.:1/cb?a=1`,
      ])
        expect([other, isSameRedirect(`http://${host}/cb?a=1`, other)]).toEqual([other, false]);
    }
    expect(isSameRedirect("http://127.0.0.1/cb", "http://localhost/cb")).toBe(false);
    expect(isSameRedirect("https://example.com/cb", "https://example.com:8443/cb")).toBe(false);
    expect(isSameRedirect("cursor://host/cb", "cursor://host:1/cb")).toBe(false);
  });

  test("one changed, added or missing character of any other URI is another one", () => {
    const uris = fc.constantFrom(...GOOD.filter((uri) => !uri.startsWith("http://")));
    fc.assert(
      fc.property(
        uris,
        fc.nat(),
        fc.constantFrom("change", "add", "drop"),
        fc.string({ minLength: 1, maxLength: 1 }),
        (uri, at, how, by) => {
          const index = at % uri.length;
          const rest = uri.slice(index + (how === "add" ? 0 : 1));
          const other = uri.slice(0, index) + (how === "drop" ? "" : by) + rest;
          return other === uri || !isSameRedirect(uri, other);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test("of a loopback URI only digits behind the host make no difference", () => {
    const paths = fc.stringMatching(/^\/[a-z/?=&]{0,12}$/);
    fc.assert(
      fc.property(paths, paths, fc.integer({ min: 1, max: 65_535 }), (path, other, port) => {
        return isSameRedirect(`http://localhost${path}`, `http://localhost:${port}${other}`) === (path === other);
      }),
      { numRuns: 1_000 },
    );
  });

  test("parameters stand behind the client's own, and whatever they hold is encoded", () => {
    const url = withParameters("cursor://host/cb?own=1", {
      code: "a&b=c#d\r\n",
      state: null,
      iss: "https://gw.example.com",
    });
    expect(url).toBe("cursor://host/cb?own=1&code=a%26b%3Dc%23d%0D%0A&iss=https%3A%2F%2Fgw.example.com");
    expect(redirectHost("http://localhost:1/cb")).toBe("a program on your computer");
    expect(redirectHost("https://claude.ai/cb")).toBe("claude.ai");
    expect(redirectHost("cursor://host/cb")).toBe("an app that opens cursor:");
  });
});
