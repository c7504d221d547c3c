// The admin API of keys: whose they are, making, changing and revoking them.
import { Type as t } from "@sinclair/typebox";
import { ChangeKeyBody, CreateKeyBody } from "../../identity/keys/model.ts";
import { changeKey, createKey, keyErrors, listKeysOf, revokeKey } from "../../identity/keys/service.ts";
import { requireUser } from "../../identity/users/service.ts";
import type { Deps } from "../../server/deps.ts";
import type { AdminRoute } from "../../web/http/route.ts";
import type { Admin } from "./routes.ts";
import { UserParam } from "./user-routes.ts";

const KeyParam = t.Object({ id: t.String({ format: "uuid", description: "The key's id." }) });

const aboutKey = ({ id, user_id }: Record<string, unknown>) => ({
  userId: String(user_id),
  resource: { kind: "key", id: String(id) },
});

export function keyRoutes(deps: Deps, admin: Admin): AdminRoute[] {
  return [
    admin(
      {
        id: "admin_list_keys",
        method: "GET",
        path: "/users/{user}/keys",
        summary: "List a user's keys.",
        params: UserParam,
      },
      async ({ params }) => {
        const user = await requireUser(deps, params.user as string);
        return { keys: await listKeysOf(deps, user.id) };
      },
    ),
    admin(
      {
        id: "admin_create_key",
        method: "POST",
        path: "/keys",
        summary: "Create a key; it is shown once.",
        body: CreateKeyBody,
        event: "key_created",
        about: aboutKey,
        check: ({ body }) => keyErrors(deps, body),
      },
      async ({ body }) => {
        const newKey = body as CreateKeyBody;
        const user = await requireUser(deps, newKey.user);
        return createKey(deps, user.id, newKey);
      },
    ),
    ...changeRoutes(deps, admin),
  ];
}

function changeRoutes(deps: Deps, admin: Admin): AdminRoute[] {
  return [
    admin(
      {
        id: "admin_change_key",
        method: "PATCH",
        path: "/keys/{id}",
        summary: "Change whether a key's destroying calls are confirmed first.",
        params: KeyParam,
        body: ChangeKeyBody,
        event: "key_changed",
        about: (key) => ({ ...aboutKey(key), details: { confirm_destructive: key.confirm_destructive } }),
      },
      ({ params, body }) => changeKey(deps, params.id as string, body as ChangeKeyBody),
    ),
    admin(
      {
        id: "admin_revoke_key",
        method: "DELETE",
        path: "/keys/{id}",
        summary: "Revoke a key.",
        params: KeyParam,
        event: "key_revoked",
        about: aboutKey,
      },
      ({ params }) => revokeKey(deps, params.id as string),
    ),
  ];
}
