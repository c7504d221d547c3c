// Imports grants that were made elsewhere: each is checked at its provider, stored once, and never at the cost of a token.

import { findAppError } from "../../foundation/errors.ts";
import { accountErrors, createAccount } from "../../identity/accounts/service.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Owner } from "../../identity/owner.ts";
import { findPartner } from "../../identity/partners/store.ts";
import { requireUser } from "../../identity/users/service.ts";
import type { Deps } from "../../server/deps.ts";
import { saveDirect } from "../connect/save-direct.ts";
import { afterCommit, type NewGrant } from "../connect/save-grant.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import { findConnections, type GrantRow } from "../integrations/store.ts";
import { checkEntry } from "./check.ts";
import { type ReadEntry, readEntry } from "./entry.ts";
import type { ImportBody, ImportOutcome, Refusal } from "./model.ts";
import { resultView } from "./model.ts";
import { fromNango } from "./nango.ts";
import { createRefreshedTokens, type RefreshedTokens } from "./refreshed-tokens.ts";
import { createSlots } from "./slots.ts";
import { findImported, type NewImported, recordImported } from "./store.ts";

/** Checks of one provider at once, in this process. */
const CHECKS_PER_PROVIDER = 4;
/** No entry begins later, so that the response comes before its connection times out. */
const TIME_MS = 60_000;
/** Stands for an account that is made when its grant is saved: a partner's own OAuth clients serve it too. */
const NEW_ACCOUNT = "new";

export interface Imports {
  run(body: ImportBody, initiator: Initiator): Promise<ReturnType<typeof summaryOf>>;
  /** Writes refreshed tokens that the database did not take, or logs their loss; for the stop. */
  close(): Promise<void>;
}

type Options = Pick<ImportBody, "create_accounts" | "replace" | "dry_run">;

/** The owner of an entry; its account may have to be made yet. */
interface OwnerOfEntry {
  userId: string;
  externalId: string | null;
  accountId: string | null;
}

class ImportRefusal extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code);
  }
}
const refuse = (code: Refusal["code"], message: string): never => {
  throw new ImportRefusal({ code, message });
};

const usedElsewhere = () => refuse("USED_ELSEWHERE", "The same credentials were imported for another owner.");

export function createImports(deps: Deps): Imports {
  const slots = createSlots(CHECKS_PER_PROVIDER);
  const refreshedTokens = createRefreshedTokens(deps);
  const refused = (error: unknown): ImportOutcome => ({ outcome: "refused", ...refusalOfError(deps, error) });
  const check = (job: Job, endsAt: number) =>
    slots.run(job.entry.provider.id, async () => {
      if (performance.now() > endsAt) refuse("NO_TIME_LEFT", "Nothing was done. Run the import again.");
      return importEntry(deps, refreshedTokens, job);
    });
  return {
    async run(body, initiator) {
      const endsAt = performance.now() + TIME_MS;
      const owners = new Set<string>();
      const outcomes: Promise<ImportOutcome>[] = [];
      // One after the other, so that of two with the same owner the first one counts; only their checks take time.
      for (const value of body.entries) {
        try {
          const job = await readJob(deps, value, { body, initiator, owners });
          outcomes.push(check(job, endsAt).catch(refused));
        } catch (error) {
          outcomes.push(Promise.resolve(refused(error)));
        }
      }
      return summaryOf(await Promise.all(outcomes));
    },
    close: refreshedTokens.close,
  };
}

function summaryOf(outcomes: readonly ImportOutcome[]) {
  const count = (wanted: ImportOutcome["outcome"]) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  return {
    imported: count("imported"),
    unchanged: count("unchanged"),
    valid: count("valid"),
    refused: count("refused"),
    results: outcomes.map((outcome, index) => resultView(index, outcome)),
  };
}

/** No error's text reaches the response: it could repeat what was sent. */
function refusalOfError({ log }: Pick<Deps, "log">, error: unknown): Refusal {
  if (error instanceof ImportRefusal) return error.refusal;
  const known = findAppError(error);
  if (known?.code === "ACCOUNT_NOT_FOUND")
    return { code: "ACCOUNT_NOT_FOUND", message: "The owner was deleted during the import." };
  if (known?.code === "ACCOUNT_LIMIT_REACHED")
    return { code: "ACCOUNT_LIMIT_REACHED", message: "The partner has reached its maximum number of accounts." };
  if (known?.code === "CONNECTION_AMBIGUOUS")
    return {
      code: "CONNECTION_AMBIGUOUS",
      message: "The owner has several connections with this provider, none of this identity. Name one in connection.",
    };
  if (known?.code === "CONFLICT") return { code: "TOO_MANY_CONNECTIONS", message: `${known.message}.` };
  log.error("import_error", { error_name: (error as Error)?.name ?? "unknown", code: known?.code ?? null });
  return { code: "INTERNAL_ERROR", message: "The gateway failed; its log has the reason. Run the import again." };
}

/** An entry with what the request says for all of them. */
function entryOf(deps: Pick<Deps, "registry">, value: unknown, body: ImportBody): unknown {
  const { format, user } = body;
  const names = (body.provider_names ?? {}) as Record<string, string>;
  const entry = format === "nango" ? fromNango(deps, value, names) : value;
  if (typeof entry !== "object" || entry === null || Array.isArray(entry)) return entry;
  const { provider } = entry as { provider?: unknown };
  const named = typeof provider === "string" && Object.hasOwn(names, provider) ? names[provider] : provider;
  return { ...(user !== undefined && { user }), ...entry, ...(named !== undefined && { provider: named }) };
}

async function ownerOf(deps: Deps, entry: ReadEntry, { create_accounts = false }: Options): Promise<OwnerOfEntry> {
  const found = await requireUser(deps, entry.user).catch((error: unknown) => {
    if (findAppError(error)?.code === "NOT_FOUND") return null;
    throw error;
  });
  const user = found ?? refuse("USER_NOT_FOUND", "There is no user with this e-mail address or id.");
  if (entry.account === null) return { userId: user.id, externalId: null, accountId: null };
  const partner = await findPartner(deps.database, user.id);
  if (partner?.status !== "active")
    refuse("PARTNER_REQUIRED", "The user has no active partner profile, and therefore no accounts.");
  const [error] = accountErrors({ external_id: entry.account });
  if (error) refuse("INVALID_ENTRY", `account: ${error.message}`);
  const account = await deps.accounts.findByExternalId(user.id, entry.account);
  if (!account && !create_accounts)
    refuse(
      "ACCOUNT_NOT_FOUND",
      "The user has no connected account with this external_id. Set create_accounts to create it.",
    );
  return { userId: user.id, externalId: entry.account, accountId: account?.id ?? null };
}

interface Job {
  entry: ReadEntry;
  owner: OwnerOfEntry;
  options: Options;
  initiator: Initiator;
}

/** What is to be done for an entry; throws where it is refused before its provider is asked. */
async function readJob(
  deps: Deps,
  value: unknown,
  { body, initiator, owners }: { body: ImportBody; initiator: Initiator; owners: Set<string> },
): Promise<Job> {
  const entry = readEntry(deps, entryOf(deps, value, body));
  if ("code" in entry) throw new ImportRefusal(entry);
  const owner = await ownerOf(deps, entry, body);
  const key = JSON.stringify([owner.userId, owner.externalId, entry.provider.id, entry.connection]);
  if (owners.has(key))
    refuse("DUPLICATE", "Another entry of this request has the same owner, provider and connection.");
  owners.add(key);
  return { entry, owner, options: body, initiator };
}

async function importEntry(deps: Deps, refreshedTokens: RefreshedTokens, job: Job): Promise<ImportOutcome> {
  const { entry, owner, options } = job;
  const provider = entry.provider.id;
  const macs = deps.vault.macs(credentialOf(entry, owner));
  const known = await findImported(deps.database, macs);
  if (known && (known.userId !== owner.userId || known.accountId !== owner.accountId)) usedElsewhere();
  if (known?.integrationId) return { outcome: "unchanged", integrationId: known.integrationId };
  const existing = isNew(owner) ? [] : await findConnections(deps.database.orm, owner, { provider });
  // Which of several an entry without a name would renew is known with its identity: `save` looks again.
  const isOnly = entry.connection === null && existing.length === 1;
  const meant = isOnly ? existing[0] : existing.find(({ name }) => name === entry.connection);
  if (meant) assertReplaceable(meant, options);
  const asOwner = { userId: owner.userId, accountId: isNew(owner) ? NEW_ACCOUNT : owner.accountId };
  const client = await clientOf(deps, entry, asOwner);
  const row = { id: known?.id ?? crypto.randomUUID(), mac: known?.mac ?? (macs[0] as string), provider };
  const settle = async () => ({ ...row, ...(await createdOwner(deps, job)), at: deps.clock.now() });
  const checked = await checkEntry(deps, {
    entry,
    owner: asOwner,
    client,
    isDryRun: options.dry_run === true,
    ...refreshedTokens.of(row.id, known, settle),
  });
  if ("refused" in checked) throw new ImportRefusal(checked.refused);
  if ("unchecked" in checked) return { outcome: "valid", message: checked.unchecked };
  if (options.dry_run === true) return { outcome: "valid" };
  return { outcome: "imported", integrationId: await save(deps, job, checked.grant, await settle()) };
}

function assertReplaceable({ status }: Pick<IntegrationRow, "status">, { replace }: Options): void {
  if (status === "active" && replace !== true)
    refuse(
      "ALREADY_CONNECTED",
      "The owner is already connected to this provider. Set replace to replace that integration.",
    );
}

const isNew = ({ externalId, accountId }: OwnerOfEntry) => externalId !== null && accountId === null;

/**
 * What tells that a credential was imported before. A refresh token is one owner's: a second one's use of it would end both.
 * Others may be shared.
 */
function credentialOf({ provider, tenant, credential }: ReadEntry, { userId, externalId }: OwnerOfEntry): string {
  if (credential.auth !== "oauth2")
    return JSON.stringify([provider.id, userId, externalId, credential.auth, tenant, credential.credentials]);
  const { accessToken, refreshToken } = credential.tokens;
  if (refreshToken !== undefined) return JSON.stringify([provider.id, refreshToken]);
  return JSON.stringify([provider.id, userId, externalId, accessToken]);
}

/** The OAuth client that the tokens are renewed and revoked with; null for credentials. */
async function clientOf(
  { oauthClients }: Pick<Deps, "oauthClients">,
  { provider, credential }: ReadEntry,
  owner: Owner,
) {
  if (credential.auth !== "oauth2") return null;
  const { clientId } = credential;
  const client =
    clientId === null
      ? await oauthClients.forConnect(owner, provider.id)
      : await oauthClients.clientOfGrant({ ...owner, provider: provider.id, clientId });
  const which = clientId === null ? "No OAuth app" : "Another OAuth client, or none,";
  return (
    client ??
    refuse(
      "CLIENT_NOT_FOUND",
      `${which} of ${provider.name} is set up here, so these tokens could not be renewed. Set it up first.`,
    )
  );
}

/** The owner with its account, which is made where it is not there yet. */
async function createdOwner(deps: Deps, { owner, initiator }: Job): Promise<Owner> {
  const { userId, externalId } = owner;
  if (externalId === null || owner.accountId !== null) return { userId, accountId: owner.accountId };
  try {
    const made = await createAccount(deps, userId, { external_id: externalId }, initiator);
    owner.accountId = made.id;
  } catch (error) {
    if (findAppError(error)?.code !== "ACCOUNT_EXISTS") throw error;
    // Another entry has made it at the same time.
    owner.accountId = (await deps.accounts.findByExternalId(userId, externalId))?.id ?? null;
  }
  if (owner.accountId === null) return refuse("ACCOUNT_NOT_FOUND", "The owner was deleted during the import.");
  return { userId, accountId: owner.accountId };
}

async function save(
  deps: Deps,
  { entry, options, initiator }: Job,
  grant: NewGrant,
  row: NewImported,
): Promise<string> {
  const { userId, accountId, provider } = row;
  const owner = { userId, accountId };
  // A moved grant and the one before it can be of one consent, which a revocation would end for both.
  const isSpared = (old: GrantRow) => old.identityId === grant.identity.id && old.clientId === grant.clientId;
  const saved = await saveDirect(deps, owner, provider, grant, initiator, {
    event: "integration_imported",
    connection: entry.connection,
    assertReplaceable: (old) => assertReplaceable(old, options),
    isSpared,
    async within(tx, integrationId) {
      if (grant.auth === "oauth2" && !(await deps.oauthClients.lock(tx, { ...owner, provider }, grant.clientId)))
        refuse("CLIENT_NOT_FOUND", `The OAuth app of ${entry.provider.name} was removed during the import.`);
      const recorded = await recordImported(tx, { ...row, integrationId });
      if (recorded === "elsewhere") usedElsewhere();
      if (recorded === "meanwhile")
        refuse("IN_PROGRESS", "Another import stored the same credentials at the same time.");
    },
  });
  await afterCommit(deps, userId, saved);
  return saved.integrationId;
}
