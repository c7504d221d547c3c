/** @jsxImportSource #pages */
// Providers: whether each has a client and from where, the address to register, and a test through the real connect flow.
import { Type as t } from "@sinclair/typebox";
import { asSession } from "../../connections/connect/model.ts";
import type { AppError } from "../../foundation/errors.ts";
import type { ProviderShape } from "../../operations/admin/shapes.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton, Notice } from "../../web/pages/components.tsx";
import { Code, Status, Table, Time } from "../../web/pages/data.tsx";
import { FormError } from "../../web/pages/fields.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { ProviderMark } from "../../web/pages/mark.tsx";
import { FormToken } from "../form-token.tsx";
import { attempt, type Dashboard, redirectTo, type View } from "../pages.tsx";
import { INTEGRATIONS_PATH } from "../paths.ts";
import { mayVisit, type PageRequest } from "../visit.ts";
import { SameAsCommand } from "./same-as-command.tsx";
import { Section } from "./section.tsx";

export const PROVIDERS_PATH = "/operator/providers";
export const providerPath = (id: string) => `${PROVIDERS_PATH}/${encodeURIComponent(id)}`;
export const providerParams = t.Object({ provider: t.String({ maxLength: 64, description: "The provider's id." }) });

export const findProvider = ({ api }: Dashboard, visit: PageRequest) =>
  api.admin(visit, "admin_show_provider", { params: { provider: visit.params.provider as string } });

export function providerPages(dashboard: Dashboard): PublicRoute[] {
  const { page, form } = dashboard;
  const one = { path: `${PROVIDERS_PATH}/{provider}`, params: providerParams };
  return [
    page({
      id: "operator_providers",
      path: PROVIDERS_PATH,
      access: "viewer",
      show: (visit) => providersPage(dashboard, visit),
    }),
    page({ ...one, id: "operator_provider", access: "viewer", show: (visit) => providerView(dashboard, visit) }),
    form({
      id: "operator_test_provider",
      path: `${one.path}/test`,
      params: providerParams,
      access: "viewer",
      submit: (visit) => startTest(dashboard, visit),
    }),
  ];
}

async function providersPage({ api, deps }: Dashboard, visit: PageRequest): Promise<View> {
  const { providers } = await api.admin(visit, "admin_list_providers");
  const rows = providers.toSorted((a, b) => a.name.localeCompare(b.name, "en"));
  return {
    title: "Providers",
    lead: "People connect with your OAuth app, which you register at the provider, or with their own keys.",
    body: (
      <>
        <Table
          caption="Providers"
          rows={rows}
          columns={[
            {
              title: "Provider",
              cell: ({ id, name }) => (
                <span class="with-mark">
                  <ProviderMark id={id} name={name} />
                  <a href={providerPath(id)}>{name}</a>
                </span>
              ),
            },
            { title: "Client", cell: (provider) => <ClientState deps={deps} provider={provider} /> },
            {
              title: "Client id",
              hideOnNarrow: true,
              cell: ({ client }) =>
                client ? <code class="cut">{client.client_id}</code> : <span class="muted">—</span>,
            },
          ]}
        />
        <SameAsCommand
          id="call"
          baseUrl={deps.baseUrl}
          line={api.lineOf("admin_list_providers")}
          command="gateway plugin list"
        />
      </>
    ),
  };
}

type ClientStateProps = { deps: Pick<Dashboard["deps"], "registry">; provider: ProviderShape };

function ClientState({ deps, provider: { id, client } }: ClientStateProps): Markup {
  if (!client && !deps.registry.provider(id)?.auth.oauth2) return <span class="muted">not needed</span>;
  if (!client) return <Status tone="warning">none</Status>;
  return <Status tone="good">{client.source === "configuration" ? "from the configuration" : "entered here"}</Status>;
}

async function providerView(
  dashboard: Dashboard,
  visit: PageRequest,
  { error, started: startedTest }: { error?: AppError; started?: StartedSession } = {},
): Promise<View> {
  const { api, deps } = dashboard;
  const provider = await findProvider(dashboard, visit);
  const params = { provider: provider.id };
  return {
    title: provider.name,
    lead: "The OAuth app that people connect with.",
    ...(error && { error }),
    body: (
      <>
        <FormError error={error} fields={[]} />
        {startedTest ? (
          <StartedTest provider={provider} session={startedTest} />
        ) : (
          await testOutcome(dashboard, visit, provider)
        )}
        <Callback deps={deps} provider={provider} />
        <Client deps={deps} visit={visit} provider={provider} />
        <Test visit={visit} provider={provider} />
        <SameAsCommand id="call" baseUrl={deps.baseUrl} line={api.lineOf("admin_show_provider", { params })} />
      </>
    ),
  };
}

const Callback = ({ deps, provider }: { deps: Dashboard["deps"]; provider: ProviderShape }): Markup => (
  <Section title="Callback address">
    <p class="muted">
      Register exactly this address at {provider.name} as the redirect URI.{" "}
      <a href={`${deps.baseUrl}/docs/guides/providers#${provider.name.toLowerCase().replaceAll(" ", "-")}`}>
        How to register an OAuth app
      </a>
    </p>
    <Code id="callback" label="Copy the address">
      {provider.callback_url}
    </Code>
    {provider.sign_in_callback_url === null ? null : (
      <>
        <p class="muted after">If people should sign in here with {provider.name}, register this one too:</p>
        <Code id="sign-in-callback" label="Copy the address">
          {provider.sign_in_callback_url}
        </Code>
      </>
    )}
  </Section>
);

function Client({ deps, visit, provider }: ClientStateProps & { visit: PageRequest }): Markup {
  const { client, entered_client: entered } = provider;
  const mayChange = mayVisit(visit, "operator");
  const path = `${providerPath(provider.id)}/client`;
  return (
    <Section title="Client">
      {client?.source === "configuration" ? (
        <Notice tone="neutral">
          The environment or the providers file sets an OAuth app, which takes precedence over one entered here
          {entered ? ". The one entered below is used when the configuration has none" : ""}.
        </Notice>
      ) : null}
      <dl class="facts">
        <dt>In use</dt>
        <dd>
          <ClientState deps={deps} provider={provider} /> {client ? <code>{client.client_id}</code> : null}
        </dd>
        {entered ? (
          <>
            <dt>Entered here</dt>
            <dd>
              <code>{entered.client_id}</code>, <Time reader={visit.reader} at={entered.updated_at} />
            </dd>
            <dt>Secret</dt>
            <dd class="muted">stored encrypted, and never shown</dd>
          </>
        ) : null}
      </dl>
      {mayChange ? (
        <div class="form-foot wrap">
          <LinkButton kind={client ? "quiet" : "primary"} href={path}>
            {entered ? "Replace the OAuth app" : "Enter an OAuth app"}
          </LinkButton>
          {entered ? (
            <LinkButton kind="quiet" href={`${path}/remove`}>
              Remove it
            </LinkButton>
          ) : null}
        </div>
      ) : null}
    </Section>
  );
}

function Test({ visit, provider }: { visit: PageRequest; provider: ProviderShape }): Markup {
  if (!provider.client) return NOTHING;
  if (!visit.user)
    return (
      <Section title="Test">
        <p class="muted">You do not act for any user. With a user, you can connect {provider.name} here as a test.</p>
      </Section>
    );
  return (
    <Section title="Test">
      <p class="muted">
        Goes through {provider.name}’s own pages and connects it for <bdi class="strong">{visit.user.email}</bdi>. If it
        is already connected, the new grant replaces the current one.
      </p>
      <form method="post" action={`${providerPath(provider.id)}/test`} class="form-foot">
        <FormToken visit={visit} />
        <button type="submit" class="button">
          Test the OAuth app
        </button>
      </form>
    </Section>
  );
}

async function startTest(dashboard: Dashboard, visit: PageRequest): Promise<Response | View> {
  const { api, deps } = dashboard;
  const provider = await findProvider(dashboard, visit);
  // Providers send browsers back only to the public address: an operator at a listener of their own goes on in a second tab.
  const isElsewhere = deps.config.adminPort !== null;
  const redirect_url =
    deps.baseUrl +
    visit.base +
    (isElsewhere ? `${INTEGRATIONS_PATH}?connected=${provider.id}` : providerPath(provider.id));
  const body = { provider: provider.id, page: true, redirect_url };
  const result = await attempt(() => api.call(visit, "start_connect", { body }));
  if ("error" in result) return providerView(dashboard, visit, { error: result.error });
  const started = asSession(result.data);
  return isElsewhere ? providerView(dashboard, visit, { started }) : redirectTo(started.connect_url);
}

interface StartedSession {
  session_id: string;
  connect_url: string;
}

const StartedTest = ({ provider, session }: { provider: ProviderShape; session: StartedSession }): Markup => (
  <Notice tone="neutral">
    <p>The test continues at the gateway’s public address. Come back here when {provider.name} is connected.</p>
    <p class="form-foot">
      <LinkButton kind="primary" href={session.connect_url} opens>
        Open the test
      </LinkButton>
      <LinkButton kind="quiet" href={`${providerPath(provider.id)}?session_id=${session.session_id}`}>
        Result
      </LinkButton>
    </p>
  </Notice>
);

/** How the test ended, as its session says; the address that the browser came with could be anybody's. */
async function testOutcome({ api }: Dashboard, visit: PageRequest, provider: ProviderShape): Promise<Markup> {
  const sessionId = visit.url.searchParams.get("session_id");
  if (sessionId === null || !visit.user) return NOTHING;
  const params = { session_id: sessionId };
  const found = await attempt(() => api.call(visit, "get_connect_session", { params }));
  if ("error" in found) return NOTHING;
  const { status, error, identity } = found.data;
  if (status === "completed")
    return (
      <Notice tone="good">
        The OAuth app works: {provider.name} connected <bdi class="strong">{identity?.name}</bdi>.
      </Notice>
    );
  if (status !== "failed") return <Notice tone="neutral">The test is not finished.</Notice>;
  return (
    <Notice tone="bad">
      The test failed with <code>{error}</code>. {adviceOn(error ?? "")}
    </Notice>
  );
}

const ADVICE: Record<string, string> = {
  access_denied: "Consent was refused there; the OAuth app itself may be correct.",
  invalid_client: "The provider did not accept the id or the secret. Compare them with those registered there.",
  incorrect_client_credentials:
    "The provider did not accept the id or the secret. Compare them with those registered there.",
  redirect_uri_mismatch: "The callback address above is not registered at the provider.",
  temporarily_unavailable: "The provider cannot be reached. Try again in a few minutes.",
  identity_unavailable: "The provider did not return the account. Try again in a few minutes.",
};
const adviceOn = (error: string) =>
  (Object.hasOwn(ADVICE, error) && ADVICE[error]) || "The gateway’s log at the time of the test has details.";
