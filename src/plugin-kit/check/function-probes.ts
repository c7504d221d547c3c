// Calls the functions of a plugin that no fixture reaches, with what strangers and broken providers send.
import {
  type CallbackClient,
  FAILURES,
  type Failure,
  type FailureReport,
  type Grant,
  type Provider,
  type RevokeRequest,
  type TokenSet,
} from "../../plugin/index.ts";
import { defaultScopes } from "../../providers/registry/scopes.ts";
import { thrownBy } from "../../providers/registry/thrown.ts";
import { type Known, known, unknownKeys } from "../../providers/registry/unknown-keys.ts";
import { confined } from "./confine.ts";
import type { Violation } from "./violation.ts";
import { isPromised } from "./with-deadline.ts";

const TOKEN_SET = known<TokenSet>({
  accessToken: null,
  refreshToken: null,
  expiresIn: null,
  refreshExpiresIn: null,
  scopes: null,
  others: null,
  resourceOwnerId: null,
  tenant: null,
});
const REVOKE_REQUEST = known<RevokeRequest>({
  method: null,
  path: null,
  base: null,
  auth: null,
  json: null,
  form: null,
});
const FAILURE_REPORT = known<FailureReport>({
  failure: null,
  message: null,
  code: null,
  retryAfter: null,
  limits: null,
  missingScopes: null,
});

const GRANT: Grant = {
  accessToken: "fixture-token",
  refreshToken: "fixture-token",
  others: {},
  clientId: "fixture",
  tenant: {},
};
const CLIENT: CallbackClient = { clientId: "fixture", clientSecret: "secret-of-the-fixture", tenant: {} };
/** A callback without a signature, and one with a signature that fits nothing. */
const CALLBACKS: readonly (readonly [what: string, parameters: readonly (readonly [string, string])[]])[] = [
  ["without parameters", []],
  [
    "without a signature",
    [
      ["code", "fixture-code"],
      ["state", "fixture-state"],
    ],
  ],
  [
    "with another signature",
    [
      ["code", "fixture-code"],
      ["state", "fixture-state"],
      ["hmac", "0".repeat(64)],
      ["signature", "0".repeat(64)],
    ],
  ],
];
/** Bodies that a provider sends when it is broken, or that something before it sends. */
const BODIES: readonly unknown[] = [
  null,
  {},
  [],
  "text",
  5,
  { error: null },
  { error: "x" },
  { errors: [null] },
  { error: {} },
];
const STATUSES = [200, 400, 401, 403, 404, 429, 500];

interface Probe {
  field: string;
  /** Runs the function; `thrown` where it may throw. */
  call: () => unknown;
  mayThrow?: true;
  /** The violation of a result; null for a right one. */
  judge: (value: unknown) => string | null;
}

/** One violation a function: further ones would say the same of other inputs. */
export async function functionViolations(plugin: Provider): Promise<Violation[]> {
  const violations = new Map<string, string>();
  for (const probe of [...oauthProbes(plugin), ...failureProbes(plugin)]) {
    if (violations.has(probe.field)) continue;
    const message = await violationOf(probe);
    if (message !== null) violations.set(probe.field, message);
  }
  return [...violations].map(([where, message]) => ({ where, message }));
}

async function violationOf({ call, mayThrow, judge }: Probe): Promise<string | null> {
  const uses: string[] = [];
  let message: string | null = null;
  await confined(
    (name) => void uses.push(name),
    async () => {
      try {
        const value = call();
        message = isPromised(value) ? "returns a promise; its result is used at once." : judge(value);
        if (isPromised(value))
          Promise.resolve(value).catch(() => {
            // The violation tells that there is a promise at all.
          });
      } catch (error) {
        if (!mayThrow) message = `${thrownBy(error)}.`;
      }
    },
  );
  return uses[0] === undefined ? message : `uses ${uses[0]}, which a plugin must not.`;
}

function oauthProbes(plugin: Provider): Probe[] {
  const { checkCallback, authorize, tokens, tokenError, revoke } = plugin.auth.oauth2 ?? {};
  const probes: Probe[] = [];
  const field = (name: string) => `auth.oauth2.${name}`;
  if (checkCallback) {
    for (const [what, parameters] of CALLBACKS) {
      const judge = (value: unknown) => (value === false ? null : `accepts a callback ${what}; it must return false.`);
      probes.push({ field: field("checkCallback"), call: () => checkCallback(parameters, CLIENT), judge });
    }
  }
  if (authorize)
    probes.push({
      field: field("authorize"),
      call: () => authorize(defaultScopes(plugin)),
      judge: (value) => (isTexts(value) ? null : "must return an object whose values are strings."),
    });
  for (const body of BODIES.filter((one): one is Record<string, unknown> => isObject(one))) {
    if (tokens)
      probes.push({
        field: field("tokens"),
        call: () => tokens(body),
        mayThrow: true,
        judge: (value) => unknownIn(value, TOKEN_SET) ?? inventedToken(value),
      });
    if (tokenError)
      probes.push({
        field: field("tokenError"),
        call: () => tokenError(body),
        judge: (value) =>
          value === undefined || typeof value === "string" ? null : "must return a string or undefined.",
      });
  }
  if (revoke)
    probes.push({
      field: field("revoke"),
      call: () => revoke(GRANT),
      mayThrow: true,
      judge: (value) => unknownIn(value, REVOKE_REQUEST),
    });
  return probes;
}

function failureProbes({ failure }: Provider): Probe[] {
  if (!failure) return [];
  return STATUSES.flatMap((status) =>
    BODIES.map(
      (json): Probe => ({
        field: "failure",
        call: () => failure({ status, headers: new Headers(), json }),
        judge: judgeFailure,
      }),
    ),
  );
}

function judgeFailure(value: unknown): string | null {
  if (value === undefined) return null;
  const name = typeof value === "string" ? value : isObject(value) ? (value.failure ?? "error") : value;
  if (!FAILURES.includes(name as Failure))
    return `returns ${JSON.stringify(value) ?? "no value"}; it must return undefined, a failure or a report.`;
  return typeof value === "string" ? null : unknownIn(value, FAILURE_REPORT);
}

/** None of the bodies has a token. */
function inventedToken(value: unknown): string | null {
  const { accessToken } = value as TokenSet;
  return accessToken === undefined || accessToken === ""
    ? null
    : `reads the access token ${JSON.stringify(accessToken)} out of a response that has none: return an empty one, or throw.`;
}

function unknownIn(value: unknown, rule: Known): string | null {
  if (!isObject(value)) return "must return an object.";
  const [unknown] = unknownKeys(value, rule);
  return unknown ? `returns an ${unknown.message}` : null;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTexts = (value: unknown) => isObject(value) && Object.values(value).every((text) => typeof text === "string");
