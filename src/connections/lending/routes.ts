// Lending over HTTP: what a user lends and borrows.
import { Type as t } from "@sinclair/typebox";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import type { ApiKeyRequest } from "../../web/pipeline/route.ts";
import { integrationParam, refOf } from "../integrations/reference.ts";
import { INTEGRATION_ROUTE } from "../integrations/routes.ts";
import { accept, giveBack, listBorrowings } from "./borrowed.ts";
import { lend } from "./lend.ts";
import { endLent, listShareCalls, listShares } from "./lent.ts";
import { AcceptBody, BorrowedShape, LendBody, ShareCalls, ShareCallsQuery, ShareShape } from "./model.ts";

export const shareId = t.String({ minLength: 1, maxLength: 64, description: "The share's id." });
const Params = t.Object({ provider: integrationParam });
const ShareParams = t.Object({ provider: integrationParam, share_id: shareId });
const BorrowedParams = t.Object({ share_id: shareId });

const reads = { ...INTEGRATION_ROUTE, permissions: ["gateway:integrations.read"] };
const lends = { ...INTEGRATION_ROUTE, permissions: ["gateway:shares.manage"] };

const lenderOf = ({ owner, caller, initiator }: ApiKeyRequest) => ({
  owner,
  permissions: caller.permissions,
  initiator,
});

export function lendingRoutes(deps: Deps) {
  return [...changes(deps), ...lists(deps), ...borrowedRoutes(deps)];
}

const path = "/api/v1/integrations/{provider}/shares";

function changes(deps: Deps) {
  return [
    keyRoute({
      ...lends,
      id: "lend_integration",
      method: "POST",
      path,
      summary: "Lend an integration to one of your accounts, or invite another user to borrow it.",
      params: Params,
      body: LendBody,
      codes: ["NOT_FOUND", "ACCOUNT_NOT_FOUND", "CONFLICT"],
      data: ShareShape,
      handle: async (call) => ({ data: await lend(deps, lenderOf(call), refOf(call), call.body) }),
    }),
    keyRoute({
      ...lends,
      id: "end_share",
      method: "DELETE",
      path: `${path}/{share_id}`,
      summary: "Stop lending an integration, or withdraw an invitation.",
      params: ShareParams,
      codes: ["NOT_FOUND"],
      data: t.Object({ ended: t.Literal(true) }),
      async handle(call) {
        await endLent(deps, call.owner, refOf(call), call.params.share_id, call.initiator);
        return { data: { ended: true as const } };
      },
    }),
  ];
}

function lists(deps: Deps) {
  return [
    keyRoute({
      ...reads,
      id: "list_shares",
      method: "GET",
      path,
      summary: "To whom you lend an integration, with what has ended in the last 90 days.",
      params: Params,
      codes: ["NOT_FOUND"],
      data: t.Object({ shares: t.Array(ShareShape) }),
      handle: async (call) => ({ data: { shares: await listShares(deps, call.owner, refOf(call)) } }),
    }),
    keyRoute({
      ...reads,
      id: "list_share_calls",
      method: "GET",
      path: `${path}/{share_id}/calls`,
      summary: "The calls that a borrower made with an integration of yours, newest first.",
      params: ShareParams,
      query: ShareCallsQuery,
      codes: ["NOT_FOUND"],
      data: ShareCalls,
      handle: async (call) => ({
        data: await listShareCalls(deps, call.owner, refOf(call), { ...call.query, id: call.params.share_id }),
      }),
    }),
  ];
}

function borrowedRoutes(deps: Deps) {
  const path = "/api/v1/borrowed-integrations";
  return [
    keyRoute({
      ...reads,
      id: "list_borrowed_integrations",
      method: "GET",
      path,
      summary: "Integrations that others lend you, and invitations to accept.",
      data: t.Object({ borrowed: t.Array(BorrowedShape) }),
      handle: async ({ owner }) => ({ data: { borrowed: await listBorrowings(deps, owner) } }),
    }),
    keyRoute({
      ...lends,
      id: "accept_borrowed_integration",
      method: "POST",
      path: `${path}/{share_id}/accept`,
      summary: "Accept an invitation to borrow an integration.",
      params: BorrowedParams,
      body: AcceptBody,
      codes: ["NOT_FOUND", "CONFLICT"],
      data: BorrowedShape,
      handle: async ({ owner, params, body, initiator }) => ({
        data: await accept(deps, owner, { ...body, id: params.share_id }, initiator),
      }),
    }),
    keyRoute({
      ...lends,
      id: "give_back_integration",
      method: "DELETE",
      path: `${path}/{share_id}`,
      summary: "Give a borrowed integration back, or decline an invitation.",
      params: BorrowedParams,
      codes: ["NOT_FOUND"],
      data: t.Object({ ended: t.Literal(true) }),
      async handle({ owner, params, initiator }) {
        await giveBack(deps, owner, params.share_id, initiator);
        return { data: { ended: true as const } };
      },
    }),
  ];
}
