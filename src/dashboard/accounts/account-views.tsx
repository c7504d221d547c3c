/** @jsxImportSource #pages */
// What the page of one connected account shows: integrations, connect sessions, newest events and calls, facts, and its form.
import type { Static } from "@sinclair/typebox";
import type { SessionShape } from "../../connections/connect/model.ts";
import type { AppError } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import { Button } from "../../web/pages/components.tsx";
import { Status, Table, Time } from "../../web/pages/data.tsx";
import { FormError, fieldError, Select, TextField } from "../../web/pages/fields.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { message, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import type { Integration } from "../integrations/connected-card.tsx";
import { type AccountLoans, AccountLoansView } from "../lending/account-loans.tsx";
import type { Entry } from "../requests/request-table.tsx";
import { type CallProps, SameAsCall } from "../same-as-call.tsx";
import type { PageRequest } from "../visit.ts";
import { AccountCalls, AccountLinks } from "./account-calls.tsx";
import { IntegrationCards } from "./account-integrations.tsx";
import { type Account, AccountFields } from "./accounts-pages.tsx";

type ConnectSession = Static<typeof SessionShape>;

export interface AccountData {
  account: Account;
  integrations: Integration[];
  sessions: ConnectSession[];
  loans: AccountLoans;
  /** Null for who may not read them. */
  events: { id: string; type: string; title: string; received_at: string }[] | null;
  entries: Entry[];
  /** What a new link goes back to unless another address is typed. */
  redirectUrl: string;
}

/** A form of the page that is shown again with its errors. */
export interface SubmittedForms {
  form?: URLSearchParams;
  link?: URLSearchParams;
  error?: AppError;
  metadataError?: string;
}

interface Props {
  visit: PageRequest;
  path: string;
  registry: Registry;
  providers: readonly Provider[];
  data: AccountData;
  typed: SubmittedForms;
  call: CallProps;
}

export const AccountView = (props: Props): Markup => {
  const { visit, path, data, typed } = props;
  const { account } = data;
  return (
    <>
      <FormError error={typed.error} fields={["display_name", "metadata", "provider", "connection", "redirect_url"]} />
      <AccountLinks externalId={account.external_id} />
      <section class="section">
        <h2>{tr("Integrations")}</h2>
        <IntegrationCards {...props} />
      </section>
      <AccountLoansView
        visit={visit}
        path={path}
        registry={props.registry}
        integrations={data.integrations}
        {...data.loans}
      />
      <AccountCalls visit={visit} externalId={account.external_id} entries={data.entries} />
      <LinkForm {...props} />
      <Sessions {...props} />
      <Events {...props} />
      <NameForm {...props} />
      <SameAsCall {...props.call} />
    </>
  );
};

function NameForm({ visit, path, data: { account }, typed }: Props): Markup {
  return (
    <section class="section">
      <h2>{tr("Name and metadata")}</h2>
      <dl class="facts">
        <dt>{tr("id")}</dt>
        <dd>
          <code>{account.id}</code>
        </dd>
        <dt>{tr("Created")}</dt>
        <dd>
          <Time reader={visit.reader} at={account.created_at} />
        </dd>
      </dl>
      <form method="post" action={path} class="fields">
        <FormToken visit={visit} />
        <AccountFields
          form={typed.form ?? null}
          account={account}
          error={typed.form ? (typed.error ?? null) : null}
          metadataError={typed.metadataError}
        />
        <div class="form-foot">
          <Button kind="primary">{tr("Save")}</Button>
        </div>
      </form>
    </section>
  );
}

function LinkForm({ visit, path, providers, data, typed }: Props): Markup {
  const { link, error } = typed;
  const options = [
    { value: "", title: tr("Chosen by the customer") },
    ...providers.map(({ id, name }) => ({ value: id, title: name })),
  ];
  return (
    <section class="section" id="link">
      <h2>{tr("Connect link")}</h2>
      <form method="post" action={`${path}/link`} class="fields">
        <FormToken visit={visit} />
        <Select
          name="provider"
          label={tr("Provider")}
          options={options}
          value={link?.get("provider") ?? visit.url.searchParams.get("provider")}
          error={link ? fieldError(error, "provider") : null}
        />
        <TextField
          name="connection"
          label={tr("Connection name")}
          value={link?.get("connection") ?? visit.url.searchParams.get("connection")}
          maxLength={64}
          autocomplete="off"
          error={link ? fieldError(error, "connection") : null}
          hint={tr("For a customer with several accounts of one provider, such as work. Leave it empty for the first.")}
        />
        <TextField
          name="redirect_url"
          label={tr("Redirect to")}
          type="url"
          isRequired
          value={link?.get("redirect_url") ?? data.redirectUrl}
          error={link ? fieldError(error, "redirect_url") : null}
          hint={tr("Your https address, where the browser goes afterwards.")}
        />
        <div class="form-foot">
          <button type="submit" class="button">
            {tr("Create a link")}
          </button>
        </div>
      </form>
    </section>
  );
}

const SESSION_STATES = {
  pending: { tone: "warning", word: message("Pending") },
  completed: { tone: "good", word: message("Completed") },
  expired: { tone: "neutral", word: message("Expired") },
  failed: { tone: "bad", word: message("Failed") },
} as const;

const SessionState = ({ of: { status, error } }: { of: Props["data"]["sessions"][number] }): Markup => (
  <Status tone={SESSION_STATES[status].tone}>
    {error === null ? tr(SESSION_STATES[status].word) : <code>{error}</code>}
  </Status>
);

const Sessions = ({ visit, data }: Props): Markup =>
  data.sessions.length === 0 ? (
    NOTHING
  ) : (
    <section class="section">
      <h2>{tr("Connect sessions")}</h2>
      <Table
        caption={tr("Connect sessions")}
        rows={data.sessions}
        columns={[
          { title: tr("Started"), cell: (row) => <Time reader={visit.reader} at={row.created_at} /> },
          { title: tr("Provider"), cell: (row) => row.provider ?? tr("not chosen yet") },
          {
            title: tr("State"),
            cell: (row) => <SessionState of={row} />,
          },
          { title: tr("Session"), hideOnNarrow: true, cell: (row) => <code>{row.session_id}</code> },
        ]}
      />
    </section>
  );

const Events = ({ visit, data }: Props): Markup => (
  <section class="section">
    <h2>{tr("Newest events")}</h2>
    {data.events === null ? (
      <p class="muted">{tr("Viewers of a team do not read events.")}</p>
    ) : data.events.length === 0 ? (
      <p class="muted">{tr("No events yet. They come from the account’s integrations.")}</p>
    ) : (
      <Table
        caption={tr("Newest events")}
        rows={data.events}
        columns={[
          { title: tr("Received"), cell: (row) => <Time reader={visit.reader} at={row.received_at} /> },
          { title: tr("Event"), cell: (row) => <bdi>{row.title}</bdi> },
          { title: tr("Type"), hideOnNarrow: true, cell: (row) => <code>{row.type}</code> },
        ]}
      />
    )}
  </section>
);
