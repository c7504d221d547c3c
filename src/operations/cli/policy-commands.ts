// Commands about the rules on calls: the operator's own, and what all of them would do to a call.
import { readFileSync } from "node:fs";
import { type Command, InvalidArgumentError } from "commander";
import { type AdminApi, AdminError } from "./admin-api.ts";
import { type AdminCommand, command } from "./program.ts";

type Json = Record<string, unknown>;

export function policyCommands(program: Command, adminCommand: AdminCommand): void {
  const policy = program.command("policy").description("rules on the calls of everybody");
  command(policy, "show", "show the operator's rules with their version").action(
    adminCommand((api) => api.call("admin_get_policy")),
  );
  command(
    policy,
    "set <file>",
    "replace the operator's rules by those of a JSON file; they apply within a second",
  ).action(adminCommand((api, _, file) => setPolicy(api, readJson(file as string))));
  command(
    policy,
    "test <file>",
    "show what the rules of a JSON file would have done to a user's calls of the last days",
  )
    .requiredOption("--user <email>", "the user who called: e-mail address or id")
    .option("--days <number>", "how far back; the default is 7", Number)
    .action(
      adminCommand(async (api, { user, days }, file) => {
        const { tools } = await api.call("admin_test_policy", { body: { ...readJson(file as string), user, days } });
        return { tools };
      }),
    );
  command(policy, "explain <tool>", "show what the rules would do to a call of a user's, and which rule decides")
    .requiredOption("--user <email>", "the user who calls: e-mail address or id")
    .option("--arguments <json>", "the call's arguments as JSON", jsonObject)
    .option("--account <name>", "the connected account: its id, or external: and the partner's own id")
    .option("--key <id>", "the id of the key that calls")
    .option("--at <time>", "when the call is made, ISO 8601; the default is now")
    .action(
      adminCommand((api, { user, arguments: args, account, key, at }, tool) =>
        api.call("admin_explain_policies", { body: { user, tool, arguments: args, account, key, at } }),
      ),
    );
}

/** Replaces the version that is there now. */
async function setPolicy(api: AdminApi, body: Json) {
  const { version } = await api.call("admin_get_policy");
  const saved = await api.call("admin_replace_policy", { body: { ...body, version } });
  return { version: saved.version, default: saved.default, rules: saved.rules.length, warnings: saved.warnings };
}

function readJson(file: string): Json {
  try {
    return objectIn(readFileSync(file, "utf8"));
  } catch (error) {
    throw new AdminError(
      "VALIDATION_ERROR",
      `${file} is not a JSON file with {"rules": […]}: ${(error as Error).message}`,
    );
  }
}

function jsonObject(text: string): Json {
  try {
    return objectIn(text);
  } catch (error) {
    throw new InvalidArgumentError(`It must be a JSON object: ${(error as Error).message}`);
  }
}

function objectIn(text: string): Json {
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new SyntaxError("It is not an object.");
  return value as Json;
}
