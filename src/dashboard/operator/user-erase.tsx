/** @jsxImportSource #pages */
// The erasure of a user, whose address is typed before.
import type { PublicRoute } from "../../web/http/route.ts";
import { confirmed } from "../confirm.tsx";
import type { Dashboard } from "../pages.tsx";
import { findUser, userParams } from "./find-user.ts";
import { USERS_PATH, userPath } from "./users-pages.tsx";

const PATH = `${USERS_PATH}/{user}`;

export function userErasePages(dashboard: Dashboard): PublicRoute[] {
  return confirmed(dashboard, {
    id: "operator_erase_user",
    path: `${PATH}/erase`,
    who: "owner",
    params: userParams,
    isGuarded: true,
    async ask(visit) {
      const { id, email } = await findUser(dashboard, visit);
      return {
        title: "Erase a user?",
        button: "Erase for ever",
        isDangerous: true,
        back: userPath(id),
        typed: { label: `Type ${email}`, text: email },
        body: (
          <>
            <p>
              <bdi class="strong">{email}</bdi> is out of use at once, and erased step by step: its integrations are
              revoked at their providers, and its keys, connected accounts, events, webhooks and its rows of the usage
              and audit logs go.
            </p>
            <p>
              What stays: totals without a name, and backups until they are deleted. People who act for it keep their
              sign-in. Nothing brings the user back.
            </p>
          </>
        ),
      };
    },
    async act(visit) {
      await dashboard.api.admin(visit, "admin_delete_user", { params: { user: visit.params.user as string } });
      return USERS_PATH;
    },
  });
}
