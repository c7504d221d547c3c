// Secrets that providers send in a handshake: kept sealed, once, and for the provider's own address only after the operator's yes.

import type { Database } from "../../foundation/db/database.ts";
import { AppError } from "../../foundation/errors.ts";
import { sourceSecretContext, webhookSecretContext } from "../../foundation/vault/sealing-contexts.ts";
import { byProvider } from "../../identity/audit/entry.ts";
import type { Provider } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import type { SourceAddress } from "./store.ts";

type SecretDeps = Pick<Deps, "clock" | "database" | "vault">;

interface SecretRow {
  provider: string;
  secret: string;
  state: "pending" | "accepted";
  received_at: string;
}

/** Keeps a secret as pending; false where one is pending or accepted already, which stays. */
export async function keepProviderSecret(
  deps: SecretDeps & Pick<Deps, "audit">,
  provider: string,
  secret: string,
): Promise<boolean> {
  const stored = await deps.database.query(
    `insert into webhook_secrets (provider, secret, received_at) values ($1, $2, $3::timestamptz)
     on conflict (provider) do nothing returning provider`,
    [provider, deps.vault.seal(secret, webhookSecretContext(provider)), new Date(deps.clock.now()).toISOString()],
  );
  if (stored.length === 0) return false;
  const facts = { level: "warn" as const, details: { provider } };
  await deps.audit.record(byProvider(provider), { event: "webhook_secret_pending", ...facts });
  return true;
}

/** Keeps a secret of a subscription that is being made, once; false otherwise. */
export async function keepSourceSecret(deps: SecretDeps, { id }: SourceAddress, secret: string): Promise<boolean> {
  const stored = await deps.database.query(
    `update event_sources set secret = $2, data = data || '{"handshake":"done"}' where id = $1::uuid and state = 'pending'
     and not data ? 'handshake' returning id`,
    [id, deps.vault.seal(secret, sourceSecretContext(id))],
  );
  return stored.length > 0;
}

/** The secret that the operator has accepted; null without one, and for plugins that keep none. */
export async function acceptedSecret(deps: SecretDeps, { id, webhook }: Provider): Promise<string | null> {
  if (!webhook?.handshake) return null;
  const row = await findSecret(deps.database, id);
  return row?.state === "accepted" ? deps.vault.open(row.secret, webhookSecretContext(id)) : null;
}

async function findSecret(database: Pick<Database, "query">, provider: string): Promise<SecretRow | null> {
  const [row] = await database.query<SecretRow>(
    "select provider, secret, state, received_at::text from webhook_secrets where provider = $1",
    [provider],
  );
  return row ?? null;
}

export function listSecrets({ database }: Pick<Deps, "database">): Promise<Omit<SecretRow, "secret">[]> {
  return database.query<Omit<SecretRow, "secret">>(
    "select provider, state, received_at::text from webhook_secrets order by provider",
  );
}

const missing = (provider: string) => new AppError("NOT_FOUND", `${provider} has not sent a secret in a handshake.`);

/** For the operator, who must show it to the provider. */
export async function showSecret(deps: SecretDeps, provider: string) {
  const row = await findSecret(deps.database, provider);
  if (!row) throw missing(provider);
  const { secret, ...fields } = row;
  return { ...fields, secret: deps.vault.open(secret, webhookSecretContext(provider)) };
}

/** From now on the secret verifies inbound webhooks, unless the environment sets another. */
export async function acceptSecret(deps: SecretDeps, provider: string): Promise<{ accepted: true }> {
  const rows = await deps.database.query(
    "update webhook_secrets set state = 'accepted' where provider = $1 returning provider",
    [provider],
  );
  if (rows.length === 0) throw missing(provider);
  return { accepted: true };
}

/** Forgets the secret, so that the next handshake can bring another. */
export async function deleteSecret(deps: SecretDeps, provider: string): Promise<{ deleted: true }> {
  const rows = await deps.database.query("delete from webhook_secrets where provider = $1 returning provider", [
    provider,
  ]);
  if (rows.length === 0) throw missing(provider);
  return { deleted: true };
}
