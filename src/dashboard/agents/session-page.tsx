/** @jsxImportSource #pages */
// One agent session: what it may in plain words, and what it did.
import { callsOfSessions } from "../../metering/usage/session-calls.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton } from "../../web/pages/components.tsx";
import { Facts, Time } from "../../web/pages/data.tsx";
import { type Child, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import type { Dashboard, View } from "../pages.tsx";
import { AGENTS_PATH, KEYS_PATH } from "../paths.ts";
import { callersOf } from "../requests/callers.ts";
import { SameAsCall } from "../same-as-call.tsx";
import { type ActingUser, isActivePartner, type PageRequest } from "../visit.ts";
import { AgentTabs } from "./agents-frame.tsx";
import { endSessionPages, sessionParams } from "./end-pages.tsx";
import { ConstraintTexts, entryText, limitTexts, listText, type Session } from "./rights-text.tsx";
import { readingOf } from "./session-facts.tsx";
import { AccountLink, Calls, callsPath, SessionState, sessionName, sessionPath } from "./session-views.tsx";

export const sessionPages = (dashboard: Dashboard): PublicRoute[] => [
  dashboard.page({
    ...{ id: "agent_session", path: `${AGENTS_PATH}/sessions/{id}`, access: "user", params: sessionParams },
    show: (visit) => showSession(dashboard, visit),
  }),
  ...endSessionPages(dashboard),
];

async function showSession(dashboard: Dashboard, visit: PageRequest): Promise<View> {
  const { api, deps } = dashboard;
  const params = { id: visit.params.id as string };
  const session = await api.call(visit, "get_agent_session", { params });
  const [facts, rights] = await Promise.all([factsOf(dashboard, visit, session), rightsOf(dashboard, visit, session)]);
  return {
    title: sessionName(session),
    lead: tr("An agent session: what it may do, and what it did."),
    action: (
      <>
        <LinkButton kind={session.status === "active" ? "quiet" : "primary"} href={callsPath(session.id)}>
          {tr("Its calls")}
        </LinkButton>
        {session.status === "active" ? (
          <LinkButton kind="primary" href={`${sessionPath(session.id)}/end`}>
            {tr("End the session")}
          </LinkButton>
        ) : (
          NOTHING
        )}
      </>
    ),
    body: (
      <>
        <AgentTabs current="sessions" />
        <Facts of={facts} />
        <section class="section" aria-labelledby="rights">
          <h2 id="rights">{tr("What it may do")}</h2>
          <Facts of={rights} />
        </section>
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("get_agent_session", { params })} id="session" />
      </>
    ),
  };
}

async function factsOf(dashboard: Dashboard, visit: PageRequest, session: Session): Promise<[string, Child][]> {
  const { deps } = dashboard;
  const { reader } = visit;
  const since = Date.parse(session.created_at);
  const [counted, callers] = await Promise.all([
    callsOfSessions(deps.database, { userId: (visit.user as ActingUser).id, since, ids: [session.id] }),
    callersOf(dashboard, visit),
  ]);
  return [
    [tr("State"), <SessionState of={session} />],
    ...(session.agent === null ? [] : [[tr("Agent"), <bdi>{session.agent}</bdi>] as [string, Child]]),
    [tr("Account"), <AccountLink of={session} />],
    [tr("Calls"), <Calls visit={visit} id={session.id} counted={counted} />],
    readingOf(session),
    [tr("Last use"), <Time reader={reader} at={session.last_used_at} />],
    [tr("Created"), <Time reader={reader} at={session.created_at} />],
    [tr("Ends"), <Time reader={reader} at={session.revoked_at ?? session.expires_at} />],
    ...(session.idle_in === null
      ? []
      : [
          [
            tr("Left unused"),
            tr("ends after {minutes} minutes without a call", { minutes: Math.ceil(session.idle_in / 60) }),
          ] as [string, Child],
        ]),
    [tr("Made with"), <a href={KEYS_PATH}>{callers.nameOf({ key_id: session.key_id, person_id: null })}</a>],
    ...(session.parent_id === null
      ? []
      : [
          [tr("Below"), <a href={sessionPath(session.parent_id)}>{tr("another session, with which it ends")}</a>] as [
            string,
            Child,
          ],
        ]),
  ];
}

async function rightsOf(dashboard: Dashboard, visit: PageRequest, session: Session): Promise<[string, Child][]> {
  const { registry } = dashboard.deps;
  const { allow, deny, raw, constraints } = session;
  const list = (entries: readonly string[]) => (
    <ul class="sentences">
      {entries.map((entry) => (
        <li>{entryText(registry, entry)}</li>
      ))}
    </ul>
  );
  const limits = limitTexts(visit.reader, session);
  const hasConstraints = Object.keys(constraints ?? {}).length > 0;
  return [
    [tr("Calls that"), session.read_only ? tr("only read") : tr("read and change")],
    [tr("Allowed"), allow === null ? tr("whatever its key may") : list(allow)],
    ...(deny.length === 0 ? [] : [[tr("Denied"), list(deny)] as [string, Child]]),
    ...(raw.length === 0 ? [] : [[tr("Raw requests"), <RawTexts of={raw} />] as [string, Child]]),
    [tr("Connections"), await connectionsText(dashboard, visit, session)],
    ...(hasConstraints ? [[tr("Only if"), <ConstraintTexts of={session} />] as [string, Child]] : []),
    [tr("Limits"), limits.length === 0 ? tr("those of its owner") : listText(limits)],
    [
      tr("Rules"),
      rich("The <rules>rules on calls</rules> count as well.", {
        rules: (inner) => <a href={`${AGENTS_PATH}/rules`}>{inner}</a>,
      }),
    ],
  ];
}

const RawTexts = ({ of }: { of: readonly string[] }) => (
  <ul class="sentences">
    {of.map((pattern) => (
      <li>
        <code>{pattern}</code>
      </li>
    ))}
  </ul>
);

/** The names of those that are still there. */
async function connectionsText({ api }: Dashboard, visit: PageRequest, session: Session): Promise<Child> {
  const { connections, account_id } = session;
  if (connections === null) return tr("all of its owner");
  if (account_id !== null && !isActivePartner(visit)) return String(connections.length);
  const { integrations } =
    account_id === null
      ? await api.call(visit, "list_integrations")
      : await api.call(visit, "list_account_integrations", { params: { id: account_id } });
  const names = integrations.flatMap(({ id, provider, name }) =>
    connections.includes(id) ? [`${provider}:${name}`] : [],
  );
  return names.length > 0 ? listText(names) : tr("none that is still there");
}
