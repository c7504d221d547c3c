// Tokens that an import's check has refreshed: in their row, and in memory while the database does not take them.
import { createRetryQueue } from "../../foundation/db/retry-queue.ts";
import { importedTokensContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Deps } from "../../server/deps.ts";
import type { CheckJob, TokenState } from "./check.ts";
import type { Refusal } from "./model.ts";
import { claimImported, type ImportedRow, type NewImported, releaseImported, storeRefreshed } from "./store.ts";

const MAX_QUEUED_BYTES = 16 * 1024 * 1024;
/** Imports that a line about refused tokens names. */
const MAX_NAMED = 10;

interface Refreshed {
  id: string;
  /** Sealed, since it can stay in memory for minutes. */
  sealed: string;
}

export interface RefreshedTokens {
  of(
    id: string,
    known: ImportedRow | null,
    settle: () => Promise<NewImported>,
  ): Pick<CheckJob, "pending" | "claim" | "release" | "store">;
  close(): Promise<void>;
}

export function createRefreshedTokens({ database, vault, log }: Deps): RefreshedTokens {
  const queue = createRetryQueue<Refreshed>({
    async write({ id, sealed }) {
      await storeRefreshed(database, id, sealed);
    },
    keyOf: ({ id }) => id,
    sizeOf: ({ sealed }) => sealed.length,
    maxBytes: MAX_QUEUED_BYTES,
    onBehind: (error) => log.warn("imported_tokens_behind", { error }),
    onCaughtUp: () => log.info("imported_tokens_caught_up"),
    onRefused(refused, error) {
      const imports = refused.slice(0, MAX_NAMED).map(({ id }) => id);
      log.error("imported_tokens_refused", { token_sets: refused.length, imports, error });
    },
    onLost(lost, error) {
      log.error("imported_tokens_lost", { imports: lost.map(({ id }) => id), error });
    },
  });
  const open = (id: string, sealed: string): TokenState => {
    const state = JSON.parse(vault.open(sealed, importedTokensContext(id)));
    const time = (text: string | null) => (text === null ? null : new Date(text));
    return { ...state, accessExpiresAt: time(state.accessExpiresAt), refreshExpiresAt: time(state.refreshExpiresAt) };
  };
  const inProgress: Refusal = {
    code: "IN_PROGRESS",
    message:
      "Another import is using this refresh token, or used it in the last minute without a response. Run the import again later.",
  };
  return {
    of(id, known, settle) {
      let claimed = id;
      return {
        pending: () => (known?.tokens ? open(known.id, known.tokens) : null),
        async claim() {
          if (queue.has(id)) return inProgress;
          const row = await claimImported(database, await settle(), known?.tokens ?? null);
          claimed = row ?? id;
          return row === null ? inProgress : null;
        },
        release: () => releaseImported(database, claimed).catch((error) => log.warn("import_claim_stays", { error })),
        async store(state) {
          const sealed = vault.seal(JSON.stringify(state), importedTokensContext(claimed));
          try {
            if (await storeRefreshed(database, claimed, sealed)) return null;
          } catch (error) {
            queue.enqueue({ id: claimed, sealed }, error);
            throw error;
          }
          log.error("imported_tokens_lost", { imports: [claimed] });
          return { code: "ACCOUNT_NOT_FOUND", message: "The owner was deleted during the import." };
        },
      };
    },
    close: queue.drain,
  };
}
