// `gateway plugin …`: what a contributor of a provider works with.
import type { Command } from "commander";
import type { Platform } from "../../foundation/platform/platform.ts";
import { type AdminCommand, command, type ToHandler } from "./program.ts";

export function pluginCommands(
  program: Command,
  platform: Platform,
  adminCommand: AdminCommand,
  toHandler: ToHandler,
): void {
  const plugin = program.command("plugin").description("providers, each one a folder");
  command(plugin, "list", "list the plugins that are served").action(adminCommand((api) => api.get("/plugins")));
  command(plugin, "new <id>", "write the folder of a new plugin")
    .option("--dir <folder>", "where to write it (default: GATEWAY_PLUGINS_DIR, else ./plugins)")
    .option("--openapi <file>", "write endpoints from an OpenAPI description, JSON or YAML")
    .option(
      "--only <pattern>",
      "which of its operations: an operationId, or a path with the method before it or not; * and ** stand for anything; repeat for more",
      (value: string, values: string[] = []) => [...values, value],
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
    .option("--fill", "first write into fixtures what they leave out: the requests that were sent, and the result")
    .option("--overwrite", "with --fill: replace the requests and results that are there, too")
    .option("--watch", "check again whenever a file of the folder changes, until Ctrl-C")
    .action(toHandler(async (options, path) => (await import("./plugin-check.ts")).checkPlugins(path, options)));
  command(plugin, "try <plugin> <endpoint>", "make one real call, and show what is sent and what comes back")
    .option(
      "--arguments <json>",
      "the call's arguments, as the tool takes them: path, query and body in one object",
      "{}",
    )
    .option("--auth <kind>", "oauth2, client_credentials, api_key or basic, where a plugin has several")
    .option("--write", "also where the call changes something at the provider")
    .option("--with-identity", "first ask who granted, for an endpoint that reads it")
    .action(
      toHandler(async (options, plugin, endpoint) =>
        (await import("./plugin-try.ts")).tryPlugin(
          platform,
          { plugin: plugin ?? "", endpoint: endpoint ?? "" },
          options,
        ),
      ),
    );
}
