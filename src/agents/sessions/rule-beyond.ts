// Whether a change of a session's rules lifts one of them: a session can only be narrowed.
import { isDeepStrictEqual } from "node:util";
import { type PolicyData, severityOf } from "../policies/model.ts";
import { SAFEGUARDS, safeguardOf } from "../policies/session-policies.ts";
import type { ChangeBody } from "./model.ts";
import type { SessionRow } from "./store.ts";

/** The first rule or safeguard that the change lifts, as where it stands and what is wrong; null where it only narrows. */
export function ruleBeyond(
  { policy, safeguards }: Pick<SessionRow, "policy" | "safeguards">,
  change: Pick<ChangeBody, "policy" | "safeguards">,
): { path: string; message: string } | null {
  for (const name of SAFEGUARDS) {
    const outcome = change.safeguards?.[name];
    const now = safeguardOf(safeguards, name);
    if (outcome !== undefined && severityOf(outcome) < severityOf(now))
      return { path: `/safeguards/${name}`, message: `This is milder than ${now}` };
  }
  const [old, next] = [policy as PolicyData | null, change.policy as PolicyData | undefined];
  if (next === undefined) return null;
  if (severityOf(next.default ?? "allow") < severityOf(old?.default ?? "allow"))
    return { path: "/policy/default", message: `This is milder than ${old?.default}` };
  const lost = old?.rules.findIndex((rule) => !next.rules.some((one) => isDeepStrictEqual(one, rule))) ?? -1;
  if (lost >= 0) return { path: "/policy/rules", message: `The present rule ${lost + 1} must stay as it is` };
  const { rules = [] } = old ?? {};
  // A rule that allows lifts a stricter default.
  const added = next.rules.findIndex(
    (rule) => rule.outcome === "allow" && !rules.some((one) => isDeepStrictEqual(one, rule)),
  );
  if (added >= 0 && (old?.default ?? "allow") !== "allow")
    return { path: `/policy/rules/${added}`, message: "This rule allows more" };
  const known = next.known_recipients?.find((one) => !old?.known_recipients?.includes(one));
  return known === undefined ? null : { path: "/policy/known_recipients", message: `This would add ${known}` };
}
