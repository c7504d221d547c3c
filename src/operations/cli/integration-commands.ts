// Commands about integrations: import those that were made elsewhere.
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { type Command, Option } from "commander";
import { StartupError } from "../../foundation/errors.ts";
import { type AdminApi, AdminError } from "./admin-api.ts";
import { printNote } from "./print.ts";
import { command, type JudgedCommand } from "./program.ts";
import { readEntries } from "./read-entries.ts";

/** Entries and bytes of one request, so that its response comes within a minute and its body fits. */
const BATCH = 25;
const BATCH_BYTES = 1024 * 1024;
const MAX_FILE_BYTES = 1024 * 1024 * 1024;
/** Refused entries that are printed; a report has them all. */
const MAX_PRINTED = 100;

type Options = Record<string, unknown>;

export function integrationCommands(program: Command, judgedCommand: JudgedCommand): void {
  const integrations = program.command("integrations").description("integrations of users and connected accounts");
  const collect = (value: string, values: string[] = []) => [...values, value];
  command(integrations, "import <file>", "import integrations with their tokens from JSON lines or a JSON array")
    .addOption(
      new Option("--from <format>", "the format of the file: gateway for our own, or nango")
        .choices(["gateway", "nango"])
        .default("gateway"),
    )
    .option("--user <user>", "the user for entries that name none: e-mail address or id")
    .option("--provider <theirs=ours>", "a provider's name in the file, and its id here; repeat for more", collect)
    .option("--create-accounts", "create connected accounts that do not exist")
    .option("--replace", "replace integrations that are already connected")
    .option("--dry-run", "only check: nothing is stored, and no refresh token is used")
    .option("--report <file>", "write each refused entry to this new file, as JSON lines")
    .action(judgedCommand(importFile));
}

interface Refused {
  line: number;
  code: string;
  message: string;
}

interface BatchEntry {
  line: number;
  value: unknown;
}

/** Imports a file; the memory that it takes does not grow with the file. */
export async function importFile(api: Pick<AdminApi, "call">, options: Options, file: string) {
  assertReadable(file);
  const report = openReport(options.report);
  const count = { read: 0, imported: 0, unchanged: 0, valid: 0, refused: 0 };
  const printed: Refused[] = [];
  const refuse = (entry: Refused) => {
    count.refused++;
    report.write(entry);
    if (printed.length < MAX_PRINTED) printed.push(entry);
  };
  const send = async (batch: BatchEntry[]) => {
    const settings = settingsOf(options);
    count.read += batch.length;
    const { results } = await api.call("admin_import_integrations", {
      body: { entries: batch.map(({ value }) => value), ...settings },
    });
    for (const { index, outcome, code = "", message = "" } of results) {
      if (outcome === "refused") refuse({ line: batch[index]?.line ?? 0, code, message });
      else if (outcome in count) count[outcome as "imported"]++;
    }
    printNote(progressOf(count));
  };
  try {
    await sendAll(file, { send, refuse, count });
  } catch (error) {
    if (error instanceof AdminError) printNote(`Stopped: ${progressOf(count)}. Run it again to continue.`);
    throw error;
  } finally {
    report.close();
  }
  const refused = options.json === true ? { refused_entries: printed } : {};
  if (options.json !== true) for (const one of printed) printNote(`line ${one.line}: ${one.code}: ${one.message}`);
  if (count.refused > printed.length)
    printNote(`… and ${count.refused - printed.length} more refused entries; --report writes them all.`);
  return { result: { ...count, ...refused }, isComplete: count.refused === 0 };
}

/** Sends the file in batches, one after the other. */
async function sendAll(
  file: string,
  to: { send(batch: BatchEntry[]): Promise<void>; refuse(entry: Refused): void; count: { read: number } },
): Promise<void> {
  let batch: BatchEntry[] = [];
  let bytes = 0;
  for await (const entry of readEntries(file)) {
    if ("error" in entry) {
      to.count.read++;
      to.refuse({ line: entry.line, code: "INVALID_ENTRY", message: entry.error });
      continue;
    }
    if (batch.length > 0 && (batch.length === BATCH || bytes + entry.bytes > BATCH_BYTES)) {
      await to.send(batch);
      batch = [];
      bytes = 0;
    }
    batch.push({ line: entry.line, value: entry.value });
    bytes += entry.bytes;
  }
  if (batch.length > 0) await to.send(batch);
}

const progressOf = (count: Record<string, number>) =>
  Object.entries(count)
    .filter(([name, number]) => number > 0 || name === "read")
    .map(([name, number]) => `${number} ${name}`)
    .join(", ");

function settingsOf({ from, user, provider, createAccounts, replace, dryRun }: Options): Record<string, unknown> {
  const pairs = (provider as string[] | undefined)?.map((text) => {
    const at = text.indexOf("=");
    if (at < 1 || at === text.length - 1)
      throw new StartupError("--provider needs the form theirs=ours, such as google-mail=google.");
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return {
    format: from,
    ...(user !== undefined && { user }),
    ...(pairs && { provider_names: Object.fromEntries(pairs) }),
    ...(createAccounts === true && { create_accounts: true }),
    ...(replace === true && { replace: true }),
    ...(dryRun === true && { dry_run: true }),
  };
}

function assertReadable(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new StartupError(`There is no file ${file}.`);
  if (found.size > MAX_FILE_BYTES)
    throw new StartupError(`${file} has more than a gigabyte: split it at the end of a line.`);
}

function openReport(file: unknown) {
  if (file === undefined) return { write: () => {}, close: () => {} };
  let handle: number;
  try {
    handle = openSync(String(file), "wx", 0o600);
  } catch (error) {
    const why = (error as { code?: string }).code === "EEXIST" ? "already exists" : "cannot be written";
    throw new StartupError(`${file} ${why}: choose another file for the report.`);
  }
  return {
    write: (entry: Refused) => void writeSync(handle, `${JSON.stringify(entry)}\n`),
    close: () => closeSync(handle),
  };
}
