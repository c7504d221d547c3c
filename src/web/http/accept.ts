// Reads `Accept`, `Accept-Encoding` and `Accept-Language` (RFC 9110, section 12.5): what a request names and does not rule out by `q=0`.
import Negotiator from "negotiator";

/** Whether the request names this media type; a wildcard names none. */
export function acceptsType(request: Request, type: string): boolean {
  return negotiatorOf(request, "accept").mediaTypes().includes(type);
}

/** Whether the request names this content coding; a wildcard names none. */
export function acceptsCoding(request: Request, coding: string): boolean {
  return negotiatorOf(request, "accept-encoding").encodings().includes(coding);
}

/** The language that the request prefers among ours: `de` for `de-AT`; null where it names none of them. */
export function acceptedLanguage<Lang extends string>(request: Request, available: readonly Lang[]): Lang | null {
  if (request.headers.get("accept-language") === null) return null;
  const [first] = negotiatorOf(request, "accept-language").languages([...available]);
  return available.find((lang) => lang === first) ?? null;
}

/** Types and codings are case-insensitive; the library gives them as they were written. */
function negotiatorOf(request: Request, header: string): Negotiator {
  return new Negotiator({ headers: { [header]: request.headers.get(header)?.toLowerCase() } });
}
