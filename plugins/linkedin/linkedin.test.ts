// What fixtures cannot show: text stays text, default scopes are safe, refused refresh tokens are recognized.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { readFailure } from "./failure.ts";
import plugin from "./index.ts";
import { toLittleText, toPlainText } from "./little-text.ts";
import { oauth } from "./oauth.ts";

describe("S-69: a caller's text is shown unchanged", () => {
  const marks = [..."\\|{}@[]()<>#*_~"];
  const hostile = fc.string({ unit: fc.constantFrom(...marks, '"', "'", " ", "a", "é", "1", "\n", "🎉") });

  test("and reads back unchanged", () => {
    fc.assert(fc.property(hostile, (text) => expect(toPlainText(toLittleText(text))).toBe(text)));
  });

  test("with all markup escaped except that of hashtags", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const rest = toLittleText(text)
          .replace(/\{hashtag\|\\#\|(?:\\_|[\p{L}\p{N}])+\}/gu, "")
          .replace(/\\./gs, "");
        for (const mark of marks) expect(rest).not.toContain(mark);
      }),
    );
  });

  test("with quotes, backslashes, brackets and a handwritten mention", () => {
    expect(toLittleText('a "b" \\ (c)')).toBe('a "b" \\\\ \\(c\\)');
    expect(toLittleText("@[Acme](urn:li:organization:77)")).toBe("\\@\\[Acme\\]\\(urn:li:organization:77\\)");
    expect(toLittleText("{hashtag|\\#|x}")).toBe("\\{hashtag\\|\\\\\\#\\|x\\}");
  });
});

describe("a word after # is a hashtag", () => {
  for (const [text, little] of [
    ["#hiring", "{hashtag|\\#|hiring}"],
    ["(#hiring)", "\\({hashtag|\\#|hiring}\\)"],
    ["#größe_2", "{hashtag|\\#|größe\\_2}"],
    ["https://example.com/#top and #top", "https://example.com/\\#top and {hashtag|\\#|top}"],
    ["issue #12, C#, a#b, ##x, # y", "issue \\#12, C\\#, a\\#b, \\#\\#x, \\# y"],
  ] as const) {
    test(text, () => {
      expect(toLittleText(text)).toBe(little);
    });
  }

  test("and LinkedIn's hashtags and mentions read as words", () => {
    expect(toPlainText("#plain {hashtag|＃|wide} @[Ada \\(UK\\)](urn:li:person:a-1) 1 \\* 2")).toBe(
      "#plain #wide Ada (UK) 1 * 2",
    );
  });
});

describe("the authorize URL", () => {
  const scopes = Object.values(plugin.services).flatMap((actions) =>
    Object.values(actions as Record<string, { scopes: readonly string[] }>).flatMap((action) => action.scopes),
  );
  const requestedScopes = (wanted: readonly string[]) => oauth.authorize?.([...new Set(wanted)]).scope;

  test("requests by default only the scopes of every app, since LinkedIn refuses one scope too many", () => {
    expect(requestedScopes(scopes)).toBe("openid profile email w_member_social");
  });

  test("requests the scopes of pages once the operator shows that the app has the product", () => {
    expect(requestedScopes([...scopes, "w_organization_social"])?.split(" ")).toEqual(
      expect.arrayContaining([
        "w_member_social",
        "r_organization_social",
        "rw_organization_admin",
        "w_organization_social",
      ]),
    );
  });

  test("requests a scope of pages that a caller names", () => {
    expect(requestedScopes(["openid", "r_organization_social"])).toBe("openid r_organization_social");
  });
});

describe("a refused refresh token", () => {
  for (const [error, description, code] of [
    ["invalid_request", "The provided refresh token has been revoked", "refresh_token_revoked"],
    ["invalid_request", "The provided refresh token has expired", "refresh_token_expired"],
    ["invalid_grant", "The refresh token is invalid, expired or revoked", "refresh_token_expired"],
    ["invalid_request", "A required parameter is missing", undefined],
    ["invalid_client", "The refresh token belongs to another client", undefined],
    ["invalid_request", undefined, undefined],
  ] as const) {
    test(`${error}, "${description}": ${code ?? "unchanged"}`, () => {
      expect(oauth.tokenError?.({ error, error_description: description })).toBe(code as string);
    });
  }
});

test("status 999 (bot detection), which no Response can have, is busy", () => {
  expect(readFailure({ status: 999, headers: new Headers(), json: null })?.failure).toBe("busy");
});
