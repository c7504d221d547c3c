// Adds to the GitHub emulator what its hooks lack: the ping, GitHub's headers, and the complete body of a push.
import { createHmac, randomUUID } from "node:crypto";
import { type GateRequest, textOf } from "./gate.ts";
import type { Endpoint, EndpointContext } from "./service.ts";

interface Hook {
  url: string;
  secret: string | undefined;
}

type Json = Record<string, unknown>;

interface Push extends Json {
  before: string;
  after: string;
  repository: { html_url: string };
  sender: { login: string; email?: string };
  commits?: { id: string; author: Json }[];
}

const HOOKS = /^\/repos\/[^/]+\/[^/]+\/hooks(?:\/\d+)?$/;
/** The path to which the emulator sends its deliveries, each with its hook's id. */
const RELAY = "/_hooks/";
const NO_COMMIT = "0".repeat(40);
/** GitHub's own timeout. */
const DELIVERY_TIMEOUT_MS = 10_000;

function readJson(request: GateRequest): Json {
  try {
    return JSON.parse(textOf(request)) as Json;
  } catch {
    return {};
  }
}

// https://docs.github.com/webhooks/webhook-events-and-payloads#push
function completePush(push: Push): Json {
  const { before, after, repository, sender } = push;
  const url = repository.html_url;
  const commits = (push.commits ?? []).map((commit) => {
    const author = { ...commit.author, username: sender.login };
    return { ...commit, distinct: true, url: `${url}/commit/${commit.id}`, author, committer: author };
  });
  return {
    ...push,
    created: before === NO_COMMIT,
    deleted: after === NO_COMMIT,
    forced: false,
    base_ref: null,
    compare: `${url}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    commits,
    head_commit: commits.at(-1) ?? null,
    pusher: { name: sender.login, email: sender.email ?? null },
  };
}

/** Sends a delivery of the emulator on as GitHub would, signed anew. */
async function deliver({ url, secret }: Hook, request: GateRequest): Promise<Response> {
  const event = request.headers.get("x-github-event") ?? "";
  const sent = readJson(request);
  const body = JSON.stringify(event === "push" ? completePush(sent as Push) : sent);
  const signature = secret && `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  const headers = {
    "content-type": "application/json",
    "user-agent": "GitHub-Hookshot/emulated",
    "x-github-event": event,
    "x-github-delivery": randomUUID(),
    ...(signature && { "x-hub-signature-256": signature }),
  };
  const signal = AbortSignal.timeout(DELIVERY_TIMEOUT_MS);
  const { status } = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
  return new Response(null, { status });
}

/** `relay` takes the emulator's deliveries, `hooks` the requests of the hooks' owners. */
export function createHooks(context: EndpointContext): { relay: Endpoint; hooks: Endpoint } {
  const byId = new Map<string, Hook>();

  /** The emulator's response, with the hooks' own URLs. */
  async function outward(request: GateRequest, response: Response): Promise<Response> {
    let text = await response.text();
    for (const [id, { url }] of byId) text = text.replaceAll(`${request.url.origin}${RELAY}${id}`, url);
    return new Response(text || null, { status: response.status, headers: { "content-type": "application/json" } });
  }

  async function create(request: GateRequest): Promise<Response> {
    const body = readJson(request);
    const config = body.config as Json | undefined;
    if (typeof config?.url !== "string") return context.forward(request);
    const id = randomUUID();
    byId.set(id, { url: config.url, secret: config.secret as string | undefined });
    const relayed = { ...body, config: { ...config, url: `${request.url.origin}${RELAY}${id}` } };
    const response = await context.forward(request, { body: JSON.stringify(relayed) });
    if (!response.ok) {
      byId.delete(id);
      return response;
    }
    const made = (await response.clone().json()) as { id: number };
    // A ping that cannot be delivered is nobody's failure.
    void context.forward(request, { path: `${request.url.pathname}/${made.id}/pings`, body: "" }).catch(() => {});
    return outward(request, response);
  }

  return {
    relay: async (request) => {
      const { pathname } = request.url;
      if (request.method !== "POST" || !pathname.startsWith(RELAY)) return undefined;
      const hook = byId.get(pathname.slice(RELAY.length));
      return hook ? deliver(hook, request) : new Response(null, { status: 404 });
    },
    hooks: async (request) => {
      if (!HOOKS.test(request.url.pathname)) return undefined;
      if (request.method === "POST") return create(request);
      const response = await context.forward(request);
      return response.status === 204 ? response : outward(request, response);
    },
  };
}
