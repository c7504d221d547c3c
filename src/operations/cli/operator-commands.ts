// Commands about who operates and uses the gateway: named admin tokens, MCP clients and people.
import { type Command, Option } from "commander";
import { ADMIN_ROLES } from "../../web/http/route.ts";
import type { OperationData } from "./operations.ts";
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
