// The partner API over HTTP: panel sessions of an account.
import { Type as t } from "@sinclair/typebox";
import { ACCOUNT_ROUTE, accountId, accountOf } from "../../identity/accounts/named-account.ts";
import { whileAccountExists } from "../../identity/accounts/service.ts";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import { CreatedPanelSession, CreatePanelSessionBody, RevokedPanelSession } from "./model.ts";
import { createPanelSession, endPanelSession, panelErrors } from "./service.ts";

const base = { ...ACCOUNT_ROUTE, permissions: ["gateway:integrations.write"] };

export function panelSessionRoutes(deps: Deps) {
  return [
    keyRoute({
      ...base,
      id: "create_panel_session",
      method: "POST",
      path: "/api/v1/accounts/{id}/panel-sessions",
      summary: "Let a page of yours show an account's integrations: a token for <gateway-integrations>.",
      params: t.Object({ id: accountId }),
      body: CreatePanelSessionBody,
      check: ({ body }) => panelErrors(deps, body),
      data: CreatedPanelSession,
      async handle(call) {
        const account = await accountOf(deps, call);
        const data = await whileAccountExists(account.id, () =>
          createPanelSession(deps, account, call.body, call.initiator),
        );
        return { data };
      },
    }),
    keyRoute({
      ...base,
      id: "revoke_panel_session",
      method: "DELETE",
      path: "/api/v1/accounts/{id}/panel-sessions/{panel_session_id}",
      summary: "End a panel session at once, also in a page that shows it.",
      params: t.Object({
        id: accountId,
        panel_session_id: t.String({ minLength: 1, maxLength: 64, description: "The panel session's id." }),
      }),
      codes: ["SESSION_NOT_FOUND"],
      data: RevokedPanelSession,
      async handle(call) {
        const account = await accountOf(deps, call);
        return { data: await endPanelSession(deps, account, call.params.panel_session_id, call.initiator) };
      },
    }),
  ];
}
