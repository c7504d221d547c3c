// One route per plugin endpoint, built from the registry.

import type { InputError } from "../../foundation/errors.ts";
import { cursorErrors } from "../../foundation/vault/cursors.ts";
import { InvalidInput, type UpstreamFile } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import { errorResponse, toAppError } from "../../web/http/errors.ts";
import type { Input } from "../../web/http/input.ts";
import type { Reply } from "../../web/http/route.ts";
import type { ApiKeyRequest, ApiKeyRoute, TakeFile } from "../../web/pipeline/route.ts";
import { LIST_LIMIT, type RegisteredEndpoint } from "../registry/registry.ts";
import { routeDataSchema } from "../registry/response-data.ts";
import { untrustedFields } from "../registry/untrusted-fields.ts";
import { buildRequest } from "../upstream/execute.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { fileErrors } from "../upstream/sent-files.ts";
import type { ToolCalls } from "./execute.ts";
import { failureError } from "./failures.ts";
import { fetchFiles } from "./fetched-files.ts";
import { fileData, fileResponse, wantsBytes } from "./file.ts";
import { assertNoIdempotencyKey, itemStreamData, itemStreamResponse, wantedFormat } from "./item-stream.ts";
import { cursorContext, runCall } from "./run.ts";
import { uploadOf } from "./upload.ts";

const RESPONDS = { one: "json", many: "json", deleted: "json", stream: "items", file: "file" } as const;

/** `calls` leads from an endpoint to a call of it by name, once there are routes of all. */
export function providerRoutes(deps: Deps, calls: () => ToolCalls): ApiKeyRoute[] {
  return deps.registry.endpoints.map((endpoint) => ({
    id: endpoint.tool,
    method: endpoint.method,
    path: endpoint.path,
    summary: endpoint.def.description,
    tag: { name: endpoint.provider.id, description: `Calls to ${endpoint.provider.name}.` },
    access: "key",
    permissions: endpoint.permissions,
    effects: endpoint.effects,
    recipients: endpoint.def.recipients,
    // Only the API document has these two: made for five hundred endpoints they were a tenth of a start.
    get untrustedFields() {
      return untrustedFields(endpoint);
    },
    get data() {
      return routeDataSchema(endpoint);
    },
    owner: "user-or-account",
    provider: endpoint.provider.id,
    action: endpoint.permission,
    params: endpoint.input.params,
    query: endpoint.input.query,
    ...(endpoint.input.body && { body: endpoint.input.body }),
    maxBodyBytes: endpoint.maxBodyBytes,
    fileFields: endpoint.def.fileFields,
    check: ({ params, query: { cursor, limit: _limit, raw: _raw, ...query }, body, isFile = false }, errors, owner) => [
      ...cursorErrors(deps.vault, cursor, () => cursorContext({ owner, endpoint, params, body }, query), errors),
      ...fileErrors(endpoint, body, { isFile, errors }),
      ...builderErrors(endpoint, { params, query, body }, errors),
    ],
    responds: RESPONDS[endpoint.def.returns.kind],
    handle: (call) => handleCall(deps, endpoint, calls, call),
  }));
}

/**
 * The plugin's own errors for input that has schema errors, so that both are reported at once. Only where all schema errors
 * are unknown names can a request be built; valid input is built for the call itself.
 */
function builderErrors(endpoint: RegisteredEndpoint, input: Input, errors: readonly InputError[]): InputError[] {
  const isUnknown = ({ in: where, path }: InputError) =>
    (where === "query" || where === "body") &&
    !Object.hasOwn(endpoint.input[where]?.properties ?? {}, path.split("/")[1] ?? "");
  if (errors.length === 0 || endpoint.def.run || endpoint.files.length > 0 || !errors.every(isUnknown)) return [];
  const page = { limit: LIST_LIMIT.default, position: null };
  try {
    buildRequest(endpoint, { ...input, page, identity: { id: "", name: "", tenant: {} }, idempotencyKey: "" });
  } catch (error) {
    // Other errors come from what is missing here, such as the resource owner.
    if (!(error instanceof InvalidInput)) return [];
    const message = `${endpoint.provider.name}: ${error.message}`;
    return [{ in: endpoint.input.body ? "body" : "query", path: "", message }];
  }
  return [];
}

async function handleCall(
  deps: Deps,
  endpoint: RegisteredEndpoint,
  calls: () => ToolCalls,
  call: ApiKeyRequest,
): Promise<Reply> {
  const startedAt = performance.now();
  const { kind } = endpoint.def.returns;
  const { request, isJsonOnly, isRedacted, idempotencyKey, takeFile } = call;
  const canStream = !isJsonOnly && !isRedacted;
  const format = kind === "stream" && canStream ? wantedFormat(request) : null;
  const isStream = format !== null || (kind === "file" && canStream && wantsBytes(request));
  if (format !== null) assertNoIdempotencyKey(idempotencyKey);
  const fetched = await fetchFiles(deps, calls(), endpoint, call);
  // A stream cannot wait for its usage row once it has started, so the row is committed before.
  if (isStream) await call.commitPending();
  const { owner, params, query, signal } = call;
  const result = await fetched.use(({ body, upload }) =>
    runCall(deps, {
      ...{ endpoint, owner, params, query, body, signal, report: call },
      permissions: call.caller.permissions,
      ...{ idempotencyKey, connection: call.connection },
      upload: upload ?? (isJsonOnly ? undefined : uploadOf(endpoint, request)),
    }),
  );
  if ("data" in result) return result;
  if ("stream" in result && format !== null) {
    return { response: itemStreamResponse(result.stream, format, errorText(deps, endpoint, call)), isStream };
  }
  if ("file" in result && isStream) return { response: fileResponse(result.file), isStream };
  const leftMs = deps.deadlineMs - (performance.now() - startedAt);
  try {
    if ("file" in result && takeFile) return { data: await taken(result.file, takeFile) };
    return { data: await ("file" in result ? fileData(result.file, leftMs) : itemStreamData(result.stream, leftMs)) };
  } catch (error) {
    throw callError(endpoint, error);
  }
}

/** For the evidence of a call whose file goes to another call: what it is, without its content. */
async function taken(file: UpstreamFile, takeFile: TakeFile) {
  await takeFile(file);
  const { id, name, mimeType: mime_type, size } = file;
  return { id, name, mime_type, size };
}

const callError = (endpoint: RegisteredEndpoint, error: unknown) =>
  error instanceof UpstreamFailure ? failureError(endpoint, error.detail) : error;

/** The body of an error's response, for the end of a stream that has begun. */
function errorText(deps: Deps, endpoint: RegisteredEndpoint, { owner, requestId }: ApiKeyRequest) {
  return (thrown: unknown): Promise<string> => {
    const error = toAppError(callError(endpoint, thrown), deps.log, requestId, endpoint.provider.id);
    return errorResponse(error, owner.accountId === null ? "user" : "partner").text();
  };
}
