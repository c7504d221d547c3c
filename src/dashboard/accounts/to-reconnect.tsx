/** @jsxImportSource #pages */
// A partner's accounts with a connection that expired or was revoked: how many, and the tab that lists them.
import { MAX_COUNTED } from "../../identity/accounts/ended-store.ts";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { tr } from "../../web/pages/messages.ts";
import { formatNumber, type Reader } from "../../web/pages/reader.ts";
import type { Dashboard } from "../pages.tsx";
import { ACCOUNTS_PATH } from "../paths.ts";
import { isActivePartner, type PageRequest } from "../visit.ts";

export const TO_RECONNECT_PATH = `${ACCOUNTS_PATH}?needs_reconnecting=true`;

/** How many of the partner's accounts, up to a bound; none for who is no active partner. */
export async function countToReconnect({ api }: Pick<Dashboard, "api">, visit: PageRequest): Promise<number> {
  if (!isActivePartner(visit)) return 0;
  const { matching } = await api.call(visit, "list_accounts", { query: { needs_reconnecting: true, limit: 1 } });
  return matching ?? 0;
}

/** A count that ends at the bound says that there may be more. */
export const boundedText = (reader: Reader, count: number): string =>
  count < MAX_COUNTED ? formatNumber(reader, count) : `${formatNumber(reader, MAX_COUNTED - 1)}+`;

export const AccountTabs = (props: { reader: Reader; total: number; toReconnect: number; chosen: boolean }): Markup => {
  const { reader, total, toReconnect, chosen } = props;
  const tab = (isChosen: boolean, href: string, title: string, count: string) => (
    <a class="tab" href={href} aria-current={isChosen ? "page" : undefined}>
      {title} <span class="muted">{count}</span>
    </a>
  );
  return (
    <nav class="tabs" aria-label={tr("Accounts")}>
      {tab(!chosen, ACCOUNTS_PATH, tr("All"), formatNumber(reader, total))}
      {tab(chosen, TO_RECONNECT_PATH, tr("Needs reconnecting"), boundedText(reader, toReconnect))}
    </nav>
  );
};
