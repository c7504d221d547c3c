// The admin API of agent sessions: lists, shows and ends those of every user.
import { Type as t } from "@sinclair/typebox";
import { AgentSessionShape } from "../../agents/sessions/model.ts";
import { operatorEnd, operatorListErrors, operatorPage, operatorShow } from "../../agents/sessions/operator.ts";
import { requireUser } from "../../identity/users/service.ts";
import { nullable } from "../../plugin/fields.ts";
import type { Deps } from "../../server/deps.ts";
import { operation } from "./operation.ts";

const SessionParam = t.Object({ id: t.String({ format: "uuid", description: "The session's id." }) });
const ListQuery = t.Object({
  user: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 320,
      description: "Only sessions of this user and its connected accounts: e-mail address or id.",
    }),
  ),
  include_ended: t.Optional(t.Boolean({ description: "true: also those that have ended, for 30 days." })),
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number to return." })),
  cursor: t.Optional(t.String({ maxLength: 4_096, description: "The previous response's next_cursor." })),
});
const OperatorSession = t.Object(
  { user_id: t.String({ format: "uuid" }), ...AgentSessionShape.properties },
  { title: "OperatorAgentSession" },
);
const OperatorSessionList = t.Object({
  agent_sessions: t.Array(OperatorSession),
  next_cursor: nullable(t.String()),
});

export function sessionRoutes(deps: Deps) {
  return [
    operation(
      {
        id: "admin_list_agent_sessions",
        data: OperatorSessionList,
        method: "GET",
        path: "/agent-sessions",
        summary: "List agent sessions, newest first.",
        query: ListQuery,
        codes: ["NOT_FOUND"],
        check: ({ query }, errors) => operatorListErrors(deps, query, errors),
      },
      async ({ query: { user, include_ended = false, limit = 50, cursor } }) => {
        const userId = user === undefined ? null : (await requireUser(deps, user)).id;
        return operatorPage(deps, { userId, includeEnded: include_ended, limit, cursor }, user ?? null);
      },
    ),
    operation(
      {
        id: "admin_show_agent_session",
        data: OperatorSession,
        method: "GET",
        path: "/agent-sessions/{id}",
        summary: "Show what an agent session may do, and whether it has ended.",
        params: SessionParam,
        codes: ["NOT_FOUND"],
      },
      ({ params }) => operatorShow(deps, params.id),
    ),
    operation(
      {
        id: "admin_end_agent_session",
        data: OperatorSession,
        method: "DELETE",
        path: "/agent-sessions/{id}",
        summary: "End an agent session and those below it, on every replica within a second.",
        params: SessionParam,
        codes: ["NOT_FOUND"],
        event: "agent_session_revoked",
        about: ({ id, user_id, account_id }) => ({
          userId: user_id,
          accountId: account_id,
          resource: { kind: "agent_session", id },
        }),
      },
      ({ params }) => operatorEnd(deps, params.id),
    ),
  ];
}
