/** @jsxImportSource #pages */
// The rows of the usage log, and one of them with everything that is known of it.
import type { Static } from "@sinclair/typebox";
import type { UsageEntry } from "../../metering/usage/model.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import { Notice, type Tone } from "../../web/pages/components.tsx";
import { type Column, CopyButton, Facts, Status, Table, Time } from "../../web/pages/data.tsx";
import type { Child, Markup } from "../../web/pages/jsx-runtime.ts";
import { formatNumber } from "../../web/pages/reader.ts";
import type { PageRequest } from "../visit.ts";
import { USAGE_PATH, usagePath } from "./usage-filters.tsx";
import { durationText, providerName, statusLabel, statusTone } from "./usage-labels.ts";

export type Entry = Static<typeof UsageEntry>;

interface Named {
  visit: PageRequest;
  registry: Registry;
  /** The names of the user's keys. */
  keys: ReadonlyMap<string, string>;
}

const API = "/api/v1";

const STATES: Record<Entry["state"], { tone: Tone; word: string }> = {
  pending: { tone: "neutral", word: "Running" },
  interrupted: { tone: "bad", word: "Interrupted" },
  done: { tone: "neutral", word: "Ended" },
};

const EntryStatus = ({ of: { status, state } }: { of: Entry }): Markup =>
  status === null ? (
    <Status tone={STATES[state].tone}>{STATES[state].word}</Status>
  ) : (
    <Status tone={statusTone(status)}>
      {status} {statusLabel(status)}
    </Status>
  );

const entryPath = ({ id, timestamp }: Entry) =>
  `${USAGE_PATH}/entries/${id}?timestamp=${encodeURIComponent(timestamp)}`;
const shortPath = (endpoint: string) => (endpoint.startsWith(`${API}/`) ? endpoint.slice(API.length) : endpoint);
/** People at the dashboard call without a key. */
const keyName = ({ key_id }: Entry, keys: Named["keys"]) =>
  key_id === null ? "the dashboard" : (keys.get(key_id) ?? `${key_id.slice(0, 8)}…`);

const Account = ({ of: { account_id, external_id } }: { of: Entry }): Markup =>
  account_id === null ? <span class="muted">—</span> : <bdi>{external_id ?? account_id}</bdi>;

const SHORT = 120;
const shortened = (text: string) => (text.length > SHORT ? `${text.slice(0, SHORT - 1).trimEnd()}…` : text);

export function LogTable({ visit, registry, keys, entries }: Named & { entries: readonly Entry[] }): Markup {
  const { reader } = visit;
  const columns: Column<Entry>[] = [
    {
      title: "Time",
      hideOnNarrow: true,
      cell: ({ timestamp }) => <Time reader={reader} at={timestamp} format="log" />,
    },
    {
      title: "Call",
      cell: (entry) => (
        <>
          <a href={entryPath(entry)}>
            <code>
              {entry.method} {shortPath(entry.endpoint)}
            </code>
            <small class="narrow muted">
              <Time reader={reader} at={entry.timestamp} format="log" />
            </small>
          </a>
          {entry.error ? (
            <div>
              <small class="muted">{shortened(entry.error.message)}</small>
            </div>
          ) : null}
        </>
      ),
    },
    {
      title: "Provider",
      hideOnNarrow: true,
      cell: ({ provider }) => (provider === null ? "—" : providerName(registry, provider)),
    },
    { title: "Status", cell: (entry) => <EntryStatus of={entry} /> },
    {
      title: "Duration",
      isNumber: true,
      hideOnNarrow: true,
      cell: ({ duration_ms }) => durationText(reader, duration_ms),
    },
    { title: "Key", hideOnNarrow: true, cell: (entry) => <bdi>{keyName(entry, keys)}</bdi> },
    { title: "Account", hideOnNarrow: true, cell: (entry) => <Account of={entry} /> },
  ];
  return <Table caption="Calls, newest first" columns={columns} rows={entries} />;
}

export function EntryView({ visit, registry, keys, entry }: Named & { entry: Entry }): Markup {
  const { reader } = visit;
  const { provider, action, key_id, account_id, external_id } = entry;
  const only = (fields: Parameters<typeof usagePath>[0], text: Child) => <a href={usagePath(fields)}>{text}</a>;
  const facts: [string, Child][] = [
    ["Time", <Time reader={reader} at={entry.timestamp} format="second" />],
    ["Status", <EntryStatus of={entry} />],
    ["State", STATES[entry.state].word],
    ["Request", <Copied id="request-id" text={entry.request_id} />],
    ["Call", <code>{`${entry.method} ${entry.endpoint}`}</code>],
    ["Provider", provider === null ? "The gateway itself" : only({ provider }, providerName(registry, provider))],
    ["Permission", action === null ? "—" : only({ action }, <code>{action}</code>)],
    ["Duration", durationText(reader, entry.duration_ms)],
    ["Requests to the provider", formatNumber(reader, entry.units)],
    ["Key", key_id === null ? "the dashboard" : only({ key_id }, <bdi>{keyName(entry, keys)}</bdi>)],
    ["Account", account_id === null ? "—" : only({ account_id }, <bdi>{external_id ?? account_id}</bdi>)],
    ["Account’s id", account_id === null ? "—" : <code>{account_id}</code>],
    ["Counts towards", entry.surface === "partner" ? "the partner’s month" : "the user’s limits"],
    [
      "Represents",
      entry.repeated === 1 ? "this call" : `${formatNumber(reader, entry.repeated)} refused calls of one minute`,
    ],
    ["Entry", <code>{entry.id}</code>],
  ];
  return (
    <>
      <Reason of={entry} provider={provider === null ? null : providerName(registry, provider)} />
      <section class="section" aria-label="The call">
        <Facts of={facts} />
      </section>
    </>
  );
}

/** Why the call failed: the sentence that the response had, then what the provider said. */
function Reason({ of: { error, status }, provider }: { of: Entry; provider: string | null }): Markup | null {
  if (error === null) {
    if (status === null || status < 400) return null;
    return (
      <Notice tone="neutral">
        The reason is not stored: it is the provider’s own response, or the call was made over 30 days ago.
      </Notice>
    );
  }
  const { code, message, reason, fields, provider: theirs } = error;
  const facts: [string, Child][] = [
    ["Error code", <code>{code}</code>],
    ...(reason === null ? [] : [["Reason", <code>{reason}</code>] as [string, Child]]),
    ...fields.map((field): [string, Child] => [`${field.in} ${field.path}`.trim(), <bdi>{field.message}</bdi>]),
    ...(theirs === null || provider === null ? [] : providerFacts(provider, theirs)),
  ];
  return (
    <section class="section" aria-labelledby="reason">
      <h2 id="reason">Why it failed</h2>
      <Notice tone="bad">
        <bdi>{message}</bdi>
      </Notice>
      <Facts of={facts} />
    </section>
  );
}

function providerFacts(
  provider: string,
  { status, code, request_id }: NonNullable<NonNullable<Entry["error"]>["provider"]>,
): [string, Child][] {
  return [
    [`${provider} responded with`, status === null ? "nothing" : String(status)],
    ...(code === null ? [] : [[`${provider}’s code`, <code>{code}</code>] as [string, Child]]),
    ...(request_id === null
      ? []
      : [[`${provider}’s request id`, <Copied id="provider-request-id" text={request_id} />] as [string, Child]]),
  ];
}

const Copied = ({ id, text }: { id: string; text: string }): Markup => (
  <>
    <code id={id}>{text}</code> <CopyButton from={id} />
  </>
);
