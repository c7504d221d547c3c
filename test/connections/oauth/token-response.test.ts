// A token set has only tokens that the provider's response has.
import { expect, test } from "bun:test";
import { tokenSetOf } from "../../../src/connections/oauth/token-response.ts";
import type { TokenSet } from "../../../src/plugin/index.ts";

const JSON_BODY = {
  access_token: "token-of-ada",
  refresh_token: "refresh-of-ada",
  user: { token: "user-token-of-ada" },
};
const read = (set: TokenSet) => tokenSetOf({ tokens: () => set }, 200, { json: JSON_BODY, words: null }, []);

test("tokens of the response are taken, at any depth", () => {
  const set = { accessToken: "token-of-ada", refreshToken: "refresh-of-ada", others: { user: "user-token-of-ada" } };
  expect(read(set)).toMatchObject(set);
});

test.each<[what: string, set: TokenSet]>([
  ["an access token out of a field that is not there", { accessToken: String(undefined) }],
  ["an access token out of an object", { accessToken: String({}) }],
  ["a part of a token", { accessToken: "token" }],
  ["a refresh token that is not there", { accessToken: "token-of-ada", refreshToken: String(null) }],
  ["another token that is not there", { accessToken: "token-of-ada", others: { user: "undefined" } }],
  [
    "another's refresh token",
    { accessToken: "token-of-ada", others: { user: { accessToken: "user-token-of-ada", refreshToken: "undefined" } } },
  ],
])("%s is refused", (_, set) => {
  expect(() => read(set)).toThrow("invalid_token_answer");
});
