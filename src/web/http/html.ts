// The security headers of every HTML page.

export interface PageHeaders {
  /** Directives of the policy that differ from the refusals which every page has: what it may load and run. */
  policy?: Readonly<Record<string, string>>;
  /** Whether the page that opened this one as a window can be told something; the default is a process group of its own. */
  keepsOpener?: boolean;
  /** Whether the page may hear from a window that it opens. */
  opensPopUps?: boolean;
  /** Origins that may show the page in a frame; the default is none. */
  framedBy?: readonly string[];
  isTls: boolean;
}

const REFUSALS = { "default-src": "'none'", "base-uri": "'none'", "form-action": "'none'" };

/** Nothing but what `policy` names may load or run; no frames around the page, no referrer, a process group of its own. */
export function htmlHeaders({
  policy,
  keepsOpener,
  opensPopUps,
  framedBy = [],
  isTls,
}: PageHeaders): Record<string, string> {
  const isFramed = framedBy.length > 0;
  const directives = { ...REFUSALS, ...policy, "frame-ancestors": isFramed ? framedBy.join(" ") : "'none'" };
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": Object.entries(directives)
      .map((directive) => directive.join(" "))
      .join("; "),
    "cross-origin-opener-policy": keepsOpener
      ? "unsafe-none"
      : opensPopUps
        ? "same-origin-allow-popups"
        : "same-origin",
    // A partner's page with COEP frames only what allows it.
    "cross-origin-resource-policy": isFramed ? "cross-origin" : "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "referrer-policy": "no-referrer",
    // For browsers without frame-ancestors; it cannot name origins.
    ...(!isFramed && { "x-frame-options": "DENY" }),
    // RFC 6797, section 7.2: over plain HTTP it must not be sent.
    ...(isTls && { "strict-transport-security": "max-age=31536000" }),
  };
}
