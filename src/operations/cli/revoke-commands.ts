// Commands that end many grants, keys and sessions at once, and show and verify what they ended.
import { setTimeout } from "node:timers/promises";
import type { Command } from "commander";
import { StartupError } from "../../foundation/errors.ts";
import type { AdminApi } from "./admin-api.ts";
import { askYesOrNo } from "./ask.ts";
import type { OperationData } from "./operations.ts";
import { printNote } from "./print.ts";
import { type AdminCommand, command, type JudgedCommand } from "./program.ts";
import { readReport, writeReport } from "./revocation-report.ts";

type Run = OperationData<"admin_show_revocation">;
type Options = Record<string, unknown>;

export function revokeCommands(program: Command, adminCommand: AdminCommand, judgedCommand: JudgedCommand): void {
  const all = command(program, "revoke-all", "end connections, keys and sessions at once, here and at the providers")
    .option("--provider <provider>", "only what is connected to this provider")
    .option("--partner <email>", "only what is this partner's and its connected accounts': e-mail address or id")
    .option("--user <email>", "only what is this user's own: e-mail address or id")
    .option("--before <time>", "only what was granted or made before this time, ISO 8601")
    .option(
      "--what <names>",
      "of keys,sessions,mcp,panels,connections; the default is connections with --provider, otherwise all",
    )
    .option("--everything", "no other choice is needed, and a --before in the future is accepted")
    .option("--dry-run", "only count what would end")
    .option("--yes", "do it without confirmation")
    .action(adminCommand(revokeAll));
  command(all, "list", "list the runs, newest first").action(
    adminCommand(async (api, { json }) => {
      const list = await api.call("admin_list_revocations");
      return json === true ? list : { runs: list.revocation_runs.map(lineOf) };
    }),
  );
  command(all, "show [id]", "show how far a run is, by default the newest").action(
    adminCommand(async (api, { json }, given) => {
      const run = await api.call("admin_show_revocation", { params: { id: given ?? (await newest(api)) } });
      return json === true ? run : summaryOf(run);
    }),
  );
  command(all, "report [id]", "write the signed report of a run as JSON lines, by default of the newest")
    .option("--out <file>", "the file to write, instead of standard output")
    .action(
      adminCommand(async (api, { out }, given) => {
        const id = given ?? (await newest(api));
        return writeReport(await api.stream("admin_report_revocation", { params: { id } }), out as string | undefined);
      }),
    );
  command(all, "verify <file>", "verify a report against its signature; exits with 1 if it was changed").action(
    judgedCommand(verifyReport),
  );
}

async function newest(api: AdminApi): Promise<string> {
  const [first] = (await api.call("admin_list_revocations")).revocation_runs;
  if (!first) throw new StartupError("There is no run yet: gateway revoke-all starts one.");
  return first.id;
}

/** The choices as the API takes them. */
function choicesOf({ provider, partner, user, before, everything }: Options): Record<string, string> {
  const given = Object.entries({ provider, partner, user, before }).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    ...(everything === true && { everything: "true" }),
  };
}

async function revokeAll(api: AdminApi, options: Options) {
  const choices = choicesOf(options);
  const what = options.what === undefined ? null : String(options.what);
  const counted = await api.call("admin_count_revocations", { query: { ...choices, ...(what !== null && { what }) } });
  const { counts, total, owners } = counted;
  if (options.dryRun === true) return options.json === true ? counted : { ...counts, total, owners };
  await confirm(`This ends ${textOf(counts)}, of ${owners} users and connected accounts.`, options);
  const { everything, ...others } = choices;
  const run = await api.call("admin_start_revocation", {
    body: { ...others, ...(everything && { everything: true }), ...(what !== null && { what: what.split(",") }) },
  });
  const last = await endedHere(api, run);
  return options.json === true ? last : summaryOf(last);
}

const LOOK_MS = 500;

/** Waits until everything has ended here: without a server, this process is the one that does it. */
export async function endedHere(api: AdminApi, started: Run): Promise<Run> {
  let run = started;
  if (run.ended_here_at === null && run.state !== "done")
    printNote(`Run ${run.id} goes on by itself where a server runs, also after Ctrl-C: gateway revoke-all show`);
  while (run.ended_here_at === null && run.state !== "done") {
    await setTimeout(LOOK_MS);
    run = await api.call("admin_show_revocation", { params: { id: run.id } });
  }
  return run;
}

const textOf = (counts: Record<string, number>): string => {
  const parts = Object.entries(counts).filter(([, rows]) => rows > 0);
  return parts.length === 0 ? "nothing" : parts.map(([kind, rows]) => `${rows} ${kind}`).join(", ");
};

export async function confirm(question: string, { yes }: Options): Promise<void> {
  if (yes === true) return;
  printNote(question);
  const isConfirmed = await askYesOrNo("Nobody can undo this. Go on?");
  if (isConfirmed === null)
    throw new StartupError("Nothing was ended: there is no terminal to confirm at. Repeat with --yes.");
  if (!isConfirmed) throw new StartupError("Nothing was ended.");
}

export function summaryOf(run: Run) {
  const { id, state, step, ended, at_providers, requested_at, ended_here_at, finished_at, error } = run;
  return {
    ...{ id, state, step, ended_here: textOf(ended), at_providers: textOf(at_providers) },
    ...{ requested_at, ended_here_at, finished_at, error },
  };
}

function lineOf(run: Run) {
  const { provider, partner_id, user_id, before, what } = run.selection;
  const choices = { provider, partner_id, user_id, before };
  const chosen = Object.entries(choices).flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]));
  const { id, state, requested_at, requested_by } = run;
  return {
    ...{ id, requested_at, by: requested_by.name ?? requested_by.id, state },
    ...{ chosen: chosen.join(" ") || "everything", what: what.join(",") },
    ...{ ended_here: textOf(run.ended), trying: run.at_providers.trying },
  };
}

async function verifyReport(api: Pick<AdminApi, "call">, _options: Options, file: string) {
  const report = await readReport(file);
  const { run_id, sha256, seal } = report.signature;
  const isSame = sha256 === report.sha256;
  const { is_authentic } = await api.call("admin_verify_revocation_report", {
    query: { run_id, sha256: report.sha256, seal },
  });
  const isAuthentic = isSame && is_authentic;
  return {
    result: { file, run_id, authentic: isAuthentic, complete: isAuthentic ? report.isComplete : null },
    isComplete: isAuthentic,
  };
}
