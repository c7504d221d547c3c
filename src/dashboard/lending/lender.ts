// Whose connection a page lends: the user's own, or a connected account's, each with its own paths and operations.
import { type TObject, Type as t } from "@sinclair/typebox";
import type { TeamRole } from "../../identity/people/team-roles.ts";
import type { Integration } from "../integrations/connected-card.tsx";
import { integrationMeant, requireIntegration } from "../integrations/connection-name.tsx";
import type { OwnData } from "../own-operations.ts";
import type { Dashboard } from "../pages.tsx";
import { ACCOUNTS_PATH, INTEGRATIONS_PATH } from "../paths.ts";
import type { PageRequest } from "../visit.ts";

export type Share = OwnData<"list_shares">["shares"][number];
export type Borrowed = OwnData<"list_borrowed_integrations">["borrowed"][number];

/**
 * Who lends, ends and accepts: a loan gives the use of a grant to others for as long as they like, as a key does. At the API one
 * permission that no `*` includes guards all three, while a person at the dashboard has every permission, so their role decides.
 */
export const LENDING_ROLE: TeamRole = "admin";

export interface Lender {
  /** Before the ids of its pages. */
  prefix: "" | "account_";
  access: "user" | "partner";
  /** The template of the page that lists what is lent. */
  template: string;
  params: TObject;
  /** Whether other users of the gateway can be invited; accounts are the partner's own anyway. */
  invitesUsers: boolean;
  operations: {
    list: "list_shares" | "list_account_shares";
    lend: "lend_integration" | "lend_account_integration";
    end: "end_share" | "end_account_share";
    calls: "list_share_calls" | "list_account_share_calls";
  };
  /** The address of the list. */
  pathOf(visit: PageRequest): string;
  /** The page from which one comes. */
  backOf(visit: PageRequest): string;
  connectionOf(visit: PageRequest): Promise<Integration>;
  /** The parameters of the operations. */
  paramsOf(visit: PageRequest, connection: Pick<Integration, "id">): Record<string, string>;
}

const provider = t.String({ maxLength: 64, description: "The provider's id, or the integration's." });
export const shareId = t.String({ maxLength: 64, description: "The share's id." });
const segment = (visit: PageRequest, name: string) => encodeURIComponent(visit.params[name] ?? "");

export const ownLender = (dashboard: Dashboard): Lender => ({
  ...{ prefix: "", access: "user", invitesUsers: true },
  template: `${INTEGRATIONS_PATH}/{provider}/lend`,
  params: t.Object({ provider }),
  operations: { list: "list_shares", lend: "lend_integration", end: "end_share", calls: "list_share_calls" },
  pathOf: (visit) => `${INTEGRATIONS_PATH}/${segment(visit, "provider")}/lend`,
  backOf: () => INTEGRATIONS_PATH,
  connectionOf: (visit) => requireIntegration(dashboard, visit),
  paramsOf: (_visit, { id }) => ({ provider: id }),
});

export const accountLender = ({ api }: Dashboard): Lender => ({
  ...{ prefix: "account_", access: "partner", invitesUsers: false },
  template: `${ACCOUNTS_PATH}/{id}/integrations/{provider}/lend`,
  params: t.Object({ id: t.String({ maxLength: 64, description: "The account's external_id." }), provider }),
  operations: {
    ...{ list: "list_account_shares", lend: "lend_account_integration" },
    ...{ end: "end_account_share", calls: "list_account_share_calls" },
  },
  pathOf: (visit) => `${ACCOUNTS_PATH}/${segment(visit, "id")}/integrations/${segment(visit, "provider")}/lend`,
  backOf: (visit) => `${ACCOUNTS_PATH}/${segment(visit, "id")}`,
  async connectionOf(visit) {
    const params = { id: visit.params.id as string };
    const { integrations } = await api.call(visit, "list_account_integrations", { params });
    return integrationMeant(integrations, visit.params.provider as string);
  },
  paramsOf: (visit, connection) => ({ id: visit.params.id as string, provider: connection.id }),
});
