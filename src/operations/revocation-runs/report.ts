// The report of a revocation run: JSON lines of what ended, with a last line that the key ring authenticates, as it does seals.
import { createHash } from "node:crypto";
import { DecryptionError } from "../../foundation/vault/vault.ts";
import type { Deps } from "../../server/deps.ts";
import { type ItemRow, nextItems } from "./item-store.ts";
import { showRun } from "./runs.ts";

/** Items of one statement, and of one piece of the response. */
const PAGE = 500;

/** The associated data of a report's seal. */
const reportContext = (runId: string) => `revocation_runs/${runId}/report`;

type ReportDeps = Pick<Deps, "database" | "vault" | "clock" | "baseUrl">;

/** 404 where there is no such run. The report says how things stand now, and what is outstanding. */
export async function reportOf(deps: ReportDeps, id: string): Promise<ReadableStream<Uint8Array>> {
  const run = await showRun(deps, id);
  const lines = linesOf(deps, run.id);
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
}

async function* linesOf(deps: ReportDeps, id: string): AsyncGenerator<string, undefined> {
  const hash = createHash("sha256");
  let lines = 0;
  const signed = (records: readonly object[]): string => {
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join("");
    hash.update(text);
    lines += records.length;
    return text;
  };
  const { selection, cutoff, requested_by, requested_at } = await showRun(deps, id);
  const generatedAt = new Date(deps.clock.now()).toISOString();
  const head = { kind: "revocation_run", version: 1, id, gateway: deps.baseUrl, generated_at: generatedAt };
  yield signed([{ ...head, requested_by, requested_at, selection, cutoff }]);
  for (let after: ItemRow | null = null; ; ) {
    const items: ItemRow[] = await nextItems(deps.database.reports, id, after, PAGE);
    if (items.length > 0) yield signed(items.map(itemLine));
    after = items.at(-1) ?? null;
    if (items.length < PAGE) break;
  }
  // The items first: what these counts have and the lines lack ended meanwhile, and makes the report incomplete.
  const { ended, at_providers, state, ended_here_at, finished_at } = await showRun(deps, id);
  const items = Object.values(ended).reduce((sum, rows) => sum + rows, 0);
  const isComplete = state === "done" && items === lines - 1;
  yield signed([
    {
      kind: "end",
      complete: isComplete,
      outstanding: at_providers.trying,
      items,
      ended,
      at_providers,
      ended_here_at,
      finished_at,
    },
  ]);
  const sha256 = hash.digest("base64url");
  const seal = deps.vault.seal(sha256, reportContext(id));
  yield `${JSON.stringify({ kind: "signature", run_id: id, lines, sha256, seal })}\n`;
}

function itemLine(row: ItemRow) {
  const { kind, id, userId, accountId, provider, endedAt, providerEnd, providerEndAt, detail } = row;
  return {
    kind,
    id,
    user_id: userId,
    account_id: accountId,
    provider,
    ended_here_at: endedAt,
    at_provider: providerEnd === "none" ? null : providerEnd,
    at_provider_at: providerEnd === "none" ? null : providerEndAt,
    detail,
  };
}

/** Whether this gateway's key ring has sealed a report with this hash for this run. */
export function isAuthentic(
  { vault }: Pick<Deps, "vault">,
  { runId, sha256, seal }: { runId: string; sha256: string; seal: string },
): boolean {
  try {
    return vault.open(seal, reportContext(runId)) === sha256;
  } catch (error) {
    if (error instanceof DecryptionError) return false;
    throw error;
  }
}
