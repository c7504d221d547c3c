// What doctor says of backups: those of the gateway's own job, those of commands, and the server's archive of its WAL.
import { sizeText } from "../../foundation/byte-size.ts";
import { backupState, type LastMade } from "../backup/state.ts";
import { type Check, failed, passed, warned } from "./check.ts";
import type { DatabaseChecks } from "./database-checks.ts";

const CHECK = "backups";
const DAY_MS = 86_400_000;
const OLD_MS = 7 * DAY_MS;
const HOWTO = "set GATEWAY_BACKUP_DIR, and the gateway makes them by itself (docs/operate/backups.md)";

const noneYet = () =>
  warned(
    CHECK,
    "no backup was made yet: a running gateway makes the first one within minutes",
    "keep the gateway running, then run doctor again; backup_failed in its log says what keeps it from one",
  );

const iso = (time: number) => new Date(time).toISOString();

export async function checkBackups(context: DatabaseChecks): Promise<Check[]> {
  const { database, kind, config, now } = context;
  const { backups: settings } = config;
  const archive = kind === "postgres" ? await archiveOf(context) : null;
  // A file beside the embedded database tells of commands, also while it is stopped.
  if (kind === "embedded" && !settings) return [];
  const state = await backupState(
    { config, database: { kind, query: database.query }, clock: { now } },
    { isThorough: true },
  );
  const ageMs = state.last === null ? null : now() - state.last.finishedAt;
  const checks = archive?.isFailing
    ? [
        failed(
          CHECK,
          "the server's archive_command fails, so its disk fills up: read its log",
          "correct archive_command as the Postgres server's log says",
        ),
      ]
    : [];
  if (state.failure !== null && settings)
    checks.push(
      failed(
        CHECK,
        `the backup of ${iso(state.failure.finishedAt)} failed: ${state.failure.reason}`,
        "remove the cause that the line names; a running gateway tries again every 15 minutes",
      ),
    );
  if (state.last?.verified === false)
    checks.push(
      failed(
        CHECK,
        `the last backup, of ${iso(state.last.finishedAt)}, could not be restored as a trial: ${state.last.reason}`,
        "make one with gateway backup <file>, and try it with gateway backup verify <file>",
      ),
    );
  const oldMs = settings ? 2 * settings.everyMs : OLD_MS;
  if (checks.length > 0) return checks;
  if (ageMs !== null && ageMs < oldMs) return [describeLast(state.last as LastMade)];
  if (archive?.isOn) return [passed(CHECK, `the server archives its WAL, last at ${archive.last ?? "no time yet"}`)];
  if (ageMs === null && settings) return [noneYet()];
  if (ageMs === null) return [warned(CHECK, `no backup is known, and the server does not archive its WAL: ${HOWTO}`)];
  const remedy = settings ? "see that a gateway runs, and backup_failed in its log" : HOWTO;
  return [warned(CHECK, `the last backup is ${Math.floor(ageMs / 3_600_000)} hours old: ${remedy}`)];
}

function describeLast({ finishedAt, bytes, verified, reason }: LastMade): Check {
  const text = `the last was made at ${iso(finishedAt)} (${sizeText(bytes)})`;
  if (verified) return passed(CHECK, `${text}, and was restored as a trial`);
  return reason === null ? passed(CHECK, text) : warned(CHECK, `${text}, and is not verified: ${reason}`);
}

async function archiveOf({ database }: DatabaseChecks) {
  const [row] = await database.query<{ isOn: boolean; isFailing: boolean; last: string | null }>(
    `select current_setting('archive_mode') <> 'off' as "isOn", last_archived_time::text as last,
       current_setting('archive_mode') <> 'off'
         and coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing"
     from pg_stat_archiver`,
  );
  return row ?? null;
}
