// A strict authorization server for any number of clients (`oidc-provider`), and a user who logs in and consents.
import { generateKeyPairSync } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export interface StrictClient {
  id: string;
  secret: string;
  /** Its only allowed authentication method. */
  auth: "client_secret_basic" | "client_secret_post";
  /** Whether a code requires a PKCE challenge; the only method is S256. */
  needsPkce: boolean;
  /** Whether refresh tokens rotate; reuse then revokes the grant. */
  rotates: boolean;
  issuesRefreshTokens(): boolean;
  /** Lifetime of an access token in seconds. */
  life(): number;
}

export interface StrictServer {
  /** The origin that it listens on. */
  origin: string;
  /** Whether this access token is valid. */
  isLive(accessToken: string): Promise<boolean>;
  /** Whether this refresh token is known and unused. */
  isCurrent(refreshToken: string): Promise<boolean>;
  /** Invalidates an access token early; its grant stays. */
  endAccess(accessToken: string): Promise<void>;
  /** The number of grants revoked by refresh token reuse or by the user. */
  endedGrants(): number;
  close(): Promise<void>;
}

/** Seconds; the server warns about each missing one. */
const TTL = {
  AuthorizationCode: 60,
  Grant: 86_400,
  IdToken: 3_600,
  Interaction: 3_600,
  RefreshToken: 86_400,
  Session: 86_400,
};

/** Serves as the issuer `url`, which a gate forwards here; `scopes` can be granted. */
export async function startStrictServer(
  url: string,
  options: { clients: readonly StrictClient[]; scopes: readonly string[]; redirectUri: string },
): Promise<StrictServer> {
  let ended = 0;
  const provider = new Provider(url, configuration(options));
  provider.on("grant.revoked", () => ended++);
  const server = createServer(provider.callback());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isLive: async (token) => (await provider.AccessToken.find(token)) !== undefined,
    async isCurrent(token) {
      const found = await provider.RefreshToken.find(token);
      return found !== undefined && found.consumed === undefined;
    },
    endAccess: async (token) => (await provider.AccessToken.find(token))?.destroy(),
    endedGrants: () => ended,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function configuration(options: { clients: readonly StrictClient[]; scopes: readonly string[]; redirectUri: string }) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const clientOf = ({ clientId }: { clientId: string }) => {
    const found = options.clients.find(({ id }) => id === clientId);
    if (!found) throw new Error(`There is no client ${clientId}.`);
    return found;
  };
  return {
    clients: options.clients.map(({ id, secret, auth }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: [options.redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: auth,
    })),
    scopes: [...options.scopes],
    claims: { email: ["email"], profile: ["name"] },
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "k1" }] },
    cookies: { keys: ["a key for cookies"] },
    pkce: { required: (_: unknown, client: { clientId: string }) => clientOf(client).needsPkce },
    rotateRefreshToken: ({ oidc }: { oidc: { client: { clientId: string } } }) => clientOf(oidc.client).rotates,
    issueRefreshToken: (_: unknown, client: { clientId: string }) => clientOf(client).issuesRefreshTokens(),
    clockTolerance: 0,
    ttl: {
      ...TTL,
      AccessToken: (_: unknown, __: unknown, client: { clientId: string }) => clientOf(client).life(),
    },
    features: {
      revocation: { enabled: true, allowedPolicy: () => true },
      devInteractions: { enabled: true },
    },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
  };
}

/** Logs in and consents like a user in a browser; returns the callback URL without visiting it. */
export async function consentStrictly(connectUrl: string, redirectUri: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(connectUrl);
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 12; steps++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const method = form ? "POST" : "GET";
    const response = await fetch(url, { method, body: form, headers: { cookie }, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get("location");
    form = undefined;
    if (location?.startsWith(redirectUri)) return new URL(location);
    if (location) url = new URL(location, url);
    else {
      const page = await response.text();
      const [, action = ""] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
      const [, prompt = ""] = /name="prompt" value="(\w+)"/.exec(page) ?? [];
      if (action === "") {
        throw new Error(`The page at ${url.pathname} (${response.status}) holds no form: ${page.slice(0, 300)}`);
      }
      url = new URL(action, url);
      form = new URLSearchParams({ prompt, ...(prompt === "login" && { login: "ada", password: "any" }) });
    }
  }
  throw new Error("The consent pages did not redirect to the callback.");
}
