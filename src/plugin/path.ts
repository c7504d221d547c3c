// Builds upstream paths: every value is percent-encoded, and none can leave its segment.
declare const isEncoded: unique symbol;
/** A path whose values are encoded; only `path` and `segments` make one. */
export type UpstreamPath = string & { readonly [isEncoded]: true };

/** A value that cannot be a path segment: an error of the caller or of the provider, by where the value comes from. */
export class UnsafePathValue extends Error {
  override name = "UnsafePathValue";
  /** `value` is null where the whole path is unsafe. */
  constructor(
    message: string,
    readonly value: string | null = null,
  ) {
    super(message);
  }
}

/** Template tag for upstream paths: encodes values; throws for "", "." and ".." (WHATWG URL, double-dot segments). */
export function path(literals: TemplateStringsArray, ...values: (string | number)[]): UpstreamPath {
  let out = literals[0] ?? "";
  values.forEach((value, i) => {
    out += encodeSegment(String(value)) + (literals[i + 1] ?? "");
  });
  return out as UpstreamPath;
}

/** Encodes a text of several segments, such as a file's path in a repository, by the rules of `path`. */
export const segments = (value: string) => value.split("/").map(encodeSegment).join("/") as UpstreamPath;

/** Joins encoded paths. */
export const joinPaths = (...parts: UpstreamPath[]) => parts.join("") as UpstreamPath;

/** Whether a text has a control character, a backslash or half a surrogate pair, which no segment may have. */
export const holdsUnsafe = (text: string) => /[\u0000-\u001f\u007f\\]/.test(text) || !text.isWellFormed();

function encodeSegment(value: string): string {
  if (value === "" || value === "." || value === ".." || holdsUnsafe(value)) {
    throw new UnsafePathValue(`"${value.slice(0, 40).toWellFormed()}" cannot be part of a path.`, value);
  }
  return encodeURIComponent(value);
}

/** Encodes a provider's text for a URL that people open. Half a surrogate pair becomes U+FFFD; `encodeURIComponent` throws on it. */
export const encoded = (text: string | number) => encodeURIComponent(String(text).toWellFormed());
