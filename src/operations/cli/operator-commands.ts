// Commands about who operates the gateway, and what was done: named admin tokens, people and the audit log.
import { type Command, Option } from "commander";
import { ADMIN_ROLES } from "../../web/http/route.ts";
import type { OperationData } from "./operations.ts";
import { printNote } from "./print.ts";
import { type AdminCommand, command } from "./program.ts";

export function operatorCommands(program: Command, adminCommand: AdminCommand): void {
  const token = program.command("admin-token").description("named tokens of the admin API");
  command(token, "create <name>", "create a token; it is shown once")
    .addOption(
      new Option("--role <role>", "viewer can read, operator can also make everyday changes, owner can do everything")
        .choices(ADMIN_ROLES)
        .makeOptionMandatory(),
    )
    .option("--expires <time>", "when it stops working, ISO 8601")
    .action(
      adminCommand((api, { role, expires }, name) =>
        api.call("admin_create_token", {
          body: { name, role, ...(expires !== undefined && { expires_at: expires }) },
        }),
      ),
    );
  command(token, "list", "list tokens with role, expiry and last use").action(
    adminCommand((api) => api.call("admin_list_tokens")),
  );
  command(token, "revoke <name>", "revoke a token").action(
    adminCommand((api, _, name) => api.call("admin_revoke_token", { params: { name } })),
  );
  mcpClientCommands(program, adminCommand);
  personCommands(program, adminCommand);
  const texts = ["since", "until", "event", "actor", "user", "account", "outcome", "limit", "cursor"];
  command(program, "audit", "list who did what, newest first")
    .option("--since <time>", "only entries at or after this time, ISO 8601")
    .option("--until <time>", "only entries before this time, ISO 8601")
    .option("--event <event>", "only entries of this event, such as key_created")
    .option("--actor <actor>", "only entries of this admin token's name, or of the key with this id")
    .option("--user <user>", "only entries about this user, by id or e-mail address")
    .option("--account <id>", "only entries about this connected account, by its id")
    .addOption(
      new Option("--outcome <outcome>", "only entries with this outcome").choices(["success", "refused", "failed"]),
    )
    .option("--limit <number>", "how many entries, at most 200; the default is 50")
    .option("--cursor <cursor>", "the cursor of the next page, as printed by the previous one")
    .action(
      adminCommand(async (api, options) => {
        const chosen = texts.flatMap((name) => (options[name] === undefined ? [] : [[name, String(options[name])]]));
        const page = await api.call("admin_list_audit", { query: Object.fromEntries(chosen) });
        if (options.json === true) return page;
        if (page.next_cursor !== null) printNote(`More: --cursor ${page.next_cursor}`);
        return { entries: page.entries.map(lineOf) };
      }),
    );
}

function mcpClientCommands(program: Command, adminCommand: AdminCommand): void {
  const client = program.command("mcp-client").description("MCP clients that people have given access");
  command(client, "list", "list the clients that may act for a user, with what they may do and their last use")
    .requiredOption("--user <email>", "the user of the clients: e-mail address or id")
    .action(adminCommand((api, { user }) => api.call("admin_list_mcp_clients", { params: { user: String(user) } })));
  command(client, "revoke <id>", "revoke a client's access to a user")
    .requiredOption("--user <email>", "the user: e-mail address or id")
    .action(
      adminCommand((api, { user }, id) => api.call("admin_revoke_mcp_client", { params: { user: String(user), id } })),
    );
}

function personCommands(program: Command, adminCommand: AdminCommand): void {
  const person = program.command("person").description("people who sign in to the dashboard");
  command(person, "list", "list people, newest first").action(
    adminCommand(async (api) => {
      const { people } = await api.call("admin_list_people", { query: { limit: "200" } });
      return { people: people.map(personLine) };
    }),
  );
  command(person, "invite <email>", "add a person, with a link to set the password, which is shown only once")
    .requiredOption("--name <name>", "the person's name")
    .addOption(
      new Option("--role <role>", "the person's role as an operator; the default is none").choices(ADMIN_ROLES),
    )
    .option("--user <user>", "a user that the person acts for: e-mail address or id")
    .action(
      adminCommand((api, { name, role, user }, email) =>
        api.call("admin_invite_person", {
          body: { email, name, ...(role !== undefined && { role }), ...(user !== undefined && { user }) },
        }),
      ),
    );
  command(
    person,
    "link [person]",
    "create a link to set a forgotten password, or without a person, the first owner's link",
  ).action(
    adminCommand(
      (api, _, person) =>
        person === undefined
          ? api.call("admin_link_first_owner")
          : api.call("admin_link_person", { params: { person } }),
      "create",
    ),
  );
  command(person, "disable <person>", "end a person's sessions, and refuse new ones").action(
    adminCommand((api, _, name) =>
      api.call("admin_change_person", { params: { person: name }, body: { disabled: true } }),
    ),
  );
  command(person, "enable <person>", "let a disabled person sign in again").action(
    adminCommand((api, _, name) =>
      api.call("admin_change_person", { params: { person: name }, body: { disabled: false } }),
    ),
  );
  command(
    person,
    "remove-second-factor <person>",
    "remove a person's authenticator and passkeys, if they are lost",
  ).action(adminCommand((api, _, name) => api.call("admin_remove_second_factor", { params: { person: name } })));
}

type Person = OperationData<"admin_list_people">["people"][number];

/** A person as a line of the table. */
const personLine = ({ id, email, name, role, disabled_at, last_seen_at, users }: Person) => ({
  ...{ id, email, name, role, disabled_at, last_seen_at },
  users: users.map((user) => user.email),
});

type Entry = OperationData<"admin_list_audit">["entries"][number];

/** An entry as a line of the table. */
function lineOf({
  timestamp,
  event,
  actor,
  user_id,
  account_id,
  resource,
  outcome,
  code,
  times,
  address,
  details,
}: Entry) {
  return {
    timestamp,
    event,
    by: `${actor.kind} ${actor.name ?? actor.id ?? ""}`.trim(),
    user_id,
    account_id,
    about: resource && `${resource.kind} ${resource.id}`,
    outcome: code === null ? outcome : `${outcome} (${code})`,
    times,
    address,
    details,
  };
}
