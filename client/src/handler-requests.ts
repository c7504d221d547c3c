// What the handlers read of a request, and the responses that they give.

/** Whether a browser says that another site sent the request; by Sec-Fetch-Site, else by Origin. */
export function isFromElsewhere({ headers, method }: Request, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && !(method === "GET" && site === "none");
  const from = headers.get("origin");
  return from !== null && from !== origin;
}

/** Text of at most so many bytes; null where it is longer. */
export async function readBody(request: Request, maxBytes: number): Promise<string | null> {
  if (!request.body) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (const reader = request.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > maxBytes) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
  return new Blob(chunks as BlobPart[]).text();
}

/** Addresses of these responses hold tokens that work once: nothing stores them or sends them on as a referrer. */
const PRIVATE = { "cache-control": "no-store", "referrer-policy": "no-referrer" };

export function redirect(location: string, cookies: readonly string[] = []): Response {
  return withCookies(new Response(null, { status: 303, headers: { ...PRIVATE, location } }), cookies);
}

export function json(status: number, value: unknown, cookies: readonly string[] = []): Response {
  const headers = { ...PRIVATE, "content-type": "application/json" };
  return withCookies(new Response(JSON.stringify(value), { status, headers }), cookies);
}

export const refused = (status: number, error: string): Response => json(status, { error });

function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
