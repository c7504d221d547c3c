/** @jsxImportSource #pages */
// The providers and issuers that a person signs in with: linked ones, and those that can be linked.
import type { Issuer } from "../../identity/oidc/issuer.ts";
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
  issuer: Issuer | null;
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

/** The issuer, those of earlier settings, which can only be removed, and the providers. */
function waysOf({
  providers,
  issuer,
  identities,
}: Pick<Parameters<typeof Identities>[0], "providers" | "issuer" | "identities">): Way[] {
  const accountOf = (id: string) => identities.find(({ provider }) => provider === id)?.name ?? null;
  const isIssuer = ({ provider }: LinkedIdentity) => provider.includes("://") && provider !== issuer?.id;
  const ways: Way[] = identities.filter(isIssuer).map(({ provider, name }) => ({
    name: provider,
    account: name,
    action: `${IDENTITY_PATH}/remove`,
    issuer: provider,
  }));
  if (issuer) {
    const account = accountOf(issuer.id);
    const removal = issuer.settings.isOnly ? null : `${IDENTITY_PATH}/remove`;
    ways.unshift({
      name: issuer.settings.name,
      account,
      action: account === null ? IDENTITY_PATH : removal,
      issuer: issuer.id,
    });
  }
  const ofProviders = providers.map(({ id, name }) => {
    const account = accountOf(id);
    return { name, account, action: `${PATH}/identities/${id}${account === null ? "" : "/remove"}` };
  });
  return [...ways, ...ofProviders];
}
