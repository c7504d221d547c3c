/** @jsxImportSource #pages */
// One call: why it failed, what it did at the provider, and everything else that is known of it.
import type { RegisteredEndpoint, Registry } from "../../providers/registry/registry.ts";
import { accountHeader } from "../../web/http/account-header.ts";
import { Icon, LinkButton, Notice } from "../../web/pages/components.tsx";
import { Code, type Column, CopyButton, Facts, Status, Table, Time } from "../../web/pages/data.tsx";
import type { Child, Markup } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, rich, tr } from "../../web/pages/messages.ts";
import { formatNumber, type Reader } from "../../web/pages/reader.ts";
import type { Dashboard } from "../pages.tsx";
import { prettyJson } from "../pretty-json.ts";
import { CallCode, type CallLine, quoted } from "../same-as-call.tsx";
import { toolPath, toolPathOf } from "../tools/tool-pages.tsx";
import { durationText, providerName, statusLabel, statusTone } from "../usage/usage-labels.ts";
import { mayVisit, type PageRequest } from "../visit.ts";
import type { Callers } from "./callers.ts";
import { nextStepOf } from "./next-step.tsx";
import { connectionToName } from "./recorded-calls.ts";
import { requestsPath } from "./request-filters.tsx";
import { AgentSession, type Call, type Entry, EntryStatus, STATES } from "./request-table.tsx";

interface Props {
  dashboard: Dashboard;
  visit: PageRequest;
  callers: Callers;
  entry: Call;
}

export function RequestView({ dashboard, visit, callers, entry }: Props): Markup {
  const { registry } = dashboard.deps;
  const provider = entry.provider === null ? null : providerName(registry, entry.provider);
  return (
    <>
      <Reason of={entry} provider={provider} endpoint={endpointOf(registry, entry)} />
      <Recorded of={entry} reader={visit.reader} />
      <Steps of={entry} provider={provider ?? "the provider"} reader={visit.reader} />
      <section class="section" aria-label={tr("The call")}>
        <Facts of={factsOf({ dashboard, visit, callers, entry })} />
      </section>
      <Repeat dashboard={dashboard} entry={entry} />
    </>
  );
}

/** What a call does not have is left out. */
const NONE = null;

function factsOf({ dashboard, visit, callers, entry }: Props): [string, Child][] {
  const { reader } = visit;
  const { registry } = dashboard.deps;
  const { provider, action, key_id, account_id, external_id, integration_id, connection, lent_by } = entry;
  const only = (fields: Parameters<typeof requestsPath>[0], text: Child) => <a href={requestsPath(fields)}>{text}</a>;
  const facts: [string, Child][] = [
    [tr("Time"), <Time reader={reader} at={entry.timestamp} format="second" />],
    [tr("Status"), <EntryStatus of={entry} />],
    [tr("State"), entry.state === "done" ? NONE : tr(STATES[entry.state].word)],
    [tr("Request id"), <Copied id="request-id" text={entry.request_id} />],
    [tr("Call"), <code>{`${entry.method} ${entry.endpoint}`}</code>],
    [
      tr("Provider"),
      provider === null ? tr("The gateway itself") : only({ provider }, providerName(registry, provider)),
    ],
    [tr("Permission"), action === null ? NONE : only({ action }, <code>{action}</code>)],
    [tr("Inputs"), entry.inputs === null ? NONE : <Inputs names={entry.inputs} />],
    [tr("Duration"), durationText(reader, entry.duration_ms)],
    [tr("Requests to the provider"), formatNumber(reader, entry.units)],
    [tr("Caller"), key_id === null ? callers.nameOf(entry) : only({ key_id }, <bdi>{callers.nameOf(entry)}</bdi>)],
    [tr("Agent session"), entry.agent_session_id === null ? NONE : <AgentSession of={entry} />],
    [tr("Account"), account_id === null ? NONE : only({ account_id }, <bdi>{external_id ?? account_id}</bdi>)],
    [tr("Account’s id"), account_id === null ? NONE : <code>{account_id}</code>],
    [tr("Integration"), integration_id === null ? NONE : only({ integration_id }, <code>{integration_id}</code>)],
    [tr("Connection"), connection === null ? NONE : <code>{connection}</code>],
    [tr("Lent by"), lent_by === null ? NONE : <bdi>{lent_by}</bdi>],
    [tr("Counts towards"), entry.surface === "partner" ? tr("the partner’s month") : tr("the user’s limits")],
    [
      tr("Represents"),
      entry.repeated === 1
        ? NONE
        : tr("{count} refused calls of one minute", { count: formatNumber(reader, entry.repeated) }),
    ],
    [tr("Entry"), <code>{entry.id}</code>],
    [tr("As a fixture"), recordingOf({ dashboard, visit, entry })],
  ];
  return facts.filter(([, value]) => value !== NONE);
}

/** The command that makes a fixture of it, for who may read the evidence by the admin API; a caller may have chosen the id. */
function recordingOf({ dashboard, visit, entry }: Omit<Props, "callers">): Markup | null {
  const endpoint = endpointOf(dashboard.deps.registry, entry);
  if (entry.evidence === null || !endpoint || !mayVisit(visit, "owner")) return NONE;
  const command = `gateway plugin record plugins/${endpoint.provider.id} --request=${quoted(entry.request_id)}`;
  return <Copied id="record-command" text={command} />;
}

const Inputs = ({ names }: { names: readonly string[] }): Markup => (
  <>
    {names.map((name, at) => (
      <>
        {at > 0 ? " " : ""}
        <code>{name}</code>
      </>
    ))}
  </>
);

/** Why the call failed: the sentence that the response had, then what the provider said. */
function Reason(props: {
  of: Entry;
  provider: string | null;
  endpoint: RegisteredEndpoint | undefined;
}): Markup | null {
  const { of, provider, endpoint } = props;
  const { error, status } = of;
  if (error === null) {
    if (status === null || status < 400) return null;
    return (
      <Notice tone="neutral">
        {tr("The reason is not stored: it is the provider’s own response, or the call was made over 30 days ago.")}
      </Notice>
    );
  }
  const { code, message, reason, fields, provider: theirs } = error;
  const nextStep = nextStepOf({ ...of, error }, provider ?? "the provider", endpoint);
  const facts: [string, Child][] = [
    [tr("Error code"), <code>{code}</code>],
    ...(reason === null ? [] : [[tr("Reason"), <code>{reason}</code>] as [string, Child]]),
    ...fields.map((field): [string, Child] => [`${field.in} ${field.path}`.trim(), <bdi>{field.message}</bdi>]),
    ...(theirs === null || provider === null ? [] : providerFacts(provider, theirs)),
  ];
  return (
    <section class="section" aria-labelledby="reason">
      <h2 id="reason">{tr("Why it failed")}</h2>
      <Notice tone="bad">
        <p>
          <bdi>{message}</bdi>
        </p>
        {nextStep === null ? null : <p class="small">{nextStep}</p>}
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
    [tr("{provider} responded with", { provider }), status === null ? "nothing" : String(status)],
    ...(code === null ? [] : [[tr("{provider}’s code", { provider }), <code>{code}</code>] as [string, Child]]),
    ...(request_id === null
      ? []
      : [
          [tr("{provider}’s request id", { provider }), <Copied id="provider-request-id" text={request_id} />] as [
            string,
            Child,
          ],
        ]),
  ];
}

type Step = NonNullable<Entry["steps"]>[number];

const WAITS: Readonly<Record<string, Message>> = {
  slot: message("Waited: too many requests at once"),
  retry: message("Waited before trying again"),
};

const REFRESH_REASONS: Readonly<Record<string, Message>> = {
  not_renewed: message("no new token; the old one still works"),
  not_sent: message("not sent"),
};

function stepName({ kind, method, reason }: Step, provider: string): string {
  if (kind === "request") return tr("{method} to {provider}", { method: method ?? "GET", provider });
  if (kind === "refresh") return tr("Refreshed the access token");
  if (kind === "identity_check") return tr("Looked whether {provider} still accepts the grant", { provider });
  return tr(WAITS[reason ?? ""] ?? "Waited");
}

const StepResult = ({ of: { kind, status, reason } }: { of: Step }): Markup => {
  if (kind === "refresh" && reason !== null)
    return <Status tone="bad">{REFRESH_REASONS[reason] ? tr(REFRESH_REASONS[reason]) : reason}</Status>;
  if (kind !== "request") return <span class="muted">—</span>;
  if (status === null) return <Status tone="bad">{reason ?? tr("no response")}</Status>;
  return (
    <Status tone={statusTone(status)}>
      {status} {statusLabel(status)}
    </Status>
  );
};

/** The attempts of a call that failed or was not done at once. */
function Steps({ of: { steps }, provider, reader }: { of: Entry; provider: string; reader: Reader }): Markup | null {
  if (steps === null) return null;
  const columns: Column<Step>[] = [
    { title: tr("After"), isNumber: true, cell: ({ at_ms }) => durationText(reader, at_ms) },
    { title: tr("Step"), cell: (step) => stepName(step, provider) },
    { title: tr("Result"), cell: (step) => <StepResult of={step} /> },
    { title: tr("Took"), isNumber: true, cell: ({ duration_ms }) => durationText(reader, duration_ms) },
  ];
  return (
    <section class="section" aria-labelledby="steps">
      <h2 id="steps">{tr("What it did")}</h2>
      <Table caption={tr("Steps of the call")} columns={columns} rows={steps} />
    </section>
  );
}

/** What the call sent and got, where that is recorded. */
function Recorded({ of: { evidence }, reader }: { of: Call; reader: Reader }): Markup | null {
  if (evidence === null) return null;
  const { request, response, truncated, expires_at } = evidence;
  return (
    <section class="section" aria-labelledby="evidence">
      <h2 id="evidence">{tr("What it sent and got")}</h2>
      <p class="muted">
        {rich(
          truncated
            ? "Without secrets and files, and cut because of its size. Deleted {time}."
            : "Without secrets and files. Deleted {time}.",
          { time: <Time reader={reader} at={expires_at} /> },
        )}
      </p>
      <Code id="evidence-request" label={tr("Copy the arguments")}>
        {prettyJson(request).text}
      </Code>
      {response === null ? null : (
        <Code id="evidence-response" label={tr("Copy the response")}>
          {prettyJson(response).text}
        </Code>
      )}
    </section>
  );
}

/** The tool's form, and the call to copy, with a place for each input that it had. */
function Repeat({ dashboard: { api, deps }, entry }: Pick<Props, "dashboard" | "entry">): Markup | null {
  const tool = endpointOf(deps.registry, entry)?.tool ?? null;
  const line = tool === null ? null : lineOf(entry);
  if (tool === null || line === null || !api.find(tool)) return null;
  const body = namesIn(entry, "body");
  const hasValues = entry.evidence !== null;
  const connection = connectionToName(entry);
  const headers = {
    ...accountHeader(entry.external_id ?? ""),
    ...(connection !== null && { "X-Connection": connection }),
  };
  return (
    <section class="section" aria-labelledby="again">
      <h2 id="again">{tr("Make it again")}</h2>
      {hasValues ? null : <p class="muted">{tr("Inputs are logged by name alone: fill in their values.")}</p>}
      <p>
        <LinkButton kind="quiet" href={hasValues ? toolPathOf(tool, entry) : toolPath(tool)}>
          <Icon name="play" />
          {hasValues ? tr("Open in Tools with these values") : tr("Open in Tools")}
        </LinkButton>
      </p>
      <CallCode
        baseUrl={deps.baseUrl}
        line={line}
        id="again-call"
        headers={headers}
        {...(body.length > 0 && { body: Object.fromEntries(body.map((name) => [name, "…"])) })}
      />
    </section>
  );
}

/** The endpoint that the call went to. */
const endpointOf = ({ endpoints }: Registry, { method, endpoint }: Entry): RegisteredEndpoint | undefined =>
  endpoints.find((one) => one.method === method && one.path === endpoint);

const namesIn = ({ inputs }: Entry, part: "path" | "query" | "body") =>
  (inputs ?? []).flatMap((name) => (name.startsWith(`${part}.`) ? [name.slice(part.length + 1)] : []));

function lineOf(entry: Entry): CallLine {
  const query = namesIn(entry, "query").map((name) => `${encodeURIComponent(name)}=…`);
  return {
    method: entry.method,
    path: `${entry.endpoint}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    template: entry.endpoint,
    params: Object.fromEntries(namesIn(entry, "path").map((name) => [name, "…"])),
  };
}

const Copied = ({ id, text }: { id: string; text: string }): Markup => (
  <>
    <code id={id}>{text}</code> <CopyButton from={id} />
  </>
);
