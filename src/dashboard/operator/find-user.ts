// The user whom an operator's page is about.
import { Type as t } from "@sinclair/typebox";
import type { Dashboard } from "../pages.tsx";
import type { PageRequest } from "../visit.ts";

export const userParams = t.Object({ user: t.String({ maxLength: 320, description: "The user's id." }) });

export const findUser = ({ api }: Dashboard, visit: PageRequest) =>
  api.admin(visit, "admin_show_user", { params: { user: visit.params.user as string } });
