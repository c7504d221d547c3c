// Who asks on a session's page, for whom, and how the page looks for them.
import { findAccount } from "../../identity/accounts/store.ts";
import { brandStyle } from "../../identity/partners/brand.ts";
import { findBrand } from "../../identity/partners/store.ts";
import { findById } from "../../identity/users/store.ts";
import type { Provider } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import type { Texts } from "./page-texts.ts";
import type { Party } from "./page-views.tsx";
import type { SessionState } from "./store.ts";

export const styleOf = ({ partner }: Party) => (partner?.color ? brandStyle(partner.color) : undefined);

/** Those of the session that are still loaded. */
export const offeredProviders = (deps: Pick<Deps, "registry">, { providers }: SessionState): Provider[] =>
  (providers ?? []).flatMap((id) => deps.registry.provider(id) ?? []);

export async function partyOf(deps: Pick<Deps, "database">, session: SessionState, texts: Texts): Promise<Party> {
  const { userId, accountId, redirectUrl } = session;
  const returnHost = new URL(redirectUrl).host;
  if (accountId === null) {
    const user = await findById(deps.database, userId);
    return { partner: null, name: returnHost, forWhom: user?.email ?? texts.own_use, externalId: null, returnHost };
  }
  const { profileName, ...brand } = await findBrand(deps.database, userId);
  const account = await findAccount(deps.database, userId, accountId);
  const name = brand.name ?? profileName ?? returnHost;
  const externalId = account?.externalId ?? null;
  const forWhom = account?.displayName ?? externalId ?? texts.an_account;
  return { partner: brand, name, forWhom, externalId, returnHost };
}
