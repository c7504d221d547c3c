/** @jsxImportSource #pages */
// What the panel shows: each provider with its connection, and the question before one is disconnected.

import type { Static } from "@sinclair/typebox";
import type { Provider } from "../../plugin/index.ts";
import { permissionsOf } from "../../providers/registry/scopes.ts";
import { Disclosure, Icon, Notice, Tag, type Tone } from "../../web/pages/components.tsx";
import { TextField } from "../../web/pages/fields.tsx";
import type { Child, Markup } from "../../web/pages/jsx-runtime.ts";
import type { PageLanguage } from "../../web/pages/language.ts";
import { ProviderMark } from "../../web/pages/mark.tsx";
import { filled, filledText } from "../../web/pages/texts.ts";
import { timeText } from "../connect/page-texts.ts";
import { type PluginTexts, pluginTexts } from "../connect/plugin-texts.ts";
import type { IntegrationShape } from "../integrations/model.ts";
import type { PanelTexts } from "./panel-texts.ts";

type Integration = Static<typeof IntegrationShape>;

/** For scripts/panel.browser.js, which passes it on to the partner's page. */
export interface PanelEvent {
  type: "connected" | "disconnected" | "error";
  detail: Readonly<Record<string, string | null>>;
}

export interface PanelProps {
  texts: PanelTexts;
  lang: PageLanguage;
  partner: string;
  account: string;
  /** Hidden fields of the form. */
  fields: Readonly<Record<string, string>>;
  /** The one origin that is told what happens. */
  to: string;
  events: readonly PanelEvent[];
  /** The provider whose window has not come back yet. */
  awaited: string | null;
  notice: { tone: Tone; text: Child } | null;
}

export interface Row {
  provider: Provider;
  integration: Integration | null;
  /** Its name, where there are several connections with the provider. */
  connection: string | null;
}

/** One form: a button says what is asked for. Without the script it works as well, at a fixed height. */
const Panel = ({ children, ...props }: PanelProps & { children?: Child }): Markup => (
  <main
    class="board"
    data-to={props.to}
    data-events={JSON.stringify(props.events)}
    data-awaited={props.awaited ?? undefined}
  >
    <form method="post" action="/panel">
      {Object.entries(props.fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  </main>
);

export const ListView = ({ rows, ...props }: PanelProps & { rows: readonly Row[] }): Markup => {
  const { texts, notice } = props;
  const names = { partner: <bdi>{props.partner}</bdi>, account: <bdi class="strong">{props.account}</bdi> };
  return (
    <Panel {...props}>
      <h1>{texts.title}</h1>
      <p class="muted">{filled(texts.intro, names)}</p>
      <div role="status">
        {notice && <Notice tone={notice.tone}>{notice.text}</Notice>}
        <p class="muted said" data-waiting hidden>
          {texts.waiting}
        </p>
        <p class="said" data-blocked hidden>
          {texts.blocked}
        </p>
      </div>
      {rows.length === 0 ? <p class="muted said">{filled(texts.empty, names)}</p> : null}
      <ul class="list">
        {rows.map((row) => (
          <Entry {...row} {...props} />
        ))}
      </ul>
    </Panel>
  );
};

const TONES: Record<Integration["status"], Tone> = {
  active: "good",
  pending: "neutral",
  expired: "warning",
  revoked: "warning",
  unavailable: "warning",
};

function Entry({ provider, integration, connection, texts, lang, partner }: Row & PanelProps): Markup {
  const { name } = provider;
  return (
    <li class="entry connection">
      <ProviderMark provider={provider} />
      <div>
        <h2>
          {name}
          {connection === null ? null : (
            <>
              {" "}
              <Tag tone="neutral">{connection}</Tag>
            </>
          )}
        </h2>
        {integration === null ? (
          <p class="muted small">{texts.not_connected}</p>
        ) : (
          <Connection {...{ provider, integration, connection, texts, lang, partner }} />
        )}
      </div>
      <Acts {...{ provider, integration, connection, texts }} />
    </li>
  );
}

function Connection(
  props: Pick<PanelProps, "texts" | "lang" | "partner"> & Row & { integration: Integration },
): Markup {
  const { provider, integration, texts, lang } = props;
  const { status, identity, access_expires_at: end } = integration;
  const names = { provider: provider.name, partner: <bdi>{props.partner}</bdi> };
  const hint = status === "active" ? null : texts[`hint_${status}`];
  return (
    <>
      <p>
        <Tag tone={TONES[status]}>{texts[`status_${status}`]}</Tag>
      </p>
      <p class="small">{filled(texts.as_identity, { identity: <bdi class="strong">{identityOf(identity)}</bdi> })}</p>
      {hint && <p class="muted small">{filled(hint, names)}</p>}
      {end && <p class="small">{filledText(texts.access_ends, { date: timeText(lang, new Date(end)) })}</p>}
      <Permissions integration={integration} provider={provider} texts={texts} own={pluginTexts(provider, lang)} />
    </>
  );
}

export const identityOf = ({ name, workspace }: Integration["identity"]): string =>
  workspace && workspace.name !== name ? `${name} · ${workspace.name}` : name;

interface PermissionsProps {
  provider: Provider;
  integration: Integration;
  texts: PanelTexts;
  own: PluginTexts;
}

function Permissions({ provider, integration, texts, own }: PermissionsProps): Markup {
  const isEnabled = new Map(integration.enabled_services.map((one) => [one.service_name, one.is_enabled]));
  return (
    <Disclosure summary={texts.permissions}>
      <ul>
        {permissionsOf(provider).map((permission) => {
          const { text, lang } = own.permission(permission);
          return (
            <li>
              <span lang={lang}>{text}</span>{" "}
              {isEnabled.get(permission) ? null : <Tag tone="neutral">{texts.not_allowed}</Tag>}
            </li>
          );
        })}
      </ul>
    </Disclosure>
  );
}

function Acts({ provider, integration, connection, texts }: Row & { texts: PanelTexts }): Markup {
  const names = { provider: connection === null ? provider.name : `${provider.name} (${connection})` };
  const key = actKey(provider, connection);
  const isBroken = integration !== null && integration.status !== "active" && integration.status !== "unavailable";
  const canConnect = integration === null || isBroken;
  return (
    <div class="acts">
      {canConnect ? (
        <ActButton
          act={`connect:${key}`}
          isPrimary
          opens
          label={filledText(integration ? texts.reconnect_named : texts.connect_named, names)}
        >
          {integration ? texts.reconnect : texts.connect}
        </ActButton>
      ) : null}
      {integration && !canConnect && integration.status === "active" ? (
        <ActButton act={`connect:${key}`} opens label={filledText(texts.reconnect_named, names)}>
          {texts.reconnect}
        </ActButton>
      ) : null}
      {integration && (
        <ActButton act={`ask_disconnect:${key}`} label={filledText(texts.disconnect_named, names)}>
          {texts.disconnect}
        </ActButton>
      )}
    </div>
  );
}

const actKey = ({ id }: Provider, connection: string | null) => (connection === null ? id : `${id}/${connection}`);

interface ActButtonProps {
  act: string;
  isPrimary?: boolean;
  /** Whether it opens a window. */
  opens?: boolean;
  /** The name for who does not see which row it is in. */
  label?: string;
  children?: Child;
}

const ActButton = ({ act, isPrimary, opens, label, children }: ActButtonProps): Markup => (
  <button
    type="submit"
    name="act"
    value={act}
    class={`button ${isPrimary ? "primary" : "quiet"}`}
    formtarget={opens ? "_blank" : undefined}
    aria-label={label}
    formnovalidate
  >
    {children}
  </button>
);

interface AskProps extends PanelProps {
  provider: Provider;
  integration: Integration;
  connection: string | null;
  isWrong: boolean;
}

/** Whoever covers the frame cannot make a person enter a name. */
export const AskView = ({ provider, integration, connection, isWrong, ...props }: AskProps): Markup => {
  const { texts } = props;
  const names = { provider: provider.name };
  return (
    <Panel {...props}>
      <h1>{filledText(texts.disconnect_title, names)}</h1>
      <p class="said">
        {filled(texts.disconnect_effect, {
          provider: provider.name,
          partner: <bdi>{props.partner}</bdi>,
          account: <bdi class="strong">{props.account}</bdi>,
          identity: <bdi class="strong">{identityOf(integration.identity)}</bdi>,
        })}
      </p>
      <div class="fields said">
        <TextField
          name="typed"
          label={filledText(texts.disconnect_name, names)}
          autocomplete="off"
          maxLength={100}
          error={isWrong ? filledText(texts.disconnect_wrong, names) : null}
        />
      </div>
      <div class="acts said">
        <ActButton act={`disconnect:${actKey(provider, connection)}`} isPrimary>
          {texts.disconnect}
        </ActButton>
        <ActButton act="show">{texts.keep}</ActButton>
      </div>
    </Panel>
  );
};

/** Replaces the panel once nothing can be done with it any more. */
export const EndedView = ({ texts, to, events }: Pick<PanelProps, "texts" | "to" | "events">): Markup => (
  <main class="board" data-to={to} data-events={JSON.stringify(events)}>
    <div class="centred">
      <span class="seal neutral">
        <Icon name="minus" />
      </span>
      <h1>{texts.ended}</h1>
      <p class="muted">{texts.ended_hint}</p>
    </div>
  </main>
);
