// The owner's view of the audit log over HTTP.
import { Type as t } from "@sinclair/typebox";
import { createReports } from "../../metering/usage/reports.ts";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import { auditErrors, listOwnAudit } from "./listing.ts";
import { AuditEntry, OwnAuditQuery } from "./model.ts";

export function auditRoutes(deps: Deps) {
  const reports = createReports();
  return [
    keyRoute({
      access: "key",
      id: "list_audit",
      method: "GET",
      path: "/api/v1/audit",
      tag: { name: "audit", description: "What was done to your keys, integrations and accounts." },
      summary:
        "Who did what to your keys, integrations, accounts and settings, newest first. With X-Account-Id, only what was done to that account.",
      permissions: ["gateway:audit.read"],
      owner: "user-or-account",
      query: OwnAuditQuery,
      check: ({ query }, errors, owner) => auditErrors(deps, owner, query, errors),
      data: t.Object({ entries: t.Array(AuditEntry), next_cursor: t.Union([t.String(), t.Null()]) }),
      handle: async ({ owner, query }) => ({
        data: await reports.run(owner.userId, () => listOwnAudit(deps, owner, query as OwnAuditQuery)),
      }),
    }),
  ];
}
