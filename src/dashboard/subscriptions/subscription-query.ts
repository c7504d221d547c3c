// What the address of the subscriptions asks for: whose they are, and whether only those with errors.
import { accountHeader } from "../../web/http/account-header.ts";
import type { ApiInput } from "../api.ts";
import { INTEGRATIONS_PATH, SUBSCRIPTIONS_PATH } from "../paths.ts";

export interface Filters {
  /** The external_id of a connected account; empty for the acting user's own. */
  account: string;
  hasErrors: boolean;
}

const MAX_ACCOUNT = 255;

export const filtersOf = (query: URLSearchParams): Filters => ({
  account: (query.get("account") ?? "").trim().slice(0, MAX_ACCOUNT),
  hasErrors: query.get("errors") === "true",
});

export function subscriptionsPath({ account, hasErrors }: Filters): string {
  const query = new URLSearchParams({ ...(account && { account }), ...(hasErrors && { errors: "true" }) });
  return query.size > 0 ? `${SUBSCRIPTIONS_PATH}?${query}` : SUBSCRIPTIONS_PATH;
}

export const ownerOf = ({ account }: Filters): Pick<ApiInput, "externalId"> =>
  account === "" ? {} : { externalId: account };

export const headersOf = ({ account }: Filters) => accountHeader(account);

/** The page where the integration is connected again; an account's page has its id. */
export const reconnectPath = (accountId: string | null, provider: string): string =>
  accountId === null
    ? `${INTEGRATIONS_PATH}#${encodeURIComponent(provider)}`
    : `/partner/accounts/${encodeURIComponent(accountId)}?provider=${encodeURIComponent(provider)}#link`;
