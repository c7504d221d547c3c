// Agent sessions over HTTP: keys make, list, change and end them, and a session makes others below itself.
import { Type as t } from "@sinclair/typebox";
import { cursorErrors } from "../../foundation/vault/cursors.ts";
import { Revoked } from "../../identity/credentials/routes.ts";
import { isPartnerOnly } from "../../identity/keys/model.ts";
import type { Deps } from "../../server/deps.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import type { ApiKeyRoute } from "../../web/pipeline/route.ts";
import { sessionErrors } from "./checks.ts";
import {
  AgentSessionList,
  AgentSessionShape,
  ChangeAgentSessionBody,
  CreateAgentSessionBody,
  CreateChildSessionBody,
  CreatedAgentSession,
  EndAgentSessionsQuery,
  EndedAgentSessions,
  ListAgentSessionsQuery,
  type ListQuery,
} from "./model.ts";
import { endAllSessions } from "./own-sessions.ts";
import {
  changeSession,
  createChild,
  createSession,
  cursorContext,
  endSession,
  getSession,
  pageOfSessions,
} from "./service.ts";

const PATH = "/api/v1/agent-sessions";
const base = {
  access: "key",
  tag: { name: "agent-sessions", description: "Short-lived tokens for agents, with part of a key's rights." },
  owner: "user-and-accounts",
} satisfies Partial<ApiKeyRoute>;
const READS = { ...base, permissions: ["gateway:agent_sessions.read"] };
const WRITES = { ...base, permissions: ["gateway:agent_sessions.write"] };

const ofOne = {
  path: `${PATH}/{id}` as const,
  params: t.Object({ id: t.String({ minLength: 1, maxLength: 64, description: "The agent session's id." }) }),
};

export function agentSessionRoutes(deps: Deps) {
  return [
    keyRoute({
      ...WRITES,
      id: "create_agent_session",
      method: "POST",
      path: PATH,
      summary: "Create an agent session: a token for an agent, with no more than you allow it.",
      codes: ["ACCOUNT_NOT_FOUND", "CONFLICT"],
      body: CreateAgentSessionBody,
      check: ({ body }) => sessionErrors(deps.registry, body),
      data: CreatedAgentSession,
      handle: async ({ caller, body, initiator }) => ({ data: await createSession(deps, caller, body, initiator) }),
    }),
    keyRoute({
      ...READS,
      id: "list_agent_sessions",
      method: "GET",
      path: PATH,
      summary: "Your agent sessions that have not ended, newest first, without their tokens.",
      query: ListAgentSessionsQuery,
      codes: ["ACCOUNT_NOT_FOUND"],
      check: ({ query }, errors, { userId }) =>
        cursorErrors(deps.vault, query.cursor, () => cursorContext({ userId }, query as ListQuery), errors),
      data: AgentSessionList,
      handle: async ({ caller, query }) => ({ data: await pageOfSessions(deps, caller, query) }),
    }),
    keyRoute({
      ...READS,
      ...ofOne,
      id: "get_agent_session",
      method: "GET",
      summary: "One agent session, without its token.",
      codes: ["NOT_FOUND"],
      data: AgentSessionShape,
      handle: async ({ caller, params }) => ({ data: await getSession(deps, caller, params.id) }),
    }),
    ...changingRoutes(deps),
  ];
}

function changingRoutes(deps: Deps) {
  return [
    keyRoute({
      ...WRITES,
      ...ofOne,
      id: "change_agent_session",
      method: "PATCH",
      summary: "Extend an agent session, or narrow what it may do.",
      codes: ["NOT_FOUND", "CONFLICT"],
      body: ChangeAgentSessionBody,
      check: ({ body }) => sessionErrors(deps.registry, body),
      data: AgentSessionShape,
      handle: async ({ caller, params, body, initiator }) => ({
        data: await changeSession(deps, { caller, id: params.id, body }, initiator),
      }),
    }),
    keyRoute({
      ...WRITES,
      ...ofOne,
      id: "revoke_agent_session",
      method: "DELETE",
      summary: "End an agent session and those below it. Their calls are refused within a second.",
      codes: ["NOT_FOUND"],
      data: Revoked,
      async handle({ caller, params, initiator }) {
        await endSession(deps, caller, params.id, initiator);
        return { data: { revoked: true as const } };
      },
    }),
    keyRoute({
      ...WRITES,
      id: "revoke_agent_sessions",
      method: "DELETE",
      path: PATH,
      summary: "End all your agent sessions, or those of one account or agent, and those below them.",
      codes: ["ACCOUNT_NOT_FOUND"],
      query: EndAgentSessionsQuery,
      data: EndedAgentSessions,
      async handle({ caller, query: { account_id, agent }, initiator }) {
        const { userId } = caller;
        const accountId = account_id === undefined ? null : await deps.accounts.idOf(userId, account_id);
        const chosen = { userId, accountId, agent, accountsOnly: isPartnerOnly(caller) };
        return { data: { revoked: await endAllSessions(deps, chosen, initiator) } };
      },
    }),
    childRoute(deps),
  ];
}

const childRoute = (deps: Deps) =>
  keyRoute({
    ...WRITES,
    params: ofOne.params,
    takesAgentSessions: true,
    id: "create_child_session",
    method: "POST",
    path: `${PATH}/{id}/sessions`,
    summary: "Create an agent session below another, with no more than that one has.",
    codes: ["NOT_FOUND", "CONFLICT"],
    body: CreateChildSessionBody,
    check: ({ body }) => sessionErrors(deps.registry, body),
    data: CreatedAgentSession,
    handle: async ({ caller, params, body, initiator }) => ({
      data: await createChild(deps, { caller, parentId: params.id, body }, initiator),
    }),
  });
