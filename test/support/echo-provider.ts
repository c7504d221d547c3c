// A provider that echoes every credential it receives, and a plugin that throws what it reads.
import { defineProvider, endpoint, one, type Provider, resource, t } from "../../src/plugin/index.ts";
import type { Fetch } from "../../src/providers/upstream/send.ts";

const anything = t.Object({}, { additionalProperties: true });
const item = resource({ raw: anything, shape: t.Object({ id: t.String() }), map: () => ({ id: "1" }) });
const broken = resource({
  raw: anything,
  shape: t.Object({ id: t.String() }),
  map: (raw): { id: string } => {
    throw new Error(`Cannot read ${JSON.stringify(raw)}`);
  },
});
const person = resource({
  raw: anything,
  shape: t.Object({ id: t.String(), name: t.String() }),
  map: (raw) => {
    if ("broken" in raw) throw new Error(`Nobody in ${JSON.stringify(raw)}`);
    return { id: "1", name: "ada" };
  },
});
const read = { method: "GET", permission: "items.read", description: "Get it." } as const;

export const echoPlugin = defineProvider({
  id: "planted",
  name: "Planted",
  docs: "https://docs.planted.example/",
  baseUrl: "https://api.planted.example",
  auth: {
    oauth2: {
      authorizationUrl: "https://planted.example/authorize",
      tokenUrl: "https://planted.example/token",
      revocationUrl: "https://planted.example/revoke",
      pkce: true,
      clientAuth: "basic",
    },
  },
  services: {
    items: {
      read: { scopes: ["items:read"], description: "Read items." },
      write: { scopes: ["items:write"], description: "Make items." },
    },
  },
  identity: { upstream: "/me", resource: person },
  endpoints: {
    get_item: endpoint({ ...read, path: "/item", upstream: "/item", returns: one(item) }),
    get_broken: endpoint({ ...read, path: "/broken", upstream: "/broken", returns: one(broken) }),
    get_run: endpoint({
      ...read,
      path: "/run",
      run: async (_, upstream) => {
        const response = await upstream.request({ path: "/run" as never });
        throw new Error(`Unexpected ${JSON.stringify(response.json)}`);
      },
      returns: one(item),
    }),
    create_item: endpoint({
      method: "POST",
      path: "/items",
      permission: "items.write",
      description: "Make an item.",
      body: t.Object({ title: t.String() }),
      upstream: "/items",
      returns: one(item),
    }),
  },
}) as unknown as Provider;

/** Builds a provider response; `echo` contains the request's credentials. */
export type Override = (path: string, echo: string) => Response | null | undefined;

export interface EchoProvider {
  fetch: Fetch;
  /** Issued tokens, and the secrets of token requests. */
  readonly seen: Record<"access" | "refresh" | "code" | "verifier" | "basic", Set<string>>;
  /** Overrides responses; undefined keeps the default, null breaks the connection. */
  respondWith(how: Override): void;
}

/** The provider as a `fetch`. */
export function echoProvider(): EchoProvider {
  const seen = {
    access: new Set<string>(),
    refresh: new Set<string>(),
    code: new Set<string>(),
    verifier: new Set<string>(),
    basic: new Set<string>(),
  };
  let how: Override = () => undefined;
  const issue = (kind: "access" | "refresh") => {
    const token = `${kind}-${crypto.randomUUID()}`;
    seen[kind].add(token);
    return token;
  };
  const usual = (path: string) => {
    if (path !== "/token") return Response.json({ id: "1" });
    return Response.json({ access_token: issue("access"), refresh_token: issue("refresh"), expires_in: 3600 });
  };
  return {
    seen,
    respondWith: (next) => {
      how = next;
    },
    fetch: async (input, init) => {
      const path = new URL(input).pathname;
      const authorization = new Headers(init.headers).get("authorization") ?? "";
      const form = new URLSearchParams(
        typeof init.body === "string" && /^\/(token|revoke)$/.test(path) ? init.body : "",
      );
      if (form.get("code")) seen.code.add(form.get("code") as string);
      if (form.get("code_verifier")) seen.verifier.add(form.get("code_verifier") as string);
      if (authorization.startsWith("Basic ")) seen.basic.add(authorization.slice(6));
      const echo = [authorization, authorization.split(" ")[1], ...form.values()].join(" ");
      const response = how(path, echo);
      if (response === null) throw new TypeError(`fetch failed: ${echo}`);
      return response ?? usual(path);
    },
  };
}
