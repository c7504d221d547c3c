// The fixtures of a plugin's identity: `fixtures/identity.json` shows who a token belongs to, as connect will ask.
import type { TSchema } from "@sinclair/typebox";
import { fetchIdentity } from "../oauth/identity.ts";
import type { Provider } from "../plugin/index.ts";
import { checkerOf } from "../schema/check.ts";
import { resolveTarget } from "../upstream/target.ts";
import { confined } from "./confine.ts";
import {
  answering,
  FIXTURE_NOW,
  FIXTURE_TOKEN,
  type Fixture,
  failureViolations,
  IDENTITY,
  sameResult,
  type Witness,
} from "./fixture.ts";
import { parseFixture, readFixtures } from "./fixture-files.ts";
import type { Violation } from "./violation.ts";

export async function identityFileViolations(plugin: Provider, folder: string): Promise<Violation[]> {
  const findings: Violation[] = [];
  let isShown = false;
  for (const { where, subject, text } of readFixtures(folder)) {
    if (subject !== IDENTITY) continue;
    const fixture = parseFixture(text);
    if (typeof fixture === "string") {
      findings.push({ where, message: fixture });
      continue;
    }
    isShown ||= fixture.result !== undefined;
    for (const message of await identityViolations(plugin, fixture)) findings.push({ where, message });
  }
  if (!isShown) {
    const message = "is missing: { upstream, result } must show the identity, { id, name, workspace? }.";
    findings.push({ where: `fixtures/${IDENTITY}.json`, message });
  }
  return findings;
}

export async function identityViolations(plugin: Provider, fixture: Fixture, witness?: Witness): Promise<string[]> {
  const problems: string[] = [];
  const pending = [...fixture.upstream];
  const deps = { fetch: answering(pending, problems, witness), clock: { now: () => FIXTURE_NOW } };
  const tokens = { access: FIXTURE_TOKEN, others: {} };
  const reached = (name: string) => void problems.push(`The identity uses ${name}, which a plugin must not.`);
  const outcome: unknown = await confined(reached, () =>
    fetchIdentity(deps, resolveTarget(plugin), tokens, fixture.call?.identity?.tenant),
  ).catch((error: unknown) => error);
  for (const { request } of pending)
    problems.push(`The request ${request.method ?? "GET"} ${request.url} was never sent.`);
  if (outcome instanceof Error) return [...problems, ...failureViolations(outcome, fixture)];
  if (fixture.failure !== undefined) return [...problems, "The identity was read, the fixture expects a failure."];
  const fault = checkerOf(plugin.identity.resource.shape as TSchema)
    .Errors(outcome)
    .First();
  if (fault) problems.push(`The identity is not of the declared shape at ${fault.path || "/"}: ${fault.message}.`);
  return [...problems, ...sameResult(outcome, fixture)];
}
