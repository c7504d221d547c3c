// Commands of a product's developer, who has an API key and need not have the gateway's machine.
import type { Command } from "commander";
import { keyOptions } from "./key-api.ts";
import { command, type ToHandler } from "./program.ts";

export function developerCommands(program: Command, toHandler: ToHandler): void {
  keyOptions(command(program, "listen", "forward a key's events to an address of yours, signed as webhooks are"))
    .requiredOption("--forward-to <url>", "where they go, such as http://localhost:4000/webhooks")
    .option("--events <patterns>", "only these, by commas, such as gmail.*,issues.opened")
    .action(toHandler(async (options) => (await import("./listen-command.ts")).listenCommand(options)));
  keyOptions(
    command(program, "trigger [type]", "make an event of a type, marked as a test, for a key's user or account"),
  )
    .option("--provider <id>", "whose event it is, where several providers have the type")
    .option("--list", "list the types")
    .action(toHandler(async (options, type) => (await import("./trigger-command.ts")).triggerCommand(options, type)));
}
