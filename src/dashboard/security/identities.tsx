/** @jsxImportSource #pages */
// The providers and issuers that a person signs in with: linked ones, and those that can be linked.
import type { Issuers } from "../../identity/oidc/issuer.ts";
import type { LinkedIdentity } from "../../identity/sign-in/identities.ts";
import type { Provider } from "../../plugin/index.ts";
import { Table } from "../../web/pages/data.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { message, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import type { PageRequest } from "../visit.ts";
import { IDENTITY_PATH, PATH } from "./security-views.tsx";

interface Way {
  name: string;
  /** As the provider names the person; null where nobody is linked. */
  account: string | null;
  /** The form's target; null for one that can be neither linked nor removed. */
  action: string | null;
  issuer?: string;
}

const TITLE = message("Sign-in with other providers");

export function Identities(props: {
  visit: PageRequest;
  providers: readonly Provider[];
  issuers: Issuers;
  identities: readonly LinkedIdentity[];
}): Markup {
  const ways = waysOf(props);
  if (ways.length === 0) return NOTHING;
  return (
    <section class="section">
      <h2>{tr(TITLE)}</h2>
      <Table
        caption={tr(TITLE)}
        rows={ways}
        columns={[
          { title: tr("Provider"), cell: ({ name }) => <bdi>{name}</bdi> },
          {
            title: tr("Account"),
            cell: ({ account }) => (account === null ? <span class="muted">{tr("none")}</span> : <bdi>{account}</bdi>),
          },
          { title: "", cell: (way) => <WayForm visit={props.visit} way={way} /> },
        ]}
      />
    </section>
  );
}

const WayForm = ({ visit, way: { name, account, action, issuer } }: { visit: PageRequest; way: Way }): Markup =>
  action === null ? (
    NOTHING
  ) : (
    <form method="post" action={action}>
      <FormToken visit={visit} />
      {issuer ? <input type="hidden" name="issuer" value={issuer} /> : null}
      <button type="submit" class={`button small${account === null ? "" : " danger"}`}>
        {account === null ? tr("Link") : tr("Remove")}
        <span class="visually-hidden"> {name}</span>
      </button>
    </form>
  );

/** The issuers, those of earlier settings, which can only be removed, and the providers. */
function waysOf({
  providers,
  issuers: { all, isOnly },
  identities,
}: Pick<Parameters<typeof Identities>[0], "providers" | "issuers" | "identities">): Way[] {
  const accountOf = (id: string) => identities.find(({ provider }) => provider === id)?.name ?? null;
  const linked = all.filter(({ id }) => accountOf(id) !== null);
  const removal = `${IDENTITY_PATH}/remove`;
  const own = all.map(({ id, settings: { name } }): Way => {
    const account = accountOf(id);
    const isLast = isOnly && linked.length === 1;
    return { name, account, action: account === null ? IDENTITY_PATH : isLast ? null : removal, issuer: id };
  });
  const earlier = identities
    .filter(({ provider }) => provider.includes("://") && all.every(({ id }) => id !== provider))
    .map(({ provider, name }): Way => ({ name: provider, account: name, action: removal, issuer: provider }));
  const ofProviders = providers.map(({ id, name }): Way => {
    const account = accountOf(id);
    return { name, account, action: `${PATH}/identities/${id}${account === null ? "" : "/remove"}` };
  });
  return [...own, ...earlier, ...ofProviders];
}
