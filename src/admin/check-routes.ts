// The admin API's part of `gateway doctor`: what only the process that has the embedded database can check.
import type { Deps } from "../deps.ts";
import { databaseChecks } from "../doctor/database-checks.ts";
import type { AdminRoute } from "../http/route.ts";
import type { Admin } from "./routes.ts";

export function checkRoutes({ database, config, clock }: Deps, admin: Admin): AdminRoute[] {
  const { kind, reports } = database;
  return [
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
