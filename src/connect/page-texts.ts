// Why a connect failed, for the person in front of it: what happened, and what to do.

/** By error code; `{provider}` and `{partner}` stand for names. */
const REASONS: Record<string, string> = {
  access_denied: "You said no, so nothing was shared.",
  temporarily_unavailable: "{provider} cannot be reached at the moment. Try again in a few minutes.",
  identity_unavailable: "{provider} did not say whose account this is. Try again in a few minutes.",
  invalid_tenant: "This kind of {provider} account cannot be connected here.",
  not_configured: "The connection to {provider} is not set up any more. Tell {partner}.",
  invalid_client: "{provider} does not accept the connection as it is set up. Tell {partner}.",
  session_ended: "What this link was for no longer exists. Ask {partner} for a new one.",
  interrupted: "It was interrupted before it was done. Try again.",
};
const OTHER =
  "{provider} or the way back from it reported an error. Try again, and tell {partner} if it stays like this.";

export function reasonOf(error: string, names: { provider: string; partner: string }): string {
  const text = (Object.hasOwn(REASONS, error) && REASONS[error]) || OTHER;
  return text.replaceAll("{provider}", () => names.provider).replaceAll("{partner}", () => names.partner);
}
