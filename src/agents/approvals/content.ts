// What an approval holds sealed: the checked input of its call, and the response that it got.

import { approvalContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Deps } from "../../server/deps.ts";
import type { Input } from "../../web/http/input.ts";
import type { ApprovalRow } from "./store.ts";

/** Bytes of an input, and of a response. */
export const MAX_CONTENT = 1024 * 1024;

/** The parts of an input that the call is made of. */
export type StoredInput = Pick<Input, "params" | "query" | "body">;

export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

type Sealing = Pick<Deps, "vault">;

/** The same text for the same input, in whatever order its members came. */
export function inputText({ params, query, body }: StoredInput): string {
  return JSON.stringify({ params, query, body });
}

export function inputMacs({ vault }: Sealing, tool: string, { params, query, body }: StoredInput): string[] {
  return vault.macs(JSON.stringify(["approval-input", tool, params, query, body], sorted));
}

export function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const sealInput = ({ vault }: Sealing, id: string, input: StoredInput): string =>
  vault.seal(inputText(input), approvalContext(id, "input"));

/** Null where it is deleted already. */
export function openInput({ vault }: Sealing, { id, input }: Pick<ApprovalRow, "id" | "input">): StoredInput | null {
  return input === null ? null : (JSON.parse(vault.open(input, approvalContext(id, "input"))) as StoredInput);
}

export const sealResponse = ({ vault }: Sealing, id: string, response: StoredResponse): string =>
  vault.seal(JSON.stringify(response), approvalContext(id, "response"));

export function openResponse(
  { vault }: Sealing,
  { id, response }: Pick<ApprovalRow, "id" | "response">,
): StoredResponse | null {
  return response === null
    ? null
    : (JSON.parse(vault.open(response, approvalContext(id, "response"))) as StoredResponse);
}

const STORED_HEADERS = [
  "content-type",
  "x-error-code",
  "x-error-reason",
  "www-authenticate",
  "retry-after",
  "x-connection",
  "x-redacted-fields",
];

/** The response as it is stored; null where it is too long. */
export async function storedResponse(response: Response): Promise<StoredResponse | null> {
  const body = await response.text();
  if (body.length > MAX_CONTENT) return null;
  const headers = STORED_HEADERS.flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return { status: response.status, headers: Object.fromEntries(headers), body };
}

/** The response again, for the caller whose call it was. */
export const responseOf = ({ status, headers, body }: StoredResponse): Response =>
  new Response(body, { status, headers });

/** The body as JSON, or as the text that it is. */
export function bodyOf({ body }: StoredResponse): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // A text stands for itself.
    return body;
  }
}
