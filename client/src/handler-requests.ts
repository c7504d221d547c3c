// What the handlers read of a request, and the responses that they give.

/** Whether a browser says that another site sent the request; by Sec-Fetch-Site, else by Origin. */
export function isFromElsewhere({ headers, method }: Request, origin: string): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site !== "same-origin" && !(method === "GET" && site === "none");
  const from = headers.get("origin");
  return from !== null && from !== origin;
}

/** The scopes that a link names, with spaces between them as in OAuth (RFC 6749, section 3.3). */
export function scopesIn({ url }: Request): string[] {
  const named = new URL(url).searchParams.getAll("scopes").flatMap((text) => text.split(" "));
  return [...new Set(named)].filter((scope) => scope !== "");
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

const MAX_OUTCOME = 16 * 1024;
/** Each field of an outcome that counts, and its name in what connect() resolves with. */
const OUTCOME_NAMES = { session_id: "sessionId", confirm_token: "confirmToken", error: "error" };
type OutcomeName = keyof typeof OUTCOME_NAMES;
const bothNames = (name: OutcomeName) =>
  name === OUTCOME_NAMES[name] ? `\`${name}\`` : `\`${OUTCOME_NAMES[name]}\` (or \`${name}\`)`;
const MISSING = " is missing: send the whole outcome of connect().";

/** The fields that a page posts once its pop-up is over, by the names that a redirect gives them; else the refusal. */
export async function outcomeIn(request: Request): Promise<URLSearchParams | Response> {
  const text = await readBody(request, MAX_OUTCOME);
  if (text === null) return refused(413, "The body is too large.");
  const body = objectIn(text);
  if (!body) return invalid("The body must be a JSON object: send the outcome of connect().");
  const fields = new URLSearchParams();
  for (const [name, alias] of Object.entries(OUTCOME_NAMES) as [OutcomeName, string][]) {
    const value = body[name] ?? body[alias] ?? null;
    if (value !== null && typeof value !== "string") return invalid(`${bothNames(name)} must be text or null.`);
    if (value !== null && value !== "") fields.set(name, value);
  }
  if (!fields.has("session_id")) return invalid(`${bothNames("session_id")}${MISSING}`);
  // The script says null where the window was cut off, so that no token came; a page that leaves it out has a mistake.
  const hasToken = "confirm_token" in body || "confirmToken" in body;
  return hasToken || fields.has("error") ? fields : invalid(`${bothNames("confirm_token")}${MISSING}`);
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown> | null) : null;
  } catch {
    // What is no JSON has no fields, and is refused with the sentence about its form.
    return null;
  }
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

export const invalid = (error: string): Response => json(400, { error, code: "VALIDATION_ERROR" });

function withCookies(response: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) response.headers.append("set-cookie", cookie);
  return response;
}
