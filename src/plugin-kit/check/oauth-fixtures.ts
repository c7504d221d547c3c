// The kit's rules for `fixtures/oauth`: each function of a plugin's OAuth has a fixture, and does what its fixtures say.
import type { Provider } from "../../plugin/index.ts";
import { thrownBy } from "../../providers/registry/thrown.ts";
import { known } from "../../providers/registry/unknown-keys.ts";
import { confined } from "./confine.ts";
import { differenceFrom } from "./differences.ts";
import { readFixtures } from "./fixture-files.ts";
import { unknownFixtureKeys } from "./fixture-keys.ts";
import { hygieneViolations } from "./hygiene.ts";
import {
  neededFixtures,
  OAUTH_FUNCTIONS,
  type OAuthFixture,
  type OAuthFunction,
  oauthResult,
  RESULTS,
  tokenResult,
} from "./oauth-fixture.ts";
import type { Violation } from "./violation.ts";
import { withDeadline } from "./with-deadline.ts";

export const OAUTH_FOLDER = "fixtures/oauth";
const FIXTURE = known<OAuthFixture>({
  scopes: null,
  parameters: null,
  auth: null,
  response: { keys: { status: null, json: null } },
  tokens: null,
  error: { keys: { kind: null, code: null } },
  grant: null,
  requests: null,
  callback: null,
  tenant: null,
});
/** What each fixture begins with. */
const INPUTS: Record<OAuthFunction, string> = {
  authorize: "scopes, parameters",
  tokens: "response: { json }, tokens or error",
  tokenError: "response: { json }, error",
  revoke: "grant, requests",
  callback: "callback, tenant or error",
};

export async function oauthFileViolations(plugin: Provider, folder: string): Promise<Violation[]> {
  const violations: Violation[] = [];
  const covered = new Set<string>();
  for (const { where, name, text } of readFixtures(folder, OAUTH_FOLDER)) {
    violations.push(...hygieneViolations(where, text));
    const what = OAUTH_FUNCTIONS.find((one) => one === name);
    if (!what) {
      const message = `does not name a function: call the file <${OAUTH_FUNCTIONS.join(" | ")}>[.<case>].json.`;
      violations.push({ where, message });
      continue;
    }
    const fixture = parseOAuthFixture(what, text);
    if (typeof fixture === "string") {
      violations.push({ where, message: fixture });
      continue;
    }
    covered.add(nameOf(what, fixture));
    for (const message of await withDeadline(() => oauthViolations(plugin, what, fixture)))
      violations.push({ where, message });
  }
  return [...violations, ...missingFixtures(plugin, covered)];
}

/** A response that is refused shows nothing of what a good one brings. */
const nameOf = (what: OAuthFunction, { auth, tokens, tenant }: OAuthFixture) => {
  if ((what === "tokens" && tokens === undefined) || (what === "callback" && tenant === undefined)) return "";
  return auth ? `${what}.${auth}` : what;
};

/** The fixture, or a sentence that says why the text is none. */
export function parseOAuthFixture(what: OAuthFunction, text: string): OAuthFixture | string {
  const form = `is not { ${INPUTS[what]} } in JSON`;
  let value: OAuthFixture;
  try {
    value = JSON.parse(text) as OAuthFixture;
  } catch {
    // The violation tells it.
    return `${form}.`;
  }
  if (typeof value !== "object" || value === null) return `${form}.`;
  const unknown = unknownFixtureKeys(value, FIXTURE);
  if (unknown !== null) return unknown;
  const needsResponse = what === "tokens" || what === "tokenError";
  return needsResponse && typeof value.response?.json !== "object" ? `${form}.` : value;
}

async function oauthViolations(plugin: Provider, what: OAuthFunction, fixture: OAuthFixture): Promise<string[]> {
  const uses: string[] = [];
  const onUse = (name: string) => void uses.push(`The function uses ${name}, which a plugin must not.`);
  try {
    const result = await confined(onUse, () => oauthResult(plugin, what, fixture));
    const expected = Object.fromEntries(
      RESULTS[what].flatMap((part) => (part in fixture ? [[part, fixture[part]]] : [])),
    );
    return [...uses, ...differenceFrom("The result", result, expected), ...idleViolations(plugin, what, fixture)];
  } catch (error) {
    return [...uses, `The function ${thrownBy(error)}.`];
  }
}

/** A `tokenError` that finds nothing shows nothing. */
function idleViolations({ auth: { oauth2 } }: Provider, what: OAuthFunction, fixture: OAuthFixture): string[] {
  if (what !== "tokenError" || !oauth2?.tokenError || !fixture.response) return [];
  const without = tokenResult({ ...oauth2, tokenError: undefined }, fixture);
  return differenceFrom("", without, { error: fixture.error }).length > 0
    ? []
    : ["Without tokenError the result is the same: show a response whose code it finds."];
}

function missingFixtures(plugin: Provider, covered: ReadonlySet<string>): Violation[] {
  const needed: string[] = neededFixtures(plugin);
  if (plugin.auth.client_credentials?.tokens) needed.push("tokens.client_credentials");
  return needed
    .filter((name) => !covered.has(name))
    .map((name) => ({
      where: `${OAUTH_FOLDER}/${name}.json`,
      message: `is missing: each function of OAuth needs a fixture, { ${INPUTS[name.split(".")[0] as OAuthFunction]}${name.includes(".") ? ', auth: "client_credentials"' : ""} }.`,
    }));
}
