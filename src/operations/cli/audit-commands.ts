// Commands about the audit log: its entries, and whether they are as they were sealed.
import { type Command, Option } from "commander";
import type { AdminApi } from "./admin-api.ts";
import type { OperationData } from "./operations.ts";
import { printNote } from "./print.ts";
import { type AdminCommand, command, type JudgedCommand } from "./program.ts";

/** Problems that are printed; `--json` prints all. */
const MAX_PRINTED = 100;

export function auditCommands(program: Command, adminCommand: AdminCommand, judgedCommand: JudgedCommand): void {
  const texts = ["since", "until", "event", "actor", "user", "account", "outcome", "limit", "cursor"];
  const audit = command(program, "audit", "list who did what, newest first")
    .option("--since <time>", "only entries at or after this time, ISO 8601")
    .option("--until <time>", "only entries before this time, ISO 8601")
    .option("--event <event>", "only entries of this event, such as key_created")
    .option("--actor <actor>", "only entries of this admin token's name, or of the key with this id")
    .option("--user <user>", "only entries about this user, by id or e-mail address")
    .option("--account <id>", "only entries about this connected account, by its id")
    .addOption(
      new Option("--outcome <outcome>", "only entries with this outcome").choices(["success", "refused", "failed"]),
    )
    .option("--limit <number>", "how many entries, at most 200; the default is 50")
    .option("--cursor <cursor>", "the cursor of the next page, as printed by the previous one")
    .action(
      adminCommand(async (api, options) => {
        const chosen = texts.flatMap((name) => (options[name] === undefined ? [] : [[name, String(options[name])]]));
        const page = await api.call("admin_list_audit", { query: Object.fromEntries(chosen) });
        if (options.json === true) return page;
        if (page.next_cursor !== null) printNote(`More: --cursor ${page.next_cursor}`);
        return { entries: page.entries.map(lineOf) };
      }),
    );
  command(audit, "verify", "verify the audit log against its seals; exits with 1 if something was changed")
    .option("--since <time>", "only seals made at or after this time, ISO 8601, and their entries")
    .option("--expect <hash>", "the hash of a seal that you noted: fails unless it is still in the chain")
    .action(judgedCommand(verifyAudit));
}

type Part = OperationData<"admin_verify_audit">;

/** Verifies part after part; memory grows with what is wrong only. */
export async function verifyAudit(api: Pick<AdminApi, "call">, options: Record<string, unknown>) {
  const chosen = ["since", "expect"].flatMap((name) =>
    options[name] === undefined ? [] : [[name, String(options[name])] as const],
  );
  const total = { seals: 0, entries: 0, erased: 0, aged: 0 };
  const problems: Part["problems"] = [];
  for (let cursor: string | null = null; ; ) {
    const query = Object.fromEntries([...chosen, ...(cursor === null ? [] : [["cursor", cursor] as const])]);
    const part: Part = await api.call("admin_verify_audit", { query });
    total.seals += part.seals;
    total.entries += part.entries;
    total.erased += part.erased;
    total.aged += part.aged;
    problems.push(...part.problems);
    cursor = part.next_cursor;
    if (cursor === null) return resultOf(total, problems, part, options.json === true);
  }
}

function resultOf(total: object, problems: Part["problems"], { head, unsealed }: Part, asJson: boolean) {
  const isComplete = problems.length === 0;
  if (asJson) return { result: { ...total, head, unsealed, problems }, isComplete };
  const lines = problems
    .slice(0, MAX_PRINTED)
    .map(({ kind, seal, entry_id }) => [kind, seal === null ? "" : `seal ${seal}`, entry_id ?? ""].join(" ").trim());
  if (problems.length > MAX_PRINTED) printNote(`The first ${MAX_PRINTED} problems are printed; --json prints all.`);
  const result = {
    ...total,
    unsealed: unsealed.entries,
    ...(head && { sealed_until: head.sealed_at, head_seal: head.number, head_hash: head.hash }),
    problem_count: problems.length,
    problems: lines,
  };
  return { result, isComplete };
}

type Entry = OperationData<"admin_list_audit">["entries"][number];

/** An entry as a line of the table. */
function lineOf({
  timestamp,
  event,
  actor,
  user_id,
  account_id,
  resource,
  outcome,
  code,
  times,
  address,
  details,
}: Entry) {
  return {
    timestamp,
    event,
    by: `${actor.kind} ${actor.name ?? actor.id ?? ""}`.trim(),
    user_id,
    account_id,
    about: resource && `${resource.kind} ${resource.id}`,
    outcome: code === null ? outcome : `${outcome} (${code})`,
    times,
    address,
    details,
  };
}
