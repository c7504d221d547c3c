/** @jsxImportSource #pages */
// One event of the inbox: what it says, where it came from, its marks, and its body.

import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton } from "../../web/pages/components.tsx";
import { Code, Status, Time } from "../../web/pages/data.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { ProviderMark } from "../../web/pages/mark.tsx";
import { rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { done } from "../notice.tsx";
import type { Dashboard, View } from "../pages.tsx";
import { prettyJson } from "../pretty-json.ts";
import { SameAsCall } from "../same-as-call.tsx";
import type { PageRequest } from "../visit.ts";
import { accountOf, eventPath, type Filters, filtersOf, type InboxEvent, inboxPath, isStatus } from "./inbox-query.ts";

const PATH = "/inbox/{id}";
const params = t.Object({ id: t.String({ maxLength: 64, description: "The event's id." }) });

export function eventPage(dashboard: Dashboard): PublicRoute[] {
  const { api } = dashboard;
  const base = { id: "event", path: PATH, access: "user", role: "member", params } as const;
  return [
    dashboard.page({
      ...base,
      async show(visit) {
        const filters = filtersOf(visit.url.searchParams);
        const input = { params: { id: visit.params.id as string }, ...accountOf(filters) };
        return viewOf(dashboard, visit, filters, await api.call(visit, "get_event", input));
      },
    }),
    dashboard.form({
      ...base,
      async submit(visit, form) {
        const id = visit.params.id as string;
        const filters = filtersOf(form);
        const status = form.get("mark");
        if (!isStatus(status)) throw new AppError("VALIDATION_ERROR", "The form does not say which state to set.");
        await api.call(visit, "mark_event", { params: { id }, body: { status }, ...accountOf(filters) });
        const to = status === "archived" ? inboxPath(filters) : eventPath(id, filters);
        const before = form.get("before");
        const undo = isStatus(before) && { undo: { action: eventPath(id, {}), fields: { ...filters, mark: before } } };
        return done(to, tr("The event is marked as {status}.", { status }), { ...undo });
      },
    }),
  ];
}

function viewOf({ deps, api }: Dashboard, visit: PageRequest, filters: Filters, event: InboxEvent): View {
  const provider = deps.registry.provider(event.provider) ?? { id: event.provider, name: event.provider };
  const { text, isCut } = prettyJson(event.payload);
  return {
    title: event.type,
    lead: <a href={inboxPath(filters)}>{rich("{arrow}Inbox", { arrow: <span aria-hidden="true">← </span> })}</a>,
    action: <Marks visit={visit} event={event} filters={filters} />,
    body: (
      <>
        <div class="card">
          <div class="card-head">
            <ProviderMark provider={provider} />
            <div>
              <h2 class="event-title">
                <bdi>{event.title}</bdi>
              </h2>
              <p class="muted">{provider.name}</p>
            </div>
            {isWebAddress(event.url) ? (
              <LinkButton kind="quiet" href={event.url}>
                {rich("Open in {name}", { name: provider.name })}
              </LinkButton>
            ) : null}
          </div>
          {event.summary ? (
            <p class="summary">
              <bdi>{event.summary}</bdi>
            </p>
          ) : null}
          <EventFacts visit={visit} event={event} />
        </div>
        <section class="section">
          <h2>{tr("Body")}</h2>
          <Code id="body">{text}</Code>
          {isCut ? <p class="small muted">{tr("The first 64 KB; the call below returns all of it.")}</p> : null}
        </section>
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("get_event", { params: { id: event.id } })} id="call" />
      </>
    ),
  };
}

/** A provider's texts may be anything: what is no web address is not led to. */
const isWebAddress = (url: string | null): url is string => url !== null && /^https?:\/\//i.test(url);

const EventFacts = ({ visit, event }: { visit: PageRequest; event: InboxEvent }): Markup => (
  <dl class="facts small">
    {event.actor ? (
      <>
        <dt>{tr("Who")}</dt>
        <dd>
          <bdi>{event.actor}</bdi>
        </dd>
      </>
    ) : null}
    <dt>{tr("State")}</dt>
    <dd>
      <Status tone={event.status === "unread" ? "warning" : "neutral"}>
        <span id="event-state">{event.status}</span>
      </Status>
    </dd>
    <dt>{tr("Happened")}</dt>
    <dd>
      <Time reader={visit.reader} at={event.occurred_at} format="second" />
    </dd>
    <dt>{tr("Received")}</dt>
    <dd>
      <Time reader={visit.reader} at={event.received_at} format="second" />
    </dd>
    {event.external_id ? (
      <>
        <dt>{tr("Account")}</dt>
        <dd>
          <code>{event.external_id}</code>
        </dd>
      </>
    ) : (
      NOTHING
    )}
    <dt>{tr("Event")}</dt>
    <dd>
      <code>{event.id}</code>
    </dd>
  </dl>
);

/** Opening it changes nothing by itself, so that a preview cannot. */
const Marks = ({ visit, event, filters }: { visit: PageRequest; event: InboxEvent; filters: Filters }): Markup => (
  <form method="post" action={eventPath(event.id, {})} class="head-actions">
    <FormToken visit={visit} />
    {filters.account ? <input type="hidden" name="account" value={filters.account} /> : null}
    <input type="hidden" name="before" value={event.status} />
    <button type="submit" class="button" name="mark" value={event.status === "unread" ? "read" : "unread"}>
      {event.status === "unread" ? tr("Mark read") : tr("Mark unread")}
    </button>
    {event.status === "archived" ? null : (
      <button type="submit" class="button" name="mark" value="archived">
        {tr("Archive")}
      </button>
    )}
  </form>
);
