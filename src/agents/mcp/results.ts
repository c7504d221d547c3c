// What a tool's response becomes for an MCP client: structured content with the same as text, or an error that says what to do.
import type { CallToolResult } from "@modelcontextprotocol/server";
import { type ErrorReason, REASONS } from "../../foundation/error-reasons.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { missingPermissions } from "../../web/http/errors.ts";
import { cutToFit } from "./cut-to-fit.ts";

/** Characters of an answer; a model reads no more at once. */
export const MAX_RESULT = 100 * 1024;

type Data = Record<string, unknown>;

export function dataResult(data: Data): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(data) }], structuredContent: data };
}

/** Room for what says which fields were cut. */
const CUT_ROOM = 5_000;
/** More than a model would follow up. */
const MAX_CUTS = 20;

/** What tells a model which fields were cut, and how to read on; it stands in the result, where every client shows it. */
export const RESULT_CUT = "result_cut";

/** The whole, or where that is too long, with its long texts and lists cut and a mark that says so. */
export function boundedResult(data: Data, nextStep: string): CallToolResult {
  if (JSON.stringify(data).length <= MAX_RESULT) return dataResult(data);
  const { value, cuts } = cutToFit(data, MAX_RESULT - CUT_ROOM);
  const largest = [...cuts].sort((a, b) => b.total - b.included - (a.total - a.included)).slice(0, MAX_CUTS);
  const others = cuts.length - largest.length;
  const mark = { fields: largest, ...(others > 0 && { other_fields: others }), next_step: nextStep };
  return dataResult({ ...(value as Data), [RESULT_CUT]: mark });
}

/** Without structured content, which would have to fit the tool's schema. */
export function errorResult(code: string, ...sentences: string[]): CallToolResult {
  return { isError: true, content: [{ type: "text", text: `${code}: ${sentences.join(" ")}` }] };
}

/** A file's facts with its text where it is short; else a link, which the same key opens. */
export function fileResult(data: Data, uri: string): CallToolResult {
  const { content, encoding, ...facts } = data;
  const isText = encoding === "utf-8" && typeof content === "string";
  if (isText && JSON.stringify(data).length <= MAX_RESULT) return dataResult(data);
  const result = boundedResult(facts, "Open the link for the file itself.");
  const link = {
    type: "resource_link" as const,
    uri,
    name: String(facts.name),
    mimeType: String(facts.mime_type),
    size: Number(facts.size),
    description: "The bytes: GET it with an API key and Accept: application/octet-stream.",
  };
  return { ...result, content: [...result.content, link] };
}

/** How many items of a list fit into one answer; null where all do. At least one is taken. */
export function fittingItems({ def }: RegisteredEndpoint, data: Data): number | null {
  if (def.returns.kind !== "many" || JSON.stringify(data).length <= MAX_RESULT) return null;
  const items = data[def.returns.collection] as unknown[];
  let left = MAX_RESULT - 5_000;
  const fitting = items.findIndex((item) => {
    left -= JSON.stringify(item).length + 1;
    return left < 0;
  });
  return fitting < 0 ? null : Math.max(1, fitting);
}

/** The address of the same file over HTTP. */
export function fileUri(baseUrl: string, { path, input }: RegisteredEndpoint, args: Data): string {
  const url = new URL(
    baseUrl + path.replace(/\{([^{}]+)\}/g, (_, name: string) => encodeURIComponent(String(args[name]))),
  );
  for (const name of Object.keys(input.query.properties)) {
    const value = args[name];
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) url.searchParams.append(name, String(one));
    }
  }
  return url.href;
}

/** A response that is no success, in words; `found` names tools that find the ids which a call needs. */
export function responseError(response: Response, body: unknown, found: readonly string[]): CallToolResult {
  const code = response.headers.get("x-error-code") ?? "INTERNAL_ERROR";
  const { error, details } = (body ?? {}) as ErrorBody;
  const messages = details?.errors?.map(({ message }) => message) ?? [error ?? "The call failed."];
  const seconds = response.headers.get("retry-after");
  const wait = seconds === null ? null : `Wait ${seconds} s, then call again.`;
  return errorResult(code, ...messages.map(asSentence), wait ?? nextStep(response, details, found));
}

interface ErrorBody {
  error?: string;
  details?: { errors?: { message: string }[]; reason?: string; next_step?: string };
}

function nextStep(response: Response, details: ErrorBody["details"], found: readonly string[]): string {
  if (details?.reason === "provider_not_found" && found.length > 0)
    return `Get an id that exists from ${found.join(" or ")}.`;
  if (details?.reason === "not_set_up") return `${details.next_step} Tell the user, and do not ask them to connect it.`;
  if (details) return details.next_step ?? "";
  const missing = missingPermissions(response);
  if (missing !== null) return `This needs a key with ${missing}, or another tool.`;
  // The user API's body of a refused key is the sentence alone; the header has the reason.
  const reason = response.headers.get("x-error-reason");
  return reason !== null && Object.hasOwn(REASONS, reason) ? REASONS[reason as ErrorReason].next : "";
}

const asSentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
