// The admin API of the audit log.

import { auditErrors, listAudit } from "../../identity/audit/listing.ts";
import { AuditQuery } from "../../identity/audit/model.ts";
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
  ];
}
