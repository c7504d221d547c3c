// The versions of a policy that are stored, and what a scope's rules would have done to the calls that they are about.
import { AppError } from "../../foundation/errors.ts";
import type { Deps } from "../../server/deps.ts";
import type { PolicyData } from "./model.ts";
import { replayCalls } from "./service.ts";
import { type CallsOf, findVersion, listVersions, type StoredScope, type VersionRow } from "./store.ts";

export const versionsOf = ({ database }: Pick<Deps, "database">, scope: StoredScope): Promise<VersionRow[]> =>
  listVersions(database, scope);

/** The rules of one version; 404 for one that is no longer stored. */
export async function rulesOfVersion(
  { database }: Pick<Deps, "database">,
  scope: StoredScope,
  version: number,
): Promise<PolicyData> {
  const row = Number.isSafeInteger(version) ? await findVersion(database, scope, version) : null;
  if (!row) throw new AppError("NOT_FOUND", "There is no such version. The last 20 versions are stored.");
  return row.data;
}

/** What these rules by themselves would have done to the calls of the scope. */
export const replayScope = (
  deps: Pick<Deps, "database" | "registry" | "clock">,
  { kind, id, userId }: StoredScope,
  policy: PolicyData,
  days: number,
) => replayCalls(deps, userId ?? "", { ...policy, days, of: callsOf(kind, id) });

function callsOf(kind: StoredScope["kind"], id: string): CallsOf {
  if (kind === "key") return { keyId: id };
  if (kind === "account") return { accountId: id };
  return { accountId: kind === "partner" ? "any" : null };
}
