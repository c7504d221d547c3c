// Whether evidence of a partner's calls is recorded: what the partner itself reads and changes.
import { Type as t } from "@sinclair/typebox";
import type { Deps } from "../../server/deps.ts";
import type { Initiator } from "../initiator.ts";
import { RecordEvidence } from "./service.ts";
import { findRecordEvidence, setRecordEvidence } from "./store.ts";

export const EvidenceSettingBody = t.Object({ record_evidence: RecordEvidence });
export const EvidenceSetting = t.Object({
  record_evidence: RecordEvidence,
  days: t.Integer({ description: "For how many days the operator lets it be stored." }),
});

const viewOf = ({ config }: Pick<Deps, "config">, isOn: boolean) => ({
  record_evidence: isOn,
  days: config.evidenceDays,
});

export const evidenceSettingOf = async (deps: Pick<Deps, "database" | "config">, userId: string) =>
  viewOf(deps, await findRecordEvidence(deps.database, userId));

/** Applies on every replica within a second; what is set already is not audited again. */
export async function changeEvidenceSetting(
  deps: Pick<Deps, "database" | "config" | "changes" | "audit">,
  userId: string,
  isOn: boolean,
  initiator: Initiator,
) {
  if (await setRecordEvidence(deps.database, userId, isOn)) {
    deps.changes.invalidate(userId, ["partners"]);
    await deps.audit.record(initiator, {
      event: "partner_changed",
      userId,
      resource: { kind: "partner", id: userId },
      details: { record_evidence: isOn },
    });
  }
  return viewOf(deps, isOn);
}
