// The connected account that a route names in its path.
import type { Deps } from "../../server/deps.ts";
import type { ApiKeyRequest, ApiKeyRoute } from "../../web/pipeline/route.ts";
import { accountName } from "../owner.ts";
import type { AccountRow } from "./store.ts";

export const accountId = accountName(
  "The account's id, or external: and your external_id, percent-encoded: external:customer%2F42.",
);

const tag = { name: "accounts", description: "Partner API: a partner's connected accounts." };
/** What the routes of all accounts have in common. */
export const ACCOUNTS_ROUTE = { access: "key", tag, owner: "partner" } satisfies Partial<ApiKeyRoute>;
/** The same of routes that name one account in their path. */
export const ACCOUNT_ROUTE = { access: "key", tag, owner: "account-in-path" } satisfies Partial<ApiKeyRoute>;

/** The account in the path; the usage log records it. */
export async function accountOf(deps: Pick<Deps, "accounts">, call: ApiKeyRequest): Promise<AccountRow> {
  const account = await deps.accounts.require(call.caller.userId, call.params.id as string);
  call.noteAccount(account);
  return account;
}

export const ownerOf = (account: AccountRow) => ({ userId: account.userId, accountId: account.id });
