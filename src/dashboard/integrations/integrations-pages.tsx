/** @jsxImportSource #pages */
// Integrations: what is connected with its health and last calls, then every other provider; and the way in and out.

import { Type as t } from "@sinclair/typebox";
import { asSession } from "../../connections/connect/model.ts";
import { AppError } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";
import { permissionsOf } from "../../providers/registry/scopes.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Notice } from "../../web/pages/components.tsx";
import { Empty } from "../../web/pages/data.tsx";
import { TextField } from "../../web/pages/fields.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, rich, tr } from "../../web/pages/messages.ts";
import { confirmationPages } from "../confirm.tsx";
import { BorrowedSection } from "../lending/borrowed-section.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, redirectTo, type View } from "../pages.tsx";
import { INTEGRATIONS_PATH } from "../paths.ts";
import { SameAsCall } from "../same-as-call.tsx";
import { SearchForm } from "../search-form.tsx";
import type { ActingUser, PageRequest } from "../visit.ts";
import { activityOf } from "./activity.ts";
import { choiceView, chosenScopes } from "./choose-permissions.tsx";
import { ConnectedCard } from "./connected-card.tsx";
import { accessOf } from "./connecting.tsx";
import { integrationOf, namePages, requireIntegration } from "./connection-name.tsx";
import { Unconnected } from "./unconnected.tsx";

const CONNECT_PATH = "/integrations/{provider}/connect";
const params = t.Object({
  provider: t.String({ maxLength: 64, description: "The provider's id, or the integration's." }),
});

export function integrationPages(dashboard: Dashboard): PublicRoute[] {
  const { deps, api, page, form } = dashboard;
  const connect = async (visit: PageRequest, form: URLSearchParams) => {
    const provider = providerOf(dashboard, visit);
    const connection = form.get("connection");
    const attempted = await attempt(async () => {
      const scopes = chosenScopes(provider, form, deps.target(provider.id).extraScopes);
      const redirect_url = `${deps.baseUrl}${visit.base}${INTEGRATIONS_PATH}?connected=${encodeURIComponent(provider.id)}`;
      const body = {
        ...{ provider: provider.id, page: true, redirect_url },
        ...(scopes && { scopes }),
        ...(connection && { connection }),
      };
      return asSession(await api.call(visit, "start_connect", { body })).connect_url;
    });
    if ("data" in attempted) return redirectTo(attempted.data);
    const { error } = attempted;
    if (!form.has("chosen")) throw error;
    return choiceView(visit, provider, {
      ...{ connection, form, error },
      integration: await integrationOf(dashboard, visit, connection),
    });
  };
  return [
    page({
      id: "integrations",
      path: INTEGRATIONS_PATH,
      access: "user",
      show: (visit) => integrationsPage(dashboard, visit),
    }),
    page({
      id: "choose_permissions",
      path: CONNECT_PATH,
      access: "user",
      role: "member",
      params,
      show: async (visit) => {
        const connection = visit.url.searchParams.get("connection");
        const integration = await integrationOf(dashboard, visit, connection);
        return choiceView(visit, providerOf(dashboard, visit), { integration, connection });
      },
    }),
    form({ id: "connect", path: CONNECT_PATH, access: "user", role: "member", params, submit: connect }),
    ...confirmationPages(dashboard, {
      id: "disconnect",
      path: "/integrations/{provider}/disconnect",
      access: "user",
      role: "member",
      params,
      ask: (visit) => disconnectQuestion(dashboard, visit),
      async act(visit) {
        const { provider } = await api.call(visit, "disconnect_integration", { params: visit.params });
        const name = deps.registry.provider(provider)?.name ?? tr("The provider");
        return done(
          INTEGRATIONS_PATH,
          tr("{name} is disconnected. Its tokens are erased here and revoked at the provider.", { name }),
        );
      },
    }),
    ...namePages(dashboard),
  ];
}

async function integrationsPage(dashboard: Dashboard, visit: PageRequest): Promise<View> {
  const { deps, api } = dashboard;
  const { searchParams } = visit.url;
  const q = (searchParams.get("q") ?? "").trim().slice(0, MAX_SEARCH);
  const [{ integrations }, { borrowed }, access, activity] = await Promise.all([
    api.call(visit, "list_integrations"),
    api.call(visit, "list_borrowed_integrations"),
    accessOf({ deps }, visit.user as ActingUser),
    activityOf(dashboard, visit),
  ]);
  const byProvider = Map.groupBy(integrations, ({ provider }) => provider);
  const providers = [...deps.registry.providers.values()];
  const found = providers.filter((provider) => matches(provider, q));
  const cards = found.flatMap((provider) =>
    (byProvider.get(provider.id) ?? []).map((integration, i, own) => ({
      ...{ provider, integration, access: access.get(provider.id), activity: activity.get(integration.id) },
      ...{ isOneOfSeveral: own.length > 1, isFirst: i === 0, isLast: i === own.length - 1 },
    })),
  );
  // What is borrowed of a provider that is gone can still be given back.
  const isGone = (id: string) => q === "" && !deps.registry.providers.has(id);
  const lent = borrowed.filter(({ provider: id }) => isGone(id) || found.some((one) => one.id === id));
  const others = found.filter(({ id }) => !byProvider.has(id));
  return {
    title: tr("Integrations"),
    lead: tr("The providers that you have connected and that calls with your keys can use."),
    body: (
      <>
        <Outcome visit={visit} nameOf={(id) => deps.registry.provider(id)?.name ?? tr("The provider")} />
        <AgentRequestNotice visit={visit} provider={providers.find(({ id }) => id === searchParams.get("connect"))} />
        <SearchForm path={INTEGRATIONS_PATH} results="integrations" button={tr("Search")}>
          <TextField name="q" label={tr("Search")} type="search" value={q} autocomplete="off" />
        </SearchForm>
        <div id="integrations">
          {cards.length > 0 ? (
            <ul class="cards">
              {cards.map((card) => (
                <ConnectedCard visit={visit} {...card} />
              ))}
            </ul>
          ) : null}
          <BorrowedSection visit={visit} registry={deps.registry} borrowed={lent} />
          <Unconnected visit={visit} providers={others} access={access} />
          {found.length === 0 ? (
            <Empty title={tr("No provider matches “{query}”.", { query: q })}>
              <a class="button" href={INTEGRATIONS_PATH}>
                {tr("Show all")}
              </a>
            </Empty>
          ) : null}
        </div>
        <SameAsCall baseUrl={deps.baseUrl} id="list" line={api.lineOf("list_integrations")} />
      </>
    ),
  };
}

const MAX_SEARCH = 100;

/** Looks at the name, and at that of a service or permission, such as "calendar". */
function matches(provider: Provider, q: string): boolean {
  const text = q.toLowerCase();
  return [provider.name, provider.id, ...permissionsOf(provider)].some((name) => name.toLowerCase().includes(text));
}

/** For a person whom an agent sent here: whose integration it will be, since only the key's own user's helps the agent. */
function AgentRequestNotice({ visit, provider }: { visit: PageRequest; provider: Provider | undefined }): Markup {
  if (!provider || !visit.user) return NOTHING;
  return (
    <Notice tone="warning">
      {rich("An agent needs {name}. If you expect this, connect it below for {email}; the agent then continues.", {
        name: provider.name,
        email: visit.user.email,
      })}
    </Notice>
  );
}

/** Why nothing was connected, by the code that the flow came back with. */
const REASONS: Record<string, Message> = {
  access_denied: message("You cancelled, or denied access at the provider."),
  session_expired: message("The link expired after 30 minutes."),
  temporarily_unavailable: message("The provider could not be reached. Try again in a few minutes."),
  replacement_refused: message("You signed in with another account, and kept the existing connection."),
  replacement_expired: message(
    "You signed in with another account, and did not decide in time whether to replace the connection.",
  ),
};

/** How a connect ended. Anyone can write an address, so it chooses only among our own sentences. */
function Outcome({ visit, nameOf }: { visit: PageRequest; nameOf: (id: string) => string }): Markup {
  const query = visit.url.searchParams;
  if (query.get("status") === "success")
    return <Notice tone="good">{tr("Connected. Calls with your keys can now use it.")}</Notice>;
  const error = query.get("error");
  if (error === null && query.get("status") === null) return NOTHING;
  const known = error !== null && Object.hasOwn(REASONS, error) ? REASONS[error] : undefined;
  const reason = tr(known ?? "The provider did not complete the connection.");
  const name = nameOf(query.get("connected") ?? "");
  return (
    <Notice tone="warning">
      {error?.startsWith("replacement_")
        ? tr("{name} was not changed.", { name })
        : tr("{name} was not connected.", { name })}{" "}
      {reason} {tr("Existing connections are unchanged, and you can try again at any time.")}
    </Notice>
  );
}

function providerOf({ deps }: Dashboard, { params }: PageRequest): Provider {
  const provider = deps.registry.provider(params.provider as string);
  if (!provider) throw new AppError("NOT_FOUND", "This gateway has no such provider.");
  return provider;
}

async function disconnectQuestion(dashboard: Dashboard, visit: PageRequest) {
  const integration = await requireIntegration(dashboard, visit);
  const name = dashboard.deps.registry.provider(integration.provider)?.name ?? integration.provider;
  return {
    title: tr("Disconnect {name}?", { name }),
    button: tr("Disconnect"),
    isDangerous: true,
    back: INTEGRATIONS_PATH,
    body: (
      <p>
        {rich(
          "The tokens of {name} are erased here and revoked at {provider}. Calls are refused with {code} until it is connected again. The usage log is kept.",
          {
            name: <bdi class="strong">{integration.identity.name}</bdi>,
            provider: name,
            code: <code>PERMISSION_DENIED</code>,
          },
        )}
      </p>
    ),
  };
}
