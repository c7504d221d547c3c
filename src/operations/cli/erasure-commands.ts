// Commands about everything that is stored of a user or an account: delete and export.
import type { Command } from "commander";
import type { AdminApi } from "./admin-api.ts";
import { exportToFile, exportToOutput } from "./export-file.ts";
import { type AdminCommand, command } from "./program.ts";

/** `user` is the command that the first three belong to. */
export function erasureCommands(program: Command, user: Command, adminCommand: AdminCommand): void {
  command(
    user,
    "delete <user>",
    "delete a user with everything about it: out of use at once, erased step by step",
  ).action(adminCommand((api, _, user) => api.call("admin_delete_user", { params: { user } })));
  command(user, "erasures [id]", "show the progress of erasures of users and accounts").action(
    adminCommand((api, _, id) => api.call("admin_list_erasures", id === undefined ? {} : { query: { user: id } })),
  );
  command(user, "export <user>", "write everything about a user as JSON lines, without secrets")
    .option("--account <account>", "only this connected account: id or external_id")
    .option("--out <file>", "the file to write, instead of standard output")
    .option("--resume", "continue an interrupted export at the end of its file")
    .action(adminCommand((api, options, name) => exportUser(api, name ?? "", options)));
  const account = program.command("account").description("connected accounts of partners");
  command(
    account,
    "delete <user> <account>",
    "delete an account, by id or external_id, with everything about it",
  ).action(adminCommand((api, _, user, account) => api.call("admin_delete_account", { params: { user, account } })));
}

function exportUser(api: AdminApi, user: string, { account, out, resume }: Record<string, unknown>) {
  const chosen: Record<string, string> = account === undefined ? {} : { account: String(account) };
  const read = (cursor: string | null) =>
    api.stream("admin_export_user", { params: { user }, query: { ...chosen, ...(cursor !== null && { cursor }) } });
  return out === undefined ? exportToOutput(read) : exportToFile(read, String(out), resume === true);
}
