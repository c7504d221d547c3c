// The commands of `gateway` and their options.
import { Command, Option } from "commander";
import { StartupError } from "../../foundation/errors.ts";
import type { Platform } from "../../foundation/platform/platform.ts";
import { VERSION } from "../../foundation/version.ts";
import { type AdminApi, type DatabaseAccess, openAdminApi } from "./admin-api.ts";
import { auditCommands } from "./audit-commands.ts";
import { clusterCommand } from "./cluster-command.ts";
import { developerCommands } from "./developer-commands.ts";
import { erasureCommands } from "./erasure-commands.ts";
import { integrationCommands } from "./integration-commands.ts";
import { EVIDENCE, keyCommands, onOrOff } from "./key-commands.ts";
import { mailCommands } from "./mail-commands.ts";
import { operatorCommands } from "./operator-commands.ts";
import { pluginCommands } from "./plugin-commands.ts";
import { policyCommands } from "./policy-commands.ts";
import { type Print, print, printNote } from "./print.ts";
import { reportError } from "./report-error.ts";
import { revokeCommands } from "./revoke-commands.ts";
import { secretsCommands } from "./secrets-commands.ts";
import { sessionCommands } from "./session-commands.ts";
import { terminal } from "./terminal.ts";
import { tierCommands } from "./tier-commands.ts";
import { waitSeconds } from "./wait-option.ts";
import { webhookCommands } from "./webhook-commands.ts";

type Options = Record<string, unknown>;
/** Returns the exit code. */
type Action = (options: Options, ...args: string[]) => Promise<number>;
type CommanderHandler = (...passed: unknown[]) => Promise<void>;
export type ToHandler = (action: Action) => CommanderHandler;

/** Turns a call of the admin API into a handler that prints its result. */
export type AdminCommand = (
  call: (api: AdminApi, options: Options, ...args: string[]) => Promise<Print>,
  access?: DatabaseAccess,
) => CommanderHandler;

/** The same for a result that may be bad: the exit code is 1 where `isComplete` says no. */
export type JudgedCommand = (
  call: (api: AdminApi, options: Options, argument: string) => Promise<{ result: Print; isComplete: boolean }>,
) => CommanderHandler;

/** Runs one command; resolves to the exit code. */
export async function runCommandLine(args: readonly string[], platform: Platform): Promise<number> {
  let code = 0;
  /** Commander passes the arguments, the options and the command. */
  const toHandler: ToHandler =
    (action) =>
    async (...passed) => {
      // Those of the commands above it too: `jobs --json` takes an option out of `jobs failed --json`.
      const options = (passed.at(-1) as Command).optsWithGlobals() as Options;
      code = await action(options, ...(passed.slice(0, -2) as string[]));
    };
  const program = buildProgram(platform, toHandler);
  try {
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    // The demo's --json names a file: its errors are text.
    code = reportError(error, args.includes("--json") && args[0] !== "demo");
  }
  return code;
}

export function command(parent: Command, usage: string, text: string): Command {
  return parent.command(usage).description(text).option("--json", "print JSON").exitOverride();
}

function buildProgram(platform: Platform, toHandler: ToHandler): Command {
  const program = new Command("gateway")
    .description("The integration gateway: calls Google, Slack, GitHub and more on behalf of your users.")
    .version(VERSION, "--version", "print the version")
    .configureOutput({
      writeOut: (text) => void terminal().output.write(text),
      writeErr: (text) => void terminal().errors.write(text),
    })
    .exitOverride()
    .showHelpAfterError("(gateway --help lists the commands)");
  const adminCommand: AdminCommand = (call, access = "existing") =>
    toHandler(async (options, ...args) => {
      const api = await openAdminApi(platform, access);
      try {
        print(await call(api, options, ...args), options.json === true);
      } finally {
        await api.close();
      }
      return 0;
    });
  const judgedCommand: JudgedCommand = (run) =>
    toHandler(async (options, argument) => {
      const api = await openAdminApi(platform, "existing");
      try {
        const { result, isComplete } = await run(api, options, argument as string);
        print(result, options.json === true);
        return isComplete ? 0 : 1;
      } finally {
        await api.close();
      }
    });

  command(program, "serve", "serve the API")
    .option("--workers <number>", "run this many processes at one address, or auto for one per core (Postgres, Linux)")
    .addOption(new Option("--worker <number>", "the number of this worker process").hideHelp())
    .addOption(new Option("--joins", "whether the other workers already serve").hideHelp())
    .action(toHandler(async (options) => (await import("./serve-command.ts")).serveCommand(platform, options)));
  demoCommands(program, platform, toHandler);
  developerCommands(program, toHandler);
  startCommands(program, platform, toHandler);
  upgradeCommands(program, toHandler);
  const user = userCommands(program, adminCommand);
  keyCommands(program, adminCommand);
  sessionCommands(program, adminCommand);
  revokeCommands(program, adminCommand, judgedCommand);
  const partner = partnerCommands(program, adminCommand);
  tierCommands(program, { user, partner }, adminCommand);
  pluginCommands(program, platform, adminCommand, toHandler);
  policyCommands(program, adminCommand);
  secretsCommands(program, adminCommand);
  webhookCommands(program, adminCommand);
  operatorCommands(program, adminCommand);
  auditCommands(program, adminCommand, judgedCommand);
  jobCommands(program, adminCommand);
  clusterCommand(program, adminCommand);
  mailCommands(program, judgedCommand);
  integrationCommands(program, judgedCommand);
  backupCommands(program, platform, toHandler);
  return program;
}

/** What an operator runs around a start. */
function startCommands(program: Command, platform: Platform, toHandler: ToHandler): void {
  command(program, "migrate", "apply pending migrations to the database")
    .option("--plan", "only show what would be applied, and what it locks")
    .action(toHandler(async (options) => (await import("./migrate-command.ts")).migrateCommand(platform, options)));
  command(program, "health", "ask the running gateway whether it is ready")
    .option("--wait <seconds>", "wait until it is, for so many seconds at most", waitSeconds)
    .action(toHandler(async (options) => (await import("./health-command.ts")).healthCommand(options)));
  command(program, "doctor", "check the configuration, the database and the providers")
    .option("--live", "also ask the gateway through BASE_URL: paths, headers, addresses and clocks")
    .action(toHandler(async (options) => (await import("./doctor.ts")).doctor(platform, options)));
}

function demoCommands(program: Command, platform: Platform, toHandler: ToHandler): void {
  const demo = program
    .command("demo")
    .description("run the complete flow with emulated Google, GitHub and Slack")
    .exitOverride()
    .option("--once", "exit after the calls")
    .option("--json <file>", "write the base URL, the key and the operator's token to a file")
    .action(toHandler(async (options) => (await import("../../../demo/demo.ts")).runDemo(platform, options)));
  demo
    .command("fault [provider] [fault]")
    .description("switch a fault of a running demo's provider on, or list them")
    .exitOverride()
    .option("--account <id>", "only for this account's external_id, or for this person at the provider")
    .option("--calls <number>", "off after so many requests to the provider")
    .option("--off", "switch off what the provider has, or everything")
    .option("--at <url>", "the address that the demo prints; by default one port above PORT")
    .action(
      toHandler(async (options, provider, fault) =>
        (await import("./fault-command.ts")).faultCommand(options, provider, fault),
      ),
    );
}

function upgradeCommands(program: Command, toHandler: ToHandler): void {
  command(program, "upgrade [version]", "replace this binary by another release's, and go back if it is not ready")
    .option("--from <place>", "the folder or https URL that has SHA256SUMS; {version} in it is the version")
    .option("--yes", "do it without confirmation")
    .option("--older", "take an older version too")
    .option("--public-key <key>", "another key of releases that may have signed it: Ed25519 in base64 of SPKI")
    .option("--unsigned", "do not verify the signature, only checksums")
    .option("--restart-command <command>", "restart the service by this, and go back if it does not become ready")
    .option("--wait <seconds>", "for how long to wait until it is ready; 120 by default", waitSeconds)
    .action(
      toHandler(async (options, version) =>
        (await import("./upgrade-command.ts")).upgradeCommand(version || undefined, options),
      ),
    );
}

function userCommands(program: Command, adminCommand: AdminCommand): Command {
  const user = program.command("user").description("users, who own keys and integrations");
  command(user, "create", "create a user")
    .requiredOption("--email <email>", "the user's e-mail address")
    .option("--tier <tier>", "the tier, which sets the limits; see tier list")
    .action(
      adminCommand(
        (api, { email, tier }) =>
          api.call("admin_create_user", { body: { email, ...(tier !== undefined && { tier }) } }),
        "create",
      ),
    );
  command(user, "list", "list users, newest first")
    .option("--email <beginning>", "only users whose e-mail address starts with this text")
    .option("--cursor <cursor>", "the cursor of the next page, as printed by the previous one")
    .action(
      adminCommand(async (api, { email, cursor, json }) => {
        const chosen = Object.entries({ email, cursor }).filter(([, value]) => value !== undefined);
        const query = Object.fromEntries(chosen.map(([name, value]) => [name, String(value)]));
        const page = await api.call("admin_list_users", { query });
        if (json === true) return page;
        if (page.next_cursor !== null) printNote(`More: --cursor ${page.next_cursor}`);
        return { users: page.users };
      }),
    );
  command(user, "tier <email> <tier>", "change a user's tier; see tier list").action(
    adminCommand((api, _, email, tier) => api.call("admin_change_user", { params: { user: email }, body: { tier } })),
  );
  command(user, "payment <email> <state>", "set a user's payment state: ok or past_due").action(
    adminCommand((api, _, email, state) =>
      api.call("admin_change_user", { params: { user: email }, body: { payment_state: state } }),
    ),
  );
  erasureCommands(program, user, adminCommand);
  return user;
}

function partnerCommands(program: Command, adminCommand: AdminCommand): Command {
  const partner = program.command("partner").description("partner profiles, which serve connected accounts");
  const change = (api: AdminApi, user: string | undefined, body: object) =>
    api.call("admin_change_partner", { params: { user }, body });
  command(partner, "create", "give a user a partner profile")
    .requiredOption("--user <email>", "the user of the profile: e-mail address or id")
    .option("--name <name>", "the partner's name")
    .option("--tier <tier>", "the tier, which sets the limits; see tier list")
    .action(
      adminCommand((api, { user, name, tier }) =>
        api.call("admin_create_partner", {
          body: { user, ...(name !== undefined && { name }), ...(tier !== undefined && { tier }) },
        }),
      ),
    );
  command(partner, "list", "list partner profiles").action(adminCommand((api) => api.call("admin_list_partners")));
  command(
    partner,
    "suspend <email>",
    "refuse a partner's calls for its accounts; calls for the user's own integrations still work",
  ).action(adminCommand((api, _, email) => change(api, email, { status: "suspended" })));
  command(partner, "resume <email>", "end a partner's suspension").action(
    adminCommand((api, _, email) => change(api, email, { status: "active" })),
  );
  command(partner, "tier <email> <tier>", "change a partner's tier; see tier list").action(
    adminCommand((api, _, email, tier) => change(api, email, { tier })),
  );
  command(partner, "change <email>", "change whether evidence of a partner's calls is recorded")
    .addOption(onOrOff("--record-evidence <on|off>", `on: record ${EVIDENCE}`).makeOptionMandatory())
    .action(
      adminCommand((api, { recordEvidence }, email) =>
        change(api, email, { record_evidence: recordEvidence === "on" }),
      ),
    );
  return partner;
}

function jobCommands(program: Command, adminCommand: AdminCommand): void {
  const jobs = command(program, "jobs", "show what is queued, what runs and what has failed").action(
    adminCommand((api) => api.call("admin_list_queues")),
  );
  command(jobs, "failed <queue>", "list a queue's failed jobs").action(
    adminCommand((api, _, queue) => api.call("admin_list_failed_jobs", { params: { queue } })),
  );
  command(jobs, "retry <queue> [id]", "retry a failed job, or all of a queue")
    .option("--all", "retry every failed job of the queue")
    .action(
      adminCommand(async (api, { all }, queue, id) => {
        if ((id === undefined) !== (all === true))
          throw new StartupError(`Name the id of one job, which gateway jobs failed ${queue} lists, or give --all.`);
        return api.call("admin_retry_jobs", {
          params: { queue },
          body: id === undefined ? { all: true } : { job: id },
        });
      }),
    );
}

function backupCommands(program: Command, platform: Platform, toHandler: ToHandler): void {
  const load = () => import("./restore-commands.ts");
  const backup = command(program, "backup [file]", "back up the database, while the gateway runs or not")
    .option("--with-secrets", "put secrets.json into the file too: anyone who has it can read every stored token")
    .action(
      toHandler(async (options, file) => (await import("./backup-commands.ts")).backupCommand(platform, file, options)),
    );
  command(
    backup,
    "verify <file>",
    "check a backup, a file or one of the list: its checksums, and its database in a scratch folder",
  ).action(toHandler(async (options, file) => (await load()).verifyCommand(file as string, options)));
  const list = command(backup, "list", "list the backups that the gateway made by itself, for restore and verify");
  list.action(toHandler(async (options) => (await load()).listCommand(options)));
  command(program, "restore <file>", "restore a backup into DATA_DIR, or into an empty database of Postgres")
    .option("--replace", "if there is already a database, move it aside; it is never deleted")
    .action(toHandler(async (options, file) => (await load()).restoreCommand(platform, file as string, options)));
}
