// Marks requests whose URL is not the path that was sent: URL parsers resolve dot segments and turn backslashes.

/** The runtime's URL no longer shows what was sent, so the platform marks the request. */
const changed = new WeakSet<Request>();

/** Longer paths are compared as a whole; no route of ours takes them. */
export const MAX_SEGMENTS = 32;

/**
 * Whether a URL parser changes the path that was sent. `segments` are decoded; null where the path has an empty one before
 * its end, none, or more than `MAX_SEGMENTS`. `url` is the parsed URL.
 */
export function isChanged(segments: Iterable<string> | null, url: string): boolean {
  if (segments) {
    // Some proxies turn an encoded backslash into a slash; our parser does not.
    for (const segment of segments) if (segment === "." || segment === ".." || segment.includes("\\")) return true;
    return false;
  }
  // Had this path been sent, it would have come in segments.
  const parsed = new URL(url).pathname.slice(1).split("/");
  // A slash at the end is no segment.
  if (parsed.at(-1) === "") parsed.pop();
  return parsed.length > 0 && parsed.length <= MAX_SEGMENTS && !parsed.includes("");
}

/** For the platform: the URL differs from the target that was sent. */
export function markChanged(request: Request): void {
  changed.add(request);
}

/** Whether a path filter in front of us saw another path than the one that we route. */
export function hasChangedTarget(request: Request): boolean {
  return changed.has(request);
}
