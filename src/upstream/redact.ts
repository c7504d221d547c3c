// Takes the credentials of an exchange out of words that are not ours: a provider's answer, or what a plugin throws.

const REDACTED = "[redacted]";

/** The text without these credentials, whether they stand in it plain or URL-encoded. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let out = text;
  for (const secret of secrets) {
    // Three characters are found in any text.
    if (secret.length <= 3) continue;
    out = out.replaceAll(secret, REDACTED).replaceAll(encodeURIComponent(secret.toWellFormed()), REDACTED);
  }
  return out;
}

/** The same error with its message rid of these credentials; for the log, where it ends. */
export function errorWithoutSecrets(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof Error)) return error;
  const message = withoutSecrets(error.message, secrets);
  // A DOMException's message cannot be set; it holds no word of a plugin's.
  if (message !== error.message) error.message = message;
  return error;
}
