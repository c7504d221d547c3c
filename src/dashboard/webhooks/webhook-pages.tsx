/** @jsxImportSource #pages */
// Webhooks: the endpoints that events are sent to, made and changed; a secret is shown once.

import { Type as t } from "@sinclair/typebox";
import type { AppError } from "../../foundation/errors.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Icon, LinkButton, Notice } from "../../web/pages/components.tsx";
import { Code, Empty, Table, Time } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { SameAsCall } from "../same-as-call.tsx";
import type { PageRequest } from "../visit.ts";
import { bodyOf, EMPTY, type EndpointFields, EndpointForm, fieldsOfEndpoint, fieldsOfForm } from "./webhook-form.tsx";
import { EndpointState, endpointPath, nameOf, type WebhookEndpoint } from "./webhook-model.tsx";

export const endpointParams = t.Object({ id: t.String({ maxLength: 64, description: "A webhook endpoint." }) });
const NEW_PATH = "/webhooks/new";
const EDIT_PATH = "/webhooks/{id}/edit";
/** A thousand ids of accounts. */
const MAX_FORM_BYTES = 128 * 1024;

type WithSecret = WebhookEndpoint & { secret: string };

export function webhookPages(dashboard: Dashboard): PublicRoute[] {
  const { api, page, form } = dashboard;
  const add = { id: "new_webhook", path: NEW_PATH, access: "user", role: "admin", needsRecentSignIn: true } as const;
  const edit = {
    id: "edit_webhook",
    path: EDIT_PATH,
    access: "user",
    role: "admin",
    needsRecentSignIn: true,
    params: endpointParams,
  } as const;
  const isPartner = ({ user }: PageRequest) => user?.caller.partner != null;
  return [
    page({ id: "webhooks", path: "/webhooks", access: "user", show: (visit) => endpointsPage(dashboard, visit) }),
    page({ ...add, show: async (visit) => formView(dashboard, visit, EMPTY, null) }),
    form({
      ...add,
      maxBytes: MAX_FORM_BYTES,
      async submit(visit, sent) {
        const fields = fieldsOfForm(sent);
        const body = bodyOf(fields, isPartner(visit));
        const result = await attempt(() => api.call(visit, "create_webhook_endpoint", { body }));
        if ("error" in result) return formView(dashboard, visit, fields, result.error);
        return secretView(result.data, tr("Endpoint created"));
      },
    }),
    page({
      ...edit,
      async show(visit) {
        const endpoint = await api.call(visit, "get_webhook_endpoint", { params: visit.params });
        return formView(dashboard, visit, fieldsOfEndpoint(endpoint), null, endpoint.id);
      },
    }),
    form({
      ...edit,
      maxBytes: MAX_FORM_BYTES,
      async submit(visit, sent) {
        const id = visit.params.id as string;
        const fields = fieldsOfForm(sent);
        const input = { params: { id }, body: bodyOf(fields, isPartner(visit)) };
        const result = await attempt(() => api.call(visit, "update_webhook_endpoint", input));
        if ("error" in result) return formView(dashboard, visit, fields, result.error, id);
        return done(endpointPath(id), tr("The endpoint is saved. The next event goes out by it."));
      },
    }),
  ];
}

function formView(
  { deps }: Dashboard,
  visit: PageRequest,
  fields: EndpointFields,
  error: AppError | null,
  id: string | null = null,
): View {
  return {
    title: id === null ? tr("New webhook endpoint") : tr("Change the webhook endpoint"),
    lead: id === null ? tr("The secret is shown only once, on the next page.") : tr("Its secret stays the same."),
    ...(error && { error }),
    body: (
      <EndpointForm
        visit={visit}
        registry={deps.registry}
        fields={fields}
        error={error}
        submit={id === null ? tr("Create") : tr("Save")}
        cancel={id === null ? "/webhooks" : endpointPath(id)}
      />
    ),
  };
}

/** Visible once: nowhere else is the secret to be had. */
export const secretView = (endpoint: WithSecret, title: string): View => ({
  title,
  isSecret: true,
  lead: <code>{endpoint.url}</code>,
  body: (
    <>
      <Notice tone="warning">{tr("Copy the secret now. It is shown only once, and is stored encrypted.")}</Notice>
      <Code id="secret" label={tr("Copy the secret")}>
        {endpoint.secret}
      </Code>
      <p class="small muted after">
        {rich(
          "It verifies the header {code} of every delivery; {alternative} of @integration-gateway/client/webhooks does that.",
          { code: <code>webhook-signature</code>, alternative: <code>verifyWebhook</code> },
        )}
      </p>
      <p class="form-foot after">
        <LinkButton kind="primary" href={endpointPath(endpoint.id)}>
          {tr("I have copied it")}
        </LinkButton>
      </p>
    </>
  ),
});

async function endpointsPage({ deps, api }: Dashboard, visit: PageRequest): Promise<View> {
  const { webhook_endpoints: endpoints } = await api.call(visit, "list_webhook_endpoints");
  return {
    title: tr("Webhooks"),
    lead: tr("Your events are sent to these URLs as they arrive: signed, and retried until they are received."),
    action: endpoints.length > 0 ? <AddButton /> : null,
    body: (
      <>
        {endpoints.length === 0 ? (
          <Empty title={tr("No endpoints yet.")}>
            <p class="muted">{tr("Add a URL, and every event in your inbox is sent there within seconds.")}</p>
            <AddButton />
          </Empty>
        ) : (
          <Table caption={tr("Webhook endpoints")} columns={endpointColumns(visit)} rows={endpoints} />
        )}
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("list_webhook_endpoints")} id="call" />
      </>
    ),
  };
}

const AddButton = (): Markup => (
  <a class="button primary" href={NEW_PATH}>
    {rich("{icon}Add an endpoint", { icon: <Icon name="plus" /> })}
  </a>
);

const endpointColumns = (visit: PageRequest) => [
  {
    title: tr("Endpoint"),
    cell: (endpoint: WebhookEndpoint) => (
      <>
        <a href={endpointPath(endpoint.id)}>{nameOf(endpoint)}</a>
        <br />
        {endpoint.description ? (
          <bdi class="muted">{endpoint.description}</bdi>
        ) : (
          <code class="muted clipped">{new URL(endpoint.url).pathname}</code>
        )}
      </>
    ),
  },
  { title: tr("State"), cell: (endpoint: WebhookEndpoint) => <EndpointState endpoint={endpoint} /> },
  {
    title: tr("Events"),
    hideOnNarrow: true,
    cell: ({ event_types: types }: WebhookEndpoint) => (
      <>
        <code>{types[0] === "*" ? "all" : types[0]}</code>
        {types.length > 1 ? <span class="muted"> {rich("and {count} more", { count: types.length - 1 })}</span> : null}
      </>
    ),
  },
  {
    title: tr("Last success"),
    hideOnNarrow: true,
    cell: ({ last_success_at: at }: WebhookEndpoint) => <Time reader={visit.reader} at={at} none="none yet" />,
  },
];
