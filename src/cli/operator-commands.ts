// Commands about who operates the gateway: named admin tokens.
import { type Command, Option } from "commander";
import { ADMIN_ROLES } from "../http/route.ts";
import { type AdminCommand, command } from "./program.ts";

export function operatorCommands(program: Command, adminCommand: AdminCommand): void {
  const token = program.command("admin-token").description("named tokens of the admin API");
  command(token, "create <name>", "create a token; it is shown once")
    .addOption(
      new Option("--role <role>", "viewer reads, operator makes everyday changes too, owner does everything")
        .choices(ADMIN_ROLES)
        .makeOptionMandatory(),
    )
    .option("--expires <time>", "when it stops working, ISO 8601")
    .action(
      adminCommand((api, { role, expires }, name) =>
        api.post("/admin-tokens", { name, role, ...(expires !== undefined && { expires_at: expires }) }),
      ),
    );
  command(token, "list", "list tokens with role, expiry and last use").action(
    adminCommand((api) => api.get("/admin-tokens")),
  );
  command(token, "revoke <name>", "revoke a token").action(
    adminCommand((api, _, name) => api.delete(`/admin-tokens/${encodeURIComponent(name ?? "")}`)),
  );
}
