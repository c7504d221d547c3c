// Which raw requests an agent session may send: patterns of provider, method and path, such as `github:GET /repos/acme/*`.

/** A pattern in parts. `*` stands for part of a segment or a whole one; a last segment `**` for one or more segments. */
export interface RawPattern {
  provider: string;
  /** `*` for every method. */
  method: string;
  segments: readonly string[];
}

/** A raw request as it is sent; its path is valid and counts from the root of the provider's first host. */
export interface RawTarget {
  provider: string;
  method: string;
  path: string;
  /** A host that the caller names; null for the provider's first one. */
  host: string | null;
}

const PATTERN = /^([a-z][a-z0-9]*):(\*|GET|POST|PUT|PATCH|DELETE) (\/[^\s?#]*)$/;
const REST = "**";
/** Encoded `/`, `\`, `%`, `?` and `#`: some servers decode a segment before they cut the path into segments. */
const ENCODED_DELIMITER = /%(?:2[35f]|3f|5c)/i;

/** The parts of a pattern; null where it has another form. */
export function parseRawPattern(text: string): RawPattern | null {
  const [, provider = "", method = "", path = ""] = PATTERN.exec(text) ?? [];
  if (path === "" || ENCODED_DELIMITER.test(path)) return null;
  const segments = path.slice(1).split("/");
  const isWrong = segments.some(
    (segment, i) => segment === "" || (segment.includes(REST) && (segment !== REST || i < segments.length - 1)),
  );
  return isWrong ? null : { provider, method, segments };
}

/** Patterns by list: a session's lists stay in memory over many calls. */
const parsedLists = new WeakMap<readonly string[], readonly RawPattern[]>();

function parsed(list: readonly string[]): readonly RawPattern[] {
  const known = parsedLists.get(list) ?? list.map(parseRawPattern).filter((one) => one !== null);
  parsedLists.set(list, known);
  return known;
}

/** Whether some raw request to the provider is admitted by every list. */
export const mayRequestRaw = (lists: readonly (readonly string[])[], provider: string): boolean =>
  lists.every((list) => parsed(list).some((pattern) => pattern.provider === provider));

/** Whether every list admits the raw request. One that names a host of its own is refused, since no pattern says which. */
export function admitsRaw(lists: readonly (readonly string[])[], target: RawTarget): boolean {
  const { provider, method, path, host } = target;
  if (host !== null || ENCODED_DELIMITER.test(path)) return false;
  const segments = path.slice(1).split("/");
  return lists.every((list) =>
    parsed(list).some(
      (pattern) =>
        pattern.provider === provider &&
        (pattern.method === "*" || pattern.method === method) &&
        fits(pattern.segments, segments),
    ),
  );
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  const hasRest = pattern.at(-1) === REST;
  if (hasRest ? segments.length < pattern.length : segments.length !== pattern.length) return false;
  return segments.every(
    (segment, i) =>
      segment !== "" && (i >= pattern.length || pattern[i] === REST || fitsSegment(pattern[i] as string, segment)),
  );
}

/** In linear time: the first place of each part between two `*` is as good as any later one. */
function fitsSegment(glob: string, segment: string): boolean {
  const [first = "", ...others] = glob.split("*");
  const last = others.pop();
  if (last === undefined) return glob === segment;
  if (segment.length < first.length + last.length || !segment.startsWith(first) || !segment.endsWith(last))
    return false;
  const end = segment.length - last.length;
  let at = first.length;
  for (const part of others) {
    const found = segment.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** Whether whatever the pattern fits is certainly fitted by the other one; false where that is not sure. */
export function isWithin(inner: RawPattern, outer: RawPattern): boolean {
  if (inner.provider !== outer.provider || (outer.method !== "*" && outer.method !== inner.method)) return false;
  const hasRest = outer.segments.at(-1) === REST;
  if (hasRest ? inner.segments.length < outer.segments.length : inner.segments.length !== outer.segments.length)
    return false;
  return inner.segments.every((segment, i) => {
    const other = outer.segments[i];
    if (other === undefined || other === REST) return true;
    return segment !== REST && isSegmentWithin(segment, other);
  });
}

function isSegmentWithin(inner: string, outer: string): boolean {
  if (outer === "*" || outer === inner) return true;
  const [first = "", last, ...more] = outer.split("*");
  if (!inner.includes("*")) return fitsSegment(outer, inner);
  // What stands before the first `*` and after the last one is in whatever the inner one fits.
  if (last === undefined || more.length > 0) return false;
  return inner.slice(0, inner.indexOf("*")).startsWith(first) && inner.slice(inner.lastIndexOf("*") + 1).endsWith(last);
}

/** The first pattern that no other one surely has within it; null where each is within one. */
export function rawBeyond(inner: readonly string[], outer: readonly string[]): string | null {
  const beyond = inner.find((text) => {
    const pattern = parseRawPattern(text);
    return pattern === null || !parsed(outer).some((one) => isWithin(pattern, one));
  });
  return beyond ?? null;
}
