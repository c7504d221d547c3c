// The port that a URL leads to.

/** A URL object has none where it is the scheme's own. */
export function portOf(url: string): number {
  const { protocol, port } = new URL(url);
  return port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
}
