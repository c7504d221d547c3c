/** @jsxImportSource #pages */
// What a session's page shows at the end: what was granted and what was not, or why it failed.

import type { Provider } from "../../plugin/index.ts";
import { Button, LinkButton, Notice, Panel, StatusIcon, Tag } from "../../web/pages/components.tsx";
import type { Child, Markup } from "../../web/pages/jsx-runtime.ts";
import type { PageLanguage } from "../../web/pages/language.ts";
import { filled, filledText } from "../../web/pages/texts.ts";
import { permissionsBy, type ServicePermissions } from "./page-permissions.ts";
import { reasonOf, type Texts } from "./page-texts.ts";
import { Form, type FormTarget, Pair, type Party, PartyName } from "./page-views.tsx";
import { type PluginTexts, pluginTexts } from "./plugin-texts.ts";

export interface OutcomeProps {
  party: Party;
  provider: Provider;
  texts: Texts;
  lang: PageLanguage;
  returnUrl: string;
  form: FormTarget;
  /** What a pop-up tells the window that opened it. */
  openerMessage: OpenerMessage | null;
}

/** For scripts/pop-up.browser.js. */
export interface OpenerMessage {
  message: Readonly<Record<string, string>>;
  /** The one origin that gets it. */
  to: string;
}

/** `wait` until the person goes back, `tell` and stay, or `leave` at once. */
const ForOpener = ({
  openerMessage,
  when,
}: {
  openerMessage: OpenerMessage;
  when: "wait" | "tell" | "leave";
}): Markup => (
  <div hidden data-outcome={JSON.stringify(openerMessage.message)} data-to={openerMessage.to} data-when={when}></div>
);

const Back = ({
  party,
  texts,
  href,
  kind,
}: {
  party: Party;
  texts: Texts;
  href: string;
  kind: "primary" | "quiet";
}) => (
  <LinkButton kind={kind} href={href} isBack>
    <span>{filled(texts.back_to, { partner: <PartyName party={party} /> })}</span>
  </LinkButton>
);

interface Granted {
  identity: string | null;
  requested: readonly string[];
  granted: readonly string[];
  isPending: boolean;
  /** When the access ends, in the language of the page; null where it does not. */
  accessEnd: string | null;
}

export function ConnectedView(props: OutcomeProps & Granted): Markup {
  const { party, provider, texts, identity, requested, granted, openerMessage } = props;
  const allowed = permissionsBy(provider, requested, { scopes: granted, isAllowed: true });
  const refused = permissionsBy(provider, requested, { scopes: granted, isAllowed: false });
  const isWhole = refused.length === 0 && props.accessEnd === null;
  const own = pluginTexts(provider, props.lang);
  const names = { identity: <bdi class="strong">{identity}</bdi>, account: <bdi class="strong">{party.forWhom}</bdi> };
  return (
    <Panel>
      <div class="centred">
        <Pair party={party} provider={provider} />
        <h1>{filledText(props.isPending ? texts.to_be_confirmed : texts.connected, { provider: provider.name })}</h1>
        <p class="muted">{identity === null ? null : filled(texts.as_identity, names)}</p>
      </div>
      <ul class="list">
        {allowed.map((one) => (
          <Outcome of={one} own={own} />
        ))}
        {refused.map((one) => (
          <Outcome of={one} own={own} refusal={<Tag tone="warning">{texts.not_granted}</Tag>} />
        ))}
      </ul>
      {refused.length === 0 ? null : <Notice tone="warning">{texts.partly_granted}</Notice>}
      {props.accessEnd === null ? null : (
        <Notice tone="warning">
          {filledText(texts.access_ends, { provider: provider.name, date: props.accessEnd })}
        </Notice>
      )}
      <div class="stack actions">
        <Back party={party} texts={texts} href={props.returnUrl} kind="primary" />
      </div>
      {openerMessage && <ForOpener openerMessage={openerMessage} when={isWhole ? "leave" : "tell"} />}
    </Panel>
  );
}

function Outcome({ of, own, refusal }: { of: ServicePermissions; own: PluginTexts; refusal?: Child }): Markup {
  const name = own.service(of.service);
  return (
    <li class="entry">
      <StatusIcon tone={refusal ? "neutral" : "good"} icon={refusal ? "minus" : "check"} />
      <div>
        <p>
          <span class="strong" lang={name.lang}>
            {name.text}
          </span>{" "}
          {refusal}
        </p>
        {of.permissions.map(own.permission).map(({ text, lang }) => (
          <p class="muted small" lang={lang}>
            {text}
          </p>
        ))}
      </div>
    </li>
  );
}

/** What was connected before stays, where somebody else is not to replace it. */
export const failedTitle = (texts: Texts, error: string, { name }: Provider): string =>
  error === "replacement_refused" || error === "replacement_expired"
    ? texts.kept
    : filledText(texts.not_connected, { provider: name });

export function FailedView(props: OutcomeProps & { error: string; canRetry: boolean }): Markup {
  const { party, provider, texts, error, openerMessage } = props;
  const names = { provider: provider.name, partner: <PartyName party={party} /> };
  return (
    <Panel>
      <div class="centred">
        <Pair party={party} provider={provider} />
        <h1>{failedTitle(texts, error, provider)}</h1>
        <p class="muted">{reasonOf(texts, error, names)}</p>
        <p class="muted small">{filled(texts.reason, { code: <code>{error}</code> })}</p>
      </div>
      <div class="actions">
        <Form {...props.form}>
          <input type="hidden" name="provider" value={provider.id} />
          {props.canRetry ? (
            <Button kind="primary" name="action" value="continue">
              {texts.try_again}
            </Button>
          ) : null}
          <Back party={party} texts={texts} href={props.returnUrl} kind={props.canRetry ? "quiet" : "primary"} />
        </Form>
      </div>
      {openerMessage && <ForOpener openerMessage={openerMessage} when="wait" />}
    </Panel>
  );
}

/** A pop-up after the person has cancelled: it tells so and closes. */
export const LeavingView = (props: Pick<OutcomeProps, "party" | "texts" | "returnUrl" | "openerMessage">): Markup => (
  <Panel>
    <div class="centred">
      <h1>{filled(props.texts.on_the_way, { name: <PartyName party={props.party} /> })}</h1>
      <Back party={props.party} texts={props.texts} href={props.returnUrl} kind="quiet" />
    </div>
    {props.openerMessage && <ForOpener openerMessage={props.openerMessage} when="leave" />}
  </Panel>
);
