// The header that names a connected account: X-Account-Id, or X-Account-Id* for ids that no plain header can hold.

const PLAIN = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** What encodeURIComponent leaves and an ext-value does not allow (RFC 8187, section 3.2.1). */
const NOT_ALLOWED = /[*'()]/g;

/** The header and its value; throws on an empty id, and on one that is no Unicode text. */
export function accountHeader(externalId: string): Record<string, string> {
  if (externalId === "") throw new TypeError("The external_id of an account is never empty.");
  if (PLAIN.test(externalId)) return { "X-Account-Id": externalId };
  const percent = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
  return { "X-Account-Id*": `UTF-8''${encodeURIComponent(externalId).replace(NOT_ALLOWED, percent)}` };
}
