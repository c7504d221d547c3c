// The only way to make an upstream path: every value is percent-encoded, and none can climb out of its segment.
declare const isEncoded: unique symbol;
/** A path in which every value has been encoded; made by `path` alone. */
export type UpstreamPath = string & { readonly [isEncoded]: true };

/** Thrown when a value cannot stand as a path segment; whose value it is decides between the caller's error and the provider's. */
export class UnsafePathValue extends Error {
  override name = "UnsafePathValue";
  /** `value` is null where the path as a whole is at fault. */
  constructor(
    message: string,
    readonly value: string | null = null,
  ) {
    super(message);
  }
}

/**
 * Tag for upstream paths. Encodes each value and refuses "", "." and "..", which fetch would resolve as path steps
 * even when encoded (WHATWG URL, "double-dot path segment").
 */
export function path(literals: TemplateStringsArray, ...values: (string | number)[]): UpstreamPath {
  let out = literals[0] ?? "";
  values.forEach((value, i) => {
    out += encodeSegment(String(value)) + (literals[i + 1] ?? "");
  });
  return out as UpstreamPath;
}

/** Encodes text that holds several segments, such as a file's path in a repository; each segment obeys the rules of `path`. */
export const segments = (value: string) => value.split("/").map(encodeSegment).join("/") as UpstreamPath;

/** Joins paths that are encoded already. */
export const joinPaths = (...parts: UpstreamPath[]) => parts.join("") as UpstreamPath;

/** Whether a text holds what no segment may: a control character, a backslash or half a surrogate pair. */
export const holdsUnsafe = (text: string) => /[\u0000-\u001f\u007f\\]/.test(text) || !text.isWellFormed();

function encodeSegment(value: string): string {
  if (value === "" || value === "." || value === ".." || holdsUnsafe(value)) {
    throw new UnsafePathValue(`"${value.slice(0, 40).toWellFormed()}" cannot be part of a path.`, value);
  }
  return encodeURIComponent(value);
}

/**
 * A text of a provider's within an address for people. Half a surrogate pair, which `encodeURIComponent` throws on,
 * becomes U+FFFD.
 */
export const encoded = (text: string | number) => encodeURIComponent(String(text).toWellFormed());
