// What making a recorded call again does, and how its end differs from the recorded one, in sentences.
import type { Effect, Provider } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Call } from "./recorded-call.ts";
import type { TryResult } from "./try-endpoint.ts";

const EFFECTS = {
  reads: null,
  writes: "changes something",
  destroys: "deletes or ends something",
} satisfies Record<Effect, string | null>;

/** What happens at the provider once more; null where the call only reads. */
export function effectOf(
  { effects: { effect, reaches }, provider }: Pick<RegisteredEndpoint, "effects" | "provider">,
  args: Readonly<Record<string, unknown>>,
): string | null {
  const change = EFFECTS[effect];
  if (change === null) return null;
  const isReaching =
    typeof reaches === "boolean"
      ? reaches
      : reaches.when.some((name) => args[name] !== undefined && args[name] !== null);
  return `${change} at ${provider.name}${isReaching ? ", and other people get something of it" : ""}`;
}

/** The sentence that says how the two ends differ; null where they are alike. */
export function differenceOf(
  { name }: Pick<Provider, "name">,
  recorded: Pick<Call, "status" | "error" | "units">,
  { outcome, exchanges }: Pick<TryResult, "outcome" | "exchanges">,
): string | null {
  const hasFailed = recorded.status === null || recorded.status >= 400;
  if (!("failure" in outcome))
    return hasFailed ? `The recorded call ${failedText(name, recorded)}, and this one succeeded.` : null;
  const { failure, status } = outcome.failure;
  // A token that has ended is a failure of its own, which no response says.
  const last = exchanges.findLast(({ isForIdentity }) => isForIdentity !== true);
  const now = status ?? last?.response?.status ?? null;
  const again = `this one failed with ${failure} (${now === null ? "no response" : now})`;
  if (!hasFailed) return `The recorded call succeeded, and ${again}: the fixture shows that failure.`;
  const theirs = recorded.error?.provider;
  const isAlike = theirs != null && theirs.status === now;
  return isAlike ? null : `The recorded call ${failedText(name, recorded)}, and ${again}.`;
}

/** A call may end before it reaches the provider, such as one past a limit. */
function failedText(name: string, { status, error, units }: Pick<Call, "status" | "error" | "units">): string {
  const code = error === null ? "" : ` (${error.code})`;
  if (units === 0) return `was refused by the gateway${code} and never reached ${name}`;
  if (status === null) return "had no end";
  const theirs = error?.provider?.status;
  return theirs == null ? `failed with ${status}${code}` : `failed with ${name}'s ${theirs}${code}`;
}
