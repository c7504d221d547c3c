// Providers for each kind of sign-in, and a strict stand-in for them: it takes exactly the credential that it issued.
import { createHmac } from "node:crypto";
import { platform } from "../../src/foundation/platform/bun.ts";
import {
  type Auth,
  defineProvider,
  endpoint,
  hmacText,
  many,
  one,
  type Provider,
  pages,
  path,
  resource,
  t,
  timingSafeEqual,
} from "../../src/plugin/index.ts";
import type { ProviderSettings } from "../../src/providers/upstream/target.ts";

const thing = resource({
  raw: t.Object({ id: t.String(), name: t.String() }),
  shape: t.Object({ id: t.String(), name: t.String() }),
  map: ({ id, name }) => ({ id, name }),
});

/** A provider with the same two endpoints, whatever its sign-in. */
function provider(id: string, auth: Auth, more: Partial<Provider> = {}): Provider {
  return {
    ...defineProvider({
      id,
      name: id.charAt(0).toUpperCase() + id.slice(1),
      docs: "https://docs.example.com/",
      baseUrl: `https://api.${id}.example.com`,
      auth,
      services: {
        things: {
          read: { scopes: ["things:read"], description: "List and read things." },
          write: { scopes: ["things:write"], description: "Make things." },
        },
      },
      identity: { upstream: "/me", at: "data.viewer", resource: thing },
      // A failure under status 200, as GraphQL has them.
      failure: ({ json }) => ((json as { errors?: unknown } | null)?.errors ? "expired" : undefined),
      endpoints: {
        list_things: endpoint({
          method: "GET",
          path: "/things",
          permission: "things.read",
          description: "List all the things.",
          upstream: "/things",
          returns: many("things", thing, {
            at: "things",
            pagination: pages.cursor({ size: "limit", param: "cursor", read: "next", max: 100 }),
          }),
        }),
        create_thing: endpoint({
          method: "POST",
          path: "/things",
          permission: "things.write",
          description: "Make another thing.",
          body: t.Object({ name: t.String({ description: "Its name." }) }),
          upstream: ({ body }) => ({ path: path`/things`, json: { name: body.name } }),
          returns: one(thing),
        }),
      },
    }),
    ...more,
  } as unknown as Provider;
}

const key = {
  label: "Secret key",
  help: "Make one with read access.",
  steps: ["Settings", "Developers", "API keys"],
  link: "https://dashboard.example.com/keys",
  pattern: /^sk_test_[a-z0-9]+$/,
  example: "sk_test_51abc",
} as const;

export const keyed = provider("keyed", {
  api_key: { fields: { api_key: key }, credential: { header: "X-Api-Key" } },
});
export const bearing = provider("bearing", { api_key: { fields: { api_key: key } } });
export const inquery = provider("inquery", { api_key: { fields: { api_key: key }, credential: { query: "token" } } });

export const desk = provider(
  "desk",
  {
    basic: {
      fields: {
        email: { label: "E-mail address", secret: false, example: "ada@example.com" },
        api_token: { label: "API token", steps: ["Admin Center", "API"], pattern: /^[A-Za-z0-9]{8,}$/ },
      },
      username: "{email}/token",
      password: "{api_token}",
    },
  },
  {
    baseUrl: "https://{subdomain}.desk.example.com",
    tenant: {
      subdomain: {
        label: "Subdomain",
        help: "The first part of your address.",
        pattern: /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/,
        example: "acme",
      },
    },
  },
);

export const machine = provider("machine", {
  client_credentials: {
    fields: {
      account_id: { label: "Account ID", secret: false },
      client_id: { label: "Client ID", secret: false },
      client_secret: { label: "Client secret" },
    },
    tokenUrl: "https://machine.example.com/token",
    clientAuth: "basic",
    params: { grant_type: "account_credentials", account_id: "{account_id}" },
  },
});

export const shop = provider(
  "shop",
  {
    oauth2: {
      authorizationUrl: "https://{shop}/oauth/authorize",
      tokenUrl: "https://{shop}/oauth/token",
      pkce: false,
      clientAuth: "body",
      credential: { header: "X-Shop-Token" },
      checkCallback: (parameters, { clientSecret, tenant }) => {
        const signed = parameters.filter(([name]) => name !== "hmac").map(([name, value]) => `${name}=${value}`);
        const hmac = parameters.find(([name]) => name === "hmac")?.[1] ?? "";
        const isShops = parameters.some(([name, value]) => name === "shop" && value === tenant.shop);
        return isShops && timingSafeEqual(hmac, hmacText(clientSecret, signed.sort().join("&"), "hex"));
      },
    },
  },
  {
    baseUrl: "https://{shop}/api",
    identity: { upstream: "/me", at: "data.viewer", resource: thing },
    tenant: {
      shop: {
        label: "Shop address",
        pattern: /^[a-z0-9][a-z0-9-]*\.myshop\.example$/,
        example: "acme.myshop.example",
      },
    },
  },
);

export const hosted = provider(
  "hosted",
  { api_key: { fields: { api_key: { label: "Personal access token" } }, credential: { header: "PRIVATE-TOKEN" } } },
  {
    baseUrl: "https://{host}/api",
    tenant: {
      host: {
        label: "Host",
        pattern: /^hosted\.example\.com$/,
        example: "hosted.example.com",
        default: "hosted.example.com",
        selfHosted: true,
      },
    },
  },
);

/** A provider with a key and a password. */
export const keyOf = (id: string) =>
  provider(id, {
    api_key: { fields: { api_key: key } },
    basic: { fields: { username: { label: "User name", secret: false }, password: { label: "Password" } } },
  });

export const TYPED_PROVIDERS: readonly Provider[] = [keyed, bearing, inquery, desk, machine, shop, hosted];

export interface CredentialStandIn {
  url: string;
  settings: Record<string, ProviderSettings>;
  /** Credentials that are taken, each as `<provider> <what stands in the request>`. */
  valid: Set<string>;
  /** Whose a credential is that is not Ada's, by what `valid` has of it. */
  others: Map<string, { id: string; name: string }>;
  /** What came in: `<provider> <method> <path with query>`. */
  seen: string[];
  /** Answers of the next requests for who it is, in place of the right one. */
  next: Response[];
  /** Tokens issued for client credentials. */
  issued: string[];
  close(): Promise<void>;
}

const CLIENT = { clientId: "shop-client", clientSecret: "shop-secret-value" };

/** The callback that the shop's provider signs. */
export function signedCallback(callback: string, parameters: Record<string, string>): string {
  const text = Object.entries(parameters)
    .map((pair) => pair.join("="))
    .sort()
    .join("&");
  const hmac = createHmac("sha256", CLIENT.clientSecret).update(text).digest("hex");
  return `${callback}?${new URLSearchParams({ ...parameters, hmac })}`;
}

/** Reads the credential of a request as its provider takes it, and from nowhere else. */
function credentialIn(id: string, request: Request): string {
  const { headers, url } = request;
  const authorization = headers.get("authorization");
  const own: Record<string, string | null> = {
    keyed: headers.get("x-api-key"),
    inquery: new URL(url).searchParams.get("token"),
    shop: headers.get("x-shop-token"),
    hosted: headers.get("private-token"),
  };
  const isElsewhere = id in own && authorization !== null;
  return isElsewhere ? "" : ((id in own ? own[id] : authorization) ?? "");
}

export async function startCredentialStandIn(): Promise<CredentialStandIn> {
  const valid = new Set<string>();
  const others: CredentialStandIn["others"] = new Map();
  const seen: string[] = [];
  const next: Response[] = [];
  const issued: string[] = [];
  const tokenFor = async (id: string, request: Request) => {
    const form = new URLSearchParams(await request.text());
    if (id === "shop") {
      const isClient = form.get("client_id") === CLIENT.clientId && form.get("client_secret") === CLIENT.clientSecret;
      if (!isClient || form.get("code") !== "good-code") return json({ error: "invalid_grant" }, 400);
      valid.add("shop shop-access-token");
      return json({ access_token: "shop-access-token", scope: "things:read,things:write" });
    }
    const isTaken = valid.has(`machine ${request.headers.get("authorization")}`);
    const isRight = form.get("grant_type") === "account_credentials" && form.get("account_id") === "acme-1";
    if (!isTaken || !isRight) return json({ error: "invalid_client", error_description: "no such client" }, 401);
    const token = `machine-token-${issued.length + 1}`;
    issued.push(token);
    valid.add(`machine Bearer ${token}`);
    return json({ access_token: token, token_type: "bearer", expires_in: 3600 });
  };
  const answer = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const [, id = "", ...rest] = pathname.split("/");
    seen.push(`${id} ${request.method} ${pathname}${search}`);
    const last = rest.at(-1);
    if (last === "token") return tokenFor(id, request);
    if (!valid.has(`${id} ${credentialIn(id, request)}`))
      return json({ error: "no", echo: Object.fromEntries(request.headers) }, 401);
    const planned = next.shift();
    if (planned) return planned;
    const viewer = others.get(`${id} ${credentialIn(id, request)}`) ?? { id: `${id}-1`, name: `Ada of ${id}` };
    if (last === "me") return json({ data: { viewer } });
    if (request.method === "POST") return json({ id: "t2", ...((await request.json()) as object) });
    return json({ things: [{ id: "t1", name: "first" }], next: null });
  };
  const server = platform.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    valid,
    others,
    seen,
    next,
    issued,
    settings: {
      keyed: { baseUrl: `${url}/keyed` },
      bearing: { baseUrl: `${url}/bearing` },
      inquery: { baseUrl: `${url}/inquery` },
      desk: { baseUrl: `${url}/desk/{subdomain}` },
      machine: { baseUrl: `${url}/machine`, tokenUrl: `${url}/machine/token` },
      shop: {
        ...CLIENT,
        baseUrl: `${url}/shop/{shop}/api`,
        authorizationUrl: `${url}/shop/{shop}/authorize`,
        tokenUrl: `${url}/shop/{shop}/token`,
      },
      hosted: { baseUrl: `${url}/hosted/{host}/api`, hosts: ["git.example.org"] },
    },
    close: async () => void (await server.stop()),
  };
}

const json = (body: unknown, status = 200) => Response.json(body, { status });
