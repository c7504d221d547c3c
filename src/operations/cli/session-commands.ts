// Commands about agent sessions: lists, shows and ends them.
import type { Command } from "commander";
import { StartupError } from "../../foundation/errors.ts";
import type { AdminApi } from "./admin-api.ts";
import type { OperationData } from "./operations.ts";
import { printNote } from "./print.ts";
import { type AdminCommand, command } from "./program.ts";
import { confirm, endedHere, summaryOf } from "./revoke-commands.ts";

type Options = Record<string, unknown>;

export function sessionCommands(program: Command, adminCommand: AdminCommand): void {
  const session = program.command("session").description("agent sessions, which keys make for agents");
  command(session, "list", "list agent sessions, newest first")
    .option("--user <email>", "only sessions of this user and its connected accounts: e-mail address or id")
    .option("--ended", "also those that have ended, for 30 days")
    .option("--limit <number>", "how many, at most 200; the default is 50")
    .option("--cursor <cursor>", "the cursor of the next page, as printed by the previous one")
    .action(adminCommand(listSessions));
  command(session, "show <id>", "show what a session may do, and whether it has ended").action(
    adminCommand((api, _, id) => api.call("admin_show_agent_session", { params: { id } })),
  );
  command(session, "end [id]", "end a session and those below it, on every replica within a second")
    .option("--all", "end every agent session, or with --user every one of the user's own")
    .option("--user <email>", "with --all: only this user's own: e-mail address or id")
    .option("--yes", "with --all: do it without confirmation")
    .action(adminCommand(endSessions));
}

async function listSessions(api: AdminApi, { user, ended, limit, cursor, json }: Options) {
  const given = Object.entries({ user, limit, cursor }).filter(([, value]) => value !== undefined);
  const query = {
    ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    ...(ended === true && { include_ended: "true" }),
  };
  const page = await api.call("admin_list_agent_sessions", { query });
  if (json === true) return page;
  if (page.next_cursor !== null) printNote(`More: --cursor ${page.next_cursor}`);
  return { sessions: page.agent_sessions.map(lineOf) };
}

type Session = OperationData<"admin_list_agent_sessions">["agent_sessions"][number];

const lineOf = ({ id, user_id, account, name, agent, status, read_only, expires_at, last_used_at }: Session) => ({
  ...{ id, user_id, account, name, agent, status, read_only, expires_at, last_used_at },
});

async function endSessions(api: AdminApi, options: Options, id?: string) {
  const { all, user, json } = options;
  if ((id === undefined) !== (all === true))
    throw new StartupError("Name the id of one session, which gateway session list shows, or give --all.");
  if (id !== undefined && user !== undefined)
    throw new StartupError("--user is for --all: an id is enough to end one session.");
  if (id !== undefined) return api.call("admin_end_agent_session", { params: { id } });
  const chosen = user === undefined ? { everything: true } : { user: String(user) };
  const query = { what: "sessions", ...(user === undefined ? { everything: "true" } : { user: String(user) }) };
  const { total } = await api.call("admin_count_revocations", { query });
  await confirm(`This ends ${total} agent sessions.`, options);
  const started = await api.call("admin_start_revocation", { body: { ...chosen, what: ["sessions"] } });
  const run = await endedHere(api, started);
  return json === true ? run : summaryOf(run);
}
