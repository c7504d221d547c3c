// The admin API of the process itself: its state, and its part of `gateway doctor`, since it alone has the embedded database.
import type { Deps } from "../../server/deps.ts";
import { databaseChecks } from "../doctor/database-checks.ts";
import { CheckList, StatusShape } from "./engine-shapes.ts";
import { operation } from "./operation.ts";
import { statusOf } from "./status.ts";

export function checkRoutes(deps: Deps) {
  const { database, tables, config, clock } = deps;
  const { kind, reports } = database;
  return [
    operation(
      {
        id: "admin_show_status",
        data: StatusShape,
        method: "GET",
        path: "/status",
        summary: "Show this process: version, database, last backup, and the provider hosts that it calls.",
      },
      async () => statusOf(deps),
    ),
    operation(
      {
        id: "admin_check_database",
        data: CheckList,
        method: "GET",
        path: "/checks",
        summary: "Check the database as `gateway doctor` does: clock, partitions, jobs, tokens.",
      },
      async () => ({
        checks: await databaseChecks({
          ...{ database: reports, tables, kind, config, now: clock.now, isServed: true },
          providers: [...deps.registry.providers.keys()],
        }),
      }),
    ),
  ];
}
