// Finds whose integrations a request is about: the caller's own, or those of a connected account that it names.

import { accountNotFound } from "../../foundation/errors.ts";
import { boundOwnerOf, type Caller, grantOf, isPartnerOnly } from "../../identity/keys/model.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Deps } from "../../server/deps.ts";
import { accountHeaderError, externalIdOf, hasAccountHeader } from "./account-header.ts";
import type { ApiKeyRoute, Incoming } from "./route.ts";
import type { UsageRecord } from "./usage-record.ts";

interface OwnedCall {
  deps: Deps;
  caller: Caller;
  incoming: Incoming;
  usage: UsageRecord;
}

/** Whose integrations apply: the named account's, else the user's own, which a key for partner use does not reach. */
export async function resolveOwner(call: OwnedCall, route: ApiKeyRoute): Promise<Owner> {
  const { deps, caller, incoming, usage } = call;
  const { request } = incoming;
  const bound = boundOwnerOf(caller);
  const user: Owner = bound ?? { userId: caller.userId, accountId: null };
  if (route.owner === "user" && hasAccountHeader(request)) {
    throw accountHeaderError(
      "X-Account-Id is not allowed here: this endpoint has only the user's own data. Leave it out.",
    );
  }
  if (route.owner !== "user-or-account") return user;
  if (bound) return boundOwner(call, bound);
  const externalId = externalIdOf(request);
  if (externalId === null) {
    if (!isPartnerOnly(caller)) return user;
    throw accountHeaderError("This key is partner_only: send the account in X-Account-Id.");
  }
  const account = await deps.accounts.findByExternalId(caller.userId, externalId);
  if (!account) throw accountNotFound(externalId, route.provider);
  usage.setAccount(account);
  return { userId: caller.userId, accountId: account.id };
}

/** The owner that an MCP client or an agent session is bound to: a header may repeat it, and changes nothing. */
function boundOwner({ caller, incoming, usage }: OwnedCall, owner: Owner): Owner {
  const account = grantOf(caller)?.account ?? null;
  const named = externalIdOf(incoming.request);
  if (named !== null && named !== account?.externalId) throw accountNotFound(named);
  if (account) usage.setAccount(account);
  return owner;
}
