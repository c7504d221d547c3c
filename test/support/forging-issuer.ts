// An OpenID Connect issuer in the test's hands: right by default, and able to send whatever a forger or a faulty one would.
import { createHash } from "node:crypto";
import { exportJWK, generateKeyPair, type JWTHeaderParameters, type JWTPayload, SignJWT } from "jose";
import { platform } from "../../src/foundation/platform/bun.ts";
import type { TestClock } from "./clock.ts";

export const ISSUER_CLIENT = { id: "gateway-client", secret: "gateway-client-secret-value" };

export interface SigningKey {
  kid: string;
  privateKey: CryptoKey;
  publicJwk: Record<string, unknown>;
}

export interface ForgingIssuer {
  url: string;
  /** What the gateway needs to use it. */
  env: Record<string, string>;
  /** A person's sign-in at the address of the issuer; the callback as a path of the gateway. */
  signIn(authorizationUrl: string, claims: JWTPayload, more?: Record<string, string>): string;
  /** The id token of a sign-in, in place of a right one. */
  setToken(make?: (claims: JWTPayload) => string | Promise<string>): void;
  /** The response at a path, in place of a right one. */
  setResponse(path: string, respond?: () => Response | Promise<Response>): void;
  /** A token as the issuer signs it, with these claims over the right ones. */
  sign(claims: JWTPayload, header?: Partial<JWTHeaderParameters>, key?: SigningKey): Promise<string>;
  /** Signs with another key from now on, and no longer names the earlier one. */
  rotate(): Promise<void>;
  key(): SigningKey;
  newKey(kid: string): Promise<SigningKey>;
  /** How often a path was requested. */
  requests(path: string): number;
  close(): Promise<void>;
}

export const KEYS_PATH = "/keys";
export const TOKEN_PATH = "/token";
export const DISCOVERY_PATH = "/.well-known/openid-configuration";
export const USER_INFO_PATH = "/me";

const urlSafeHash = (text: string) => createHash("sha256").update(text).digest("base64url");

async function newKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  return { kid, privateKey, publicJwk: { ...(await exportJWK(publicKey)), kid, alg: "RS256", use: "sig" } };
}

interface Code {
  claims: JWTPayload;
  nonce: string;
  challenge: string;
  redirectUri: string;
}

export async function startForgingIssuer(clock: Pick<TestClock, "now">): Promise<ForgingIssuer> {
  let key = await newKey("k1");
  let makeToken: ((claims: JWTPayload) => string | Promise<string>) | undefined;
  const codes = new Map<string, Code>();
  const responses = new Map<string, () => Response | Promise<Response>>();
  const counts = new Map<string, number>();
  const now = () => Math.floor(clock.now() / 1_000);
  const sign: ForgingIssuer["sign"] = (claims, header = {}, by = key) => {
    const right = { iss: url, aud: ISSUER_CLIENT.id, iat: now(), exp: now() + 300 };
    const payload = Object.fromEntries(Object.entries({ ...right, ...claims }).filter(([, value]) => value !== null));
    return new SignJWT(payload).setProtectedHeader({ alg: "RS256", kid: by.kid, ...header }).sign(by.privateKey);
  };
  const exchange = async (request: Request) => {
    const form = new URLSearchParams(await request.text());
    // Both halves are encoded as in a form (RFC 6749, section 2.3.1).
    const [id, secret] = atob(request.headers.get("authorization")?.replace("Basic ", "") ?? "").split(":");
    const isClient =
      decodeURIComponent(id ?? "") === ISSUER_CLIENT.id && decodeURIComponent(secret ?? "") === ISSUER_CLIENT.secret;
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    if (!isClient) return Response.json({ error: "invalid_client" }, { status: 401 });
    const isRight =
      code?.challenge === urlSafeHash(form.get("code_verifier") ?? "") && code.redirectUri === form.get("redirect_uri");
    if (!code || !isRight) return Response.json({ error: "invalid_grant" }, { status: 400 });
    const claims = { nonce: code.nonce, ...code.claims };
    const id_token = await (makeToken ?? sign)(claims);
    return Response.json({ access_token: "an-access-token", token_type: "Bearer", expires_in: 300, id_token });
  };
  const server = platform.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      counts.set(pathname, (counts.get(pathname) ?? 0) + 1);
      const instead = responses.get(pathname);
      if (instead) return instead();
      if (pathname === TOKEN_PATH) return exchange(request);
      if (pathname === KEYS_PATH) return Response.json({ keys: [key.publicJwk] });
      if (pathname !== DISCOVERY_PATH) return new Response("not here", { status: 404 });
      return Response.json({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: url + TOKEN_PATH,
        jwks_uri: url + KEYS_PATH,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256", "HS256"],
        authorization_response_iss_parameter_supported: true,
        end_session_endpoint: `${url}/logout`,
      });
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    env: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: ISSUER_CLIENT.id,
      OIDC_CLIENT_SECRET: ISSUER_CLIENT.secret,
      OIDC_NAME: "Example Login",
    },
    signIn(authorizationUrl, claims, more = {}) {
      const { searchParams } = new URL(authorizationUrl);
      const text = (name: string) => searchParams.get(name) ?? "";
      if (text("client_id") !== ISSUER_CLIENT.id || text("code_challenge_method") !== "S256")
        throw new Error("The request for a sign-in is not one that an issuer takes.");
      const code = crypto.randomUUID();
      const redirectUri = text("redirect_uri");
      codes.set(code, { claims, nonce: text("nonce"), challenge: text("code_challenge"), redirectUri });
      const parameters = new URLSearchParams({ code, state: text("state"), iss: url, ...more });
      return `${new URL(redirectUri).pathname}?${parameters}`;
    },
    setToken(make) {
      makeToken = make;
    },
    setResponse(path, respond) {
      if (respond) responses.set(path, respond);
      else responses.delete(path);
    },
    sign,
    async rotate() {
      key = await newKey(`k${crypto.randomUUID()}`);
    },
    key: () => key,
    newKey,
    requests: (path) => counts.get(path) ?? 0,
    close: async () => void (await server.stop()),
  };
}
