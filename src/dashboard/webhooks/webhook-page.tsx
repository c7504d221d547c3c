/** @jsxImportSource #pages */
// One webhook endpoint: its state, its deliveries, a test, a new secret, and its end.

import type { PublicRoute } from "../../web/http/route.ts";
import { ErrorText, Notice } from "../../web/pages/components.tsx";
import { Empty, FormattedNumber, Pager, Table, Time } from "../../web/pages/data.tsx";
import { Select } from "../../web/pages/fields.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { message, rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { SameAsCall } from "../same-as-call.tsx";
import type { PageRequest } from "../visit.ts";
import { deliveryColumns } from "./delivery-columns.tsx";
import { deliveryPath, EndpointState, endpointPath, type WebhookEndpoint } from "./webhook-model.tsx";
import { endpointParams as params } from "./webhook-pages.tsx";

const PAGE = 50;
const STATES = ["pending", "delivered", "failed"];

export function webhookPage(dashboard: Dashboard): PublicRoute[] {
  const { api, page, form } = dashboard;
  return [
    page({ id: "webhook", path: "/webhooks/{id}", access: "user", params, show: (visit) => show(dashboard, visit) }),
    form({
      id: "test_webhook",
      path: "/webhooks/{id}/test",
      access: "user",
      role: "admin",
      params,
      async submit(visit) {
        const id = visit.params.id as string;
        const result = await attempt(() => api.call(visit, "test_webhook_endpoint", { params: { id } }));
        if ("error" in result) return show(dashboard, visit, result.error);
        return done(deliveryPath(id, result.data.event_id), tr("The test event is queued. Its attempts appear below."));
      },
    }),
    form({
      id: "enable_webhook",
      path: "/webhooks/{id}/enabled",
      access: "user",
      role: "admin",
      params,
      async submit(visit, sent) {
        const body = { enabled: sent.get("enabled") === "true" };
        await api.call(visit, "update_webhook_endpoint", { params: visit.params, body });
        const id = visit.params.id as string;
        const fields = { enabled: String(!body.enabled) };
        const undo = { action: endpointPath(id, "/enabled"), fields };
        if (!body.enabled)
          return done(endpointPath(id), tr("The endpoint is disabled: new events are not queued for it."), { undo });
        const next = { label: tr("Replay what it missed"), href: endpointPath(id, "/replay") };
        return done(endpointPath(id), tr("The endpoint is enabled."), { undo, next });
      },
    }),
  ];
}

async function show({ deps, api }: Dashboard, visit: PageRequest, error?: View["error"]): Promise<View> {
  const id = visit.params.id as string;
  const { searchParams } = visit.url;
  const wanted = searchParams.get("state") ?? "";
  const state = STATES.includes(wanted) ? wanted : undefined;
  const endpoint = await api.call(visit, "get_webhook_endpoint", { params: { id } });
  const input = { params: { id }, query: { state, limit: PAGE } };
  const query = { ...input.query, cursor: searchParams.get("cursor") ?? undefined };
  const { deliveries, next_cursor: next } = await api.call(visit, "list_webhook_deliveries", { ...input, query });
  return {
    title: tr("Webhook endpoint"),
    lead: <code class="address">{endpoint.url}</code>,
    action: <Actions visit={visit} endpoint={endpoint} />,
    ...(error && { error }),
    body: (
      <>
        {error ? (
          <Notice tone="bad">
            <ErrorText text={error.message} />
          </Notice>
        ) : null}
        <Warnings visit={visit} endpoint={endpoint} />
        <EndpointFacts visit={visit} endpoint={endpoint} />
        <section class="section">
          <h2>{tr("Deliveries")}</h2>
          <StateFilter id={id} state={state} />
          {deliveries.length === 0 ? (
            <NoDeliveries state={state} />
          ) : (
            <Table caption={tr("Deliveries, newest first")} columns={deliveryColumns(visit, id)} rows={deliveries} />
          )}
          <Pager url={visit.url} next={next} />
        </section>
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("list_webhook_deliveries", input)} id="call" />
      </>
    ),
  };
}

const Actions = ({ visit, endpoint }: { visit: PageRequest; endpoint: WebhookEndpoint }): Markup => {
  const { id, enabled } = endpoint;
  return (
    <>
      <form method="post" action={endpointPath(id, "/test")}>
        <FormToken visit={visit} />
        <button type="submit" class="button primary" disabled={!enabled}>
          {tr("Send a test")}
        </button>
      </form>
      <a class="button" href={endpointPath(id, "/edit")}>
        {tr("Change")}
      </a>
      <form method="post" action={endpointPath(id, "/enabled")}>
        <FormToken visit={visit} />
        <button type="submit" class="button" name="enabled" value={enabled ? "false" : "true"}>
          {enabled ? tr("Disable") : tr("Enable")}
        </button>
      </form>
      <a class="button" href={endpointPath(id, "/replay")}>
        {tr("Replay")}
      </a>
      <a class="button" href={endpointPath(id, "/secret")}>
        {tr("New secret")}
      </a>
      <a class="button danger" href={endpointPath(id, "/delete")}>
        {tr("Delete")}
      </a>
    </>
  );
};

/** What is wrong with it, and what to do. */
function Warnings({ visit, endpoint }: { visit: PageRequest; endpoint: WebhookEndpoint }): Markup {
  const { enabled, disabled_reason: reason, disabled_at: at, failures, is_full: isFull, dropped } = endpoint;
  const since = <Time reader={visit.reader} at={at} />;
  if (!enabled && reason === "gone")
    return (
      <Notice tone="bad">
        {rich(
          "It responded with 410 Gone, so nothing has been sent since {since}. Enable it once it takes events again.",
          { since },
        )}
      </Notice>
    );
  if (!enabled && reason === "failing")
    return (
      <Notice tone="bad">
        {rich(
          "No delivery succeeded for three days, so nothing has been sent since {since}. Fix it, enable it, then replay what it missed.",
          { since },
        )}
      </Notice>
    );
  if (!enabled)
    return (
      <Notice tone="neutral">
        {rich("It has been disabled since {since}: new events are not queued for it.", { since })}
      </Notice>
    );
  if (isFull)
    return (
      <Notice tone="bad">
        {rich("Its queue is full: {dropped} events were not queued. Replay them once it keeps up.", {
          dropped: <FormattedNumber reader={visit.reader} value={dropped} />,
        })}
      </Notice>
    );
  if (failures === 0) return NOTHING;
  return (
    <Notice tone="warning">
      {rich(
        "The last {failures} attempts failed. Each event is retried for three days; the deliveries below show why.",
        { failures: <FormattedNumber reader={visit.reader} value={failures} /> },
      )}
    </Notice>
  );
}

const SCOPES = {
  all: message("your own and your accounts’"),
  user: message("your own"),
  accounts: message("your connected accounts’"),
} as const;

const EndpointFacts = ({ visit, endpoint }: { visit: PageRequest; endpoint: WebhookEndpoint }): Markup => (
  <dl class="facts small card">
    <dt>{tr("State")}</dt>
    <dd>
      <EndpointState endpoint={endpoint} />
    </dd>
    {endpoint.description ? (
      <>
        <dt>{tr("Description")}</dt>
        <dd>
          <bdi>{endpoint.description}</bdi>
        </dd>
      </>
    ) : null}
    <dt>{tr("Events")}</dt>
    <dd>
      {rich("{types} of {providers}; {owners}", {
        types: <code>{endpoint.event_types.join(", ")}</code>,
        providers: endpoint.providers ? endpoint.providers.join(", ") : tr("all providers"),
        owners: tr(SCOPES[endpoint.scope]),
      })}
      {endpoint.account_ids ? ` ${tr("({count} of them)", { count: endpoint.account_ids.length })}` : ""}
    </dd>
    {endpoint.decides ? (
      <>
        <dt>{tr("Approvals")}</dt>
        <dd>{tr("Its signed response decides on calls that wait")}</dd>
      </>
    ) : null}
    <dt>{tr("Last success")}</dt>
    <dd>
      <Time reader={visit.reader} at={endpoint.last_success_at} none={tr("none yet")} />
    </dd>
    {endpoint.previous_secret_expires_at ? (
      <>
        <dt>{tr("Previous secret")}</dt>
        <dd>
          {rich("also signs until {previous_secret_expires_at}", {
            previous_secret_expires_at: <Time reader={visit.reader} at={endpoint.previous_secret_expires_at} />,
          })}
        </dd>
      </>
    ) : null}
    <dt>{tr("Endpoint")}</dt>
    <dd>
      <code>{endpoint.id}</code>
    </dd>
  </dl>
);

const StateFilter = ({ id, state }: { id: string; state: string | undefined }): Markup => (
  <form class="filters" action={endpointPath(id)}>
    <Select
      name="state"
      label={tr("State")}
      value={state}
      options={[
        { value: "", title: tr("All") },
        { value: "pending", title: tr("Pending") },
        { value: "delivered", title: tr("Delivered") },
        { value: "failed", title: tr("Failed") },
      ]}
    />
    <button type="submit" class="button">
      {tr("Filter")}
    </button>
    <a class="button quiet" href={endpointPath(id)}>
      {tr("Reload")}
    </a>
  </form>
);

const NoDeliveries = ({ state }: { state: string | undefined }): Markup => (
  <Empty title={state ? tr("No delivery is {state}.", { state }) : tr("Nothing has been sent yet.")}>
    <p class="muted">{tr("A test shows within seconds whether it can be reached.")}</p>
  </Empty>
);
