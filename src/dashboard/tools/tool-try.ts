// Tries a tool out: one real call in the person's name, and what a page can show of its response.
import { createHash } from "node:crypto";
import type { ErrorCode } from "../../foundation/errors.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { tr } from "../../web/pages/messages.ts";
import type { ApiInput, InternalApi } from "../api.ts";
import { bounded, prettyJson } from "../pretty-json.ts";
import type { PageRequest } from "../visit.ts";

/** The response's headers that tell something. */
const HEADERS = ["x-error-code", "retry-after", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

export interface TriedCall {
  status: number;
  /** Null for success. */
  code: ErrorCode | null;
  headers: [string, string][];
  /** Pretty-printed JSON, cut where it is long. */
  text: string;
  isCut: boolean;
  /** Bytes of the whole body. */
  size: number;
  /** A file that the body holds; its content is left out of the text. */
  file: { name: string; type: string; size: number } | null;
  durationMs: number;
  /** Whether it is the first response to the same form again, and nothing was carried out. */
  isReplay: boolean;
}

/** A repeat of the same form is the same write: the key is out of the form's own number and its input. */
function keyOf(nonce: string, tool: string, input: ApiInput): string {
  return createHash("sha256")
    .update(JSON.stringify([nonce, tool, input]))
    .digest("hex");
}

export async function tryTool(
  api: InternalApi,
  visit: PageRequest,
  { endpoint, input, nonce }: { endpoint: RegisteredEndpoint; input: ApiInput; nonce: string },
): Promise<TriedCall> {
  const startedAt = performance.now();
  const isRead = endpoint.method === "GET";
  const key = isRead ? {} : { idempotencyKey: keyOf(`${visit.person.id} ${nonce}`, endpoint.tool, input) };
  const response = await api.tryOut(visit, endpoint.tool, { ...input, ...key });
  const body = await response.text();
  const durationMs = performance.now() - startedAt;
  const { json, file } = withoutContent(endpoint, body);
  return {
    status: response.status,
    code: response.headers.get("x-error-code") as ErrorCode | null,
    headers: HEADERS.flatMap((name): [string, string][] => {
      const value = response.headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
    ...(json === undefined ? bounded(body) : prettyJson(json)),
    size: Buffer.byteLength(body),
    file,
    durationMs,
    isReplay: response.headers.get("idempotency-replayed") === "true",
  };
}

/** The body as JSON, undefined where it is none; a file's content gives way to its size. */
function withoutContent(endpoint: RegisteredEndpoint, body: string): { json: unknown } & Pick<TriedCall, "file"> {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    // A body that is not JSON is shown as text.
    return { json: undefined, file: null };
  }
  const data = (json as { data?: Record<string, unknown> } | null)?.data;
  if (endpoint.def.returns.kind !== "file" || typeof data?.content !== "string") return { json, file: null };
  const file = { name: String(data.name), type: String(data.mime_type), size: Number(data.size) };
  return { json: { ...(json as object), data: { ...data, content: tr("left out on this page") } }, file };
}
