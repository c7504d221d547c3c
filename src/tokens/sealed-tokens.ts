// The tokens of a grant in its row: sealed when they are stored, opened for a call or for a revocation.
import type { Deps } from "../deps.ts";
import type { StoredGrant } from "../integrations/store.ts";
import type { TokenSet } from "../plugin/index.ts";
import { pendingTokenContext, type TokenField, tokenContext } from "../vault/sealing-contexts.ts";

/** What a call needs; the refresh token stays sealed. */
export interface CallTokens {
  access: string;
  others: Record<string, string>;
}
export interface OpenedTokens extends CallTokens {
  refresh: string | null;
}

/** The sealed columns of a token set, in an integration's row unless another place is said. */
export function sealTokens(deps: Pick<Deps, "vault">, id: string, set: TokenSet, place = tokenContext) {
  const seal = (text: string | undefined, field: TokenField) =>
    text === undefined ? null : deps.vault.seal(text, place(id, field));
  const others = set.others && Object.keys(set.others).length > 0 ? JSON.stringify(set.others) : undefined;
  return {
    accessToken: deps.vault.seal(set.accessToken, place(id, "access_token")),
    refreshToken: seal(set.refreshToken, "refresh_token"),
    otherTokens: seal(others, "other_tokens"),
  };
}

const contextOf = (row: StoredGrant, field: TokenField) =>
  "tokenHash" in row ? pendingTokenContext(row.id, field) : tokenContext(row.id, field);

function open(deps: Pick<Deps, "vault">, row: StoredGrant, sealed: string | null, field: TokenField): string | null {
  return sealed === null ? null : deps.vault.open(sealed, contextOf(row, field));
}

/** Opens what a call needs; throws `CannotOpen`. */
export function openForCall(deps: Pick<Deps, "vault">, row: StoredGrant): CallTokens {
  return {
    access: deps.vault.open(row.accessToken, contextOf(row, "access_token")),
    others: JSON.parse(open(deps, row, row.otherTokens, "other_tokens") ?? "{}") as Record<string, string>,
  };
}

/** Opens all of a row's tokens; throws `CannotOpen`. */
export function openTokens(deps: Pick<Deps, "vault">, row: StoredGrant): OpenedTokens {
  return { ...openForCall(deps, row), refresh: open(deps, row, row.refreshToken, "refresh_token") };
}
