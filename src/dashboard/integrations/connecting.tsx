/** @jsxImportSource #pages */
// What several pages say of a provider's integration: whether it is connected, and the button that connects it.

import { canConnect } from "../../connections/connect/authorize.ts";
import { ownAmong } from "../../connections/integrations/choice.ts";
import type { Connection, IntegrationRow } from "../../connections/integrations/model.ts";
import type { Provider } from "../../plugin/index.ts";
import { permissionsOf, scopesOf } from "../../providers/registry/scopes.ts";
import { Button } from "../../web/pages/components.tsx";
import { Status } from "../../web/pages/data.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { message, rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import type { Dashboard } from "../pages.tsx";
import { INTEGRATIONS_PATH } from "../paths.ts";
import type { ActingUser, PageRequest } from "../visit.ts";

/** A provider as the acting user has it. */
export interface ProviderAccess {
  /** The best one among the user's own connections; null without any. */
  status: IntegrationRow["status"] | null;
  /** The names of its connections, the user's own and borrowed ones. */
  names: readonly string[];
  /** Those of them that others lend. */
  borrowed: readonly string[];
  /** Whether there is an OAuth client to connect it with. */
  canConnect: boolean;
}

/** The acting user's access, keyed by provider. */
export async function accessOf(
  { deps }: Pick<Dashboard, "deps">,
  user: ActingUser,
): Promise<Map<string, ProviderAccess>> {
  const owner = { userId: user.id, accountId: null };
  const integrations = await deps.integrations.listByOwner(owner);
  const access = new Map<string, ProviderAccess>();
  for (const [id, provider] of deps.registry.providers) {
    const isConnectable = await canConnect(deps, owner, provider);
    const all = integrations.get(id) ?? [];
    const own = ownAmong(all);
    const statuses = own.map(({ status }) => status);
    const status = statuses.includes("active") ? "active" : (statuses[0] ?? null);
    const namesOf = (rows: readonly Connection[]) => rows.map(({ name }) => name);
    const borrowed = namesOf(all.filter(({ share }) => share));
    access.set(id, { status, names: namesOf(all), borrowed, canConnect: isConnectable });
  }
  return access;
}

const STATUS_LABELS = {
  active: { tone: "good", word: message("Connected") },
  pending: { tone: "warning", word: message("Waiting for confirmation") },
  expired: { tone: "bad", word: message("Expired") },
  revoked: { tone: "bad", word: message("Revoked at the provider") },
  unavailable: { tone: "bad", word: message("Not served here now") },
} as const;

export const IntegrationState = ({ status }: { status: keyof typeof STATUS_LABELS }): Markup => {
  const { tone, word } = STATUS_LABELS[status];
  return <Status tone={tone}>{tr(word)}</Status>;
};

export const AccessState = ({ access }: { access: ProviderAccess | undefined }): Markup =>
  access?.status ? (
    <IntegrationState status={access.status} />
  ) : access && access.borrowed.length > 0 ? (
    <Status tone="good">{tr("Borrowed")}</Status>
  ) : (
    <span class="muted small">{tr("Not connected")}</span>
  );

/** The address that starts a connect, and at which its permissions are chosen. */
export const connectPath = (provider: string) => `/integrations/${encodeURIComponent(provider)}/connect`;

/** Nothing where no client of the operator's could connect it. */
export function ConnectButton(props: {
  visit: PageRequest;
  provider: Pick<Provider, "id" | "name">;
  access: ProviderAccess | undefined;
  isPrimary?: boolean;
  /** The name of the one to connect again, where there are several connections with the provider. */
  connection?: string | null;
  /** Whether it connects a further account. */
  isAnother?: boolean;
}): Markup {
  const { visit, provider, access, isPrimary, connection = null, isAnother = false } = props;
  if (!access?.canConnect) return NOTHING;
  const label = (
    <>
      {isAnother ? tr("Add another account") : access.status === null ? tr("Connect") : tr("Reconnect")}
      <span class="visually-hidden"> {provider.name}</span>
    </>
  );
  return (
    <form method="post" action={connectPath(provider.id)} data-connects={INTEGRATIONS_PATH}>
      <FormToken visit={visit} />
      {connection === null ? null : <input type="hidden" name="connection" value={connection} />}
      {isPrimary ? (
        <Button kind="primary">{label}</Button>
      ) : (
        <button type="submit" class={isAnother ? "button quiet small" : "button small"}>
          {label}
        </button>
      )}
    </form>
  );
}

/** The way to connect with some permissions only; nothing where that makes no difference. */
export function ChooseLink(props: {
  provider: Provider;
  access: ProviderAccess | undefined;
  text?: string;
  /** The name, where there are several connections with the provider. */
  connection?: string | null;
}): Markup {
  const { provider, access, text = tr("Permissions"), connection = null } = props;
  const query = connection === null ? "" : `?${new URLSearchParams({ connection })}`;
  if (!access?.canConnect || !hasChoice(provider)) return NOTHING;
  return (
    <a class="button quiet small" href={connectPath(provider.id) + query}>
      {text}
      <span class="visually-hidden"> {rich("of {name}", { name: provider.name })}</span>
    </a>
  );
}

/** Whether a choice changes what the provider is asked for: not where it has no scopes, or the same for everything. */
function hasChoice(provider: Provider): boolean {
  const sets = permissionsOf(provider).map((permission) => scopesOf(provider, permission).toSorted().join(" "));
  return provider.auth.oauth2 !== undefined && new Set(sets).size > 1;
}
