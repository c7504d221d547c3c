/** @jsxImportSource #pages */
// What pages say of a loan: to whom, what it allows, until when, and how it stands.
import { pluginTexts } from "../../connections/connect/plugin-texts.ts";
import type { Provider } from "../../plugin/index.ts";
import { permissionsOf } from "../../providers/registry/scopes.ts";
import { Disclosure, Tag } from "../../web/pages/components.tsx";
import { type Column, Status, Table, Time } from "../../web/pages/data.tsx";
import type { Child, Markup } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, pageLanguage, rich, tr } from "../../web/pages/messages.ts";
import { ACCOUNTS_PATH } from "../paths.ts";
import type { PageRequest } from "../visit.ts";
import type { Share } from "./lender.ts";

/** More permissions than these wait behind a disclosure. */
const MAX_OPEN = 2;

/** The borrower's name for people: an e-mail address, or an account's external_id. */
export const borrowerOf = ({ to }: Share): string => to.external_id ?? to.user ?? to.account_id ?? "";

export function PermissionList({ of: permissions }: { of: readonly string[] }): Markup {
  const list = (
    <ul class="words" aria-label={tr("Permissions")}>
      {permissions.map((one) => (
        <li>
          <Tag tone="neutral">{one}</Tag>
        </li>
      ))}
    </ul>
  );
  return permissions.length > MAX_OPEN ? (
    <Disclosure summary={tr("{count} permissions", { count: permissions.length })}>{list}</Disclosure>
  ) : (
    list
  );
}

/** The same as sentences, for who decides or looks back; a pattern that means several has none. */
export function PermissionTexts({ provider, of }: { provider: Provider | undefined; of: readonly string[] }): Markup {
  const known = new Set(provider ? permissionsOf(provider) : []);
  const own = provider && pluginTexts(provider, pageLanguage());
  const textOf = (one: string) => (own && known.has(one) ? own.permission(one) : null);
  return (
    <ul class="sentences">
      {of.map((one) => (
        <li>
          <span lang={textOf(one)?.lang}>{textOf(one)?.text}</span> <code class="muted small">{one}</code>
        </li>
      ))}
    </ul>
  );
}

type Endings = Record<NonNullable<Share["ended_by"]>, Message>;
const ENDINGS: Endings = {
  lender: message("Ended by the lender"),
  borrower: message("Given back"),
  identity: message("Ended: connected again as another identity"),
  time: message("Ended by its time"),
};
const NEVER_BEGAN: Endings = {
  lender: message("Withdrawn"),
  borrower: message("Declined"),
  identity: ENDINGS.identity,
  time: message("Not accepted in time"),
};

export function ShareState({ of: { status, ended_by: by, accepted_at } }: { of: Share }): Markup {
  const endings = accepted_at === null ? NEVER_BEGAN : ENDINGS;
  if (status === "ended") return <Status tone="neutral">{tr(by === null ? "Ended" : endings[by])}</Status>;
  return status === "invited" ? (
    <Status tone="warning">{tr("Invited")}</Status>
  ) : (
    <Status tone="good">{tr("Lent")}</Status>
  );
}

export const EndsAt = ({ visit, until }: { visit: PageRequest; until: string | null }): Markup => (
  <Time reader={visit.reader} at={until} none={tr("never by itself")} />
);

export const Borrower = ({ of: share }: { of: Share }): Markup => {
  const name = <bdi>{borrowerOf(share)}</bdi>;
  const { account_id: account } = share.to;
  return account === undefined ? name : <a href={`${ACCOUNTS_PATH}/${account}`}>{name}</a>;
};

interface ShareTableProps {
  visit: PageRequest;
  caption: string;
  shares: readonly Share[];
  /** The address of a share's page. */
  pathOf(share: Share): string;
  /** Names the connection where the table has those of several. */
  connectionOf?: (share: Share) => Child;
}

export function ShareTable({ visit, caption, shares, pathOf, connectionOf }: ShareTableProps): Markup {
  const hidden = (share: Share) => <span class="visually-hidden"> {borrowerOf(share)}</span>;
  const columns: Column<Share>[] = [
    ...(connectionOf ? [{ title: tr("Connection"), cell: connectionOf }] : []),
    { title: tr("To"), cell: (share) => <Borrower of={share} /> },
    { title: tr("Borrowed as"), hideOnNarrow: true, cell: ({ name }) => <code>{name}</code> },
    { title: tr("Permissions"), hideOnNarrow: true, cell: ({ permissions }) => <PermissionList of={permissions} /> },
    { title: tr("Ends"), hideOnNarrow: true, cell: ({ until }) => <EndsAt visit={visit} until={until} /> },
    { title: tr("State"), cell: (share) => <ShareState of={share} /> },
    {
      title: "",
      cell: (share) => (
        <>
          <a class="button quiet small" href={pathOf(share)}>
            {rich("Calls{name}", { name: hidden(share) })}
          </a>
          {share.status === "ended" ? null : (
            <a class="button quiet small" href={`${pathOf(share)}/end`}>
              {rich("End{name}", { name: hidden(share) })}
            </a>
          )}
        </>
      ),
    },
  ];
  return <Table caption={caption} columns={columns} rows={shares} />;
}
