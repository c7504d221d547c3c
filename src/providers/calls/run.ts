// A provider call from input to result: cursor, permission, integration, token, attempt, next cursor.
import { createHash } from "node:crypto";
import { lacksPermissions } from "../../foundation/errors.ts";
import { firstNameOf } from "../../foundation/schema/previous-names.ts";
import { openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import { allows } from "../../identity/keys/permissions.ts";
import type { Owner } from "../../identity/owner.ts";
import type { AnyCall, Upload } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import type { CallReport } from "../../web/pipeline/route.ts";
import { LIST_LIMIT, MAX_CURSOR, type RegisteredEndpoint } from "../registry/registry.ts";
import type { Result } from "../upstream/execute.ts";
import type { FailureDetail } from "../upstream/failure.ts";
import { usableIntegration } from "./access.ts";
import { callProvider, purposeOf, readyFor } from "./attempt.ts";
import { failureError } from "./failures.ts";
import { positionFor, positionIn } from "./positions.ts";

/** A provider call with validated input. */
export interface ProviderCall {
  endpoint: RegisteredEndpoint;
  owner: Owner;
  /** The key's permissions; null for all. */
  permissions: readonly string[] | null;
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
  /** The name of the connection that the caller gives; null without one. */
  connection: string | null;
  /** The caller's `Idempotency-Key`, if any. */
  idempotencyKey: string | null;
  /** The file that the caller sends in place of JSON. */
  upload?: Upload;
  /** Aborts when the caller goes away. */
  signal: AbortSignal;
  report: CallReport;
}

export type ItemStream = Extract<Result, { kind: "stream" }>;

/** Data for the envelope, or what is still to be read: a file, or a stream of items. */
export type CallResult =
  | { data: Record<string, unknown> }
  | { file: Extract<Result, { kind: "file" }>["file"] }
  | { stream: ItemStream };

/** Its cursor would be longer than a request may carry. */
const UNUSABLE_POSITION: FailureDetail = {
  failure: "error",
  status: 200,
  message: "The provider's cursor for the next page is too long.",
  code: "unusable_position",
};

/** Runs a provider call; throws `AppError`. */
export async function runCall(deps: Deps, call: ProviderCall): Promise<CallResult> {
  const { endpoint } = call;
  const { cursor, limit, raw, ...query } = call.query;
  const held = cursor === undefined ? null : openCursor(deps.vault, String(cursor), cursorContext(call, query));
  const missing = endpoint.permissions.filter((permission) => !allows(call.permissions, permission));
  if (missing.length > 0) throw lacksPermissions(missing);
  const connection = await usableIntegration(deps, call);
  const position = held === null ? null : positionIn(connection, held);
  const purpose = purposeOf(call);
  const current = await readyFor(deps, connection, call, purpose);
  const { row: integration } = current;
  if (endpoint.method !== "GET") await call.report.commitPending();
  const input: AnyCall = {
    params: call.params,
    query,
    body: call.body,
    page: { limit: typeof limit === "number" ? limit : LIST_LIMIT.default, position },
    identity: { ...integration.identity, id: integration.identityId, tenant: integration.tenant },
    idempotencyKey: upstreamIdempotencyKey(connection.share?.id ?? integration.id, call.idempotencyKey),
    ...(call.upload && { upload: call.upload }),
  };
  const context = { deps, call, connection, purpose, input, raw: raw === true };
  const result = await callProvider(context, current);
  if (result.kind === "file") return { file: result.file };
  if (result.kind === "stream") return { stream: result };
  if (result.kind === "deleted") return { data: { deleted: true } };
  if (result.kind === "one") return { data: result.data as Record<string, unknown> };
  const next =
    result.next === null
      ? null
      : sealCursor(deps.vault, positionFor(connection, result.next), cursorContext(call, query));
  if ((next?.length ?? 0) > MAX_CURSOR) throw failureError(endpoint, UNUSABLE_POSITION);
  return { data: { [result.collection]: result.items, next_cursor: next } };
}

/**
 * The idempotency key that a provider gets: the same when a caller repeats a call with its own key, and another for each
 * integration and each of its borrowers, since several may share the provider's account.
 */
export function upstreamIdempotencyKey(id: string, key: string | null): string {
  return key === null ? crypto.randomUUID() : createHash("sha256").update(`${id} ${key}`).digest("hex");
}

/** Associated data of a cursor: owner, endpoint and filters, so that only limit and raw may change between pages. */
export function cursorContext(
  call: Pick<ProviderCall, "owner" | "endpoint" | "params" | "body">,
  query: Record<string, unknown>,
): string {
  const { userId, accountId } = call.owner;
  const { provider, key, def, input } = call.endpoint;
  // Under the first names of the tool and its inputs, so that a cursor outlives their renaming.
  const filters = [
    [input.params, call.params],
    [input.query, query],
    [input.body, call.body],
  ] as const;
  const parts = filters.map(([schema, part]) =>
    Object.entries(part)
      .map(([name, value]) => [firstNameOf(schema, name), value] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  const tool = `${provider.id}_${def.previousNames?.[0] ?? key}`;
  return JSON.stringify(["cursor", userId, accountId, tool, parts]);
}
