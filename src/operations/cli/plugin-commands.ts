// `gateway plugin …`: what a contributor of a provider works with.
import type { Command } from "commander";
import type { Platform } from "../../foundation/platform/platform.ts";
import { printNote } from "./print.ts";
import { type AdminCommand, command, type ToHandler } from "./program.ts";

export function pluginCommands(
  program: Command,
  platform: Platform,
  adminCommand: AdminCommand,
  toHandler: ToHandler,
): void {
  const plugin = program.command("plugin").description("provider plugins, one folder each");
  command(plugin, "list", "list the loaded plugins, and those that do not load").action(
    adminCommand(async (api, { json }) => {
      const { plugins, broken, quarantined } = await api.call("admin_list_plugins");
      if (json === true) return { plugins, broken, quarantined };
      for (const { id, violations } of broken) printNote(`${id} does not load. ${violations.join(" ")}`);
      for (const { plugin: id, part, until } of quarantined)
        printNote(`${id} ran too long${part === null ? "" : ` (${part})`} and is out of use until ${until}.`);
      return { plugins };
    }),
  );
  command(plugin, "new <id>", "write the folder of a new plugin")
    .option("--dir <folder>", "where to write it (default: GATEWAY_PLUGINS_DIR, else ./plugins)")
    .option("--openapi <file>", "write endpoints from an OpenAPI description, JSON or YAML")
    .option(
      "--only <pattern>",
      "the operations to include: an operationId, or a path, optionally with a method before it; * and ** match anything; repeat for more",
      collect,
    )
    .action(
      toHandler(async (options, id) =>
        (await import("./plugin-new.ts")).newPlugin(id ?? "", options, platform.parseYaml),
      ),
    );
  command(plugin, "types <folder>", "write tsconfig.json and the contract's types into a plugin's folder").action(
    toHandler(async (options, folder) => (await import("./plugin-types.ts")).writeTypes(folder ?? "", options)),
  );
  command(plugin, "check [path]", "check plugins against the contract and their fixtures")
    .option("--fill", "first add missing parts to fixtures: the requests that were sent, and the result")
    .option("--overwrite", "with --fill: replace the requests and results that are there, too")
    .option("--shorten", "first write fixtures as differences from others, and what several share into fixtures/shared")
    .option("--sizes", "print how many lines of code and of fixtures a plugin has for each endpoint")
    .option("--watch", "check again whenever a file in the folder changes, until Ctrl-C")
    .action(toHandler(async (options, path) => (await import("./plugin-check.ts")).checkPlugins(path, options)));
  laterCommands(plugin, platform, toHandler);
}

/** What needs a plugin that is written already. */
function laterCommands(plugin: Command, platform: Platform, toHandler: ToHandler): void {
  command(plugin, "diff <old> <new>", "list what a new version of a plugin changes for its callers, breaking first")
    .option("--database", "also count the stored keys, grants, webhooks and sources that it breaks")
    .action(
      toHandler(async (options, old, now) =>
        (await import("./plugin-diff.ts")).diffPlugins(platform, { old: old ?? "", now: now ?? "" }, options),
      ),
    );
  command(
    plugin,
    "dev <folder>",
    "serve a plugin while you write it: each save restarts the gateway and checks it",
  ).action(
    toHandler(async (_options, folder) => (await import("./plugin-dev.ts")).developPlugin(platform, folder ?? "")),
  );
  command(plugin, "send <folder> <fixture>", "send a webhook's fixture to the running gateway, signed by its secret")
    .option("--identity <id>", "whose event it is: the id of the identity or workspace, in place of the fixture's")
    .action(
      toHandler(async (options, folder, name) =>
        (await import("./plugin-send.ts")).sendFixture({ folder: folder ?? "", name: name ?? "" }, options),
      ),
    );
  command(plugin, "try <plugin> <endpoint>", "make one real call, and show each request and response")
    .option("--arguments <json>", "the call's arguments, as for the tool: path, query and body in one object", "{}")
    .option("--auth <kind>", "oauth2, client_credentials, api_key or basic, if the plugin has several")
    .option("--write", "allow calls that change something at the provider")
    .option("--fixture [case]", "write the call as a fixture of the plugin's folder, with made-up people and texts")
    .option("--with-identity", "first look up the identity, for an endpoint that needs it")
    .action(
      toHandler(async (options, plugin, endpoint) =>
        (await import("./plugin-try.ts")).tryPlugin(
          platform,
          { plugin: plugin ?? "", endpoint: endpoint ?? "" },
          options,
        ),
      ),
    );
  command(plugin, "record <folder> [endpoint]", "make a call that was recorded once more, and write it as a fixture")
    .requiredOption("--request <id>", "the request whose evidence has the arguments: the X-Request-Id of its response")
    .option(
      "--set <name=value>",
      "an argument that the evidence does not have, or another one; repeat for more",
      collect,
    )
    .option("--write", "allow calls that change something at the provider once more")
    .option("--case <name>", "the fixture's name after that of the endpoint, as in <endpoint>.<name>.json")
    .option("--entry <id>", "the entry of the usage log, if the request made several calls")
    .option("--user <email>", "the user, if several have requests with this id: e-mail address or id")
    .option("--auth <kind>", "oauth2, client_credentials, api_key or basic, if the plugin has several")
    .option("--with-identity", "first look up the identity, for an endpoint that needs it")
    .action(
      toHandler(async (options, folder, endpoint) =>
        (await import("./plugin-record.ts")).recordRequest(platform, { folder: folder ?? "", endpoint }, options),
      ),
    );
}

/** The values of an option that may be repeated. */
const collect = (value: string, values: string[] = []) => [...values, value];
