// Reads the bootstrap token of the admin API.

export function readAdminToken(text: string | undefined, errors: string[]): string | null {
  if (text === undefined) return null;
  if (!/^[\x21-\x7e]{16,256}$/.test(text)) {
    errors.push("GATEWAY_ADMIN_TOKEN must be 16 to 256 visible ASCII characters, or off.");
  }
  return text;
}
