/** @jsxImportSource #pages */
// A connected provider: who granted it, whether it works, what it did last, and what to do where it does not.
import { FIRST_NAME } from "../../connections/integrations/choice.ts";
import type { Provider } from "../../plugin/index.ts";
import { Disclosure, Tag } from "../../web/pages/components.tsx";
import { Time } from "../../web/pages/data.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { ProviderMark } from "../../web/pages/mark.tsx";
import { rich, tr } from "../../web/pages/messages.ts";
import type { OwnData } from "../own-operations.ts";
import { requestsPath } from "../requests/request-filters.tsx";
import { type Entry, EntryStatus } from "../requests/request-table.tsx";
import type { PageRequest } from "../visit.ts";
import type { Activity } from "./activity.ts";
import { ChooseLink, ConnectButton, IntegrationState, type ProviderAccess } from "./connecting.tsx";

export type Integration = OwnData<"list_integrations">["integrations"][number];

interface CardProps {
  visit: PageRequest;
  provider: Provider;
  integration: Integration;
  access: ProviderAccess | undefined;
  activity: Activity | undefined;
  /** Whether there are several connections with the provider, and whether this is the first or the last of them. */
  isOneOfSeveral: boolean;
  isFirst: boolean;
  isLast: boolean;
}

/** How paths of pages call it: by its provider where it is the only one. */
export const pathKeyOf = ({
  integration,
  isOneOfSeveral,
}: Pick<CardProps, "integration" | "isOneOfSeveral">): string =>
  isOneOfSeveral ? integration.id : integration.provider;

export const ConnectedCard = (props: CardProps): Markup => {
  const { visit, provider, integration, access, isOneOfSeveral, isFirst, isLast } = props;
  const { name } = integration;
  const path = `/integrations/${pathKeyOf(props)}`;
  const hidden = <span class="visually-hidden"> {isOneOfSeveral ? `${provider.name} ${name}` : provider.name}</span>;
  return (
    <li class="card" id={isOneOfSeveral ? integration.id : provider.id}>
      {isOneOfSeveral && isFirst ? <span id={provider.id} /> : null}
      <div class="card-head">
        <ProviderMark provider={provider} />
        <div>
          <p class="strong">
            {provider.name} <Names {...props} />
          </p>
          <IntegrationState status={integration.status} />
        </div>
      </div>
      <Grant {...props} />
      <LastCalls {...props} />
      <Permissions {...props} />
      <div class="card-foot">
        <ConnectButton
          visit={visit}
          provider={provider}
          access={access}
          isPrimary={integration.status !== "active"}
          connection={isOneOfSeveral ? name : null}
        />
        {isLast ? <ConnectButton visit={visit} provider={provider} access={access} isAnother /> : null}
        <a class="button quiet small" href={`${path}/name`}>
          {rich("Rename{name}", { name: hidden })}
        </a>
        <a class="button quiet small" href={`${path}/lend`}>
          {rich("Lend{name}", { name: hidden })}
        </a>
        <a class="button quiet small" href={`${path}/disconnect`}>
          {rich("Disconnect{name}", { name: hidden })}
        </a>
      </div>
    </li>
  );
};

const Names = ({ integration: { name, is_default }, isOneOfSeveral }: CardProps): Markup =>
  isOneOfSeveral || name !== FIRST_NAME ? (
    <>
      <Tag tone="neutral">{name}</Tag> {is_default ? <Tag tone="good">{tr("used without a name")}</Tag> : null}
    </>
  ) : (
    NOTHING
  );

function Grant({ visit: { reader }, provider, integration }: CardProps): Markup {
  const { identity, connected_at: at, status, access_expires_at: end } = integration;
  const hasEnded = status === "expired" || status === "revoked";
  return (
    <>
      {hasEnded ? (
        <p class="small">
          {status === "expired"
            ? tr("{name} no longer accepts this connection.", { name: provider.name })
            : tr("{name} revoked the grant.", { name: provider.name })}{" "}
          {tr("Reconnect it to continue; nothing else is lost.")}
        </p>
      ) : null}
      <p class="small">
        <bdi class="strong">{identity.name}</bdi>
        {identity.workspace && identity.workspace.name !== identity.name ? (
          <>
            {tr(" at ")}
            <bdi>{identity.workspace.name}</bdi>
          </>
        ) : null}
        <br />
        <span class="muted">{rich("since {at}", { at: <Time reader={reader} at={at} format="day" /> })}</span>
        {end === undefined ? null : (
          <>
            <br />
            {rich("Access ends on {end}. Reconnect before then.", {
              end: <Time reader={reader} at={end} format="minute" />,
            })}
          </>
        )}
      </p>
    </>
  );
}

function LastCalls({ visit, integration, activity }: CardProps): Markup {
  const all = requestsPath({ integration_id: integration.id });
  if (!activity)
    return (
      <p class="small muted">
        {rich("Not among your newest calls. <a>Requests</a>", { a: (inner) => <a href={all}>{inner}</a> })}
      </p>
    );
  const { last, lastError } = activity;
  return (
    <p class="small">
      <Call visit={visit} label={tr("Last call")} entry={last} />
      {lastError === null || lastError === last ? null : (
        <>
          <br />
          <Call visit={visit} label={tr("Last error")} entry={lastError} />
        </>
      )}
    </p>
  );
}

const Call = ({ visit, label, entry }: { visit: PageRequest; label: string; entry: Entry }): Markup => (
  <>
    {label}{" "}
    <a href={requestsPath({ integration_id: entry.integration_id ?? "", call: entry.id, at: entry.timestamp })}>
      <Time reader={visit.reader} at={entry.timestamp} format="log" />
    </a>{" "}
    <EntryStatus of={entry} />
  </>
);

function Permissions({ provider, integration, access, isOneOfSeveral }: CardProps): Markup {
  const on = integration.enabled_services.filter(({ is_enabled }) => is_enabled);
  if (on.length === 0) return NOTHING;
  return (
    <Disclosure summary={on.length === 1 ? tr("1 permission") : tr("{count} permissions", { count: on.length })}>
      <ul class="words" aria-label={tr("Granted permissions")}>
        {on.map(({ service_name }) => (
          <li>
            <Tag tone="neutral">{service_name}</Tag>
          </li>
        ))}
      </ul>
      <ChooseLink
        provider={provider}
        access={access}
        text={tr("Choose others")}
        connection={isOneOfSeveral ? integration.name : null}
      />
    </Disclosure>
  );
}
