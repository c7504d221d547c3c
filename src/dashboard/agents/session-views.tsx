/** @jsxImportSource #pages */
// Agent sessions as rows: who they are for, how they stand, what they may, and what they did.
import type { CountedSessions } from "../../metering/usage/session-calls.ts";
import { type Column, FormattedNumber, Status, Table, Time } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, rich, tr } from "../../web/pages/messages.ts";
import { ACCOUNTS_PATH, AGENTS_PATH } from "../paths.ts";
import { requestsPath } from "../requests/request-filters.tsx";
import type { PageRequest } from "../visit.ts";
import { RightsWords, type Session } from "./rights-text.tsx";

export const sessionPath = (id: string) => `${AGENTS_PATH}/sessions/${id}`;
export const callsPath = (id: string) => requestsPath({ agent_session_id: id });

export const sessionName = ({ name, agent }: Pick<Session, "name" | "agent">): string =>
  name ?? agent ?? tr("Without a name");

const STATES: Record<Session["status"], readonly ["good" | "neutral", Message]> = {
  active: ["good", message("Active")],
  expired: ["neutral", message("Ended by its time")],
  idle: ["neutral", message("Ended: left unused")],
  revoked: ["neutral", message("Ended")],
};
export const SessionState = ({ of: { status } }: { of: Session }): Markup => {
  const [tone, text] = STATES[status];
  return <Status tone={tone}>{tr(text)}</Status>;
};

export const AccountLink = ({ of: { account, account_id } }: { of: Session }): Markup =>
  account_id === null ? (
    <span class="muted">{tr("your own connections")}</span>
  ) : (
    <a href={`${ACCOUNTS_PATH}/${account_id}`}>
      <bdi>{account ?? account_id}</bdi>
    </a>
  );

export interface SessionTableProps {
  visit: PageRequest;
  caption: string;
  sessions: readonly Session[];
  counted: CountedSessions;
}

export function SessionTable({ visit, caption, sessions, counted }: SessionTableProps): Markup {
  const { reader, user } = visit;
  const hidden = (session: Session) => <span class="visually-hidden"> {sessionName(session)}</span>;
  const columns: Column<Session>[] = [
    {
      title: tr("Session"),
      cell: (session) => (
        <>
          <a class="strong" href={sessionPath(session.id)}>
            <bdi>{sessionName(session)}</bdi>
          </a>
          {session.name !== null && session.agent !== null ? (
            <>
              <br />
              <bdi class="muted">{session.agent}</bdi>
            </>
          ) : null}
        </>
      ),
    },
    ...(user?.caller.partner
      ? [{ title: tr("Account"), hideOnNarrow: true, cell: (session: Session) => <AccountLink of={session} /> }]
      : []),
    { title: tr("State"), cell: (session) => <SessionState of={session} /> },
    {
      title: tr("What it may do"),
      hideOnNarrow: true,
      cell: (session) => <RightsWords reader={reader} of={session} />,
    },
    {
      title: tr("Calls"),
      isNumber: true,
      cell: ({ id }) => <Calls visit={visit} id={id} counted={counted} />,
    },
    {
      title: tr("Last use"),
      hideOnNarrow: true,
      cell: ({ last_used_at }) => <Time reader={reader} at={last_used_at} />,
    },
    { title: tr("Ends"), hideOnNarrow: true, cell: ({ expires_at }) => <Time reader={reader} at={expires_at} /> },
    {
      title: "",
      cell: (session) =>
        session.status === "active" ? (
          <a class="button small" href={`${sessionPath(session.id)}/end`}>
            {rich("End{name}", { name: hidden(session) })}
          </a>
        ) : null,
    },
  ];
  return <Table caption={caption} columns={columns} rows={sessions} />;
}

/** How many calls there were, which the call log lists, and how many of them were refused. */
export function Calls({ visit, id, counted }: { visit: PageRequest; id: string; counted: CountedSessions }): Markup {
  const { calls, refused } = counted.bySession.get(id) ?? { calls: 0, refused: 0 };
  const number = (value: number) => <FormattedNumber reader={visit.reader} value={value} />;
  return (
    <>
      <a href={callsPath(id)}>
        {number(calls)}
        {counted.isComplete ? "" : "+"}
      </a>
      {refused > 0 ? (
        <>
          <br />
          <span class="muted small">{rich("{count} refused", { count: number(refused) })}</span>
        </>
      ) : null}
    </>
  );
}
