// The steps of a revocation run, in order: each ends the next rows of one kind here, and the last one ends grants at their providers.
import { takeReplacementsOf } from "../../connections/connect/replacement.ts";
import { revokeFirst } from "../../connections/connect/revoke.ts";
import type { Orm } from "../../foundation/db/database.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import type { Deps } from "../../server/deps.ts";
import { endConnections, endPendingGrants } from "./end-grants.ts";
import { type Chosen, endMarked, insertItems, isOutstanding, nextChosen, settleLost } from "./item-store.ts";
import type { Run } from "./run-store.ts";
import { type ItemKind, kindsOf } from "./selection.ts";

export interface StepResult {
  isDone: boolean;
  position: string | null;
  /** Nothing to do before then: what it waits for is tried by another job. */
  waitMs?: number;
}

export interface Step {
  name: string;
  run(deps: Deps, job: Run): Promise<StepResult>;
}

/** Rows of one transaction, which has a second. */
const BATCH = 100;
/** The same for grants, which take longer. On the embedded database calls wait while a transaction runs. */
const GRANTS = { postgres: 50, embedded: 10 } as const;
/** Between looks at grants that a provider did not end at once. */
const PROVIDERS_WAIT_MS = 15_000;

export const PROVIDERS = "providers";

/** What ends rows of a kind; gives what is to be done after the commit. */
type EndRows = (tx: Orm, deps: Deps, job: Run, chosen: readonly Chosen[]) => Promise<() => void>;

const STEP_NAMES: Readonly<Record<ItemKind, string>> = {
  key: "keys",
  agent_session: "agent_sessions",
  mcp_grant: "mcp_grants",
  panel_session: "panel_sessions",
  connect_session: "connect_sessions",
  pending_grant: "pending_grants",
  connection: "connections",
};

/** The caches that a change of such rows empties. */
const CACHED: Readonly<Partial<Record<ItemKind, readonly string[]>>> = {
  key: ["api_keys"],
  agent_session: ["agent_sessions"],
  mcp_grant: ["mcp_grants"],
};

/** The audit log's event about each row; sessions are counted in the run's own entry only. */
const AUDITED: Readonly<Partial<Record<ItemKind, { event: string; resource: string }>>> = {
  key: { event: "key_revoked", resource: "key" },
  mcp_grant: { event: "mcp_client_revoked", resource: "mcp_grant" },
};

const stepOf = (kind: ItemKind, endRows: EndRows, isOfGrants: boolean): Step => ({
  name: STEP_NAMES[kind],
  async run(deps, job) {
    const limit = isOfGrants ? GRANTS[deps.database.kind] : BATCH;
    const chosen = await nextChosen(deps.database.reports, { run: job, kind, now: deps.clock.now(), limit });
    if (chosen.length > 0) {
      const announce = await deps.database.transaction((tx) => endRows(tx, deps, job, chosen));
      announce();
    }
    const position = chosen.at(-1)?.id ?? job.position;
    return { isDone: chosen.length < limit, position };
  },
});

const marking =
  (kind: ItemKind): EndRows =>
  async (tx, deps, job, chosen) => {
    const ids = chosen.map(({ id }) => id);
    const ended = await endMarked(tx, { run: job, kind, now: deps.clock.now(), ids });
    const announce = await audit(tx, deps, job, kind, ended);
    return () => {
      for (const userId of new Set(ended.map((row) => row.userId))) deps.changes.invalidate(userId, CACHED[kind] ?? []);
      announce();
    };
  };

function audit(tx: Orm, deps: Deps, job: Run, kind: ItemKind, ended: readonly Chosen[]): Promise<() => void> {
  const audited = AUDITED[kind];
  const facts = ended.map(({ id, userId, accountId }) => ({
    ...{ event: audited?.event ?? "", userId, accountId, resource: { kind: audited?.resource ?? "", id } },
    details: { reason: "revocation_run", run_id: job.id },
  }));
  return deps.audit.recordAllIn(tx, SYSTEM_INITIATOR, audited ? facts : []);
}

/** Sessions that hold a grant give it up first; then all are marked. */
const endConnectSessions: EndRows = async (tx, deps, job, chosen) => {
  const taken = await takeReplacementsOf(
    tx,
    deps,
    chosen.map(({ id }) => id),
  );
  const byId = new Map(chosen.map((row) => [row.id, row]));
  const items = taken.ended.flatMap(({ id, revocationId }) => {
    const row = byId.get(id);
    const providerEnd = revocationId === null ? ("no_endpoint" as const) : ("trying" as const);
    return row ? [{ ...row, kind: "connect_session" as const, providerEnd, detail: null, revocationId }] : [];
  });
  await insertItems(tx, job.id, items, deps.clock.now());
  const announce = await marking("connect_session")(tx, deps, job, chosen);
  return () => {
    for (const one of taken.announcements) one();
    announce();
  };
};

const END_ROWS: Readonly<Partial<Record<ItemKind, EndRows>>> = {
  connect_session: endConnectSessions,
  pending_grant: endPendingGrants,
  connection: endConnections,
};

/** The steps of a run that ends these kinds; a run that the version before began has stored the name of its step. */
export function stepsOf({ what }: Pick<Run, "what">): readonly Step[] {
  const here = kindsOf(what).map((kind) => {
    const own = END_ROWS[kind];
    return stepOf(kind, own ?? marking(kind), own !== undefined && kind !== "connect_session");
  });
  return [...here, { name: PROVIDERS, run: endAtProviders }];
}

/** The first attempt at each grant; what fails is tried again by the job `retry_revocations`, for a day in all. */
async function endAtProviders(deps: Deps, job: Run): Promise<StepResult> {
  if (await revokeFirst(deps, job.id)) return { isDone: false, position: null };
  await settleLost(deps.database.reports, job.id, deps.clock.now());
  const isTrying = await isOutstanding(deps.database.reports, job.id);
  return isTrying ? { isDone: false, position: null, waitMs: PROVIDERS_WAIT_MS } : { isDone: true, position: null };
}
