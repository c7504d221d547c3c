// A provider whose refresh tokens rotate, and a strict stand-in: a refresh token that is used twice ends its grant.
import { platform } from "../../src/foundation/platform/bun.ts";
import { defineProvider, endpoint, one, type Provider, resource, t } from "../../src/plugin/index.ts";
import type { ProviderSettings } from "../../src/providers/upstream/target.ts";

const person = resource({
  raw: t.Object({ id: t.String(), name: t.String() }),
  shape: t.Object({ id: t.String(), name: t.String() }),
  map: ({ id, name }) => ({ id, name }),
});

export const rotor = defineProvider({
  id: "rotor",
  name: "Rotor",
  docs: "https://docs.example.com/",
  baseUrl: "https://api.rotor.example.com",
  auth: {
    oauth2: {
      authorizationUrl: "https://rotor.example.com/authorize",
      tokenUrl: "https://rotor.example.com/token",
      revocationUrl: "https://rotor.example.com/revoke",
      pkce: true,
      clientAuth: "body",
    },
  },
  services: { people: { read: { scopes: ["people:read"], description: "Read people." } } },
  identity: { upstream: "/me", resource: person },
  endpoints: {
    get_me: endpoint({
      method: "GET",
      path: "/me",
      permission: "people.read",
      description: "Show who is connected.",
      upstream: "/me",
      returns: one(person),
    }),
  },
}) as unknown as Provider;

export const ROTOR_CLIENT = { clientId: "rotor-client", clientSecret: "rotor-secret-value" };

export interface RotorTokens {
  access: string;
  refresh: string;
}

interface Grant {
  person: string;
  access: string;
  refresh: string;
  isEnded: boolean;
}

export interface RotorStandIn {
  settings: ProviderSettings;
  /** A consent given elsewhere, with tokens that are live. */
  issue(person: string): RotorTokens;
  /** Ends an access token early; its grant stays. */
  expire(access: string): void;
  /** Ends a grant at the provider. */
  end(refresh: string): void;
  /** The number of grants that a used refresh token has ended. */
  reuses(): number;
  /** The number of grants that were revoked. */
  revocations(): number;
  /** The number of refreshes that were made. */
  refreshes(): number;
  /** The number of identity requests, and the most of them at once. */
  identities(): { total: number; most: number };
  /** Answers identity requests in place of the right answer; undefined for the right one. */
  setIdentity(answer?: () => Response | Promise<Response | undefined> | undefined): void;
  /** Works after a refresh was processed, before its answer is sent; a response replaces it. */
  setRefreshed(after?: () => Response | Promise<Response | undefined> | undefined): void;
  close(): Promise<void>;
}

export async function startRotor(): Promise<RotorStandIn> {
  const grants: Grant[] = [];
  const used = new Map<string, Grant>();
  const expired = new Set<string>();
  let [reuses, revocations, refreshes, total, most, active] = [0, 0, 0, 0, 0, 0];
  let identity: () => Response | Promise<Response | undefined> | undefined = () => undefined;
  let refreshed: typeof identity = () => undefined;
  const rotate = (grant: Grant) => {
    used.set(grant.refresh, grant);
    grant.access = `rotor-access-${crypto.randomUUID()}`;
    grant.refresh = `rotor-refresh-${crypto.randomUUID()}`;
  };
  const answerToken = async (form: URLSearchParams) => {
    const isClient =
      form.get("client_id") === ROTOR_CLIENT.clientId && form.get("client_secret") === ROTOR_CLIENT.clientSecret;
    if (!isClient) return Response.json({ error: "invalid_client" }, { status: 401 });
    const token = form.get("refresh_token") ?? "";
    const spent = used.get(token);
    if (spent && !spent.isEnded) {
      reuses++;
      spent.isEnded = true;
    }
    const grant = grants.find((one) => one.refresh === token && !one.isEnded);
    if (!grant) {
      const error_description = `The token ${token} is unknown`;
      return Response.json({ error: "invalid_grant", error_description }, { status: 400 });
    }
    rotate(grant);
    refreshes++;
    const answer = {
      access_token: grant.access,
      refresh_token: grant.refresh,
      expires_in: 3_600,
      token_type: "bearer",
    };
    return (await refreshed()) ?? Response.json(answer);
  };
  const answerIdentity = async (request: Request) => {
    const access = request.headers.get("authorization")?.replace("Bearer ", "") ?? "";
    total++;
    most = Math.max(most, ++active);
    try {
      const planned = await identity();
      if (planned) return planned;
      const grant = grants.find((one) => one.access === access && !one.isEnded && !expired.has(access));
      if (!grant) return Response.json({ error: `The token ${access} is not live` }, { status: 401 });
      return Response.json({ id: grant.person, name: `${grant.person} of rotor` });
    } finally {
      active--;
    }
  };
  const server = platform.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname === "/me") return answerIdentity(request);
      const form = new URLSearchParams(await request.text());
      if (pathname === "/token") return answerToken(form);
      revocations++;
      return new Response(null, { status: 200 });
    },
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    settings: {
      ...ROTOR_CLIENT,
      baseUrl: url,
      authorizationUrl: `${url}/authorize`,
      tokenUrl: `${url}/token`,
      revocationUrl: `${url}/revoke`,
    },
    issue(name) {
      const [access, refresh] = [`rotor-access-${crypto.randomUUID()}`, `rotor-refresh-${crypto.randomUUID()}`];
      grants.push({ person: name, access, refresh, isEnded: false });
      return { access, refresh };
    },
    expire: (access) => void expired.add(access),
    end(refresh) {
      for (const grant of grants) if (grant.refresh === refresh) grant.isEnded = true;
    },
    reuses: () => reuses,
    revocations: () => revocations,
    refreshes: () => refreshes,
    identities: () => ({ total, most }),
    setIdentity(answer = () => undefined) {
      identity = answer;
    },
    setRefreshed(after = () => undefined) {
      refreshed = after;
    },
    close: async () => void (await server.stop()),
  };
}
