// The admin API of keys: whose they are, making, changing and revoking them.
import { Type as t } from "@sinclair/typebox";
import { ChangeKeyBody, CreatedKey, CreateKeyBody, KeyList, KeyShape } from "../../identity/keys/model.ts";
import { changeKey, createKey, keyErrors, listKeysOf, revokeKey } from "../../identity/keys/service.ts";
import { requireUser } from "../../identity/users/service.ts";
import type { Deps } from "../../server/deps.ts";
import { operation } from "./operation.ts";
import { UserParam } from "./user-routes.ts";

const KeyParam = t.Object({ id: t.String({ format: "uuid", description: "The key's id." }) });

const aboutKey = ({ id, user_id }: KeyShape) => ({
  userId: user_id,
  resource: { kind: "key", id },
});

const changeable = ({ confirm_destructive, record_evidence }: KeyShape) => ({ confirm_destructive, record_evidence });

export function keyRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_list_keys",
        data: KeyList,
        method: "GET",
        path: "/users/{user}/keys",
        summary: "List a user's keys.",
        params: UserParam,
      },
      async ({ params }) => {
        const user = await requireUser(deps, params.user);
        return { keys: await listKeysOf(deps, user.id) };
      },
    ),
    operation(
      {
        id: "admin_create_key",
        data: CreatedKey,
        method: "POST",
        path: "/keys",
        summary: "Create a key; it is shown once.",
        body: CreateKeyBody,
        event: "key_created",
        about: aboutKey,
        check: ({ body }) => keyErrors(deps, body),
      },
      async ({ body }) => {
        const newKey = body;
        const user = await requireUser(deps, newKey.user);
        return createKey(deps, user.id, newKey);
      },
    ),
    ...changeRoutes(deps),
  ];
}

function changeRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_change_key",
        data: KeyShape,
        method: "PATCH",
        path: "/keys/{id}",
        summary:
          "Change whether a key's destructive calls need confirmation, and whether evidence of its calls is stored.",
        params: KeyParam,
        body: ChangeKeyBody,
        event: "key_changed",
        about: (key) => ({ ...aboutKey(key), details: changeable(key) }),
      },
      ({ params, body }) => changeKey(deps, params.id, body),
    ),
    operation(
      {
        id: "admin_revoke_key",
        data: KeyShape,
        method: "DELETE",
        path: "/keys/{id}",
        summary: "Revoke a key.",
        params: KeyParam,
        event: "key_revoked",
        about: aboutKey,
      },
      ({ params }) => revokeKey(deps, params.id),
    ),
  ];
}
