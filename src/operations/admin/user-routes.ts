// The admin API of users: created, listed, shown and changed.
import { Type as t } from "@sinclair/typebox";
import { partnerOf } from "../../identity/partners/service.ts";
import {
  ChangeUserBody,
  CreateUserBody,
  changeUser,
  createUser,
  ListUsersQuery,
  listUsersPage,
  requireUser,
  userListErrors,
  userView,
} from "../../identity/users/service.ts";
import { tierCheck } from "../../metering/tiers/service.ts";
import type { Deps } from "../../server/deps.ts";
import type { AdminRoute } from "../../web/http/route.ts";
import { operation } from "./operation.ts";
import { UserPage, UserShape, UserWithPartner } from "./shapes.ts";

export const UserParam = t.Object({
  user: t.String({ minLength: 1, maxLength: 320, description: "E-mail address or id." }),
});

/** What a user's, a partner's or a key's own view tells the audit log. */
export const limitsIn = ({ tier, overrides }: Record<string, unknown>) => ({
  tier,
  ...(overrides !== null && { overrides }),
});
const aboutUser: AdminRoute["about"] = (user) => ({ userId: String(user.id), details: limitsIn(user) });

export function userRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_create_user",
        data: UserShape,
        method: "POST",
        path: "/users",
        summary: "Create a user.",
        body: CreateUserBody,
        event: "user_created",
        about: aboutUser,
        loadCheck: () => tierCheck(deps, "user"),
      },
      ({ body }) => createUser(deps, body),
    ),
    operation(
      {
        id: "admin_list_users",
        data: UserPage,
        method: "GET",
        path: "/users",
        summary: "List users, newest first.",
        query: ListUsersQuery,
        check: ({ query }, errors) => userListErrors(deps, query, errors),
      },
      ({ query }) => listUsersPage(deps, query),
    ),
    ...oneUserRoutes(deps),
  ];
}

function oneUserRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_show_user",
        data: UserWithPartner,
        method: "GET",
        path: "/users/{user}",
        summary: "Show a user, with its partner profile.",
        params: UserParam,
      },
      async ({ params }) => {
        const user = await requireUser(deps, params.user);
        return { ...userView(user), partner: await partnerOf(deps, user) };
      },
    ),
    operation(
      {
        id: "admin_change_user",
        data: UserShape,
        method: "PATCH",
        path: "/users/{user}",
        summary: "Change a user's tier, payment state or own limits.",
        params: UserParam,
        body: ChangeUserBody,
        event: "user_changed",
        about: aboutUser,
        loadCheck: () => tierCheck(deps, "user"),
      },
      ({ params, body }) => changeUser(deps, params.user, body),
    ),
  ];
}
