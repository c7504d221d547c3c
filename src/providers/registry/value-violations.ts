// Checks the plain values of a plugin that no other check reads: each field with what it may be.
import type { Provider } from "../../plugin/index.ts";
import { FORMATS } from "../bodies/read.ts";
import { METHODS, type Report } from "./violation-report.ts";

type IsRight = (value: unknown) => boolean;
/** The field below its part, what it may be where it is there, and the sentence. */
type ValueRule = readonly [field: string, isRight: IsRight, message: string];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText: IsRight = (value) => typeof value === "string" && value !== "";
const isNumber: IsRight = (value) => typeof value === "number" && Number.isFinite(value);
const isFunction: IsRight = (value) => typeof value === "function";
const isBoolean: IsRight = (value) => typeof value === "boolean";
const isCount: IsRight = (value) => Number.isSafeInteger(value) && (value as number) >= 1;
const oneOf =
  (...values: readonly unknown[]): IsRight =>
  (value) =>
    values.includes(value);
const listOf =
  (isItem: IsRight): IsRight =>
  (value) =>
    Array.isArray(value) && value.every(isItem);
const recordOf =
  (isItem: IsRight): IsRight =>
  (value) =>
    isObject(value) && Object.values(value).every(isItem);
const isStatus: IsRight = (value) => isCount(value) && (value as number) >= 400 && (value as number) <= 599;

/** Semantic versioning 2.0.0, at most 64 characters. */
const SEMVER =
  /^(?=.{1,64}$)(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/;
const isVersion: IsRight = (value) => typeof value === "string" && SEMVER.test(value);

const TEXTS = "must be an object whose values are strings.";
const FUNCTION = "must be a function.";
const BOOLEAN = "must be true or false.";

const isFormat = oneOf(...FORMATS);
const FORMAT = `must be one of ${FORMATS.join(", ")}.`;
const TOKEN_FORMATS = ["json", "text", "form", "xml"];
const TOKEN_FORMAT: ValueRule = ["tokenFormat", oneOf(...TOKEN_FORMATS), `must be one of ${TOKEN_FORMATS.join(", ")}.`];

const OF_PROVIDER: readonly ValueRule[] = [
  ["contract", isCount, "must be the number of the plugin contract that it is written for."],
  ["version", isVersion, 'must be a version such as "1.4.0".'],
  ["headers", recordOf(isText), TEXTS],
  ["query", recordOf(isText), TEXTS],
  ["keywords", recordOf(listOf(isText)), "must name for each service a list of words."],
];
const OF_IDENTITY: readonly ValueRule[] = [
  ["responseFormat", isFormat, FORMAT],
  ["method", oneOf(...METHODS), `must be one of ${METHODS.join(", ")}.`],
  ["refusalStatuses", listOf(isStatus), "must be a list of statuses of refusals, from 400 to 599."],
];
const OF_OAUTH: readonly ValueRule[] = [
  TOKEN_FORMAT,
  ["scopeSeparator", oneOf(" ", ","), 'must be " " or ",".'],
  ["identityScopes", listOf(isText), "must be a list of scopes."],
  ["authorizationParams", recordOf(isText), TEXTS],
  [
    "tokenParams",
    recordOf((value) => isText(value) || isNumber(value)),
    "must be an object whose values are strings and numbers.",
  ],
  ["implies", recordOf(listOf(isText)), "must name for each scope a list of the narrower ones."],
  ["revocationScope", oneOf("token", "identity", "workspace"), 'must be "token", "identity" or "workspace".'],
  ["identifiesPeople", isBoolean, BOOLEAN],
  ["authorize", isFunction, FUNCTION],
  ["tokens", isFunction, FUNCTION],
  ["revoke", isFunction, FUNCTION],
];
const OF_ENDPOINT: readonly ValueRule[] = [
  ["responseFormat", isFormat, FORMAT],
  ["credential", isText, 'must be the name of a token, or "bot".'],
  ["keywords", listOf(isText), "must be a list of words."],
  ["maxBodyBytes", isCount, "must be a number of bytes."],
];
const OF_RETURNS: readonly ValueRule[] = [["absentWhenEmpty", isBoolean, BOOLEAN]];
const OF_PAGINATION: readonly ValueRule[] = [
  ["max", isCount, "must be the provider's largest page."],
  ["min", isCount, "must be the provider's smallest page."],
  ["keepsSize", oneOf(true), "must be true, or left out."],
];
const OF_WEBHOOK: readonly ValueRule[] = [
  ["acceptedStatus", oneOf(202, 204), "must be 202 or 204, or left out."],
  ["addressChecks", listOf(oneOf("HEAD", "OPTIONS")), "must be a list of HEAD and OPTIONS."],
  ["bodyFormat", isFormat, FORMAT],
];

export function checkValues(plugin: Partial<Provider>, report: Report): void {
  const check = (where: string, part: unknown, rules: readonly ValueRule[]) => {
    if (!isObject(part)) return;
    for (const [field, isRight, message] of rules) {
      const value = Object.hasOwn(part, field) ? part[field] : undefined;
      if (value !== undefined && !isRight(value)) report(where === "" ? field : `${where}.${field}`, message);
    }
  };
  check("", plugin, OF_PROVIDER);
  check("identity", plugin.identity, OF_IDENTITY);
  check("auth.oauth2", plugin.auth?.oauth2, OF_OAUTH);
  for (const [kind, own] of Object.entries(plugin.auth ?? {}))
    check(`auth.${kind}.identity`, own?.identity, OF_IDENTITY);
  check("auth.client_credentials", plugin.auth?.client_credentials, [TOKEN_FORMAT]);
  check("webhook", plugin.webhook, OF_WEBHOOK);
  for (const [key, endpoint] of Object.entries(plugin.endpoints ?? {})) {
    const where = `endpoints.${key}`;
    check(where, endpoint, OF_ENDPOINT);
    check(`${where}.returns`, endpoint?.returns, OF_RETURNS);
    if (endpoint?.returns?.kind === "many")
      check(`${where}.returns.pagination`, endpoint.returns.pagination, OF_PAGINATION);
  }
}
