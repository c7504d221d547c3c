/** @jsxImportSource #pages */
// The integrations of a connected account: each with its services, and the forms that confirm, reconnect and disconnect it.
import { FIRST_NAME } from "../../connections/integrations/choice.ts";
import type { Provider } from "../../plugin/index.ts";
import { Button, Disclosure, LinkButton, Tag } from "../../web/pages/components.tsx";
import { Empty, Time } from "../../web/pages/data.tsx";
import { Check } from "../../web/pages/fields.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { ProviderMark } from "../../web/pages/mark.tsx";
import { rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import type { Integration } from "../integrations/connected-card.tsx";
import { IntegrationState } from "../integrations/connecting.tsx";
import type { PageRequest } from "../visit.ts";

interface Props {
  visit: PageRequest;
  path: string;
  providers: readonly Provider[];
  data: { integrations: Integration[] };
}

export function IntegrationCards({ visit, path, providers, data }: Props): Markup {
  if (data.integrations.length === 0)
    return (
      <Empty title={tr("Nothing connected yet")}>
        <p class="muted">{tr("Create a link below, and send it to this customer.")}</p>
      </Empty>
    );
  const providerOf = (id: string) => providers.find((one) => one.id === id) ?? { id, name: id };
  return (
    <ul class="cards">
      {data.integrations.map((one) => (
        <Card
          visit={visit}
          path={`${path}/integrations/${isOneOfSeveral(one, data.integrations) ? one.id : one.provider}`}
          one={one}
          isNamed={isOneOfSeveral(one, data.integrations) || one.name !== FIRST_NAME}
          provider={providerOf(one.provider)}
        />
      ))}
    </ul>
  );
}

const isOneOfSeveral = ({ provider }: Integration, all: readonly Integration[]) =>
  all.filter((one) => one.provider === provider).length > 1;

const Card = ({
  visit,
  path,
  one,
  isNamed,
  provider,
}: {
  visit: PageRequest;
  path: string;
  one: Integration;
  isNamed: boolean;
  provider: Pick<Provider, "id" | "name" | "mark">;
}): Markup => (
  <li class="card">
    <div class="card-head">
      <ProviderMark provider={provider} />
      <div>
        <p class="strong">
          {provider.name} {isNamed ? <Tag tone="neutral">{one.name}</Tag> : null}
        </p>
        <IntegrationState status={one.status} />
      </div>
    </div>
    <p class="small">
      <bdi class="strong">{one.identity.name}</bdi>
      <br />
      <span class="muted">
        {rich("since {connected_at}", {
          connected_at: <Time reader={visit.reader} at={one.connected_at} format="day" />,
        })}
      </span>
    </p>
    {one.status === "pending" ? <ConfirmForm visit={visit} path={path} id={one.id} /> : null}
    <Services visit={visit} path={path} one={one} />
    <div class="card-foot">
      <LinkButton
        kind="quiet"
        href={`?${new URLSearchParams({ provider: one.provider, ...(isNamed && { connection: one.name }) })}#link`}
      >
        {rich("Reconnect{name}", { name: <span class="visually-hidden"> {provider.name}</span> })}
      </LinkButton>
      <LinkButton kind="quiet" href={`${path}/lend`}>
        {rich("Lend{name}", { name: <span class="visually-hidden"> {provider.name}</span> })}
      </LinkButton>
      <LinkButton kind="quiet" href={`${path}/disconnect`}>
        {rich("Disconnect{name}", { name: <span class="visually-hidden"> {provider.name}</span> })}
      </LinkButton>
    </div>
  </li>
);

const ConfirmForm = ({ visit, path, id }: { visit: PageRequest; path: string; id: string }): Markup => (
  <form method="post" action={`${path}/confirm`}>
    <FormToken visit={visit} />
    <label for={`confirm-${id}`}>{tr("confirm_token from the redirect")}</label>
    <input id={`confirm-${id}`} name="confirm_token" class="code" autocomplete="off" required />
    <Button kind="primary">{tr("Confirm")}</Button>
  </form>
);

function Services({ visit, path, one }: { visit: PageRequest; path: string; one: Integration }): Markup {
  const { enabled_services: services } = one;
  if (services.length === 0 || one.status === "pending") return NOTHING;
  const count = services.filter(({ is_enabled }) => is_enabled).length;
  return (
    <Disclosure summary={tr("{count} of {total} services on", { count, total: services.length })}>
      <form method="post" action={`${path}/services`}>
        <FormToken visit={visit} />
        {services.map(({ service_name: name, is_enabled }) => (
          <>
            <input type="hidden" name="known" value={name} />
            <Check name="on" value={name} isChecked={is_enabled}>
              <code>{name}</code>
            </Check>
          </>
        ))}
        <p class="muted small">{tr("Services outside the grant stay off.")}</p>
        <Button kind="quiet">{tr("Save services")}</Button>
      </form>
    </Disclosure>
  );
}
