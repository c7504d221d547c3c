// Runs a fixture's call of an endpoint through the real call path, with the credentials and the present of fixtures.
import type { AnyCall, Page, Upload } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { type ExecuteContext, execute, type Result } from "../../providers/upstream/execute.ts";
import { readPosition, writePosition } from "../../providers/upstream/list-position.ts";
import type { Fetch } from "../../providers/upstream/send.ts";
import { resolveTarget } from "../../providers/upstream/target.ts";
import { FIXTURE_IDEMPOTENCY_KEY, FIXTURE_NOW, type Fixture } from "./fixture.ts";
import { FIXTURE_BOT_TOKEN, FIXTURE_TOKEN, fixtureAuth } from "./fixture-credential.ts";
import { withCallDeadline } from "./with-deadline.ts";

export function callOf({ call = {} }: Pick<Fixture, "call">): AnyCall {
  return {
    params: call.params ?? {},
    query: (call.query ?? {}) as Record<string, unknown>,
    body: (call.body ?? {}) as Record<string, unknown>,
    page: pageOf(call),
    identity: { id: "1", name: "ada", tenant: {}, ...call.identity },
    idempotencyKey: FIXTURE_IDEMPOTENCY_KEY,
    upload: uploadOf(call.upload),
  };
}

export function uploadOf(upload: NonNullable<Fixture["call"]>["upload"]): Upload | undefined {
  if (!upload) return undefined;
  const file = new Blob([upload.text]);
  const mimeType = upload.mimeType ?? "application/octet-stream";
  return { mimeType, size: upload.size === null ? null : file.size, body: file.stream() };
}

/** The page that a fixture's call requests. */
export function pageOf({ limit = 25, position = null, skip = 0 }: NonNullable<Fixture["call"]> = {}): Page {
  return { limit, position: skip === 0 ? position : writePosition({ position, size: null, skip, delivered: skip }) };
}

export type ReadResult = Exclude<Result, { kind: "stream" }> | { kind: "stream"; items: unknown[] };

/** The result, read to its end: a stream fails while it is read. Throws as `execute`. */
export async function replayCall(
  endpoint: RegisteredEndpoint,
  call: AnyCall,
  fetch: Fetch,
  countRequest: ExecuteContext["countRequest"] = () => {},
): Promise<ReadResult> {
  return withCallDeadline((signal) => readCall(endpoint, call, { fetch, countRequest, signal }));
}

async function readCall(
  endpoint: RegisteredEndpoint,
  call: AnyCall,
  through: Pick<ExecuteContext, "fetch" | "countRequest" | "signal">,
): Promise<ReadResult> {
  const { provider, def } = endpoint;
  const result = await execute(endpoint, call, {
    target: resolveTarget(provider, { botToken: FIXTURE_BOT_TOKEN }),
    tokens: {
      access: FIXTURE_TOKEN,
      others: { [def.credential ?? "other"]: FIXTURE_TOKEN },
      auth: fixtureAuth(provider),
    },
    now: () => FIXTURE_NOW,
    ...through,
  });
  return result.kind === "stream" ? { kind: "stream", items: await Array.fromAsync(result.items) } : result;
}

/** A result as fixtures write it; a file is read to its end. */
export async function recordedResult(result: ReadResult): Promise<unknown> {
  if (result.kind === "one") return result.data;
  if (result.kind === "many") return { items: result.items, next: fixtureNext(result.next) };
  if (result.kind === "stream") return { items: result.items };
  if (result.kind === "deleted") return true;
  const { body, ...rest } = result.file;
  return { ...rest, text: await new Response(body).text() };
}

/** The next page as fixtures write it: the provider's position, with the number of items to skip where the limit cut the page. */
function fixtureNext(next: string | null): unknown {
  if (next === null) return null;
  const { position, skip } = readPosition(next);
  return skip === 0 ? position : { position, skip };
}
