// Resource keys and export links of Google Drive: neither carries anything else to Google, nor the token to anybody else.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { exportLinkRequest } from "./drive-content.ts";
import { keyHeaders } from "./drive-keys.ts";

const plain = fc.stringMatching(/^[A-Za-z0-9_-]{1,60}$/);

describe("resource keys", () => {
  test("go out beside the ids that they belong to", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ id: plain, key: fc.option(plain, { nil: undefined }) })), (files) => {
        const pairs = files.filter(({ key }) => key !== undefined).map(({ id, key }) => `${id}/${key}`);
        const expected = pairs.length === 0 ? undefined : { "x-goog-drive-resource-keys": pairs.join(",") };
        expect(keyHeaders(...files)).toEqual(expected);
      }),
    );
  });

  test("with any other character are refused, so that none adds a key or a header", () => {
    fc.assert(
      fc.property(plain, fc.string({ unit: "binary", minLength: 1 }), fc.boolean(), (good, odd, isKey) => {
        fc.pre(!/^[A-Za-z0-9_-]+$/.test(odd));
        expect(() => keyHeaders(isKey ? { id: good, key: odd } : { id: odd, key: good })).toThrow("resource key");
      }),
    );
    expect(() => keyHeaders({ id: "a", key: "b\n" })).toThrow("resource key");
  });
});

describe("a document's export link", () => {
  const link = "https://docs.google.com/spreadsheets/d/1/export?id=1&exportFormat=xlsx";

  test("is asked for as Google wrote it", () => {
    const { base, path, query } = exportLinkRequest(link);
    expect([base, String(path), query]).toEqual([
      "docs",
      "/spreadsheets/d/1/export",
      { id: ["1"], exportFormat: ["xlsx"] },
    ]);
  });

  test.each([
    "http://docs.google.com/export?id=1",
    "https://docs.google.com:8443/export",
    "https://docs.google.com.example.com/export",
    "https://docs.google.com@example.com/export",
    "https://ada@docs.google.com/export",
    "https://example.com/https://docs.google.com/export",
    "https://drive.google.com/export",
    "https://docs.google.com/export#part",
    "https://docs.google.com/a%2Fb",
    "//docs.google.com/export",
    "not a link",
    "",
  ])("that is %p gets no token", (other) => {
    expect(() => exportLinkRequest(other)).toThrow("does not lead to Google Docs");
  });

  test("leads to Google Docs or nowhere, whatever its text", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string().map((text) => link.replace("docs.google.com", text)),
        ),
        (text) => {
          fc.pre(URL.parse(text)?.origin !== "https://docs.google.com");
          expect(() => exportLinkRequest(text)).toThrow("does not lead to Google Docs");
        },
      ),
    );
  });
});
