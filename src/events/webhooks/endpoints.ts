// A user's webhook endpoints: created, changed, listed, and their secrets rotated.

import { setTimeout } from "node:timers";
import { AppError, type InputError, invalidInput, UnauthorizedError } from "../../foundation/errors.ts";
import { checkedAddresses, parseEndpointUrl } from "../../foundation/network/address.ts";
import { SendError } from "../../foundation/network/send-error.ts";
import { MAX_ERRORS } from "../../foundation/schema/check.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { endpointSecretContext } from "../../foundation/vault/sealing-contexts.ts";
import { externalIdIn, noSuchAccount } from "../../identity/accounts/service.ts";
import type { Initiator } from "../../identity/initiator.ts";
import { type Caller, isPartnerOnly } from "../../identity/keys/model.ts";
import type { Deps } from "../../server/deps.ts";
import { knownPatterns } from "../log/event-types.ts";
import { deciderAfter, decidingErrors, mayMove, OWN_PROVIDER } from "./deciding.ts";
import {
  accountsByExternalId,
  deleteEndpoint,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  listEndpoints,
  ownAccounts,
  rotateSecret,
  type Scope,
  updateEndpoint,
  type Visible,
} from "./endpoint-store.ts";
import { type ChangeEndpointBody, type CreateEndpointBody, endpointView } from "./model.ts";
import { newSecret } from "./signature.ts";

const MAX_ENDPOINTS = 50;
/** Old and new secret both sign for a day. */
const OVERLAP_MS = 24 * 3_600_000;
const RESOLVE_MS = 5_000;

type Filters = Partial<Pick<CreateEndpointBody, "event_types" | "providers" | "scope" | "account_ids">>;

/** A key for partner use sees the endpoints of connected accounts alone: others receive its user's own events. */
export function visibleTo(caller: Caller): Visible {
  return { userId: caller.userId, accountsOnly: isPartnerOnly(caller) };
}

/** Errors of an endpoint's fields beyond their schema; any of them may be missing. */
export function endpointErrors(
  deps: Pick<Deps, "config" | "registry">,
  body: Filters & { url?: string },
): InputError[] {
  const errors: InputError[] = [];
  const addError = (path: string, message: string) => void errors.push({ in: "body", path, message });
  if (body.url !== undefined) {
    const parsed = parseEndpointUrl(body.url, deps.config);
    if ("error" in parsed) addError("/url", parsed.error);
  }
  const unknown = body.providers?.find((id) => id !== OWN_PROVIDER && !deps.registry.provider(id));
  if (unknown !== undefined) addError("/providers", `There is no provider "${unknown}".`);
  if (body.account_ids && body.scope !== undefined && body.scope !== "accounts")
    addError("/account_ids", "account_ids needs the scope accounts.");
  return errors;
}

/** An error for each pattern that no event can match: the endpoint would never hear anything. `stored` are those that it has. */
export function eventTypeErrors(
  { registry }: Pick<Deps, "registry">,
  { event_types: types = [] }: Filters,
  stored: readonly string[] = [],
): InputError[] {
  const { isKnown, whyUnknown } = knownPatterns(registry);
  return types
    .map((type, at) => ({ type, path: `/event_types/${at}` }))
    .filter(({ type }) => !isKnown(type) && !stored.includes(type))
    .slice(0, MAX_ERRORS)
    .map(({ type, path }) => ({ in: "body", path, message: whyUnknown(type) }));
}

/** The normalized URL; throws where its host cannot be delivered to. The reason is the same for no address and a forbidden one. */
async function deliverableUrl(deps: Pick<Deps, "config" | "webhooks">, text: string): Promise<string> {
  const parsed = parseEndpointUrl(text, deps.config);
  if ("error" in parsed) throw refusedUrl(parsed.error);
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new SendError("timeout")), RESOLVE_MS).unref();
  });
  try {
    await Promise.race([checkedAddresses(parsed.url, deps.config, deps.webhooks.resolve), late]);
  } catch (error) {
    if (!(error instanceof SendError)) throw error;
    throw refusedUrl("The host of url has no public address. Webhooks are sent only to public addresses.");
  }
  return parsed.url.href;
}

function refusedUrl(message: string): AppError {
  return new AppError("VALIDATION_ERROR", message, {
    errors: [{ in: "body", path: "/url", message }],
    reason: "address_refused",
  });
}

/** The scope and its accounts; throws where they are not the caller's to choose. */
async function allowedScope(
  deps: Pick<Deps, "database">,
  { userId, accountsOnly }: Visible,
  scope: Scope,
  accountIds: readonly string[] | null,
) {
  if (accountsOnly && scope !== "accounts")
    throw new UnauthorizedError("PERMISSION_DENIED", "Permission denied", { reason: "key_bounds" });
  const ids = accountIds === null ? null : await accountIdsOf(deps.database, userId, accountIds);
  const own = await ownAccounts(deps.database, userId, ids ?? []);
  const foreign = ids?.find((id) => !own.has(id));
  if (foreign !== undefined) throw noSuchAccount(foreign);
  return { scope, account_ids: ids };
}

/** The accounts' ids; those that are named by `external:` and their external_id are looked up. */
async function accountIdsOf(database: Deps["database"], userId: string, names: readonly string[]): Promise<string[]> {
  const misnamed = names.find((name) => !isUuid(name) && externalIdIn(name) === null);
  if (misnamed !== undefined) throw noSuchAccount(misnamed);
  const found = await accountsByExternalId(
    database,
    userId,
    names.flatMap((name) => externalIdIn(name) ?? []),
  );
  const idOf = (name: string) => {
    const externalId = externalIdIn(name);
    const id = externalId === null ? name.toLowerCase() : found.get(externalId);
    if (id === undefined) throw noSuchAccount(name);
    return id;
  };
  return [...new Set(names.map(idOf))];
}

function assertValid(errors: InputError[]): void {
  if (errors.length > 0) throw invalidInput(errors);
}

/** Null stands for all types. */
const typesOf = (types: readonly string[] | undefined) =>
  types === undefined || types.includes("*") ? null : [...new Set(types)];

/** What the audit log says of an endpoint; its URL may have a secret in it. */
const about = ({ userId }: Caller, id: string) => ({ userId, resource: { kind: "endpoint", id } });

export async function createEndpoint(deps: Deps, caller: Caller, body: CreateEndpointBody, initiator: Initiator) {
  const created = await addEndpoint(deps, caller, body, initiator);
  if (!created) throw tooManyEndpoints();
  return created;
}

export function tooManyEndpoints(): AppError {
  return new AppError(
    "CONFLICT",
    `You have ${MAX_ENDPOINTS} webhook endpoints, which is the maximum. Delete one first.`,
  );
}

/** Null where the user has the most already, and with `isOnlyAtUrl` where the caller sees one with this URL. */
export async function addEndpoint(
  deps: Deps,
  caller: Caller,
  body: CreateEndpointBody,
  initiator: Initiator,
  isOnlyAtUrl = false,
) {
  const visible = visibleTo(caller);
  const decider = deciderAfter(caller, initiator, { wanted: body.decides, current: false });
  const filters = { event_types: typesOf(body.event_types), providers: body.providers ?? null };
  assertValid(decidingErrors({ ...filters, decider }));
  const ownScope: Scope = visible.accountsOnly ? "accounts" : "all";
  const accountIds = body.account_ids ?? null;
  const scope = await allowedScope(deps, visible, body.scope ?? (accountIds ? "accounts" : ownScope), accountIds);
  const url = await deliverableUrl(deps, body.url);
  const [id, secret, now] = [crypto.randomUUID(), newSecret(), deps.clock.now()];
  const row = await insertEndpoint(
    deps.database,
    {
      id,
      user_id: caller.userId,
      url,
      description: body.description ?? null,
      ...filters,
      ...scope,
      decider,
      secret: deps.vault.seal(secret, endpointSecretContext(id, "secret")),
    },
    now,
    { most: MAX_ENDPOINTS, onlyIn: isOnlyAtUrl ? visible : null },
  );
  if (!row) return null;
  const facts = { ...about(caller, id), details: { decides: decider !== null } };
  await deps.audit.record(initiator, { event: "webhook_endpoint_created", ...facts });
  return { ...endpointView(deps, row), secret };
}

export async function viewEndpoints(deps: Deps, caller: Caller) {
  const rows = await listEndpoints(deps.database, visibleTo(caller));
  return rows.map((row) => endpointView(deps, row));
}

/** The endpoint; 404 for another user's, as for none. */
export async function requireEndpoint(deps: Pick<Deps, "database">, caller: Caller, id: string): Promise<EndpointRow> {
  const row = isUuid(id) ? await findEndpoint(deps.database, visibleTo(caller), id) : null;
  if (!row) throw endpointNotFound();
  return row;
}

function endpointNotFound(): AppError {
  return new AppError("NOT_FOUND", "There is no webhook endpoint with this id.");
}

export async function viewEndpoint(deps: Deps, caller: Caller, id: string) {
  return endpointView(deps, await requireEndpoint(deps, caller, id));
}

export async function changeEndpoint(
  deps: Deps,
  caller: Caller,
  id: string,
  body: ChangeEndpointBody,
  initiator: Initiator,
) {
  const row = await requireEndpoint(deps, caller, id);
  const decider = deciderAfter(caller, initiator, { wanted: body.decides, current: row.decider_kind !== null });
  const filters = {
    event_types: body.event_types === undefined ? row.event_types : typesOf(body.event_types),
    providers: body.providers === undefined ? row.providers : body.providers,
  };
  assertValid([...eventTypeErrors(deps, body, row.event_types ?? []), ...decidingErrors({ ...filters, decider })]);
  const scope = body.scope ?? (body.account_ids ? "accounts" : row.scope);
  const accountIds = body.account_ids !== undefined ? body.account_ids : scope === "accounts" ? row.account_ids : null;
  // Accounts that were deleted since the endpoint was made must not stop its change.
  const isSameScope = scope === row.scope && body.account_ids === undefined;
  const changedScope = isSameScope
    ? { scope, account_ids: accountIds }
    : await allowedScope(deps, visibleTo(caller), scope, accountIds);
  const now = deps.clock.now();
  const changed = await updateEndpoint(
    deps.database,
    visibleTo(caller),
    {
      id: row.id,
      url: body.url === undefined ? row.url : await deliverableUrl(deps, body.url),
      description: body.description === undefined ? row.description : body.description,
      ...filters,
      ...changedScope,
      enabled: body.enabled ?? null,
      decider,
      mayMove: mayMove(caller, body.decides),
    },
    now,
  );
  if (!changed) throw endpointNotFound();
  const details = { fields: Object.keys(body) };
  await deps.audit.record(initiator, { event: "webhook_endpoint_changed", ...about(caller, row.id), details });
  deps.webhooks.notify();
  return endpointView(deps, changed);
}

/** Deletes an endpoint with its messages. */
export async function removeEndpoint(deps: Deps, caller: Caller, id: string, initiator: Initiator): Promise<void> {
  if (!isUuid(id) || !(await deleteEndpoint(deps.database, visibleTo(caller), id))) throw endpointNotFound();
  await deps.audit.record(initiator, { event: "webhook_endpoint_removed", ...about(caller, id) });
}

/** Replaces the secret; the one before signs as well for a day. */
export async function rotateEndpointSecret(deps: Deps, caller: Caller, id: string, initiator: Initiator) {
  const { vault, clock } = deps;
  const endpoint = await requireEndpoint(deps, caller, id);
  const endpointId = endpoint.id;
  const current = endpoint.decider_kind !== null;
  const [secret, now] = [newSecret(), clock.now()];
  const row = await rotateSecret(deps.database, visibleTo(caller), endpointId, {
    decider: deciderAfter(caller, initiator, { wanted: undefined, current }),
    mayMove: mayMove(caller),
    rotated: (sealed) => ({
      secret: vault.seal(secret, endpointSecretContext(endpointId, "secret")),
      previousSecret: vault.seal(
        vault.open(sealed, endpointSecretContext(endpointId, "secret")),
        endpointSecretContext(endpointId, "previous_secret"),
      ),
      until: now + OVERLAP_MS,
      now,
    }),
  });
  if (!row) throw endpointNotFound();
  await deps.audit.record(initiator, { event: "webhook_secret_rotated", ...about(caller, endpointId) });
  return { ...endpointView(deps, row), secret };
}
