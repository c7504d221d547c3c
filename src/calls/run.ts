// The spine of a provider call, wherever it comes from: permission, integration, service, token, upstream, mapping.

import type { Deps } from "../deps.ts";
import { UnauthorizedError } from "../errors.ts";
import { accessError } from "../integrations/access.ts";
import { allows } from "../keys/permissions.ts";
import type { Owner } from "../owner.ts";
import type { AnyCall } from "../plugin/index.ts";
import { LIST_LIMIT, MAX_CURSOR, type RegisteredEndpoint } from "../registry/registry.ts";
import type { Result } from "../upstream/execute.ts";
import type { FailureDetail } from "../upstream/failure.ts";
import { assertNotCoolingDown, callProvider } from "./attempt.ts";
import { openCursor, sealCursor } from "./cursor.ts";
import { failureError } from "./failures.ts";

export type CallDeps = Deps;

/** A provider call after its input was checked. */
export interface ProviderCall {
  endpoint: RegisteredEndpoint;
  owner: Owner;
  /** The key's permissions; null means every one. */
  permissions: readonly string[] | null;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  /** Aborts when the caller goes away. */
  signal: AbortSignal;
  countUnits(units: number): void;
  commitPending(): Promise<void>;
}

/** What a call gives: data for the envelope, or a file still to be read. */
export type CallResult = { data: Record<string, unknown> } | { file: Extract<Result, { kind: "file" }>["file"] };

/** A cursor made of it would be refused when it comes back. */
const UNUSABLE_POSITION: FailureDetail = {
  failure: "error",
  status: 200,
  message: "The provider's mark of the next page is too long to be carried.",
  code: "unusable_position",
};

/** Carries out a provider call; throws `AppError`. */
export async function runCall(deps: CallDeps, call: ProviderCall): Promise<CallResult> {
  const { endpoint, owner } = call;
  const { provider } = endpoint;
  const { cursor, limit, raw, ...query } = call.query;
  const position = cursor === undefined ? null : openCursor(deps.vault, String(cursor), cursorContext(call, query));
  if (!endpoint.permissions.every((permission) => allows(call.permissions, permission))) {
    throw new UnauthorizedError("PERMISSION_DENIED", "Permission denied");
  }
  const held = (await deps.integrations.ofOwner(owner)).get(provider.id) ?? null;
  const refused = accessError(held, endpoint);
  if (refused || !held) throw refused;
  assertNotCoolingDown({ deps, call, integration: held });
  const { row: integration, tokens } = await deps.tokens.fresh(held);
  if (endpoint.method !== "GET") await call.commitPending();
  const asked: AnyCall = {
    params: call.params,
    query,
    body: call.body,
    page: { limit: typeof limit === "number" ? limit : LIST_LIMIT.default, position },
    identity: { ...integration.identity, id: integration.identityId, tenant: integration.tenant },
  };
  const result = await callProvider({ deps, call, integration, asked, raw: raw === true }, tokens);
  if (result.kind === "file") return { file: result.file };
  if (result.kind === "deleted") return { data: { deleted: true } };
  if (result.kind === "one") return { data: result.data as Record<string, unknown> };
  const next = result.next === null ? null : sealCursor(deps.vault, result.next, cursorContext(call, query));
  if ((next?.length ?? 0) > MAX_CURSOR) throw failureError(endpoint, UNUSABLE_POSITION);
  return { data: { [result.collection]: result.items, next_cursor: next } };
}

/** What a cursor belongs to: the owner, the endpoint and the filters; only limit and raw may change on the way. */
export function cursorContext(
  call: Pick<ProviderCall, "owner" | "endpoint" | "params" | "body">,
  query: Record<string, unknown>,
): string {
  const { userId, accountId } = call.owner;
  const filters = [call.params, query, call.body].map((part) =>
    Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  return JSON.stringify(["cursor", userId, accountId, call.endpoint.tool, filters]);
}
