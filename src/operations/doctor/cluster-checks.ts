// What doctor says of the replicas: where they differ, and which ended without a stop.
import type { Database } from "../../foundation/db/database.ts";
import { VERSION } from "../../foundation/version.ts";
import type { Difference } from "../cluster/differences.ts";
import { compareReplicas, stateOf } from "../cluster/service.ts";
import { type Check, passed, warned } from "./check.ts";
import type { DatabaseChecks } from "./database-checks.ts";

/** Lines of one kind; a replica with another file of settings would fill the screen. */
const MAX_LINES = 10;

export async function checkReplicas({ database }: DatabaseChecks): Promise<Check[]> {
  const { replicas, labels, differences } = await compareReplicas(database);
  const gone = replicas.filter((one) => stateOf(one) === "gone");
  const serving = replicas.filter((one) => stateOf(one) === "serving").length;
  const named = differences.slice(0, MAX_LINES).map(lineOf);
  const rest = differences.length - named.length;
  const lines = [
    ...(await checkUnlisted(database, new Set(replicas.map(({ version }) => version)))),
    ...named,
    ...(rest > 0 ? [warned("replica settings", `${rest} more differ: gateway cluster lists them`)] : []),
    ...gone
      .slice(0, MAX_LINES)
      .map(({ id, seenAt }) =>
        warned(
          "replica gone",
          `${labels.get(id)} was last seen at ${seenAt} and did not stop by itself: it was killed, or cannot reach the database`,
        ),
      ),
  ];
  if (lines.length > 0) return lines;
  const text = serving === 0 ? "none serves" : serving === 1 ? "one serves" : `${serving} serve, and do not differ`;
  return [passed("replicas", text)];
}

/** Versions before 0.4.0 write no heartbeat, but their connections have a name. */
async function checkUnlisted(database: Pick<Database, "query">, seen: ReadonlySet<string>): Promise<Check[]> {
  const rows = await database.query<{ version: string }>(
    `select distinct split_part(application_name, ' ', 2) as version from pg_stat_activity
     where datname = current_database() and application_name like 'gateway %' order by version limit 20`,
  );
  const unlisted = rows.filter(({ version }) => version !== VERSION && !seen.has(version));
  return unlisted.map(({ version }) =>
    warned(
      NAMES.version,
      `version ${version} is connected to the database, by a replica that writes no heartbeat or by a command`,
    ),
  );
}

const NAMES: Record<Difference["kind"], string> = {
  version: "replica versions",
  ring: "replica rings",
  ring_key: "replica rings",
  setting: "replica settings",
  provider: "replica settings",
  plugin: "replica plugins",
};

function lineOf({ kind, name, groups }: Difference): Check {
  const whose = (value: string | null) => (value === null ? "" : `${value} on `);
  const listed = groups.map(({ value, is_set: isSet, replicas }) => {
    const state = isSet ? whose(value) : kind === "plugin" ? "not loaded on " : "not set on ";
    return `${state}${replicas.slice(0, MAX_LINES).join(", ")}`;
  });
  return warned(NAMES[kind], `${titleOf(kind, name)}: ${listed.join("; ")}`);
}

function titleOf(kind: Difference["kind"], name: string | null): string {
  if (kind === "version") return "versions differ";
  if (kind === "ring") return "the key rings differ";
  if (kind === "ring_key") return `the ring key "${name}" is not the same key everywhere`;
  if (kind === "setting") return `${name} differs`;
  return kind === "provider" ? `the settings of ${name} differ` : `the plugin ${name} differs`;
}
