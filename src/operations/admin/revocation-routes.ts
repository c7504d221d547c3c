// The admin API of revocation runs: ends many grants, keys and sessions at once, and proves what it ended.
import { Type as t } from "@sinclair/typebox";
import type { Deps } from "../../server/deps.ts";
import {
  RevocationBody,
  RevocationCounts,
  RevocationQuery,
  RevocationRunList,
  RevocationRunShape,
  VerifiedReport,
  VerifyReportQuery,
} from "../revocation-runs/model.ts";
import { isAuthentic, reportOf } from "../revocation-runs/report.ts";
import { countRevocations, listAllRuns, showRun } from "../revocation-runs/runs.ts";
import { operation, streamOperation } from "./operation.ts";

const RunParam = t.Object({ id: t.String({ format: "uuid", description: "The run's id." }) });

export function revocationRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_count_revocations",
        data: RevocationCounts,
        method: "GET",
        path: "/revocation-counts",
        summary: "How much a revocation run would end now. Nothing is changed.",
        query: RevocationQuery,
        codes: ["NOT_FOUND"],
      },
      ({ query: { what, ...choices } }) =>
        countRevocations(deps, { ...choices, ...(what !== undefined && { what: what.split(",") }) }),
    ),
    operation(
      {
        id: "admin_start_revocation",
        data: RevocationRunShape,
        method: "POST",
        path: "/revocation-runs",
        role: "owner",
        summary:
          "End grants, keys and sessions at once: here within a second, and at the providers as soon as they respond.",
        body: RevocationBody,
        codes: ["NOT_FOUND", "CONFLICT"],
        event: "revocation_run_started",
        about: ({ id, selection }) => ({ resource: { kind: "revocation_run", id }, details: { ...selection } }),
      },
      ({ body, initiator }) => deps.revocationRuns.begin(body, initiator),
    ),
    ...runRoutes(deps),
  ];
}

function runRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_list_revocations",
        data: RevocationRunList,
        method: "GET",
        path: "/revocation-runs",
        summary: "List revocation runs, newest first.",
      },
      () => listAllRuns(deps),
    ),
    operation(
      {
        id: "admin_show_revocation",
        data: RevocationRunShape,
        method: "GET",
        path: "/revocation-runs/{id}",
        summary: "Show how far a revocation run is.",
        params: RunParam,
        codes: ["NOT_FOUND"],
      },
      ({ params }) => showRun(deps, params.id),
    ),
    ...reportRoutes(deps),
  ];
}

function reportRoutes(deps: Deps) {
  return [
    streamOperation(
      {
        id: "admin_report_revocation",
        method: "GET",
        path: "/revocation-runs/{id}/report",
        summary:
          "The signed report of a revocation run as JSON lines: what it ended, and what became of it at providers.",
        params: RunParam,
        codes: ["NOT_FOUND"],
        responses: {
          "200": { description: "JSON lines; the last one is the signature.", types: ["application/x-ndjson"] },
        },
      },
      async ({ params }) =>
        new Response(await reportOf(deps, params.id), { headers: { "content-type": "application/x-ndjson" } }),
    ),
    operation(
      {
        id: "admin_verify_revocation_report",
        data: VerifiedReport,
        method: "GET",
        path: "/revocation-reports/verify",
        summary: "Whether a report of a revocation run is as this gateway has signed it.",
        query: VerifyReportQuery,
      },
      ({ query: { run_id, sha256, seal } }) => ({
        is_authentic: isAuthentic(deps, { runId: run_id, sha256, seal }),
        run_id,
      }),
    ),
  ];
}
