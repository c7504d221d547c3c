// Redacts credentials in texts that are not ours: a provider's response, a plugin's error.

const REDACTED = "[redacted]";

/** Redacts these credentials, plain or URL-encoded. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let out = text;
  for (const secret of secrets) {
    // Up to three characters may be in any text by chance.
    if (secret.length <= 3) continue;
    out = out.replaceAll(secret, REDACTED).replaceAll(encodeURIComponent(secret.toWellFormed()), REDACTED);
  }
  return out;
}

/** The same error with its message redacted, for the log. */
export function errorWithoutSecrets(error: unknown, secrets: readonly string[]): unknown {
  if (!(error instanceof Error)) return error;
  const message = withoutSecrets(error.message, secrets);
  // A DOMException's message cannot be set; it is the runtime's and stays as it is.
  if (message !== error.message) error.message = message;
  return error;
}
