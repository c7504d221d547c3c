// The admin API of admin tokens: who may operate the gateway, and in which role.
import { Type as t } from "@sinclair/typebox";
import type { Deps } from "../../server/deps.ts";
import { CreateTokenBody, createToken, listAdminTokens, revokeToken, tokenErrors } from "../admin-tokens/tokens.ts";
import { operation } from "./operation.ts";
import { CreatedToken, TokenList, TokenShape } from "./shapes.ts";

const NameParam = t.Object({ name: t.String({ minLength: 1, maxLength: 60, description: "The token's name." }) });

const about = ({ id, name, role }: TokenShape) => ({
  resource: { kind: "admin_token", id },
  details: { name, role },
});

export function tokenRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_create_token",
        data: CreatedToken,
        method: "POST",
        path: "/admin-tokens",
        role: "owner",
        event: "admin_token_created",
        about,
        summary: "Create a named admin token; it is shown once.",
        body: CreateTokenBody,
        check: ({ body }) => tokenErrors(deps, body),
      },
      ({ body, initiator }) => createToken(deps, initiator.actor.name ?? "", body),
    ),
    operation(
      {
        id: "admin_list_tokens",
        data: TokenList,
        method: "GET",
        path: "/admin-tokens",
        summary: "List admin tokens with role, expiry and last use.",
      },
      () => listAdminTokens(deps),
    ),
    operation(
      {
        id: "admin_revoke_token",
        data: TokenShape,
        method: "DELETE",
        path: "/admin-tokens/{name}",
        role: "owner",
        event: "admin_token_revoked",
        about,
        summary: "Revoke an admin token.",
        params: NameParam,
      },
      ({ params }) => revokeToken(deps, params.name),
    ),
  ];
}
