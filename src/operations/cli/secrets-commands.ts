// Commands of the key ring: what each key protects, and the move to the first one.
import type { Command } from "commander";
import type { AdminApi } from "./admin-api.ts";
import { type Print, print, printNote, printText } from "./print.ts";
import { type AdminCommand, command } from "./program.ts";

export function secretsCommands(program: Command, adminCommand: AdminCommand): void {
  const secrets = program.command("secrets").description("the key ring that encrypts stored secrets");
  command(secrets, "status", "show how many secrets each key in the ring protects").action(
    adminCommand((api, { json }) => show(api, json === true)),
  );
  command(secrets, "rotate", "re-encrypt stored secrets with the ring's first key").action(adminCommand(rotateAll));
}

async function show(api: AdminApi, asJson: boolean): Promise<Print> {
  const status = await api.call("admin_show_secrets");
  if (asJson) return status;
  print({ keys: status.keys }, false);
  printText("\nWhat uses each key");
  return { uses: status.uses };
}

/** Repeats the request, which seals a bounded number of rows, until nothing is left. */
async function rotateAll(api: AdminApi): Promise<Print> {
  for (let sealed = 0; ; ) {
    const response = await api.call("admin_rotate_secrets");
    sealed += response.sealed;
    if (response.remaining === 0 || response.sealed === 0) return { ...response, sealed };
    printNote(`${sealed} encrypted, ${response.remaining} remaining`);
  }
}
