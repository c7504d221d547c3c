// Tells the reader of a command what ended it, as text or as JSON.
import { CommanderError } from "commander";
import { ConfigError } from "../../foundation/config/config.ts";
import { PluginLoadError, StartupError } from "../../foundation/errors.ts";
import { UpgradeError } from "../upgrade/upgrade-error.ts";
import { AdminError } from "./admin-api.ts";
import { printJson, printNote } from "./print.ts";
import { terminal } from "./terminal.ts";

/** Prints an error and returns the exit code. */
export function reportError(error: unknown, asJson: boolean): number {
  // Commander has printed usage errors already; `--help` ends with 0.
  const isUsage = error instanceof CommanderError;
  if (isUsage && error.exitCode === 0) return 0;
  const { code, text } = reasonOf(error);
  if (asJson) printJson({ error: text, code });
  else if (!isUsage) printNote(text);
  if (code === "UNEXPECTED" && terminal().env.LOG_LEVEL === "debug") printNote(String((error as Error)?.stack));
  return 1;
}

/** The name of an error's class, which a binary shortens. */
const ERROR_NAME = /^[A-Z][A-Za-z]*Error$/;

/** An unexpected error is printed with its name. */
function reasonOf(error: unknown): { code: string; text: string } {
  const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
  if (error instanceof CommanderError) return { code: "USAGE", text: message.replace(/^error: /, "") };
  if (error instanceof AdminError || error instanceof UpgradeError) return { code: error.code, text: message };
  if (error instanceof ConfigError) return { code: "BAD_CONFIGURATION", text: message };
  if (error instanceof PluginLoadError) return { code: "BROKEN_PLUGINS", text: message };
  if (error instanceof StartupError) return { code: "CANNOT_START", text: message };
  const kind = ERROR_NAME.test(name) ? name : "error";
  return { code: "UNEXPECTED", text: `Unexpected ${kind}: ${message} (set LOG_LEVEL=debug to see where.)` };
}
