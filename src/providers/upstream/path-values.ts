// Tells whether a value that is unsafe in a path came from the caller or from the provider.
import { type AnyCall, holdsUnsafe } from "../../plugin/index.ts";
import { UpstreamFailure } from "./failure.ts";

/** The provider's id for a thing is unsafe in a path. */
export function unusableId(): UpstreamFailure {
  const message = "The provider returned an id that cannot be sent in a request.";
  return new UpstreamFailure({ failure: "error", status: null, message, code: "unusable_id" });
}

/** Whether the value came from the caller's input, rather than from a response, a cursor or the resource owner's id. */
export function isFromCaller(
  value: string | null,
  { params, query, body, page, identity }: AnyCall,
  hasResponse: boolean,
): boolean {
  if (!hasResponse && page.position === null && value !== identity.id) return true;
  return value !== null && [params, query, body].some((part) => holdsText(part, value));
}

/** Whether a string in the input equals the value, has it as a path segment, or is an unsafe part of it. */
function holdsText(input: unknown, value: string): boolean {
  if (typeof input === "object" && input !== null) return Object.values(input).some((part) => holdsText(part, value));
  if (typeof input !== "string") return false;
  // The slashes of a URL enclose nothing: an empty id is the provider's.
  const segments = value === "" && input.includes("://") ? [] : input.split("/");
  return input === value || segments.includes(value) || (holdsUnsafe(input) && value.includes(input));
}
