// Google's signatures of Pub/Sub pushes: a key pair, the address that publishes the public key, and forgeries of its tokens.
import { createHmac } from "node:crypto";
import { platform } from "../../../src/foundation/platform/bun.ts";

const RS256 = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const KEY_ID = "k1";

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const keyPair = () =>
  crypto.subtle.generateKey({ ...RS256, modulusLength: 2_048, publicExponent: new Uint8Array([1, 0, 1]) }, true, [
    "sign",
    "verify",
  ]);

async function signedBy(key: CryptoKey, kid: string, claims: object): Promise<string> {
  const message = `${part({ alg: "RS256", typ: "JWT", kid })}.${part(claims)}`;
  const signature = await crypto.subtle.sign(RS256, key, new TextEncoder().encode(message));
  return `${message}.${Buffer.from(signature).toString("base64url")}`;
}

export async function startGoogleSigner() {
  const [google, stranger] = await Promise.all([keyPair(), keyPair()]);
  const jwk = await crypto.subtle.exportKey("jwk", google.publicKey);
  let fetches = 0;
  const server = platform.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async () => {
      fetches++;
      return Response.json({ keys: [{ kty: jwk.kty, n: jwk.n, e: jwk.e, alg: "RS256", use: "sig", kid: KEY_ID }] });
    },
  });
  return {
    jwksUrl: `http://127.0.0.1:${server.port}/certs`,
    /** How often the keys were fetched. */
    fetches: () => fetches,
    sign: (claims: object, kid = KEY_ID) => signedBy(google.privateKey, kid, claims),
    /** Signed by another key under the id of Google's. */
    forge: (claims: object) => signedBy(stranger.privateKey, KEY_ID, claims),
    /** The public key as the secret of an HMAC. */
    async confuse(claims: object): Promise<string> {
      const message = `${part({ alg: "HS256", typ: "JWT", kid: KEY_ID })}.${part(claims)}`;
      return `${message}.${createHmac("sha256", String(jwk.n)).update(message).digest("base64url")}`;
    },
    close: () => server.stop(),
  };
}

export type GoogleSigner = Awaited<ReturnType<typeof startGoogleSigner>>;
