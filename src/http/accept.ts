// Reads `Accept` and `Accept-Encoding` (RFC 9110, section 12.5): what a request names and does not rule out by `q=0`.
import Negotiator from "negotiator";

/** Whether the request names this media type; a wildcard names none. */
export function acceptsType(request: Request, type: string): boolean {
  return negotiatorOf(request, "accept").mediaTypes().includes(type);
}

/** Whether the request names this content coding; a wildcard names none. */
export function acceptsCoding(request: Request, coding: string): boolean {
  return negotiatorOf(request, "accept-encoding").encodings().includes(coding);
}

/** Types and codings are case-insensitive; the library gives them as they were written. */
function negotiatorOf(request: Request, header: string): Negotiator {
  return new Negotiator({ headers: { [header]: request.headers.get(header)?.toLowerCase() } });
}
