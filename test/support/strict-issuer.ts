// A real OpenID Connect issuer (`oidc-provider`) by which people sign in, with back-channel logout.
import { generateKeyPairSync } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export interface StrictIssuer {
  url: string;
  env: Record<string, string>;
  /** Serves from now on, for the gateway at this address. */
  serve(gatewayUrl: string): void;
  /** Claims of each person, by the name that they log in with. */
  people: Map<string, Record<string, unknown>>;
  close(): Promise<void>;
}

const CLIENT = { id: "gateway-client", secret: "gateway-client-secret-value" };
/** Seconds; the server warns about each missing one. */
const TTL = { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 };

export async function startStrictIssuer(): Promise<StrictIssuer> {
  let listener: RequestListener = (_, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = new Map<string, Record<string, unknown>>();
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const serve = (gatewayUrl: string) => {
    const provider = new Provider(url, {
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [`${gatewayUrl}/sign-in/oidc/callback`],
          grant_types: ["authorization_code"],
          response_types: ["code"],
          backchannel_logout_uri: `${gatewayUrl}/sign-in/oidc/logout`,
          backchannel_logout_session_required: true,
          post_logout_redirect_uris: [`${gatewayUrl}/sign-in/oidc/signed-out`],
        },
      ],
      // As the specification has it: beside an access token these are in the user info only.
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
      jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), use: "sig", alg: "RS256", kid: "k1" }] },
      cookies: { keys: ["a key for cookies"] },
      pkce: { required: () => true },
      ttl: TTL,
      features: { devInteractions: { enabled: true }, backchannelLogout: { enabled: true } },
      findAccount: (_: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...people.get(id) }) }),
    });
    listener = provider.callback();
  };
  return {
    url,
    env: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: "Example Login",
    },
    serve,
    people,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A browser at the issuer: logs in and consents, or logs out. */
export class IssuerBrowser {
  private readonly cookies = new Map<string, string>();

  constructor(private readonly login: string) {}

  /** The callback, as a path of the gateway, which is not visited. */
  async signIn(authorizationUrl: string): Promise<string> {
    const { pathname, search } = await this.follow(
      authorizationUrl,
      new URL(authorizationUrl).searchParams.get("redirect_uri") ?? "",
    );
    return pathname + search;
  }

  /** Logs out at the issuer, which tells the gateway before it answers. */
  async signOut(issuer: string): Promise<void> {
    await this.follow(`${issuer}/session/end`, `${issuer}/session/end/success`);
  }

  /** Logs out by a link of the gateway; where the issuer leads back to, as a path of the gateway. */
  async signOutBy(url: string, until: string): Promise<string> {
    const { pathname, search } = await this.follow(url, until);
    return pathname + search;
  }

  private async follow(from: string, until: string): Promise<URL> {
    let url = new URL(from);
    let form: URLSearchParams | undefined;
    for (let steps = 0; steps < 12; steps++) {
      const cookie = [...this.cookies].map((pair) => pair.join("=")).join("; ");
      const response = await fetch(url, {
        method: form ? "POST" : "GET",
        body: form,
        headers: { cookie },
        redirect: "manual",
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === "") this.cookies.delete(name);
        else this.cookies.set(name, value);
      }
      const location = response.headers.get("location");
      if (location?.startsWith(until)) return new URL(location);
      form = undefined;
      if (location) {
        url = new URL(location, url);
        continue;
      }
      const page = await response.text();
      const [, action = ""] = /<form[^>]* action="([^"]+)"/.exec(page) ?? [];
      if (action === "")
        throw new Error(`The page at ${url.pathname} (${response.status}) has no form: ${page.slice(0, 300)}`);
      const hidden = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
      form = new URLSearchParams(hidden.map(([, name = "", value = ""]) => [name, value]));
      if (form.get("prompt") === "login") {
        form.set("login", this.login);
        form.set("password", "any");
      }
      if (url.pathname.startsWith("/session/end")) form.set("logout", "yes");
      url = new URL(action, url);
    }
    throw new Error(`The issuer's pages did not lead to ${until}.`);
  }
}
