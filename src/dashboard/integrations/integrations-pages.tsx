/** @jsxImportSource #pages */
// Integrations: every provider as a tile, with its state, who granted what, what is wrong and what to do.

import { type Static, Type as t } from "@sinclair/typebox";
import { asSession } from "../../connections/connect/model.ts";
import type { IntegrationShape } from "../../connections/integrations/model.ts";
import { AppError } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton, Notice, Tag } from "../../web/pages/components.tsx";
import { Time } from "../../web/pages/data.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { ProviderMark } from "../../web/pages/mark.tsx";
import { confirmationPages } from "../confirm.tsx";
import { done } from "../notice.tsx";
import { type Dashboard, redirectTo } from "../pages.tsx";
import { INTEGRATIONS_PATH } from "../paths.ts";
import { SameAsCall } from "../same-as-call.tsx";
import type { ActingUser, PageRequest } from "../visit.ts";
import { accessOf, ConnectButton, IntegrationState, type ProviderAccess } from "./connecting.tsx";

export type Integration = Static<typeof IntegrationShape>;

const params = t.Object({ provider: t.String({ maxLength: 64, description: "The provider's id." }) });

export function integrationPages(dashboard: Dashboard): PublicRoute[] {
  const { deps, api, page, form } = dashboard;
  const connect = async (visit: PageRequest, provider: string) => {
    const body = {
      provider,
      page: true,
      redirect_url: `${deps.baseUrl}${visit.base}${INTEGRATIONS_PATH}?connected=${encodeURIComponent(provider)}`,
    };
    const { connect_url } = asSession(await api.call(visit, "start_connect", { body }));
    return redirectTo(connect_url);
  };
  return [
    page({
      id: "integrations",
      path: INTEGRATIONS_PATH,
      access: "user",
      show: (visit) => integrationsPage(dashboard, visit),
    }),
    form({
      id: "connect",
      path: "/integrations/{provider}/connect",
      access: "user",
      params,
      submit: (visit) => connect(visit, visit.params.provider as string),
    }),
    ...confirmationPages(dashboard, {
      id: "disconnect",
      path: "/integrations/{provider}/disconnect",
      access: "user",
      params,
      ask: (visit) => disconnectQuestion(dashboard, visit),
      async act(visit) {
        const provider = visit.params.provider as string;
        await api.call(visit, "disconnect_integration", { params: visit.params });
        const name = deps.registry.provider(provider)?.name ?? "The provider";
        return done(
          INTEGRATIONS_PATH,
          `${name} is disconnected. Its tokens are erased here and revoked at the provider.`,
        );
      },
    }),
  ];
}

async function integrationsPage({ deps, api }: Dashboard, visit: PageRequest) {
  const { integrations } = await api.call(visit, "list_integrations");
  const byProvider = new Map(integrations.map((one) => [one.provider, one]));
  const access = await accessOf({ deps }, visit.user as ActingUser);
  const providers = [...deps.registry.providers.values()];
  const canConnect = ({ id }: Provider) => access.get(id)?.canConnect === true;
  const connected = providers.filter(({ id }) => byProvider.has(id));
  const unconnected = providers.filter(({ id }) => !byProvider.has(id));
  const others = unconnected.filter(canConnect);
  const without = unconnected.filter((provider) => !canConnect(provider));
  const tile = (provider: Provider) => (
    <Tile
      visit={visit}
      provider={provider}
      integration={byProvider.get(provider.id)}
      access={access.get(provider.id)}
    />
  );
  return {
    title: "Integrations",
    lead: "The providers that you have connected and that calls with your keys can use.",
    body: (
      <>
        <Outcome visit={visit} nameOf={(id) => deps.registry.provider(id)?.name ?? "The provider"} />
        <AgentRequestNotice
          visit={visit}
          provider={providers.find(({ id }) => id === visit.url.searchParams.get("connect"))}
        />
        {connected.length > 0 ? <ul class="cards">{connected.map(tile)}</ul> : null}
        {others.length > 0 ? (
          <section class="section">
            <h2>Ready to connect</h2>
            <ul class="cards">{others.map(tile)}</ul>
          </section>
        ) : null}
        {without.length > 0 ? (
          <section class="section">
            <h2>Not set up by the operator</h2>
            <ul class="cards">{without.map(tile)}</ul>
          </section>
        ) : null}
        <SameAsCall baseUrl={deps.baseUrl} id="list" line={api.lineOf("list_integrations")} />
      </>
    ),
  };
}

/** For a person whom an agent sent here: whose integration it will be, since only the key's own user's helps the agent. */
function AgentRequestNotice({ visit, provider }: { visit: PageRequest; provider: Provider | undefined }): Markup {
  if (!provider || !visit.user) return NOTHING;
  return (
    <Notice tone="warning">
      An agent needs {provider.name}. If you expect this, connect it below for {visit.user.email}; the agent then
      continues.
    </Notice>
  );
}

/** Why nothing was connected, by the code that the flow came back with. */
const REASONS: Record<string, string> = {
  access_denied: "You cancelled, or denied access at the provider.",
  session_expired: "The link expired after 30 minutes.",
  temporarily_unavailable: "The provider could not be reached. Try again in a few minutes.",
  replacement_refused: "You signed in with another account, and kept the existing connection.",
  replacement_expired:
    "You signed in with another account, and did not decide in time whether to replace the connection.",
};

/** How a connect ended. Anyone can write an address, so it chooses only among our own sentences. */
function Outcome({ visit, nameOf }: { visit: PageRequest; nameOf: (id: string) => string }): Markup {
  const query = visit.url.searchParams;
  if (query.get("status") === "success")
    return <Notice tone="good">Connected. Calls with your keys can now use it.</Notice>;
  const error = query.get("error");
  if (error === null && query.get("status") === null) return NOTHING;
  const reason =
    error !== null && Object.hasOwn(REASONS, error) ? REASONS[error] : "The provider did not complete the connection.";
  const name = nameOf(query.get("connected") ?? "");
  return (
    <Notice tone="warning">
      {error?.startsWith("replacement_") ? `${name} was not changed.` : `${name} was not connected.`} {reason} Existing
      connections are unchanged, and you can try again at any time.
    </Notice>
  );
}

function Tile(props: {
  visit: PageRequest;
  provider: Provider;
  integration: Integration | undefined;
  access: ProviderAccess | undefined;
}): Markup {
  const { visit, provider, integration, access } = props;
  return (
    <li class="card" id={provider.id}>
      <div class="card-head">
        <ProviderMark id={provider.id} name={provider.name} />
        <div>
          <p class="strong">{provider.name}</p>
          {integration ? <IntegrationState status={integration.status} /> : null}
        </div>
      </div>
      {integration ? <Details visit={visit} provider={provider} integration={integration} /> : null}
      {!integration && !access?.canConnect ? (
        <p class="small muted">The operator has not set up an OAuth app for {provider.name} yet.</p>
      ) : null}
      <div class="card-foot">
        <ConnectButton visit={visit} provider={provider} access={access} isPrimary={integration?.status !== "active"} />
        {integration ? (
          <LinkButton kind="quiet" href={`/integrations/${provider.id}/disconnect`}>
            Disconnect<span class="visually-hidden"> {provider.name}</span>
          </LinkButton>
        ) : null}
      </div>
    </li>
  );
}

function Details({
  visit,
  provider,
  integration,
}: {
  visit: PageRequest;
  provider: Provider;
  integration: Integration;
}): Markup {
  const { identity, enabled_services: services, connected_at: at, status, access_expires_at: end } = integration;
  const services_on = services.filter(({ is_enabled }) => is_enabled);
  return (
    <>
      {status === "expired" || status === "revoked" ? (
        <p class="small">
          {provider.name} {status === "expired" ? "no longer accepts this connection" : "revoked the grant"}. Reconnect
          it to continue; nothing else is lost.
        </p>
      ) : null}
      <p class="small">
        <bdi class="strong">{identity.name}</bdi>
        {identity.workspace && identity.workspace.name !== identity.name ? (
          <>
            {" at "}
            <bdi>{identity.workspace.name}</bdi>
          </>
        ) : null}
        <br />
        <span class="muted">
          since <Time reader={visit.reader} at={at} format="day" />
        </span>
        {end === undefined ? null : (
          <>
            <br />
            Access ends on <Time reader={visit.reader} at={end} format="minute" />. Reconnect before then.
          </>
        )}
      </p>
      <ul class="words" aria-label="Granted permissions">
        {services_on.map(({ service_name }) => (
          <li>
            <Tag tone="neutral">{service_name}</Tag>
          </li>
        ))}
      </ul>
    </>
  );
}

async function disconnectQuestion({ deps, api }: Dashboard, visit: PageRequest) {
  const id = visit.params.provider as string;
  const { integrations } = await api.call(visit, "list_integrations");
  const integration = integrations.find(({ provider }) => provider === id);
  const provider = deps.registry.provider(id);
  if (!integration || !provider) throw new AppError("NOT_FOUND", "This integration does not exist.");
  return {
    title: `Disconnect ${provider.name}?`,
    button: "Disconnect",
    isDangerous: true,
    back: INTEGRATIONS_PATH,
    body: (
      <p>
        The tokens of <bdi class="strong">{integration.identity.name}</bdi> are erased here and revoked at{" "}
        {provider.name}. Calls are refused with <code>PERMISSION_DENIED</code> until it is connected again. The usage
        log is kept.
      </p>
    ),
  };
}
