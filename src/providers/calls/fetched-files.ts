// Files that a caller leaves to the gateway to fetch: each comes from a call of another tool, made as if by the caller.
import {
  AppError,
  type ErrorDetails,
  type InputError,
  invalidInput,
  UnauthorizedError,
} from "../../foundation/errors.ts";
import type { Upload, UpstreamFile } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import type { ApiKeyRequest } from "../../web/pipeline/route.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { type FilePlace, type FileValue, filesIn, withFiles } from "../upstream/file-places.ts";
import { fieldName, takesValue } from "../upstream/sent-files.ts";
import type { ToolCalls } from "./execute.ts";
import { failureError } from "./failures.ts";
import { CUT_SHORT, MAX_JSON_BYTES, readFile } from "./file.ts";
import { wholeFile } from "./whole-file.ts";

/** Each is a call of its own, and they are made one after the other. */
const MAX_FETCHED = 10;

/** A body with its files, and the one that takes the body's place because it is too large for JSON. */
interface Filled {
  body: Record<string, unknown>;
  upload?: Upload;
}

export interface FetchedFiles {
  /** Uses the body; a file that breaks off meanwhile ends the use with the error of its source. */
  use<Result>(work: (filled: Filled) => Promise<Result>): Promise<Result>;
}

/** What fetching needs of the receiving call. */
interface Receiver {
  deps: Pick<Deps, "registry" | "deadlineMs">;
  calls: ToolCalls;
  endpoint: RegisteredEndpoint;
  call: ApiKeyRequest;
  /** Bytes that the files may still have, all together. */
  leftBytes: number;
  /** When they must be there. */
  endsAt: number;
}

interface Wanted {
  place: FilePlace;
  value: FileValue;
  at: string;
  source: RegisteredEndpoint;
  args: Record<string, unknown>;
}

/** Fetches the files that a body names by `from`; throws the error of the first that cannot be fetched. */
export async function fetchFiles(
  deps: Receiver["deps"],
  calls: ToolCalls,
  endpoint: RegisteredEndpoint,
  call: ApiKeyRequest,
): Promise<FetchedFiles> {
  const wanted = endpoint.files.length === 0 ? [] : wantedFiles(deps, endpoint, call);
  const maxBytes = Math.min(MAX_JSON_BYTES, Math.floor((endpoint.maxBodyBytes * 3) / 4));
  const receiver = { deps, calls, endpoint, call, leftBytes: maxBytes, endsAt: performance.now() + deps.deadlineMs };
  const changed = new Map<string, FileValue>();
  for (const one of wanted) {
    const found = await fetchOne(receiver, one);
    if ("stream" in found) return streamed(one, found.stream, endpoint);
    receiver.leftBytes -= found.content.byteLength;
    changed.set(one.at, filledFile(one, found.file, { content: found.content }));
  }
  return { use: (work) => work({ body: withFiles(call.body, changed) }) };
}

/** The files to fetch; throws 400 with every error. */
function wantedFiles({ registry }: Receiver["deps"], { files }: RegisteredEndpoint, call: ApiKeyRequest): Wanted[] {
  const errors: InputError[] = [];
  const named = filesIn(files, call.body).filter(({ value }) => value.from !== undefined);
  const wanted = named.flatMap(({ place, value, at }, index): Wanted[] => {
    const { tool, arguments: args = {} } = value.from as { tool: string; arguments?: Record<string, unknown> };
    const source = registry.tool(tool);
    const isSource = source?.def.returns.kind === "file" && (call.hasTool?.(source) ?? true);
    if (source && isSource && index < MAX_FETCHED) return [{ place, value, at, source, args }];
    const message = isSource
      ? `${fieldName(at, "from")} is one too many: a call fetches ${MAX_FETCHED} files at most.`
      : `${fieldName(at, "from.tool")} must be a tool that returns a file.`;
    errors.push({ in: "body", path: isSource ? `${at}/from` : `${at}/from/tool`, message });
    return [];
  });
  if (errors.length > 0) throw invalidInput(errors);
  return wanted;
}

type Found = { file: UpstreamFile; content: Uint8Array<ArrayBuffer> } | { stream: UpstreamFile };

/** One file: its bytes, or a stream of them for an endpoint that takes files of any size. */
async function fetchOne(receiver: Receiver, { source, args, at }: Wanted): Promise<Found> {
  const { endpoint, call, calls, leftBytes, endsAt } = receiver;
  let found: Found | null = null;
  const tooLarge = () => {
    const message = `${fieldName(at, "from")} gives more than the ${leftBytes} bytes that may still be fetched for this call.`;
    return invalidInput([{ in: "body", path: `${at}/from`, message }]);
  };
  const takeFile = async (file: UpstreamFile) => {
    if (at === "" && endpoint.def.fileFields && (file.size ?? 0) > leftBytes) {
      found = { stream: file };
      return;
    }
    const content = await readFile(file, { leftMs: endsAt - performance.now(), maxBytes: leftBytes, tooLarge });
    if (content.byteLength < (file.size ?? 0)) throw new UpstreamFailure(CUT_SHORT);
    found = { file, content };
  };
  try {
    await call.callAlso(calls(source), { args, idempotencyKey: null, takeFile });
  } catch (error) {
    throw error instanceof AppError ? sourceError(error, at) : error;
  }
  return found as unknown as Found;
}

/** The error of a source, which also says at which field of the call it happened. */
function sourceError(error: AppError, at: string): AppError {
  const own = Array.isArray(error.details.errors) ? (error.details.errors as InputError[]) : [];
  // The bound that a file meets is the receiving call's, and its error names the field already.
  const isOwn = own.some(({ in: where, path }) => where === "body" && path === `${at}/from`);
  if (isOwn) return error;
  const field = `${at}/from`.slice(1).replaceAll("/", ".");
  const errors = own.map((one) => ({ ...one, in: "body" as const, path: `${at}/from${one.path}` }));
  const details: ErrorDetails = { ...error.details, reason: error.reason, field, ...(errors.length > 0 && { errors }) };
  const message = `"${field}": ${error.message}`;
  const { code, retryAfter, provider } = error;
  const made =
    error instanceof UnauthorizedError
      ? new UnauthorizedError(code, message, details, retryAfter)
      : new AppError(code, message, details, retryAfter);
  if (provider) made.provider = provider;
  return made;
}

/** What a fetched file gives where the caller leaves it out; throws 400 where the endpoint does not take it. */
function filledFile({ place, value, at }: Wanted, file: UpstreamFile, content: FileValue): FileValue {
  const { from: _from, encoding: _encoding, ...given } = value;
  const facts = { name: file.name, mime_type: file.mimeType, content_type: file.mimeType };
  const missing = place.spec.filled.filter((field) => given[field] === undefined);
  const fit = missing.filter((field) => takesValue(place, field, facts[field]));
  const unfit = missing.filter((field) => !fit.includes(field) && place.spec.required.includes(field));
  if (unfit.length > 0) {
    throw invalidInput(
      unfit.map((field) => ({
        in: "body",
        path: `${at}/${field}`,
        message: `${fieldName(at, field)} is required: the fetched file's own, ${JSON.stringify(facts[field].slice(0, 80))}, is not allowed here.`,
      })),
    );
  }
  return { ...given, ...Object.fromEntries(fit.map((field) => [field, facts[field]])), ...content };
}

/** A file that goes on as it comes, in place of the body's own fields of a file. */
function streamed(wanted: Wanted, file: UpstreamFile, { def: { fileFields = [] } }: RegisteredEndpoint): FetchedFiles {
  const whole = wholeFile(file);
  return {
    async use(work) {
      try {
        const filled = filledFile(wanted, file, {});
        const beside = Object.entries(filled).filter(([name]) => !fileFields.includes(name));
        const mimeType = String(filled.content_type ?? filled.mime_type ?? file.mimeType);
        const upload: Upload = { mimeType, size: file.size, body: whole.body };
        return await work({ body: Object.fromEntries(beside), upload });
      } catch (error) {
        if (!whole.isBroken()) throw error;
        throw sourceError(failureError(wanted.source, CUT_SHORT), wanted.at);
      } finally {
        await whole.end();
      }
    },
  };
}
