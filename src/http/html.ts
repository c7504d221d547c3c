// The security headers of every HTML page.

export interface PageSources {
  /** Policy directives beyond the refusals that every page has: what the page may load. */
  policy?: string;
  isTls: boolean;
}

/** Nothing but what `policy` names may load or run; no frames around the page, no referrer, a process group of its own. */
export function htmlHeaders({ policy = "", isTls }: PageSources): Record<string, string> {
  const refusals = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy ? `${refusals}; ${policy}` : refusals,
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
    // RFC 6797, section 7.2: over plain HTTP it must not be sent.
    ...(isTls && { "strict-transport-security": "max-age=31536000" }),
  };
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
