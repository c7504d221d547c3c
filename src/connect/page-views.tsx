/** @jsxImportSource #pages */
// What a session's page shows: the choice of a provider, consent, and the way on.

import { Button, Disclosure, Icon, LinkButton, Message, Panel, Sign } from "../pages/components.tsx";
import type { Child, Markup } from "../pages/jsx-runtime.ts";
import { Letter, ProviderMark } from "../pages/mark.tsx";
import type { Brand } from "../partners/brand.ts";
import type { Provider } from "../plugin/index.ts";
import { otherScopes, permissionsBy, type ServicePermissions } from "./page-permissions.ts";

/** Who asks, for whom, and where the person goes back to. */
export interface Party {
  /** Null where somebody connects a provider of their own. */
  partner: Brand | null;
  /** As the page calls whoever asks: the brand's name, or the host that it goes back to. */
  name: string;
  /** The account or the user. */
  forWhom: string;
  externalId: string | null;
  returnHost: string;
}

const Brandmark = ({ party }: { party: Party }): Markup =>
  party.partner?.logo ? (
    <span class="tile">
      <img src={party.partner.logo} alt="" width={48} height={48} />
    </span>
  ) : (
    <Letter name={party.name} isBrand />
  );

export const Pair = ({ party, provider }: { party: Party; provider: Provider }): Markup => (
  <div class="pair">
    <Brandmark party={party} />
    <span class="dots" aria-hidden="true">
      <i></i>
      <i></i>
      <i></i>
    </span>
    <ProviderMark id={provider.id} name={provider.name} />
  </div>
);

const ForWhom = ({ party }: { party: Party }): Markup => (
  <p class="muted">
    For <bdi class="strong">{party.forWhom}</bdi>. You can take this back at any time.
  </p>
);

/** Whoever was sent the link may not be whom it was made for. */
const Warning = ({ party }: { party: Party }): Markup => (
  <p class="foot">
    You go back to <span class="strong">{party.returnHost}</span>. Did somebody send you this link, and you don’t know{" "}
    <bdi>{party.name}</bdi>? Close this page.
  </p>
);

export const Form = (props: { action: string; formToken: string; children?: Child }): Markup => (
  <form method="post" action={props.action} class="stack">
    <input type="hidden" name="form_token" value={props.formToken} />
    {props.children}
  </form>
);

const Cancel = (): Markup => (
  <Button kind="quiet" name="action" value="cancel">
    Cancel
  </Button>
);

export interface FormTarget {
  action: string;
  formToken: string;
}

export function ChoiceView({
  party,
  providers,
  form,
}: {
  party: Party;
  providers: Provider[];
  form: FormTarget;
}): Markup {
  return (
    <Panel>
      <div class="centred">
        <div class="pair">
          <Brandmark party={party} />
        </div>
        <h1>
          {party.partner ? (
            <>
              Connect an account to <bdi>{party.name}</bdi>
            </>
          ) : (
            "Connect an account"
          )}
        </h1>
        <ForWhom party={party} />
      </div>
      <ul class="list">
        {providers.map(({ id, name }) => (
          <li>
            <a class="row" href={`?provider=${encodeURIComponent(id)}`}>
              <ProviderMark id={id} name={name} />
              <span>{name}</span>
              <Icon name="chevron" />
            </a>
          </li>
        ))}
      </ul>
      <Form {...form}>
        <Cancel />
      </Form>
      <Warning party={party} />
    </Panel>
  );
}

/** The permissions of one service: sentences, and the provider's own scopes for who wants them. */
const Service = ({ service, sentences, scopes }: ServicePermissions): Markup => (
  <li class="entry">
    <Sign tone="good" icon="check" />
    <div>
      {sentences.map((sentence) => (
        <p>{sentence}</p>
      ))}
      {scopes.length === 0 ? (
        <p class="muted small">{service}</p>
      ) : (
        <Disclosure summary={`${service} · ${scopes.length === 1 ? "1 scope" : `${scopes.length} scopes`}`}>
          <ScopeList scopes={scopes} />
        </Disclosure>
      )}
    </div>
  </li>
);

const ScopeList = ({ scopes }: { scopes: readonly string[] }): Markup => (
  <ul>
    {scopes.map((scope) => (
      <li>
        <code>{scope}</code>
      </li>
    ))}
  </ul>
);

export interface ConsentProps {
  party: Party;
  provider: Provider;
  scopes: readonly string[];
  form: FormTarget;
  /** Whether there are other providers to choose. */
  isChosen: boolean;
}

export const ConsentView = (props: ConsentProps): Markup => (
  <Panel>
    <Consent {...props} />
  </Panel>
);

/** What the panel holds, which a partner sees as a preview. */
export function Consent({ party, provider, scopes, form, isChosen }: ConsentProps): Markup {
  return (
    <>
      <div class="centred">
        <Pair party={party} provider={provider} />
        <h1>
          {party.partner ? (
            <>
              <bdi>{party.name}</bdi> wants to use your {provider.name} account
            </>
          ) : (
            <>Connect your {provider.name} account</>
          )}
        </h1>
        <ForWhom party={party} />
      </div>
      <Permissions provider={provider} scopes={scopes} />
      <Form {...form}>
        <input type="hidden" name="provider" value={provider.id} />
        <Button kind="primary" name="action" value="continue">
          Continue to {provider.name}
        </Button>
        {isChosen ? (
          <LinkButton kind="quiet" href={form.action}>
            <Icon name="back" />
            Choose another
          </LinkButton>
        ) : null}
        <Cancel />
      </Form>
      <Warning party={party} />
    </>
  );
}

function Permissions({ provider, scopes }: Pick<ConsentProps, "provider" | "scopes">): Markup {
  const others = otherScopes(provider, scopes);
  return (
    <ul class="list">
      <li class="entry">
        <Sign tone="good" icon="check" />
        <div>
          <p>See which account it is</p>
          <p class="muted small">Your name or e-mail address at {provider.name}</p>
        </div>
      </li>
      {permissionsBy(provider, scopes).map((one) => (
        <Service {...one} />
      ))}
      {others.length === 0 ? null : (
        <li class="entry">
          <Sign tone="warning" icon="alert" />
          <div>
            <p>Further access, in {provider.name}’s own words</p>
            {others.map((scope) => (
              <p class="small">
                <code>{scope}</code>
              </p>
            ))}
          </div>
        </li>
      )}
    </ul>
  );
}

/** Between our form and another site: the policy lets forms lead to ourselves alone. */
export const OnTheWay = ({ name, url }: { name: string; url: string }): Markup => (
  <Message tone="neutral" icon="arrow" title={`Taking you to ${name}`}>
    <p class="muted">It takes a moment.</p>
    <LinkButton kind="quiet" href={url}>
      Continue by hand
    </LinkButton>
  </Message>
);
