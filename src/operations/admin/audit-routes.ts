// The admin API of the audit log.

import { auditErrors, listAudit } from "../../identity/audit/listing.ts";
import { AuditQuery, SealState, VerifiedPart, VerifyQuery } from "../../identity/audit/model.ts";
import { sealState } from "../../identity/audit/seals.ts";
import { verifyAudit, verifyErrors } from "../../identity/audit/verify.ts";
import type { Deps } from "../../server/deps.ts";
import { operation } from "./operation.ts";
import { AuditPage } from "./shapes.ts";

export function auditRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_list_audit",
        data: AuditPage,
        method: "GET",
        path: "/audit",
        summary: "Who did what, newest first.",
        query: AuditQuery,
        check: ({ query }, errors) => auditErrors(deps, null, query, errors),
      },
      ({ query }) => listAudit(deps, query),
    ),
    operation(
      {
        id: "admin_show_audit_seals",
        data: SealState,
        method: "GET",
        path: "/audit/seals",
        summary: "Show until when the audit log is sealed.",
      },
      () => sealState(deps),
    ),
    operation(
      {
        id: "admin_verify_audit",
        data: VerifiedPart,
        method: "GET",
        path: "/audit/verify",
        summary: "Verify a part of the audit log against its seals. Repeat with `next_cursor` until it is null.",
        query: VerifyQuery,
        check: ({ query }, errors) => verifyErrors(deps, query, errors),
      },
      ({ query }) => verifyAudit(deps, query),
    ),
  ];
}
