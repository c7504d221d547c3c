// The commands and their options; each hands its work on.

import { Command, CommanderError, Option } from "commander";
import about from "../../package.json" with { type: "json" };
import { ConfigError } from "../config.ts";
import { PluginLoadError, StartupError } from "../errors.ts";
import type { Platform } from "../platform/platform.ts";
import { type Access, type AdminApi, AdminError, openAdminApi } from "./admin-api.ts";
import { type Print, print } from "./print.ts";

type Action = (options: Record<string, unknown>, ...words: string[]) => Promise<number | undefined>;

/** Runs one command and exits with its code: 0 when it did what it says, 1 otherwise. */
export async function runCommandLine(words: readonly string[], platform: Platform): Promise<void> {
  let code = 0;
  /** Commander calls with the words, then the options, then the command. */
  const act =
    (action: Action) =>
    async (...given: unknown[]) => {
      const options = given.at(-2) as Record<string, unknown>;
      code = (await action(options, ...(given.slice(0, -2) as string[]))) ?? 0;
    };
  const program = buildProgram(platform, act);
  try {
    await program.parseAsync([...words], { from: "user" });
  } catch (error) {
    // The demo's --json names a file; its words go to the terminal.
    code = report(error, words.includes("--json") && words[0] !== "demo");
  }
  process.exit(code);
}

type Act = (action: Action) => (...given: unknown[]) => Promise<void>;

/** A command that asks the admin API and prints what comes back. */
type Asking = (
  ask: (api: AdminApi, options: Record<string, unknown>, ...words: string[]) => Promise<Print>,
  access?: Access,
) => (...given: unknown[]) => Promise<void>;

function command(parent: Command, usage: string, text: string): Command {
  return parent.command(usage).description(text).option("--json", "print JSON").exitOverride();
}

function buildProgram(platform: Platform, act: Act): Command {
  const program = new Command("gateway")
    .description("The integration gateway: calls Google, Slack, GitHub and more on behalf of your users.")
    .version(about.version, "--version", "print the version")
    .exitOverride()
    .showHelpAfterError("(gateway --help lists the commands)");
  const asking: Asking = (ask, access = "there") =>
    act(async (options, ...words) => {
      const api = await openAdminApi(platform, access);
      try {
        print(await ask(api, options, ...words), options.json === true);
      } finally {
        await api.close();
      }
      return 0;
    });

  command(program, "serve", "serve the API").action(
    act(async (options) => (await import("./serve-command.ts")).serveCommand(platform, options)),
  );
  program
    .command("demo")
    .description("show the whole path with emulated Google, GitHub and Slack")
    .exitOverride()
    .option("--once", "exit after the calls")
    .option("--json <file>", "write the base URL, the key and the operator's token to a file")
    .action(act(async (options) => (await import("../demo/demo.ts")).runDemo(platform, options)));
  command(program, "migrate", "bring the database up to date").action(
    act(async (options) => (await import("./migrate-command.ts")).migrateCommand(platform, options)),
  );
  command(program, "doctor", "check the configuration, the database and the providers").action(
    act(async (options) => (await import("./doctor.ts")).doctor(platform, options)),
  );
  userCommands(program, asking);
  keyCommands(program, asking);
  partnerCommands(program, asking);
  pluginCommands(program, asking, act);
  secretsCommands(program, asking);
  return program;
}

function userCommands(program: Command, asking: Asking): void {
  const user = program.command("user").description("users, who own keys and integrations");
  command(user, "create", "create a user")
    .requiredOption("--email <email>", "the user's e-mail address")
    .addOption(new Option("--tier <tier>", "which limits apply").choices(["free", "pro", "team"]))
    .action(
      asking((api, { email, tier }) => api.post("/users", { email, ...(tier !== undefined && { tier }) }), "made"),
    );
  command(user, "list", "list users").action(asking((api) => api.get("/users")));
  command(user, "tier <email> <tier>", "change a user's tier: free, pro or team").action(
    asking((api, _, email, tier) => api.patch(`/users/${encodeURIComponent(email ?? "")}`, { tier })),
  );
  command(user, "payment <email> <state>", "set a user's payment state: ok or past_due").action(
    asking((api, _, email, state) => api.patch(`/users/${encodeURIComponent(email ?? "")}`, { payment_state: state })),
  );
}

function keyCommands(program: Command, asking: Asking): void {
  const key = program.command("key").description("API keys");
  const collect = (value: string, held: string[] = []) => [...held, value];
  command(key, "create", "create a key; it is shown once")
    .requiredOption("--user <email>", "whose key it is: e-mail address or id")
    .option("--name <name>", "a name to tell keys apart")
    .option(
      "--permission <permission>",
      "what the key may do and nothing else, such as gmail.read, slack:* or gateway:usage.read; repeat for more; without it '*', everything but gateway:partner.manage and proxy.use",
      collect,
    )
    .option("--expires <time>", "when it stops working, ISO 8601")
    .option("--partner-only", "serve connected accounts alone, never the user's own integrations")
    .action(asking((api, options) => api.post("/keys", keyBody(options))));
  command(key, "list", "list a user's keys")
    .requiredOption("--user <email>", "whose keys: e-mail address or id")
    .action(asking((api, options) => api.get(`/users/${encodeURIComponent(String(options.user))}/keys`)));
  command(key, "revoke <id>", "revoke a key").action(
    asking((api, _, id) => api.delete(`/keys/${encodeURIComponent(id ?? "")}`)),
  );
}

function partnerCommands(program: Command, asking: Asking): void {
  const partner = program.command("partner").description("partner profiles, which serve connected accounts");
  const change = (api: AdminApi, email: string | undefined, body: object) =>
    api.patch(`/partners/${encodeURIComponent(email ?? "")}`, body);
  command(partner, "create", "give a user a partner profile")
    .requiredOption("--user <email>", "whose profile it is: e-mail address or id")
    .option("--name <name>", "the partner's name")
    .addOption(new Option("--tier <tier>", "which limits apply").choices(["free", "pro", "enterprise"]))
    .action(
      asking((api, { user, name, tier }) =>
        api.post("/partners", { user, ...(name !== undefined && { name }), ...(tier !== undefined && { tier }) }),
      ),
    );
  command(partner, "list", "list partner profiles").action(asking((api) => api.get("/partners")));
  command(partner, "suspend <email>", "refuse a partner's calls for its accounts; the user's own go on").action(
    asking((api, _, email) => change(api, email, { status: "suspended" })),
  );
  command(partner, "resume <email>", "let a suspended partner go on").action(
    asking((api, _, email) => change(api, email, { status: "active" })),
  );
  command(partner, "tier <email> <tier>", "change a partner's tier: free, pro or enterprise").action(
    asking((api, _, email, tier) => change(api, email, { tier })),
  );
}

function pluginCommands(program: Command, asking: Asking, act: Act): void {
  const plugin = program.command("plugin").description("providers, each one a folder");
  command(plugin, "list", "list the plugins that are served").action(asking((api) => api.get("/plugins")));
  command(plugin, "new <id>", "write the folder of a new plugin")
    .option("--dir <folder>", "where to write it (default: GATEWAY_PLUGINS_DIR, else ./plugins)")
    .action(act(async (options, id) => (await import("./plugin-new.ts")).newPlugin(id ?? "", options)));
  command(plugin, "check [path]", "check plugins against the contract and their fixtures").action(
    act(async (options, path) => (await import("./plugin-check.ts")).checkPlugins(path, options)),
  );
}

function secretsCommands(program: Command, asking: Asking): void {
  const secrets = program.command("secrets").description("the key ring that seals stored secrets");
  command(secrets, "status", "show what hangs on each key of the ring").action(asking((api) => api.get("/secrets")));
  command(secrets, "rotate", "seal stored secrets with the ring's first key").action(asking(rotateAll));
}

/** A request seals a bounded number of rows, so it is made until nothing is left. */
async function rotateAll(api: AdminApi): Promise<Print> {
  for (let sealed = 0; ; ) {
    const answer = await api.post("/secrets/rotate");
    sealed += Number(answer.sealed);
    if (answer.remaining === 0 || answer.sealed === 0) return { ...answer, sealed };
    console.error(`${sealed} sealed, ${answer.remaining} to go`);
  }
}

function keyBody(options: Record<string, unknown>): Record<string, unknown> {
  const { user, name, permission, expires, partnerOnly } = options;
  return {
    user,
    ...(name !== undefined && { name }),
    ...(permission !== undefined && { permissions: permission }),
    ...(expires !== undefined && { expires_at: expires }),
    ...(partnerOnly === true && { partner_only: true }),
  };
}

/** Prints why a command failed, and gives the exit code. */
function report(error: unknown, asJson: boolean): number {
  // Commander has written to standard error already; help that was asked for ends with 0.
  const isUsage = error instanceof CommanderError;
  if (isUsage && error.exitCode === 0) return 0;
  const { code, text } = reasonOf(error);
  if (asJson) console.log(JSON.stringify({ error: text, code }));
  else if (!isUsage) console.error(text);
  if (code === "UNEXPECTED" && process.env.LOG_LEVEL === "debug") console.error((error as Error)?.stack);
  return 1;
}

/** What has no sentence of its own is led by its name. */
function reasonOf(error: unknown): { code: string; text: string } {
  const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
  if (error instanceof CommanderError) return { code: "USAGE", text: message.replace(/^error: /, "") };
  if (error instanceof AdminError) return { code: error.code, text: message };
  if (error instanceof ConfigError) return { code: "BAD_CONFIGURATION", text: message };
  if (error instanceof PluginLoadError) return { code: "BROKEN_PLUGINS", text: message };
  if (error instanceof StartupError) return { code: "CANNOT_START", text: message };
  return { code: "UNEXPECTED", text: `Unexpected ${name}: ${message} (LOG_LEVEL=debug shows where.)` };
}
