// Seals the tokens of a grant for its row, and opens them for a call, a refresh or a revocation.

import {
  pendingTokenContext,
  revocationContext,
  type TokenField,
  tokenContext,
} from "../../foundation/vault/sealing-contexts.ts";
import { DecryptionError } from "../../foundation/vault/vault.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import type { AuthKind, TokenSet } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import type { RevocationRow } from "../connect/revocation-store.ts";
import { expiredError } from "../integrations/access.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import { endIntegration } from "../integrations/service.ts";
import type { GrantRow } from "../integrations/store.ts";
import {
  accessTokensOf,
  type NamedTokens,
  NO_NAMED_TOKENS,
  namedTokensOf,
  readNamedTokens,
  writeNamedTokens,
} from "./named-tokens.ts";

/** What a call needs; the main refresh token stays sealed. */
export interface CallTokens {
  access: string;
  /** Access tokens of `named`, by name. */
  others: Record<string, string>;
  /** The tokens beside the main one. */
  named: NamedTokens;
  auth: AuthKind;
}
export interface OpenedTokens extends CallTokens {
  refresh: string | null;
}

/** The sealed columns of a token set; `context` is that of an integration or of a pending grant. */
export function sealTokens(deps: Pick<Deps, "vault" | "clock">, id: string, tokens: TokenSet, context = tokenContext) {
  const seal = (text: string | undefined, field: TokenField) =>
    text === undefined ? null : deps.vault.seal(text, context(id, field));
  const named = namedTokensOf(tokens.others, deps.clock.now());
  const others = Object.keys(named).length > 0 ? writeNamedTokens(named) : undefined;
  return {
    accessToken: deps.vault.seal(tokens.accessToken, context(id, "access_token")),
    refreshToken: seal(tokens.refreshToken, "refresh_token"),
    otherTokens: seal(others, "other_tokens"),
  };
}

/** The sealed column of an integration's named tokens. */
export function sealNamedTokens({ vault }: Pick<Deps, "vault">, id: string, tokens: NamedTokens): string {
  return vault.seal(writeNamedTokens(tokens), tokenContext(id, "other_tokens"));
}

/** A row with a grant's sealed tokens: the integration's, a pending one, or one that is to be ended at its provider. */
type TokenRow = GrantRow | RevocationRow;

function contextOf(row: TokenRow, field: TokenField): string {
  if ("grantId" in row) return revocationContext(row.id, field);
  return "tokenHash" in row ? pendingTokenContext(row.id, field) : tokenContext(row.id, field);
}

function open(deps: Pick<Deps, "vault">, row: TokenRow, sealed: string | null, field: TokenField): string | null {
  return sealed === null ? null : deps.vault.open(sealed, contextOf(row, field));
}

/** Opens what a call needs; throws `DecryptionError`. */
export function openForCall(deps: Pick<Deps, "vault">, row: TokenRow): CallTokens {
  return callTokensOpener(deps.vault, row)();
}

/** The same for rows that stay in memory over many calls: each is decoded once, and stays sealed. */
export function createCallTokensOpener({ vault }: Pick<Deps, "vault">): (row: IntegrationRow) => CallTokens {
  const openers = new WeakMap<IntegrationRow, () => CallTokens>();
  return (row) => {
    const opener = openers.get(row) ?? callTokensOpener(vault, row);
    openers.set(row, opener);
    return opener();
  };
}

function callTokensOpener(vault: Deps["vault"], row: TokenRow): () => CallTokens {
  const access = vault.opener(row.accessToken, contextOf(row, "access_token"));
  const others = row.otherTokens === null ? null : vault.opener(row.otherTokens, contextOf(row, "other_tokens"));
  return () => {
    const named = others === null ? NO_NAMED_TOKENS : readNamedTokens(others());
    return { access: access(), others: accessTokensOf(named), named, auth: row.auth };
  };
}

/** Opens all tokens of a row; throws `DecryptionError`. */
export function openTokens(deps: Pick<Deps, "vault">, row: TokenRow): OpenedTokens {
  return { ...openForCall(deps, row), refresh: open(deps, row, row.refreshToken, "refresh_token") };
}

/** Opens all tokens of a row; null when they cannot be opened. */
export function tryOpenTokens(deps: Pick<Deps, "vault">, row: TokenRow): OpenedTokens | null {
  try {
    return openTokens(deps, row);
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}

/** Opens tokens of an integration; one that cannot be opened ends as expired. */
export async function openOrExpire<T>(
  deps: Pick<Deps, "database" | "changes" | "events" | "clock" | "audit" | "target" | "config">,
  row: IntegrationRow,
  open: (row: IntegrationRow) => T,
): Promise<T> {
  try {
    return open(row);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    await deps.audit.record(SYSTEM_INITIATOR, {
      event: "token_cannot_be_opened",
      level: "error",
      userId: row.userId,
      accountId: row.accountId,
      resource: { kind: "integration", id: row.id },
      outcome: "failed",
      details: { provider: row.provider },
    });
    await endIntegration(deps, row, "expired", "cannot_be_opened");
    throw expiredError(deps.target(row.provider).provider);
  }
}
