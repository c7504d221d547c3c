// The header that names a connected account: X-Account-Id, or X-Account-Id* for ids that no plain header can hold.

const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** What encodeURIComponent leaves and an ext-value does not allow (RFC 8187, section 3.2.1). */
const NOT_ALLOWED = /[*'()]/g;

/** Nothing for an empty id. */
export function accountHeader(externalId: string): Record<string, string> {
  if (externalId === "") return {};
  if (PLAIN.test(externalId)) return { "X-Account-Id": externalId };
  const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  const text = encodeURIComponent(externalId.toWellFormed()).replace(NOT_ALLOWED, percent);
  return { "X-Account-Id*": `UTF-8''${text}` };
}
