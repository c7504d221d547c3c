// The admin API of the process itself: its state, and its part of `gateway doctor`, since it alone has the embedded database.
import type { Deps } from "../../server/deps.ts";
import type { AdminRoute } from "../../web/http/route.ts";
import { databaseChecks } from "../doctor/database-checks.ts";
import type { Admin } from "./routes.ts";
import { statusOf } from "./status.ts";

export function checkRoutes(deps: Deps, admin: Admin): AdminRoute[] {
  const { database, config, clock } = deps;
  const { kind, reports } = database;
  return [
    admin(
      {
        id: "admin_show_status",
        method: "GET",
        path: "/status",
        summary: "Show this process: version, database, last backup, and the providers' hosts that it calls.",
      },
      async () => statusOf(deps),
    ),
    admin(
      {
        id: "admin_check_database",
        method: "GET",
        path: "/checks",
        summary: "Check the database as `gateway doctor` does: clock, partitions, jobs, tokens.",
      },
      async () => ({
        checks: await databaseChecks({ database: reports, kind, config, now: clock.now, isServed: true }),
      }),
    ),
  ];
}
