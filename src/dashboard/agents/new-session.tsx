/** @jsxImportSource #pages */
// A person makes an agent session with a key of theirs; its token is shown once, with how to paste it into a client.
import { createOwnSession } from "../../agents/sessions/own-sessions.ts";
import { type AppError, invalidInput } from "../../foundation/errors.ts";
import { listKeysOf } from "../../identity/keys/service.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton, Notice } from "../../web/pages/components.tsx";
import { Code, Empty } from "../../web/pages/data.tsx";
import { tr } from "../../web/pages/messages.ts";
import { isEnded } from "../keys/key-state.ts";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { AGENTS_PATH, KEYS_PATH } from "../paths.ts";
import { type ActingUser, initiatorOf, type PageRequest } from "../visit.ts";
import { AGENTS_ROLE } from "./end-pages.tsx";
import { SessionForm, sessionRequest } from "./session-form.tsx";
import { sessionName, sessionPath } from "./session-views.tsx";

export const NEW_PATH = `${AGENTS_PATH}/new`;

export function newSessionPages(dashboard: Dashboard): PublicRoute[] {
  const { deps, page, form } = dashboard;
  const definition = {
    ...{ path: NEW_PATH, access: "user" as const, role: AGENTS_ROLE, needsRecentSignIn: true },
  };
  return [
    page({ ...definition, id: "new_agent_session", show: (visit) => newSession(dashboard, visit) }),
    form({
      ...definition,
      id: "create_agent_session",
      async submit(visit, sent) {
        const made = { keyId: sent.get("key") ?? "", input: sessionRequest(sent) };
        const { id: userId } = visit.user as ActingUser;
        const result = await attempt(() => createOwnSession(deps, { userId }, made, initiatorOf(visit)));
        return "error" in result
          ? newSession(dashboard, visit, sent, atAccount(result.error))
          : createdView(result.data);
      },
    }),
  ];
}

/** The form has a field for the account that is not there. */
const atAccount = (error: AppError): AppError =>
  error.code === "ACCOUNT_NOT_FOUND" ? invalidInput([{ in: "body", path: "/account", message: error.message }]) : error;

async function newSession(
  { deps }: Dashboard,
  visit: PageRequest,
  form?: URLSearchParams,
  error?: AppError,
): Promise<View> {
  const now = deps.clock.now();
  const keys = (await listKeysOf(deps, (visit.user as ActingUser).id)).filter((key) => !isEnded(key, now));
  return {
    title: tr("New agent session"),
    lead: tr("A token for one agent and one task. It is shown only once, and ends by itself."),
    ...(error && { error }),
    body:
      keys.length === 0 ? (
        <Empty title={tr("No active keys")}>
          <p class="muted">{tr("A session is made with a key, can do no more than it, and ends with it.")}</p>
          <LinkButton kind="primary" href={`${KEYS_PATH}/new`}>
            {tr("New key")}
          </LinkButton>
        </Empty>
      ) : (
        <SessionForm visit={visit} registry={deps.registry} keys={keys} action={NEW_PATH} form={form} error={error} />
      ),
  };
}

type Created = Awaited<ReturnType<typeof createOwnSession>>;

function createdView(created: Created): View {
  const { id, token, mcp_url: url } = created;
  const config = { mcpServers: { gateway: { url, headers: { Authorization: ["Bearer", token].join(" ") } } } };
  return {
    title: tr("Your new agent session"),
    isSecret: true,
    body: (
      <div class="fields key-form">
        <Notice tone="warning">{tr("This is the only time that you can see it. Give it to the agent now.")}</Notice>
        <div>
          <h2>{sessionName(created)}</h2>
          <Code id="token" label={tr("Copy the token")}>
            {token}
          </Code>
        </div>
        <div>
          <h2>{tr("Address for MCP clients")}</h2>
          <Code id="mcp-url" label={tr("Copy the address")}>
            {url}
          </Code>
        </div>
        <div>
          <h2>{tr("In Claude Code")}</h2>
          <Code id="command" label={tr("Copy")}>
            {`claude mcp add --transport http gateway ${url} --header "Authorization: Bearer ${token}"`}
          </Code>
        </div>
        <div>
          <h2>{tr("In a client with a settings file")}</h2>
          <Code id="settings" label={tr("Copy")}>
            {JSON.stringify(config, null, 2)}
          </Code>
        </div>
        <div class="form-foot">
          <LinkButton kind="primary" href={sessionPath(id)}>
            {tr("I have copied it")}
          </LinkButton>
        </div>
      </div>
    ),
  };
}
