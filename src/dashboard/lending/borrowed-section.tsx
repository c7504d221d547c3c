/** @jsxImportSource #pages */
// What others lend, on the page of integrations: invitations first, then what is borrowed; nothing where there is neither.
import type { Registry } from "../../providers/registry/registry.ts";
import { type Column, Table } from "../../web/pages/data.tsx";
import { type Child, type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { ProviderMark } from "../../web/pages/mark.tsx";
import { type Message, message, rich, tr } from "../../web/pages/messages.ts";
import { IntegrationState } from "../integrations/connecting.tsx";
import type { PageRequest } from "../visit.ts";
import { borrowedPath } from "./borrowed-pages.tsx";
import type { Borrowed } from "./lender.ts";
import { EndsAt, PermissionList } from "./share-views.tsx";

interface Props {
  visit: PageRequest;
  registry: Registry;
  borrowed: readonly Borrowed[];
}

export function BorrowedSection(props: Props): Markup {
  const { borrowed } = props;
  const invitations = borrowed.filter(({ status }) => status === "invited");
  const accepted = borrowed.filter(({ status }) => status !== "invited");
  if (borrowed.length === 0) return NOTHING;
  return (
    <section class="section" id="borrowed">
      <h2>{tr("Borrowed")}</h2>
      {invitations.length > 0 ? (
        <Table caption={tr("Invitations to borrow")} columns={invitationColumns(props)} rows={invitations} />
      ) : null}
      {accepted.length > 0 ? (
        <Table
          caption={tr("Borrowed connections")}
          columns={borrowedColumns(props, (one) => (
            <ActionLink path={`${borrowedPath(one)}/end`} text={message("Give back{name}")} of={one.name} />
          ))}
          rows={accepted}
        />
      ) : null}
    </section>
  );
}

const ActionLink = ({ path, text, of }: { path: string; text: Message; of: string }): Markup => (
  <a class="button quiet small" href={path}>
    {rich(text, { name: <span class="visually-hidden"> {of}</span> })}
  </a>
);

const ProviderName = ({ registry, id }: { registry: Registry; id: string }): Markup => {
  const provider = registry.provider(id) ?? { id, name: id };
  return (
    <span class="with-mark">
      <ProviderMark provider={provider} />
      {provider.name}
    </span>
  );
};

const permissionsColumn = (): Column<Borrowed> => ({
  ...{ title: tr("Permissions"), hideOnNarrow: true },
  cell: ({ permissions }) => <PermissionList of={permissions} />,
});

const endsColumn = (visit: PageRequest): Column<Borrowed> => ({
  ...{ title: tr("Ends"), hideOnNarrow: true },
  cell: ({ until }) => <EndsAt visit={visit} until={until} />,
});

const invitationColumns = ({ visit, registry }: Props): Column<Borrowed>[] => [
  {
    title: tr("Invitation"),
    cell: ({ provider, lender }) => (
      <>
        <ProviderName registry={registry} id={provider} />
        <br />
        <span class="muted small">{rich("by {lender}", { lender: <bdi>{lender}</bdi> })}</span>
      </>
    ),
  },
  permissionsColumn(),
  endsColumn(visit),
  {
    title: "",
    cell: (one) => {
      const of = `${one.provider} ${one.lender}`;
      return (
        <>
          <ActionLink path={`${borrowedPath(one)}/end`} text={message("Decline{name}")} of={of} />
          <a class="button small" href={`${borrowedPath(one)}/accept`}>
            {rich("Accept{name}", { name: <span class="visually-hidden"> {of}</span> })}
          </a>
        </>
      );
    },
  },
];

/** `actionOf` ends it: the borrower gives it back, and a partner ends what its accounts borrow. */
export const borrowedColumns = (
  { visit, registry }: Pick<Props, "visit" | "registry">,
  actionOf: (one: Borrowed) => Child,
): Column<Borrowed>[] => [
  { title: tr("Provider"), cell: ({ provider }) => <ProviderName registry={registry} id={provider} /> },
  {
    title: tr("Name"),
    cell: ({ name, identity }) => (
      <>
        <code>{name}</code>
        {identity === null ? null : (
          <>
            <br />
            <bdi class="muted small">{identity.name}</bdi>
          </>
        )}
      </>
    ),
  },
  { title: tr("Lent by"), hideOnNarrow: true, cell: ({ lender }) => <bdi>{lender}</bdi> },
  permissionsColumn(),
  endsColumn(visit),
  {
    ...{ title: tr("State"), hideOnNarrow: true },
    cell: ({ status }) => (status === "invited" ? NOTHING : <IntegrationState status={status} />),
  },
  { title: "", cell: actionOf },
];
