// Standing approvals over HTTP: keys list and end them. They are made with a decision.
import { Type as t } from "@sinclair/typebox";
import { cursorErrors } from "../../foundation/vault/cursors.ts";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import type { ApiKeyRoute } from "../../web/pipeline/route.ts";
import { ListStandingQuery, StandingApprovalList, type StandingQuery } from "./standing-model.ts";
import { endStanding, listStanding, standingCursor } from "./standing-service.ts";

const PATH = "/api/v1/standing-approvals";
const base = {
  access: "key",
  tag: { name: "approvals", description: "Calls that wait for a person's yes." },
  owner: "user-and-accounts",
} satisfies Partial<ApiKeyRoute>;

export function standingApprovalRoutes(deps: Deps) {
  return [
    keyRoute({
      ...base,
      id: "list_standing_approvals",
      method: "GET",
      path: PATH,
      summary: "Calls that a person has approved for later times too, the newest first, with whether each is in force.",
      permissions: ["gateway:approvals.read"],
      query: ListStandingQuery,
      codes: ["ACCOUNT_NOT_FOUND"],
      check: ({ query }, errors, { userId }) =>
        cursorErrors(deps.vault, query.cursor, () => standingCursor(userId, query as StandingQuery), errors),
      data: StandingApprovalList,
      handle: async ({ caller, query }) => ({ data: await listStanding(deps, caller, query) }),
    }),
    keyRoute({
      ...base,
      id: "end_standing_approval",
      method: "DELETE",
      path: `${PATH}/{id}`,
      summary: "End a standing approval: the next such call waits for a person again.",
      permissions: ["gateway:approvals.decide"],
      params: t.Object({ id: t.String({ minLength: 1, maxLength: 64, description: "The standing approval's id." }) }),
      codes: ["NOT_FOUND"],
      data: t.Object({ ended: t.Literal(true) }),
      async handle({ caller, params, initiator }) {
        await endStanding(deps, caller, params.id, initiator);
        return { data: { ended: true as const } };
      },
    }),
  ];
}
