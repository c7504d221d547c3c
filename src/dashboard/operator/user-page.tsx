/** @jsxImportSource #pages */
// A user: limits and payment, keys, partner profile, the people who act for it, and its erasure.

import type { PersonShape, UserShape, UserWithPartner } from "../../operations/admin/shapes.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Empty, Status, Table, Time } from "../../web/pages/data.tsx";
import { Select } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { message, rich, tr } from "../../web/pages/messages.ts";
import { EntryForm } from "../entry-form.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { mayVisit, type PageRequest } from "../visit.ts";
import { findUser, userParams } from "./find-user.ts";
import { LimitField, limitIn } from "./limit-fields.tsx";
import { SameAsCommand } from "./same-as-command.tsx";
import { Section } from "./section.tsx";
import { Keys } from "./user-keys.tsx";
import { McpClients, mcpClientsOf } from "./user-mcp-clients.tsx";
import { Payment, tierNames, USERS_PATH, userPath } from "./users-pages.tsx";

const PATH = `${USERS_PATH}/{user}`;

export function userPages(dashboard: Dashboard): PublicRoute[] {
  const { page, form } = dashboard;
  const base = { id: "operator_user", path: PATH, params: userParams };
  return [
    page({ ...base, access: "viewer", show: (visit) => userView(dashboard, visit) }),
    form({ ...base, access: "operator", submit: (visit, sent) => change(dashboard, visit, sent) }),
  ];
}

async function userView(dashboard: Dashboard, visit: PageRequest, sent?: URLSearchParams, error?: View["error"]) {
  const { api, deps } = dashboard;
  const user = await findUser(dashboard, visit);
  const params = { user: user.id };
  const { keys } = await api.admin(visit, "admin_list_keys", { params });
  const query = { user: user.id, limit: 200 };
  const { people } = await api.admin(visit, "admin_list_people", { query });
  const clients = await mcpClientsOf(dashboard, visit, user);
  const tiers = await tierNames(dashboard, visit, "user");
  const mayChange = mayVisit(visit, "operator");
  return {
    title: user.email,
    lead: (
      <>
        {rich("User since {created_at}, {id}", {
          created_at: <Time reader={visit.reader} at={user.created_at} format="day" />,
          id: <code>{user.id}</code>,
        })}
      </>
    ),
    ...(error && { error }),
    body: (
      <>
        {mayChange ? (
          <LimitsForm visit={visit} user={user} tiers={tiers} sent={sent} error={error} />
        ) : (
          <LimitFacts user={user} />
        )}
        <Keys visit={visit} user={user} keys={keys} mayChange={mayChange} now={deps.clock.now()} />
        <McpClients visit={visit} user={user} clients={clients} mayChange={mayChange} />
        <Partner user={user} mayChange={mayChange} />
        <People user={user} people={people} mayChange={mayChange} />
        {mayVisit(visit, "owner") ? <Erasure user={user} /> : null}
        <SameAsCommand id="call" baseUrl={deps.baseUrl} line={api.lineOf("admin_show_user", { params })} />
      </>
    ),
  };
}

const LimitFacts = ({ user }: { user: UserShape }): Markup => (
  <dl class="facts">
    <dt>{tr("Tier")}</dt>
    <dd>{user.tier}</dd>
    <dt>{tr("Payment")}</dt>
    <dd>
      <Payment state={user.payment_state} />
    </dd>
    <dt>{tr("Own limits")}</dt>
    <dd>{overridesText(user.overrides)}</dd>
  </dl>
);

export const overridesText = (overrides: UserShape["overrides"]) =>
  overrides === null
    ? tr("none: the tier’s limits")
    : Object.entries(overrides)
        .map(([name, value]) => `${name} ${value}`)
        .join(", ");

const STATES = [
  { value: "ok", title: message("ok") },
  { value: "past_due", title: message("past due: every call is refused") },
];

function LimitsForm(props: {
  visit: PageRequest;
  user: UserShape;
  tiers: string[];
  sent?: URLSearchParams;
  error?: View["error"];
}): Markup {
  const { visit, user, tiers, sent, error } = props;
  const entered = (name: string) => sent?.get(name) ?? user.overrides?.[name];
  return (
    <EntryForm visit={visit} action={userPath(user.id)} error={error} fields={["overrides"]} button={tr("Save")}>
      <div class="field-row">
        <Select
          name="tier"
          label={tr("Tier")}
          value={sent?.get("tier") ?? user.tier}
          options={[...new Set([user.tier, ...tiers])].map((name) => ({ value: name, title: name }))}
        />
        <Select
          name="payment_state"
          label={tr("Payment")}
          value={sent?.get("payment_state") ?? user.payment_state}
          options={STATES.map(({ value, title }) => ({ value, title: tr(title) }))}
        />
      </div>
      <div class="field-row">
        <LimitField
          name="minute"
          label={tr("Own calls per minute")}
          value={entered("minute")}
          error={error}
          path="overrides/minute"
          hint={tr("A number or unlimited; empty: the tier’s limit.")}
        />
        <LimitField
          name="day"
          label={tr("Own calls per day")}
          value={entered("day")}
          error={error}
          path="overrides/day"
          hint={tr("UTC days.")}
        />
      </div>
    </EntryForm>
  );
}

async function change(dashboard: Dashboard, visit: PageRequest, sent: URLSearchParams) {
  const body = {
    tier: sent.get("tier") ?? undefined,
    payment_state: sent.get("payment_state") ?? undefined,
    overrides: { minute: limitIn(sent, "minute"), day: limitIn(sent, "day") },
  };
  const params = { user: visit.params.user as string };
  const before = await findUser(dashboard, visit);
  const result = await attempt(() => dashboard.api.admin(visit, "admin_change_user", { params, body }));
  if ("error" in result) return userView(dashboard, visit, sent, result.error);
  const text = (limit: unknown) => (limit === null || limit === undefined ? "" : String(limit));
  const { tier, payment_state, overrides } = before;
  const fields = { tier, payment_state, minute: text(overrides?.minute), day: text(overrides?.day) };
  const undo = { action: userPath(before.id), fields };
  return done(userPath(before.id), tr("The limits are saved, and apply within a second."), { undo });
}

function Partner({ user, mayChange }: { user: UserWithPartner; mayChange: boolean }): Markup {
  const { partner } = user;
  const path = `${userPath(user.id)}/partner`;
  if (!partner)
    return (
      <Section title={tr("Partner profile")}>
        <p class="muted">{tr("None. The user has only its own integrations, and no connected accounts.")}</p>
        {mayChange ? (
          <p class="form-foot">
            <a class="button" href={path}>
              {tr("Add a partner profile")}
            </a>
          </p>
        ) : null}
      </Section>
    );
  return (
    <Section
      title={tr("Partner profile")}
      action={
        mayChange ? (
          <a class="button" href={path}>
            {tr("Change")}
          </a>
        ) : null
      }
    >
      <dl class="facts">
        <dt>{tr("Name")}</dt>
        <dd>{partner.name ? <bdi>{partner.name}</bdi> : <span class="muted">{tr("none")}</span>}</dd>
        <dt>{tr("Tier")}</dt>
        <dd>{partner.tier}</dd>
        <dt>{tr("State")}</dt>
        <dd>
          <Status tone={partner.status === "active" ? "good" : "bad"}>
            {partner.status === "active" ? tr("active") : tr("suspended")}
          </Status>
        </dd>
        <dt>{tr("Own limits")}</dt>
        <dd>{overridesText(partner.overrides)}</dd>
      </dl>
    </Section>
  );
}

function People({ user, people, mayChange }: { user: UserShape; people: PersonShape[]; mayChange: boolean }): Markup {
  const add = mayChange ? (
    <a class="button" href={`/operator/people/new?user=${encodeURIComponent(user.email)}`}>
      {tr("Invite a person")}
    </a>
  ) : null;
  return (
    <Section title={tr("People who act for it")} action={people.length > 0 ? add : null}>
      {people.length === 0 ? (
        <Empty title={tr("No one signs in for this user")}>
          <p class="muted">{tr("People who act for it see its integrations, keys and usage here.")}</p>
          {add}
        </Empty>
      ) : (
        <Table
          caption={tr("People who act for the user")}
          rows={people}
          columns={[
            { title: tr("Name"), cell: ({ id, name }) => <a href={`/operator/people/${id}`}>{name}</a> },
            { title: tr("E-mail address"), cell: ({ email }) => <bdi>{email}</bdi> },
            { title: tr("Role"), hideOnNarrow: true, cell: ({ role }) => role ?? tr("member") },
          ]}
        />
      )}
    </Section>
  );
}

const Erasure = ({ user }: { user: UserShape }): Markup => (
  <Section title={tr("Erase")}>
    <p class="muted">
      {tr("Deletes everything about the user: integrations, keys, accounts, events and log entries.")}
    </p>
    <p class="form-foot">
      <a class="button danger" href={`${userPath(user.id)}/erase`}>
        {tr("Erase this user")}
      </a>
    </p>
  </Section>
);
