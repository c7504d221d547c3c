// Commands about API keys.
import { type Command, Option } from "commander";
import { StartupError } from "../../foundation/errors.ts";
import type { AdminApi } from "./admin-api.ts";
import { type Print, printNote } from "./print.ts";
import { type AdminCommand, command } from "./program.ts";

/** What `record_evidence` switches on, as help texts say it. */
export const EVIDENCE = "what calls to providers send and get, for some days, without secrets";
export const onOrOff = (flags: string, description: string) => new Option(flags, description).choices(["on", "off"]);

export function keyCommands(program: Command, adminCommand: AdminCommand): void {
  const key = program.command("key").description("API keys");
  const collect = (value: string, values: string[] = []) => [...values, value];
  command(key, "create", "create a key; it is shown once")
    .requiredOption("--user <email>", "the user of the key: e-mail address or id")
    .option("--name <name>", "a name to tell keys apart")
    .option(
      "--permission <permission>",
      "the only permissions of the key, such as gmail.read, slack:* or gateway:usage.read; repeat for more; the default is '*', everything except gateway:partner.manage, gateway:shares.manage, gateway:keys.* and proxy.use",
      collect,
    )
    .option("--expires <time>", "when it stops working, ISO 8601")
    .option("--partner-only", "serve only connected accounts, never the user's own integrations")
    .option("--confirm-destructive", "ask a person before what destroys or spends")
    .option("--record-evidence", `record ${EVIDENCE}`)
    .action(adminCommand((api, options) => api.call("admin_create_key", { body: keyRequest(options) })));
  command(key, "list", "list a user's keys, or what still needs a key of the ring")
    .option("--user <email>", "the user of the keys: e-mail address or id")
    .option("--ring-key <id>", "in place of a user: keys, admin tokens and MCP clients not used since the ring changed")
    .option("--cursor <cursor>", "with --ring-key: the cursor of the next page, as printed by the previous one")
    .action(adminCommand(listKeys));
  command(key, "change <id>", "change a key")
    .addOption(onOrOff("--confirm-destructive <on|off>", "on: ask a person before what destroys or spends"))
    .addOption(onOrOff("--record-evidence <on|off>", `on: record ${EVIDENCE}`))
    .action(
      adminCommand((api, { confirmDestructive, recordEvidence }, id) =>
        api.call("admin_change_key", {
          params: { id },
          body: {
            ...(confirmDestructive !== undefined && { confirm_destructive: confirmDestructive === "on" }),
            ...(recordEvidence !== undefined && { record_evidence: recordEvidence === "on" }),
          },
        }),
      ),
    );
  command(key, "revoke <id>", "revoke a key").action(
    adminCommand((api, _, id) => api.call("admin_revoke_key", { params: { id } })),
  );
}

async function listKeys(api: AdminApi, { user, ringKey, cursor, json }: Record<string, unknown>): Promise<Print> {
  if ((user === undefined) === (ringKey === undefined))
    throw new StartupError("Name either --user, or --ring-key with the id of a key that gateway secrets status lists.");
  if (ringKey === undefined) return api.call("admin_list_keys", { params: { user: String(user) } });
  const query = cursor === undefined ? undefined : { cursor: String(cursor) };
  const page = await api.call("admin_list_pending_keys", {
    params: { ring_key: String(ringKey) },
    ...(query && { query }),
  });
  if (json === true) return page;
  if (page.next_cursor !== null) printNote(`More: --cursor ${page.next_cursor}`);
  return { pending: page.pending.map(({ user_id: _, ...one }) => one) };
}

function keyRequest(options: Record<string, unknown>): Record<string, unknown> {
  const { user, name, permission, expires, partnerOnly, confirmDestructive, recordEvidence } = options;
  return {
    user,
    ...(name !== undefined && { name }),
    ...(permission !== undefined && { permissions: permission }),
    ...(expires !== undefined && { expires_at: expires }),
    ...(partnerOnly === true && { partner_only: true }),
    ...(confirmDestructive === true && { confirm_destructive: true }),
    ...(recordEvidence === true && { record_evidence: true }),
  };
}
