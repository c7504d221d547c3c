/** @jsxImportSource #pages */
// What a session's page shows: the choice of a provider, consent, and the way on.

import type { Brand } from "../../identity/partners/brand.ts";
import type { Provider } from "../../plugin/index.ts";
import { Button, Disclosure, Icon, LinkButton, Message, Panel, StatusIcon } from "../../web/pages/components.tsx";
import { type Child, type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { Initial, ProviderMark } from "../../web/pages/mark.tsx";
import { filled, filledText } from "../../web/pages/texts.ts";
import { otherScopes, permissionsBy, type ServicePermissions } from "./page-permissions.ts";
import { type ConnectPageRequest, pathFor } from "./page-request.ts";
import { OtherKinds, type SignIn, SignInFields } from "./page-sign-in.tsx";
import { scopesText, type Texts } from "./page-texts.ts";
import { type PluginTexts, pluginTexts } from "./plugin-texts.ts";

/** Who asks, for whom, and where the person goes back to. */
export interface Party {
  /** Null where somebody connects a provider of their own. */
  partner: Brand | null;
  /** The page's name for the partner: the brand's name, or the host that it goes back to. */
  name: string;
  /** The account or the user. */
  forWhom: string;
  externalId: string | null;
  returnHost: string;
}

/** The first letter of a host, or the digit of an address, is nobody's mark: somebody's own connection has a person's. */
export function Brandmark({ party: { partner, name } }: { party: Party }): Markup {
  if (partner === null)
    return (
      <span class="tile brand" aria-hidden="true">
        <Icon name="person" />
      </span>
    );
  if (!partner.logo) return <Initial name={name} isBrand />;
  return (
    <span class="tile">
      <img src={partner.logo} alt="" width={48} height={48} />
    </span>
  );
}

export const Pair = ({ party, provider }: { party: Party; provider: Provider }): Markup => (
  <div class="pair">
    <Brandmark party={party} />
    <span class="dots" aria-hidden="true">
      <i></i>
      <i></i>
      <i></i>
    </span>
    <ProviderMark provider={provider} />
  </div>
);

/** Who asks, in the text's own direction. */
export const PartyName = ({ party }: { party: Party }): Markup => <bdi>{party.name}</bdi>;

/** `{name} wants to use …`, or that somebody connects their own. */
export function consentTitle({ party, provider, texts }: { party: Party; provider: Provider; texts: Texts }): Child {
  const text = party.partner ? texts.wants_to_use : texts.connect_own;
  return filled(text, { partner: <PartyName party={party} />, provider: provider.name });
}

export function choiceTitle({ party, texts }: { party: Party; texts: Texts }): Child {
  return party.partner ? filled(texts.choice, { partner: <PartyName party={party} /> }) : texts.title_choice;
}

export const ForWhom = ({ party, texts }: { party: Party; texts: Texts }): Markup => (
  <p class="muted">{filled(texts.for_whom, { account: <bdi class="strong">{party.forWhom}</bdi> })}</p>
);

/** Which of several connections it will be, where the session names one. */
const ConnectionName = ({ connection, texts }: { connection: string | null; texts: Texts }): Markup =>
  connection === null ? (
    NOTHING
  ) : (
    <p class="muted">{filled(texts.as_connection, { name: <bdi class="strong">{connection}</bdi> })}</p>
  );

/** The person who received the link may not be the one it was made for. */
const Warning = ({ party, texts }: { party: Party; texts: Texts }): Markup => (
  <p class="foot">
    {filled(texts.warning, {
      host: <span class="strong">{party.returnHost}</span>,
      partner: <PartyName party={party} />,
    })}
  </p>
);

export const Form = (props: FormTarget & { children?: Child }): Markup => (
  <form method="post" action={props.action} class="stack">
    <input type="hidden" name="form_token" value={props.formToken} />
    {props.children}
  </form>
);

/** A person who cancels need not fill anything in first. */
const Cancel = ({ texts }: { texts: Texts }): Markup => (
  <Button kind="quiet" name="action" value="cancel" skipsChecks>
    {texts.cancel}
  </Button>
);

export interface FormTarget {
  action: string;
  formToken: string;
}

interface LinkProps {
  party: Party;
  form: FormTarget;
  visit: ConnectPageRequest;
}

export function ChoiceView(props: LinkProps & { providers: Provider[]; connection: string | null }): Markup {
  const { party, providers, form, visit, connection } = props;
  const { texts } = visit;
  return (
    <Panel>
      <div class="centred">
        <div class="pair">
          <Brandmark party={party} />
        </div>
        <h1>{choiceTitle({ party, texts })}</h1>
        <ForWhom party={party} texts={texts} />
        <ConnectionName connection={connection} texts={texts} />
      </div>
      <ul class="list">
        {providers.map((provider) => (
          <li>
            <a class="row" href={pathFor("", visit, { provider: provider.id })}>
              <ProviderMark provider={provider} />
              <span>{provider.name}</span>
              <Icon name="chevron" />
            </a>
          </li>
        ))}
      </ul>
      <Form {...form}>
        <Cancel texts={texts} />
      </Form>
      <Warning party={party} texts={texts} />
    </Panel>
  );
}

/** The permissions of one service: sentences, and the provider's own scopes for who wants them. */
function Service({ of, own, visit }: { of: ServicePermissions; own: PluginTexts; visit: ConnectPageRequest }): Markup {
  const name = own.service(of.service);
  return (
    <li class="entry">
      <StatusIcon tone="good" icon="check" />
      <div>
        {of.permissions.map(own.permission).map(({ text, lang }) => (
          <p lang={lang}>{text}</p>
        ))}
        {of.scopes.length === 0 ? (
          <p class="muted small" lang={name.lang}>
            {name.text}
          </p>
        ) : (
          <Disclosure summary={`${name.text} · ${scopesText(visit.texts, visit.lang, of.scopes.length)}`}>
            <ul>
              {of.scopes.map((scope) => (
                <li>
                  <code>{scope}</code>
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
      </div>
    </li>
  );
}

export interface ConsentProps extends LinkProps {
  provider: Provider;
  /** The name that the session gives the connection. */
  connection: string | null;
  scopes: readonly string[];
  /** The page of the other providers to choose from; null if there are none. */
  choicePath: string | null;
  signIn: SignIn;
}

export const ConsentView = (props: ConsentProps): Markup => (
  <Panel>
    <Consent {...props} />
  </Panel>
);

/** What the panel holds, which a partner sees as a preview. */
export function Consent(props: ConsentProps): Markup {
  const { party, provider, connection, scopes, form, visit, choicePath, signIn } = props;
  const { texts } = visit;
  return (
    <>
      <div class="centred">
        <Pair party={party} provider={provider} />
        <h1>{consentTitle({ party, provider, texts })}</h1>
        <ForWhom party={party} texts={texts} />
        <ConnectionName connection={connection} texts={texts} />
      </div>
      <Permissions provider={provider} scopes={scopes} visit={visit} />
      <Form {...form}>
        <input type="hidden" name="provider" value={provider.id} />
        <input type="hidden" name="auth" value={signIn.kind} />
        <SignInFields provider={provider} signIn={signIn} visit={visit} />
        <Button kind="primary" name="action" value="continue">
          {filledText(signIn.kind === "oauth2" ? texts.continue_to : texts.title_consent, { provider: provider.name })}
        </Button>
        <OtherKinds provider={provider} signIn={signIn} texts={texts} />
        {choicePath === null ? null : (
          <LinkButton kind="quiet" href={choicePath}>
            <Icon name="back" />
            {texts.choose_another}
          </LinkButton>
        )}
        <Cancel texts={texts} />
      </Form>
      <Warning party={party} texts={texts} />
    </>
  );
}

function Permissions({ provider, scopes, visit }: Pick<ConsentProps, "provider" | "scopes" | "visit">): Markup {
  const { texts } = visit;
  const others = otherScopes(provider, scopes);
  return (
    <ul class="list">
      <li class="entry">
        <StatusIcon tone="good" icon="check" />
        <div>
          <p>{texts.see_account}</p>
          <p class="muted small">{filledText(texts.see_account_hint, { provider: provider.name })}</p>
        </div>
      </li>
      {permissionsBy(provider, scopes).map((one) => (
        <Service of={one} own={pluginTexts(provider, visit.lang)} visit={visit} />
      ))}
      {others.length === 0 ? null : (
        <li class="entry">
          <StatusIcon tone="warning" icon="alert" />
          <div>
            <p>{filledText(texts.other_scopes, { provider: provider.name })}</p>
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

/** Between our form and another site: the policy lets forms lead only to ourselves. */
export const RedirectNotice = ({ name, url, texts }: { name: string; url: string; texts: Texts }): Markup => (
  <Message tone="neutral" icon="arrow" title={filled(texts.on_the_way, { name: <bdi>{name}</bdi> })}>
    <p class="muted">{texts.a_moment}</p>
    <LinkButton kind="quiet" href={url}>
      {texts.continue_by_hand}
    </LinkButton>
  </Message>
);
