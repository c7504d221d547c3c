/** @jsxImportSource #pages */
// One provider: how to register an OAuth app there, the one that is entered here, and its test.
import type { AppError } from "../../foundation/errors.ts";
import { isRecent } from "../../identity/sign-in/sessions.ts";
import type { ProviderShape } from "../../operations/admin/shapes.ts";
import { setUpGuidePath, setUpSteps } from "../../reference/provider-setup.ts";
import { Button, Disclosure, LinkButton, Notice } from "../../web/pages/components.tsx";
import { Code, Status, Time } from "../../web/pages/data.tsx";
import { FormError } from "../../web/pages/fields.tsx";
import { type Markup, NOTHING, Raw } from "../../web/pages/jsx-runtime.ts";
import { englishLang, type Message, message, rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { mayVisit, type PageRequest } from "../visit.ts";
import { ClientForm, takesPrecedence } from "./client-form.tsx";
import { clientPath, findProvider, providerPath } from "./provider-paths.ts";
import { SameAsCommand } from "./same-as-command.tsx";
import { Section } from "./section.tsx";

type ClientStateProps = { deps: Pick<Dashboard["deps"], "registry">; provider: ProviderShape };

export function ClientState({ deps, provider: { id, client } }: ClientStateProps): Markup {
  if (!client && !usesApp(deps, { id })) return <span class="muted">{tr("not needed")}</span>;
  if (!client) return <Status tone="warning">{tr("none")}</Status>;
  return (
    <Status tone="good">{client.source === "configuration" ? tr("from the configuration") : tr("entered here")}</Status>
  );
}

const usesApp = ({ registry }: ClientStateProps["deps"], { id }: { id: string }) =>
  registry.provider(id)?.auth.oauth2 !== undefined;

export async function providerView(
  dashboard: Dashboard,
  visit: PageRequest,
  { error, started: startedTest }: { error?: AppError; started?: StartedSession } = {},
): Promise<View> {
  const { api, deps } = dashboard;
  const provider = await findProvider(dashboard, visit);
  const params = { provider: provider.id };
  return {
    title: provider.name,
    lead: tr("The OAuth app that people connect with."),
    ...(error && { error }),
    body: (
      <>
        <FormError error={error} fields={[]} />
        {startedTest ? (
          <StartedTest provider={provider} session={startedTest} />
        ) : (
          await testOutcome(dashboard, visit, provider)
        )}
        {usesApp(deps, provider) ? (
          <>
            <Test visit={visit} provider={provider} isElsewhere={deps.config.adminPort !== null} />
            <Registration provider={provider} steps={await setUpSteps(provider.name, deps.baseUrl)} />
            <Client deps={deps} visit={visit} provider={provider} />
          </>
        ) : (
          <p>
            {rich("People connect {name} with credentials of their own, so there is nothing to set up.", {
              name: provider.name,
            })}
          </p>
        )}
        <SameAsCommand id="call" baseUrl={deps.baseUrl} line={api.lineOf("admin_show_provider", { params })} />
      </>
    ),
  };
}

/** The steps at the provider, folded once they are done. */
function Registration({ provider, steps }: { provider: ProviderShape; steps: string | null }): Markup {
  const { name, client } = provider;
  const how =
    steps === null ? (
      <p class="muted">
        {rich("Create an OAuth app at {name}, for a server that stores a secret, with the redirect URI below.", {
          name,
        })}
      </p>
    ) : (
      <>
        <div class="text" lang={englishLang()}>
          <Raw html={steps} />
        </div>
        <p class="muted small">
          {tr("Where a step sets variables, you can enter the values on this page instead.")}{" "}
          <a href={setUpGuidePath(name)}>{rich("All about {name}", { name })}</a>
        </p>
      </>
    );
  return (
    <Section
      title={
        client ? tr("Register an OAuth app at {name}", { name }) : tr("1. Register an OAuth app at {name}", { name })
      }
    >
      {client ? <Disclosure summary={tr("The steps")}>{how}</Disclosure> : how}
      <p class="muted after">{tr("Its redirect URI, exactly:")}</p>
      <Code id="callback" label={tr("Copy the redirect URI")}>
        {provider.callback_url}
      </Code>
      {provider.sign_in_callback_url === null ? null : (
        <>
          <p class="muted after">
            {rich("If people should sign in here with {name}, register this one too:", { name })}
          </p>
          <Code id="sign-in-callback" label={tr("Copy the redirect URI")}>
            {provider.sign_in_callback_url}
          </Code>
        </>
      )}
    </Section>
  );
}

function Client({ deps, visit, provider }: { deps: Dashboard["deps"]; visit: PageRequest; provider: ProviderShape }) {
  const { client, entered_client: entered } = provider;
  if (!client && mayVisit(visit, "operator") && isRecent(visit.session, deps.clock.now()))
    return (
      <Section title={tr("2. Enter its id and secret")}>
        <ClientForm visit={visit} provider={provider} />
      </Section>
    );
  return (
    <Section title={client ? tr("OAuth app") : tr("2. Enter its id and secret")}>
      {client?.source === "configuration" ? (
        <Notice tone="neutral">
          {takesPrecedence()}
          {entered ? ` ${tr("The one entered below is used when the configuration has none.")}` : ""}
        </Notice>
      ) : null}
      <dl class="facts">
        <dt>{tr("In use")}</dt>
        <dd>
          <ClientState deps={deps} provider={provider} /> {client ? <code>{client.client_id}</code> : null}
        </dd>
        {entered ? <Entered visit={visit} entered={entered} /> : null}
      </dl>
      {mayVisit(visit, "operator") ? <ClientActions provider={provider} /> : null}
    </Section>
  );
}

const Entered = (props: { visit: PageRequest; entered: NonNullable<ProviderShape["entered_client"]> }): Markup => (
  <>
    <dt>{tr("Entered here")}</dt>
    <dd>
      <code>{props.entered.client_id}</code>, <Time reader={props.visit.reader} at={props.entered.updated_at} />
    </dd>
    <dt>{tr("Secret")}</dt>
    <dd class="muted">{tr("stored encrypted, and never shown")}</dd>
  </>
);

const ClientActions = ({ provider: { id, client, entered_client: entered } }: { provider: ProviderShape }): Markup => (
  <div class="form-foot wrap">
    <LinkButton kind={client ? "quiet" : "primary"} href={clientPath(id)}>
      {entered ? tr("Replace the OAuth app") : tr("Enter an OAuth app")}
    </LinkButton>
    {entered ? (
      <LinkButton kind="quiet" href={`${clientPath(id)}/remove`}>
        {tr("Remove it")}
      </LinkButton>
    ) : null}
  </div>
);

/** `isElsewhere`: whether this page is not at the public address, to which providers send browsers back. */
function Test(props: { visit: PageRequest; provider: ProviderShape; isElsewhere: boolean }): Markup {
  const { visit, provider, isElsewhere } = props;
  if (!provider.client) return NOTHING;
  if (!visit.user)
    return (
      <Section title={tr("Test")}>
        <p class="muted">
          {rich("You do not act for any user. With a user, you can connect {name} here as a test.", {
            name: provider.name,
          })}
        </p>
      </Section>
    );
  return (
    <Section title={tr("Test")}>
      <p class="muted">
        {rich(
          "Goes through {name}’s own pages and connects it for {email}. If it is already connected, the new grant replaces the current one.",
          { name: provider.name, email: <bdi class="strong">{visit.user.email}</bdi> },
        )}
      </p>
      <form
        method="post"
        action={`${providerPath(provider.id)}/test`}
        class="form-foot"
        data-connects={isElsewhere ? undefined : providerPath(provider.id)}
      >
        <FormToken visit={visit} />
        <Button kind="primary">{tr("Test the OAuth app")}</Button>
      </form>
    </Section>
  );
}

export interface StartedSession {
  session_id: string;
  connect_url: string;
}

const StartedTest = ({ provider, session }: { provider: ProviderShape; session: StartedSession }): Markup => (
  <Notice tone="neutral">
    <p>
      {rich("The test continues at the gateway’s public address. Come back here when {name} is connected.", {
        name: provider.name,
      })}
    </p>
    <p class="form-foot">
      <LinkButton kind="primary" href={session.connect_url} opens>
        {tr("Open the test")}
      </LinkButton>
      <LinkButton kind="quiet" href={`${providerPath(provider.id)}?session_id=${session.session_id}`}>
        {tr("Result")}
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
        {rich("The OAuth app works: {name} connected {account}.", {
          name: provider.name,
          account: <bdi class="strong">{identity?.name}</bdi>,
        })}
      </Notice>
    );
  if (status !== "failed") return <Notice tone="neutral">{tr("The test is not finished.")}</Notice>;
  return (
    <Notice tone="bad">
      {rich("The test failed with {error}. {advice}", {
        error: <code>{error}</code>,
        advice: adviceOn(error ?? ""),
      })}
    </Notice>
  );
}

const ADVICE: Record<string, Message> = {
  access_denied: message("Consent was refused there; the OAuth app itself may be correct."),
  invalid_client: message(
    "The provider did not accept the id or the secret. Compare them with those registered there.",
  ),
  incorrect_client_credentials: message(
    "The provider did not accept the id or the secret. Compare them with those registered there.",
  ),
  redirect_uri_mismatch: message("The redirect URI above is not registered at the provider."),
  temporarily_unavailable: message("The provider cannot be reached. Try again in a few minutes."),
  identity_unavailable: message("The provider did not return the account. Try again in a few minutes."),
};
const adviceOn = (error: string) =>
  tr((Object.hasOwn(ADVICE, error) && ADVICE[error]) || "The gateway’s log at the time of the test has details.");
