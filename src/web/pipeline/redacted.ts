// A call's result without the fields that rules hide: it is cut before it is stored, counted or sent.
import type { Decision } from "../../agents/policies/model.ts";
import { AppError } from "../../foundation/errors.ts";
import { type RedactedField, withoutFields } from "../../providers/registry/redactions.ts";
import type { Input } from "../http/input.ts";
import type { Reply } from "../http/route.ts";
import type { Incoming } from "./route.ts";

/** The fields that were hidden, in the response: the first ones, since proxies bound headers. */
const HEADER = "x-redacted-fields";
const MAX_NAMED = 40;

const NOTHING: readonly RedactedField[] = [];

/** What rules hide of the call's result. Throws 403 for a call whose result no rule can cut: nothing was sent then. */
export function fieldsToRedact(
  decision: Decision | null,
  { query }: Input,
  { message }: Incoming,
): readonly RedactedField[] {
  const fields = decision?.redacts ?? NOTHING;
  if (fields.length === 0 || decision === null) return NOTHING;
  const wanted =
    query.raw === true
      ? "the provider's own object. Call it without raw."
      : message?.takeFile
        ? "a file for another call."
        : null;
  if (wanted === null) return fields;
  throw new AppError(
    "PERMISSION_DENIED",
    `Permission denied. Rules hide fields of this result, so it cannot be had as ${wanted}`,
    {
      reason: "policy_denied",
      ...(decision.outcome === "redact" && { rule: decision.rule, scope: decision.scope?.kind }),
    },
  );
}

/** The same reply, or one without the fields. */
export function redactedReply(reply: Reply, fields: readonly RedactedField[]): { reply: Reply; redacted: string[] } {
  if (fields.length === 0) return { reply, redacted: [] };
  // An endpoint answers with data where its result is redacted, so a stream is a mistake of ours.
  if ("response" in reply) throw new Error("A response that is streamed cannot be redacted.");
  const { data, redacted } = withoutFields(reply.data, fields);
  return { reply: { data }, redacted };
}

export function markRedacted(response: Response, redacted: readonly string[]): Response {
  if (redacted.length > 0) response.headers.set(HEADER, redacted.slice(0, MAX_NAMED).join(", "));
  return response;
}

/** A stored response for a caller whose rules may be others than those under which it was stored. */
export async function redactedReplay(response: Response, fields: readonly RedactedField[]): Promise<Response> {
  if (fields.length === 0 || !response.ok) return response;
  const { data: given, ...envelope } = (await response.json()) as { data: unknown };
  const { data, redacted } = withoutFields(given, fields);
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return markRedacted(Response.json({ ...envelope, data }, { status: response.status, headers }), redacted);
}
