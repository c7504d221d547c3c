// Runs the fixtures of a plugin's identity (`fixtures/identity.json`) through the code that connect uses.
import { fetchIdentity } from "../../connections/oauth/identity.ts";
import type { Provider } from "../../plugin/index.ts";
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
import { FIXTURE_TOKEN, fixtureAuth } from "./fixture-credential.ts";
import { parseFixture, readFixtures } from "./fixture-files.ts";
import { recordedFetch, unsentViolations } from "./recorded-fetch.ts";
import { unfitViolations } from "./shape-violations.ts";
import type { Violation } from "./violation.ts";
import { withDeadline } from "./with-deadline.ts";

export async function identityFileViolations(plugin: Provider, folder: string): Promise<Violation[]> {
  const violations: Violation[] = [];
  let hasResult = false;
  for (const { where, name, text } of readFixtures(folder)) {
    if (name !== IDENTITY) continue;
    const fixture = parseFixture(text);
    if (typeof fixture === "string") {
      violations.push({ where, message: fixture });
      continue;
    }
    hasResult ||= fixture.result !== undefined;
    const messages = await withDeadline(() => identityViolations(plugin, fixture));
    for (const message of messages) violations.push({ where, message });
  }
  if (!hasResult) {
    const message = "is missing: { upstream, result } must show the identity, { id, name, workspace? }.";
    violations.push({ where: `fixtures/${IDENTITY}.json`, message });
  }
  return violations;
}

export async function identityViolations(plugin: Provider, fixture: Fixture, onRequest?: OnRequest): Promise<string[]> {
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
  violations.push(...unfitViolations("The identity", plugin.identity.resource.shape, outcome.value));
  return [...violations, ...mismatchOf(outcome.value, fixture)];
}
