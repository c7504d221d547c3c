// Plain values of a plugin: each wrong one is named, and a right one is not.
import { expect, test } from "bun:test";
import { pluginViolations } from "../../../src/providers/registry/plugin-violations.ts";
import { acmePlugin, changed } from "../../support/acme-plugin.ts";

const OAUTH = "auth.oauth2";
const LIST = "endpoints.list_items";

test.each<[path: string, right: unknown, wrong: readonly unknown[], message: string]>([
  ["headers", { "X-Version": "2" }, [5, ["a"], { a: 5 }, { a: "" }], "must be an object whose values are strings."],
  [
    "keywords",
    { items: ["thing"] },
    [["a"], { items: "thing" }, { items: [5] }],
    "must name for each service a list of words.",
  ],
  ["identity.method", "POST", ["post", 5], "must be one of GET, POST, PUT, PATCH, DELETE."],
  [
    "identity.refusalStatuses",
    [401, 403],
    [403, [200], ["403"], [600], [4e9], [Number.NaN]],
    "must be a list of statuses of refusals, from 400 to 599.",
  ],
  [`${OAUTH}.scopeSeparator`, ",", [";", "", 5], 'must be " " or ",".'],
  [`${OAUTH}.identityScopes`, ["openid"], ["openid", [5], [""]], "must be a list of scopes."],
  [
    `${OAUTH}.authorizationParams`,
    { prompt: "consent" },
    ["a", { a: true }],
    "must be an object whose values are strings.",
  ],
  [
    `${OAUTH}.tokenParams`,
    { expires_in: 5, a: "b" },
    [[5], { a: Number.NaN }, { a: null }],
    "must be an object whose values are strings and numbers.",
  ],
  [`${OAUTH}.implies`, { a: ["b"] }, [["a"], { a: "b" }], "must name for each scope a list of the narrower ones."],
  [`${OAUTH}.revocationScope`, "workspace", ["all", true], 'must be "token", "identity" or "workspace".'],
  [`${OAUTH}.identifiesPeople`, true, ["yes", 1], "must be true or false."],
  [`${OAUTH}.authorize`, () => ({}), ["scope", {}], "must be a function."],
  [`${OAUTH}.tokens`, () => ({}), [{}], "must be a function."],
  [`${OAUTH}.revoke`, () => ({}), ["/revoke"], "must be a function."],
  [`${LIST}.credential`, "user", ["", 5, {}], 'must be the name of a token, or "bot".'],
  [`${LIST}.keywords`, ["thing"], ["thing", [5]], "must be a list of words."],
  [`${LIST}.maxBodyBytes`, 10, [0, -1, 1.5, "10", Number.POSITIVE_INFINITY], "must be a number of bytes."],
  [`${LIST}.returns.absentWhenEmpty`, true, ["yes"], "must be true or false."],
  [`${LIST}.returns.pagination.max`, 50, [0, 2.5], "must be the provider's largest page."],
  [`${LIST}.returns.pagination.min`, 5, [0, "5"], "must be the provider's smallest page."],
  [`${LIST}.returns.pagination.keepsSize`, true, [false, "yes"], "must be true, or left out."],
])("%s", (path, right, wrong, message) => {
  const sentencesOf = (value: unknown) =>
    pluginViolations(changed(acmePlugin(), path, value), []).map(
      (violation) => `${violation.field}: ${violation.message}`,
    );
  expect(sentencesOf(right)).toEqual([]);
  for (const value of wrong) expect(sentencesOf(value)).toContain(`${path}: ${message}`);
});

test("words for a service that is none are named, with the nearest one", () => {
  const violations = pluginViolations(changed(acmePlugin(), "keywords", { item: ["thing"] }), []);
  expect(violations).toEqual([{ field: "keywords.item", message: "unknown key `item`; did you mean `items`?" }]);
});

test("unknown keys of what a call reaches and of a paging of one's own are named, with the nearest one", () => {
  const messageOf = (path: string, value: unknown) =>
    pluginViolations(changed(acmePlugin(), path, value), []).map(({ field, message }) => `${field}: ${message}`);
  expect(messageOf(`${LIST}.reaches`, { wen: ["q"] })).toContain(
    `${LIST}.reaches.wen: unknown key \`wen\`; did you mean \`when\`?`,
  );
  const pagination = { max: 5, apply: (req: object) => req, next: () => null, keepSize: true };
  expect(messageOf(`${LIST}.returns.pagination`, pagination)).toEqual([
    `${LIST}.returns.pagination.keepSize: unknown key \`keepSize\`; did you mean \`keepsSize\`?`,
  ]);
});
