/** @jsxImportSource #pages */
// The erasure of a user, whose address is typed before.

import type { PublicRoute } from "../../web/http/route.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { confirmationPages } from "../confirm.tsx";
import { done } from "../notice.tsx";
import type { Dashboard } from "../pages.tsx";
import { findUser, userParams } from "./find-user.ts";
import { USERS_PATH, userPath } from "./users-pages.tsx";

const PATH = `${USERS_PATH}/{user}`;

export function userErasePages(dashboard: Dashboard): PublicRoute[] {
  return confirmationPages(dashboard, {
    id: "operator_erase_user",
    path: `${PATH}/erase`,
    access: "owner",
    params: userParams,
    needsRecentSignIn: true,
    async ask(visit) {
      const { id, email } = await findUser(dashboard, visit);
      return {
        title: tr("Erase a user?"),
        button: tr("Erase permanently"),
        isDangerous: true,
        back: userPath(id),
        typed: { label: tr("Type {email}", { email }), text: email },
        body: (
          <>
            <p>
              {rich(
                "{email} stops working at once, and is erased step by step: its integrations are revoked at their providers, and its keys, connected accounts, events, webhooks and rows in the usage and audit logs are deleted.",
                { email: <bdi class="strong">{email}</bdi> },
              )}
            </p>
            <p>
              {tr(
                "Totals without a name are kept, and backups until they are deleted. People who act for the user keep their sign-in. This cannot be undone.",
              )}
            </p>
          </>
        ),
      };
    },
    async act(visit) {
      await dashboard.api.admin(visit, "admin_delete_user", { params: { user: visit.params.user as string } });
      return done(USERS_PATH, tr("The user no longer works. Its data is being erased, which takes some minutes."));
    },
  });
}
