// Runs the fixtures of a plugin's identity (`fixtures/identity.json`) through the code that connect uses.
import { fetchIdentity } from "../../connections/oauth/identity.ts";
import type { AuthKind, IdentityRequest, Provider } from "../../plugin/index.ts";
import { resolveTarget } from "../../providers/upstream/target.ts";
import { confined } from "./confine.ts";
import {
  FIXTURE_NOW,
  type Fixture,
  failureViolations,
  IDENTITY,
  mismatchOf,
  type OnRequest,
  resolved,
} from "./fixture.ts";
import { FIXTURE_TOKEN, fixtureAuth, identityOf, withFirstKind } from "./fixture-credential.ts";
import { parseFixture, readFixtures } from "./fixture-files.ts";
import { IDENTITY_FIXTURE } from "./fixture-keys.ts";
import { recordedFetch, unsentViolations } from "./recorded-fetch.ts";
import { unfitViolations } from "./shape-violations.ts";
import type { Violation } from "./violation.ts";
import { withDeadline } from "./with-deadline.ts";

export async function identityFileViolations(plugin: Provider, folder: string): Promise<Violation[]> {
  const violations: Violation[] = [];
  const covered = new Set<IdentityRequest>();
  for (const { where, name, text } of readFixtures(folder)) {
    if (name !== IDENTITY) continue;
    const fixture = parseFixture(text, IDENTITY_FIXTURE);
    if (typeof fixture === "string") {
      violations.push({ where, message: fixture });
      continue;
    }
    const { auth = fixtureAuth(plugin) } = fixture;
    if (!plugin.auth[auth]) {
      violations.push({ where, message: `has the kind of sign-in "${auth}", which the plugin does not declare.` });
      continue;
    }
    if (fixture.result !== undefined) covered.add(identityOf(plugin, auth));
    const messages = await withDeadline(() => identityViolations(plugin, fixture));
    for (const message of messages) violations.push({ where, message });
  }
  return [...violations, ...missingIdentities(plugin, covered)];
}

/** Each identity that a kind of sign-in has needs a success. */
function missingIdentities(plugin: Provider, covered: ReadonlySet<IdentityRequest>): Violation[] {
  const kinds = Object.keys(plugin.auth) as AuthKind[];
  const missing = kinds.filter((kind) => !covered.has(identityOf(plugin, kind)));
  const first = missing.filter(
    (kind, index) => missing.findIndex((one) => identityOf(plugin, one) === identityOf(plugin, kind)) === index,
  );
  return first.map((kind) => {
    const isFirst = kind === fixtureAuth(plugin);
    const parts = isFirst ? "upstream, result" : `auth: "${kind}", upstream, result`;
    return {
      where: `fixtures/${IDENTITY}${isFirst ? "" : `.${kind}`}.json`,
      message: `is missing: { ${parts} } must show the identity, { id, name, workspace? }.`,
    };
  });
}

export async function identityViolations(
  provider: Provider,
  fixture: Fixture,
  onRequest?: OnRequest,
): Promise<string[]> {
  const plugin = withFirstKind(provider, fixture.auth);
  const violations: string[] = [];
  const pending = [...fixture.upstream];
  const deps = { fetch: recordedFetch(plugin, pending, violations, onRequest), clock: { now: () => FIXTURE_NOW } };
  const tokens = { access: FIXTURE_TOKEN, others: {}, auth: fixtureAuth(plugin) };
  const onUse = (name: string) => void violations.push(`The identity uses ${name}, which a plugin must not.`);
  const outcome = await resolved(
    confined(onUse, () => fetchIdentity(deps, resolveTarget(plugin), tokens, fixture.call?.identity?.tenant)),
  );
  violations.push(...unsentViolations(pending));
  if ("thrown" in outcome) return [...violations, ...failureViolations(outcome.thrown, fixture)];
  if (fixture.failure !== undefined) return [...violations, "The identity was read; the fixture expects a failure."];
  violations.push(
    ...unfitViolations("The identity", identityOf(plugin, fixtureAuth(plugin)).resource.shape, outcome.value),
  );
  return [...violations, ...mismatchOf(outcome.value, fixture)];
}
