// Approvals over HTTP: keys list, read and decide them; an agent session reads its own.
import { Type as t } from "@sinclair/typebox";
import { cursorErrors } from "../../foundation/vault/cursors.ts";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import type { ApiKeyRoute } from "../../web/pipeline/route.ts";
import { createLink } from "./links.ts";
import {
  ApprovalDetail,
  ApprovalList,
  CreatedLink,
  CreateLinkBody,
  DecideBody,
  DecidedApproval,
  GetApprovalQuery,
  ListApprovalsQuery,
  type ListQuery,
} from "./model.ts";
import { rememberErrors } from "./remember.ts";
import { approvalView, cursorContext, decideApproval, listApprovals } from "./service.ts";

const PATH = "/api/v1/approvals";
export const APPROVALS_TAG = { name: "approvals", description: "Calls that wait for a person's yes." };
const base = {
  access: "key",
  tag: APPROVALS_TAG,
  owner: "user-and-accounts",
} satisfies Partial<ApiKeyRoute>;
const ofOne = {
  params: t.Object({ id: t.String({ minLength: 1, maxLength: 64, description: "The approval's id." }) }),
};

export function approvalRoutes(deps: Deps) {
  return [
    keyRoute({
      ...base,
      id: "list_approvals",
      method: "GET",
      path: PATH,
      summary: "Calls that wait for a person's yes, and what became of earlier ones; the newest first.",
      permissions: ["gateway:approvals.read"],
      query: ListApprovalsQuery,
      codes: ["ACCOUNT_NOT_FOUND"],
      check: ({ query }, errors, { userId }) =>
        cursorErrors(deps.vault, query.cursor, () => cursorContext(userId, query as ListQuery), errors),
      data: ApprovalList,
      handle: async ({ caller, query }) => ({ data: await listApprovals(deps, caller, query) }),
    }),
    keyRoute({
      ...base,
      ...ofOne,
      takesAgentSessions: true,
      id: "get_approval",
      method: "GET",
      path: `${PATH}/{id}`,
      summary: "One approval: what the call does and sends, the decision, and the call's response once it is made.",
      permissions: ["gateway:approvals.read"],
      codes: ["NOT_FOUND"],
      query: GetApprovalQuery,
      data: ApprovalDetail,
      handle: async ({ caller, params, query }) => ({
        data: await approvalView(deps, caller, params.id, { withObject: query.include === "object" }),
      }),
    }),
    ...decidingRoutes(deps),
  ];
}

function decidingRoutes(deps: Deps) {
  return [
    keyRoute({
      ...base,
      ...ofOne,
      id: "decide_approval",
      method: "POST",
      path: `${PATH}/{id}/decide`,
      summary: "Approve a pending call, which the gateway then makes once, or deny it.",
      permissions: ["gateway:approvals.decide"],
      codes: ["NOT_FOUND", "CONFLICT"],
      body: DecideBody,
      check: ({ body }) => rememberErrors(body as DecideBody),
      data: DecidedApproval,
      handle: async ({ caller, params, body, initiator }) => ({
        data: await decideApproval(deps, caller, params.id, body, initiator),
      }),
    }),
    keyRoute({
      ...base,
      ...ofOne,
      id: "create_approval_link",
      method: "POST",
      path: `${PATH}/{id}/links`,
      summary: "Make a link with which one person without a login decides on a pending call.",
      permissions: ["gateway:approvals.decide"],
      codes: ["NOT_FOUND", "CONFLICT"],
      body: CreateLinkBody,
      data: CreatedLink,
      handle: async ({ caller, params, body, initiator }) => ({
        data: await createLink(deps, caller, params.id, body, initiator),
      }),
    }),
  ];
}
