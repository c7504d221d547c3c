/** @jsxImportSource #pages */
// The sources of one integration: what each watches, its state with the provider's words, and its checks.
import type { Registry } from "../../providers/registry/registry.ts";
import type { Tone } from "../../web/pages/components.tsx";
import { LinkButton } from "../../web/pages/components.tsx";
import { type Column, Status, Table, Time } from "../../web/pages/data.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { ProviderMark } from "../../web/pages/mark.tsx";
import { englishLang, type Message, message, rich, tr } from "../../web/pages/messages.ts";
import { IntegrationState } from "../integrations/connecting.tsx";
import type { PageRequest } from "../visit.ts";
import { CheckButton } from "./check-form.tsx";
import type { Source, Watched } from "./subscription-pages.tsx";
import { type Filters, reconnectPath } from "./subscription-query.ts";

interface Props {
  registry: Registry;
  visit: PageRequest;
  filters: Filters;
  one: Watched;
}

export function IntegrationSources({ registry, visit, filters, one }: Props): Markup {
  const { integration, sources, lastEventAt } = one;
  const { provider: id, identity, status } = integration;
  const provider = registry.provider(id) ?? { id, name: id };
  const { name } = provider;
  return (
    <section class="section" aria-label={name}>
      <div class="card-head">
        <ProviderMark provider={provider} />
        <div>
          <h2>{name}</h2>
          <p class="small">
            <bdi>{identity.name}</bdi> · <IntegrationState status={status} />
          </p>
          <p class="small muted">
            {rich("Last event: {time}", {
              time: <Time reader={visit.reader} at={lastEventAt} none={tr("none in the inbox")} />,
            })}
          </p>
        </div>
      </div>
      {status === "active" ? null : <p>{tr("No events come in until this integration is connected again.")}</p>}
      <Table
        caption={tr("Subscriptions of {name}", { name })}
        rows={sources}
        columns={columnsOf({ registry, visit, filters, one })}
      />
      <p>
        <LinkButton kind="quiet" href={reconnectPath(one.accountId, id)}>
          {rich("Reconnect{name}", { name: <span class="visually-hidden"> {name}</span> })}
        </LinkButton>
      </p>
    </section>
  );
}

function columnsOf({ registry, visit, filters, one }: Props): Column<Source>[] {
  const { reader } = visit;
  const { provider, status } = one.integration;
  return [
    { title: tr("Watches"), cell: (source) => <WatchedItem registry={registry} provider={provider} source={source} /> },
    { title: tr("State"), cell: (source) => <SourceState source={source} /> },
    {
      title: tr("Last check"),
      hideOnNarrow: true,
      cell: ({ last_checked_at }) => <Time reader={reader} at={last_checked_at} />,
    },
    {
      title: tr("Next check"),
      hideOnNarrow: true,
      cell: ({ next_check_at, expires_at }) => (
        <>
          <Time reader={reader} at={next_check_at} none="none scheduled" />
          {expires_at === null ? (
            NOTHING
          ) : (
            <div>
              <small class="muted">
                {rich("expires {expires_at}", { expires_at: <Time reader={reader} at={expires_at} /> })}
              </small>
            </div>
          )}
        </>
      ),
    },
    {
      title: "",
      cell: (source) =>
        status === "active" ? (
          <CheckButton visit={visit} filters={filters} provider={provider} source={source} />
        ) : (
          NOTHING
        ),
    },
  ];
}

function WatchedItem({ registry, provider, source }: { registry: Registry; provider: string; source: Source }): Markup {
  const described = registry.provider(provider)?.sources?.[source.name]?.description;
  return (
    <>
      <code>{source.name}</code>
      {source.resource === null ? (
        NOTHING
      ) : (
        <>
          {" "}
          <bdi class="strong">{source.resource}</bdi>
        </>
      )}
      {described === undefined ? (
        NOTHING
      ) : (
        <div>
          <small class="muted" lang={englishLang()}>
            {described}
          </small>
        </div>
      )}
    </>
  );
}

const STATES: Record<Source["state"], { tone: Tone; word: Message }> = {
  pending: { tone: "warning", word: message("Starting") },
  active: { tone: "good", word: message("Working") },
  failed: { tone: "bad", word: message("Failed") },
};

const SourceState = ({ source: { state, mode, error } }: { source: Source }): Markup => (
  <>
    <Status tone={STATES[state].tone}>{tr(STATES[state].word)}</Status>{" "}
    <small class="muted">{mode === "push" ? tr("pushed") : tr("polled")}</small>
    {error === null ? (
      NOTHING
    ) : (
      <div>
        <code>{error.code}</code> <bdi>{error.message}</bdi>
      </div>
    )}
  </>
);
