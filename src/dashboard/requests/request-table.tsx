/** @jsxImportSource #pages */
// The rows of the requests: each call with how it ended, and why it failed.
import type { Static } from "@sinclair/typebox";
import type { UsageCall, UsageEntry } from "../../metering/usage/model.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import type { Tone } from "../../web/pages/components.tsx";
import { type Column, Status, Table, Time } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { englishLang, type Message, message, tr } from "../../web/pages/messages.ts";
import { AGENTS_PATH } from "../paths.ts";
import { durationText, providerName, statusLabel, statusTone } from "../usage/usage-labels.ts";
import type { PageRequest } from "../visit.ts";
import type { Callers } from "./callers.ts";

export type Entry = Static<typeof UsageEntry>;
/** An entry with its evidence, as one call is read. */
export type Call = Static<typeof UsageCall>;

/** A link that changes the page where it is, without a move to its top; without a script it loads the page. */
export const IN_PLACE = {
  "data-hx-boost": "true",
  "data-hx-target": "#main",
  "data-hx-select": "#main",
  "data-hx-swap": "outerMorph",
};

const API = "/api/v1";
const SHORT = 120;

export const STATES: Record<Entry["state"], { tone: Tone; word: Message }> = {
  pending: { tone: "neutral", word: message("Running") },
  interrupted: { tone: "bad", word: message("Interrupted") },
  done: { tone: "neutral", word: message("Ended") },
};

export const EntryStatus = ({ of: { status, state } }: { of: Entry }): Markup =>
  status === null ? (
    <Status tone={STATES[state].tone}>{tr(STATES[state].word)}</Status>
  ) : (
    <Status tone={statusTone(status)}>
      {status} {statusLabel(status)}
    </Status>
  );

export const shortPath = (endpoint: string) => (endpoint.startsWith(`${API}/`) ? endpoint.slice(API.length) : endpoint);

const shortened = (text: string) => (text.length > SHORT ? `${text.slice(0, SHORT - 1).trimEnd()}…` : text);

const Account = ({ of: { account_id, external_id } }: { of: Entry }): Markup =>
  account_id === null ? <span class="muted">—</span> : <bdi>{external_id ?? account_id}</bdi>;

interface TableProps {
  visit: PageRequest;
  registry: Registry;
  callers: Callers;
  entries: readonly Entry[];
  /** The address of a call beside the list. */
  pathOf(entry: Entry): string;
  /** The call that is open. */
  open?: Entry | null;
}

/** An open call leaves room for what tells one call from another. */
export function RequestTable({ visit, registry, callers, entries, pathOf, open = null }: TableProps): Markup {
  const { reader } = visit;
  const time = (entry: Entry) => <Time reader={reader} at={entry.timestamp} format="log" />;
  const call: Column<Entry> = {
    title: tr("Call"),
    cell: (entry) => (
      <>
        <a href={pathOf(entry)} aria-current={entry.id === open?.id ? "true" : undefined} {...IN_PLACE}>
          <code>
            {entry.method} {shortPath(entry.endpoint)}
          </code>
        </a>
        <div class={open ? undefined : "narrow"}>
          <small class="muted">{time(entry)}</small>
        </div>
        {entry.error ? (
          <div>
            <small class="muted" lang={englishLang()}>
              {shortened(entry.error.message)}
            </small>
          </div>
        ) : null}
      </>
    ),
  };
  const status: Column<Entry> = { title: tr("Status"), cell: (entry) => <EntryStatus of={entry} /> };
  const columns: Column<Entry>[] = [
    { title: tr("Time"), hideOnNarrow: true, cell: time },
    call,
    {
      title: tr("Provider"),
      hideOnNarrow: true,
      cell: ({ provider }) => (provider === null ? "—" : providerName(registry, provider)),
    },
    status,
    {
      title: tr("Duration"),
      isNumber: true,
      hideOnNarrow: true,
      cell: ({ duration_ms }) => durationText(reader, duration_ms),
    },
    { title: tr("Caller"), hideOnNarrow: true, cell: (entry) => <bdi>{callers.nameOf(entry)}</bdi> },
    { title: tr("Account"), hideOnNarrow: true, cell: (entry) => <Account of={entry} /> },
  ];
  return <Table caption={tr("Calls, newest first")} columns={open ? [call, status] : columns} rows={entries} />;
}

/** The session that made the call, as a link to its page. */
export const AgentSession = ({ of: { agent, agent_session_id } }: { of: Entry }): Markup => (
  <>
    {agent === null ? null : <bdi>{`${agent} `}</bdi>}
    <a href={`${AGENTS_PATH}/sessions/${agent_session_id}`}>
      <code>{agent_session_id}</code>
    </a>
  </>
);
