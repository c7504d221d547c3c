// The admin API of one request: its calls with their evidence, whoever made it. Like an export, it takes the role `owner`.
import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import { requireUser } from "../../identity/users/service.ts";
import { RequestParams, UsageCall } from "../../metering/usage/model.ts";
import { usersOfRequest } from "../../metering/usage/request-users.ts";
import { viewRequest } from "../../metering/usage/service.ts";
import type { Deps } from "../../server/deps.ts";
import { operation } from "./operation.ts";

const RequestOfUser = t.Object(
  {
    request_id: t.String(),
    user_id: t.String({ format: "uuid", description: "Who made it." }),
    evidence_days: t.Integer({ description: "How many days evidence stays." }),
    calls: t.Array(UsageCall),
  },
  { title: "RequestOfUser" },
);
const RequestQuery = t.Object({
  user: t.Optional(
    t.String({ minLength: 1, maxLength: 320, description: "Only calls of this user: e-mail address or id." }),
  ),
});

export function requestRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_show_request",
        data: RequestOfUser,
        method: "GET",
        path: "/requests/{request_id}",
        role: "owner",
        event: "evidence_read",
        summary: "Show the calls of one request with their evidence, by the X-Request-Id of its response.",
        params: RequestParams,
        query: RequestQuery,
        codes: ["NOT_FOUND"],
        about: ({ calls }) => ({ details: { evidence: calls.filter(({ evidence }) => evidence !== null).length } }),
      },
      async ({ params, query }) => {
        const userId = await userOf(deps, params.request_id, query.user);
        const request = await viewRequest(deps, userId, params.request_id);
        return { ...request, user_id: userId, evidence_days: deps.config.evidenceDays };
      },
    ),
  ];
}

async function userOf(deps: Deps, requestId: string, emailOrId: string | undefined): Promise<string> {
  if (emailOrId !== undefined) return (await requireUser(deps, emailOrId)).id;
  const [userId, other] = await usersOfRequest(deps.database.reports, requestId);
  if (userId === undefined)
    throw new AppError(
      "NOT_FOUND",
      "No call has this request id. It is the X-Request-Id of a response; ids that callers chose are searched among the newest calls.",
    );
  if (other !== undefined)
    throw new AppError("CONFLICT", "Several users chose this request id: name the one that you mean as `user`.");
  return userId;
}
