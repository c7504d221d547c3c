// The cookie that ties a connect to the browser and the customer that began it: a signature over both, so nobody can plant one.

/** As long as a connect session lasts. */
const SECONDS = 30 * 60;
const SESSION_ID = /^[A-Za-z0-9-]{1,64}$/;

export interface CookieSigner {
  /** The `Set-Cookie` of a connect that begins. */
  issue(sessionId: string, customer: string): Promise<string>;
  /** Whether this browser has it, for this customer. */
  isIssued(request: Request, sessionId: string, customer: string): Promise<boolean>;
  expire(sessionId: string): string;
}

export function cookieSigner(secret: string, { path, isSecure }: { path: string; isSecure: boolean }): CookieSigner {
  const text = (value: string) => new TextEncoder().encode(value);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = crypto.subtle.importKey("raw", text(secret), algorithm, false, ["sign", "verify"]);
  const message = (sessionId: string, customer: string) => text(JSON.stringify([sessionId, customer]));
  const nameOf = (sessionId: string) => `gateway_connect_${sessionId}`;
  // Lax: the browser comes back from the provider's site by a link.
  const attributes = `Path=${path}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
  return {
    async issue(sessionId, customer) {
      const signature = new Uint8Array(await crypto.subtle.sign("HMAC", await key, message(sessionId, customer)));
      return `${nameOf(sessionId)}=${toHex(signature)}; Max-Age=${SECONDS}; ${attributes}`;
    },
    async isIssued(request, sessionId, customer) {
      if (!SESSION_ID.test(sessionId)) return false;
      const signatures = cookiesOf(request, nameOf(sessionId)).map(fromHex);
      const expected = message(sessionId, customer);
      for (const signature of signatures)
        if (signature && (await crypto.subtle.verify("HMAC", await key, signature, expected))) return true;
      return false;
    },
    expire: (sessionId) => `${nameOf(sessionId)}=; Max-Age=0; ${attributes}`,
  };
}

const MAX_SAME = 4;

/** A subdomain can plant a cookie of the same name beside ours; each is tried, a few at most. */
function cookiesOf({ headers }: Request, name: string): string[] {
  const pairs = (headers.get("cookie") ?? "").split(";").map((pair) => pair.trim());
  const start = `${name}=`;
  return pairs
    .filter((pair) => pair.startsWith(start))
    .slice(0, MAX_SAME)
    .map((pair) => pair.slice(start.length));
}

const toHex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

function fromHex(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[0-9a-f]{64}$/.test(text)) return null;
  return Uint8Array.from({ length: 32 }, (_, i) => Number.parseInt(text.slice(i * 2, i * 2 + 2), 16));
}
