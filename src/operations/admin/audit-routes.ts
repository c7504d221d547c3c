// The admin API of the audit log.

import { auditErrors, listAudit } from "../../identity/audit/listing.ts";
import { AuditQuery } from "../../identity/audit/model.ts";
import type { Deps } from "../../server/deps.ts";
import type { AdminRoute } from "../../web/http/route.ts";
import type { Admin } from "./routes.ts";

export function auditRoutes(deps: Deps, admin: Admin): AdminRoute[] {
  return [
    admin(
      {
        id: "admin_list_audit",
        method: "GET",
        path: "/audit",
        summary: "Who did what, newest first.",
        query: AuditQuery,
        check: ({ query }, errors) => auditErrors(deps, null, query, errors),
      },
      ({ query }) => listAudit(deps, query as AuditQuery),
    ),
  ];
}
