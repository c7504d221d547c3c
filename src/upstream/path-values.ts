// Whose a value is that cannot stand in a path: the caller's, or the provider's own.
import { type AnyCall, holdsUnsafe } from "../plugin/index.ts";
import { UpstreamFailure } from "./failure.ts";

/** The failure of a provider that names things so. */
export function badId(): UpstreamFailure {
  const message = "The provider named a thing by an id that no request can carry.";
  return new UpstreamFailure({ failure: "error", status: null, message, code: "unusable_id" });
}

/**
 * Whether a value that cannot stand in a path is the caller's. Once an answer has come, or where a list goes on or the
 * grantor is named, it is so only if the caller gave that very text.
 */
export function isOfCaller(
  value: string | null,
  { params, query, body, page, identity }: AnyCall,
  isAnswered: boolean,
): boolean {
  if (!isAnswered && page.position === null && value !== identity.id) return true;
  return value !== null && [params, query, body].some((part) => holdsText(part, value));
}

/** Whether one of the texts within is the value, has it between slashes, or stands in it with what makes it unsafe. */
function holdsText(within: unknown, value: string): boolean {
  if (typeof within === "object" && within !== null)
    return Object.values(within).some((part) => holdsText(part, value));
  if (typeof within !== "string") return false;
  return within === value || within.split("/").includes(value) || (holdsUnsafe(within) && value.includes(within));
}
