// Ids of requests: of version 7 (RFC 9562, section 5.7), so that an id says when its request came, and a log is searched there.

const VERSION_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** A new id; `now` in Unix milliseconds. */
export function newRequestId(now: number): string {
  const time = Math.floor(now).toString(16).padStart(12, "0");
  const random = crypto.randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${random.slice(15)}`;
}

/** When the request came, in Unix milliseconds; null for an id that does not say it, such as a caller's own. */
export function timeOfRequestId(id: string): number | null {
  return VERSION_7.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
}
