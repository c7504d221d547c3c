// The partner API over HTTP: what an account lends to other accounts of its partner, and what it borrows.
import { Type as t } from "@sinclair/typebox";
import { ACCOUNT_ROUTE, accountId, accountOf, ownerOf } from "../../identity/accounts/named-account.ts";
import { whileAccountExists } from "../../identity/accounts/service.ts";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import { integrationParam, refOf } from "../integrations/reference.ts";
import { listBorrowings } from "./borrowed.ts";
import { lend } from "./lend.ts";
import { endLent, listShareCalls, listShares } from "./lent.ts";
import { BorrowedShape, LendAccountsBody, ShareCalls, ShareCallsQuery, ShareShape } from "./model.ts";
import { shareId } from "./routes.ts";

const Params = t.Object({ id: accountId, provider: integrationParam });
const ShareParams = t.Object({ ...Params.properties, share_id: shareId });

const reads = { ...ACCOUNT_ROUTE, permissions: ["gateway:integrations.read"] };
const lends = { ...ACCOUNT_ROUTE, permissions: ["gateway:shares.manage"] };
const path = "/api/v1/accounts/{id}/integrations/{provider}/shares";

export function accountLendingRoutes(deps: Deps) {
  return [...changes(deps), ...lists(deps)];
}

function changes(deps: Deps) {
  return [
    keyRoute({
      ...lends,
      id: "lend_account_integration",
      method: "POST",
      path,
      summary: "Lend an account's integration to another of your accounts.",
      params: Params,
      body: LendAccountsBody,
      codes: ["INTEGRATION_NOT_FOUND", "CONFLICT"],
      data: ShareShape,
      async handle(call) {
        const account = await accountOf(deps, call);
        const lender = { owner: ownerOf(account), permissions: call.caller.permissions, initiator: call.initiator };
        return { data: await whileAccountExists(account.id, () => lend(deps, lender, refOf(call), call.body)) };
      },
    }),
    keyRoute({
      ...lends,
      id: "end_account_share",
      method: "DELETE",
      path: `${path}/{share_id}`,
      summary: "Stop lending an account's integration.",
      params: ShareParams,
      codes: ["INTEGRATION_NOT_FOUND", "NOT_FOUND"],
      data: t.Object({ ended: t.Literal(true) }),
      async handle(call) {
        const account = await accountOf(deps, call);
        await endLent(deps, ownerOf(account), refOf(call), call.params.share_id, call.initiator);
        return { data: { ended: true as const } };
      },
    }),
  ];
}

function lists(deps: Deps) {
  return [
    keyRoute({
      ...reads,
      id: "list_account_shares",
      method: "GET",
      path,
      summary: "To whom an account's integration is lent, with what has ended in the last 90 days.",
      params: Params,
      codes: ["INTEGRATION_NOT_FOUND"],
      data: t.Object({ shares: t.Array(ShareShape) }),
      async handle(call) {
        const account = await accountOf(deps, call);
        return { data: { shares: await listShares(deps, ownerOf(account), refOf(call)) } };
      },
    }),
    keyRoute({
      ...reads,
      id: "list_account_share_calls",
      method: "GET",
      path: `${path}/{share_id}/calls`,
      summary: "The calls that a borrower made with an account's integration, newest first.",
      params: ShareParams,
      query: ShareCallsQuery,
      codes: ["INTEGRATION_NOT_FOUND", "NOT_FOUND"],
      data: ShareCalls,
      async handle(call) {
        const account = await accountOf(deps, call);
        const page = { ...call.query, id: call.params.share_id };
        return { data: await listShareCalls(deps, ownerOf(account), refOf(call), page) };
      },
    }),
    keyRoute({
      ...reads,
      id: "list_account_borrowed_integrations",
      method: "GET",
      path: "/api/v1/accounts/{id}/borrowed-integrations",
      summary: "Integrations that are lent to an account.",
      params: t.Object({ id: accountId }),
      data: t.Object({ borrowed: t.Array(BorrowedShape) }),
      async handle(call) {
        const account = await accountOf(deps, call);
        return { data: { borrowed: await listBorrowings(deps, ownerOf(account)) } };
      },
    }),
  ];
}
