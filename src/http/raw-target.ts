// Knows which requests asked for another path than their URL tells: URL parsers resolve dot segments and turn backslashes.

/** The runtime's URL has lost what was sent; only the platform can tell, so it marks the request itself. */
const changed = new WeakSet<Request>();

/** A path longer than this is looked at whole; no route of ours comes near. */
export const MAX_SEGMENTS = 32;

/**
 * Whether a URL parser makes another path of the one that was sent. `segments` are decoded, and null where the sent path
 * has an empty segment, more than `MAX_SEGMENTS`, or none; `url` is what the parser made of it.
 */
export function isChanged(segments: Iterable<string> | null, url: string): boolean {
  if (segments) {
    // An encoded backslash is left alone by our parser, but not by every proxy's.
    for (const segment of segments) if (segment === "." || segment === ".." || segment.includes("\\")) return true;
    return false;
  }
  // A path that was sent so would have come in segments.
  const parsed = new URL(url).pathname.slice(1).split("/");
  return parsed.length <= MAX_SEGMENTS && !parsed.includes("");
}

/** For the platform: this request's target was changed on the way to its URL. */
export function markChanged(request: Request): void {
  changed.add(request);
}

/** Whether a path filter in front of us has seen another path than the one that we would route. */
export function hasChangedTarget(request: Request): boolean {
  return changed.has(request);
}
