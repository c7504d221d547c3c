// Authorize, consent and token endpoint of an emulated provider, with the checks that its emulator leaves out.
import { createHash } from "node:crypto";
import { type GateRequest, textOf } from "./gate.ts";
import { basicClient, type EmulatedService, type Endpoint, type EndpointContext, isSameClient } from "./service.ts";

/** What the authorize request asked, and who consented. */
interface Asked {
  redirectUri: string;
  challenge: string | null;
  isOffline: boolean;
  isForced: boolean;
  user: string;
}

/** Open authorize requests and unspent codes that are remembered; older ones fall out. */
const MAX_REMEMBERED = 1000;

function remember(map: Map<string, Asked>, key: string, asked: Asked): void {
  map.set(key, asked);
  const oldest = map.keys().next().value;
  if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest);
}

const keyOf = (params: URLSearchParams) =>
  ["client_id", "redirect_uri", "state"].map((name) => params.get(name) ?? "").join("\n");

function readParams(request: GateRequest): URLSearchParams {
  const text = textOf(request);
  if (!request.headers.get("content-type")?.includes("json")) return new URLSearchParams(text);
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, unknown>);
    return new URLSearchParams(entries.map(([name, value]) => [name, String(value)]));
  } catch {
    return new URLSearchParams();
  }
}

/** The OAuth endpoints as one; `ttlSeconds` is the life of the access tokens they give. */
export function createOAuthEndpoints(
  service: EmulatedService,
  context: EndpointContext,
  ttlSeconds: number | undefined,
): Endpoint {
  const open = new Map<string, Asked>();
  const codes = new Map<string, Asked>();
  const consented = new Set<string>();
  const lifeSeconds = ttlSeconds ?? service.accessSeconds;

  function authorize(request: GateRequest): Promise<Response> {
    const params = request.url.searchParams;
    remember(open, keyOf(params), {
      redirectUri: params.get("redirect_uri") ?? "",
      challenge: params.get("code_challenge"),
      isOffline: params.get("access_type") === "offline",
      isForced: params.get("prompt")?.split(" ").includes("consent") ?? false,
      user: "",
    });
    return context.ask(request);
  }

  async function consent(request: GateRequest): Promise<Response> {
    const response = await context.ask(request);
    const location = response.headers.get("location");
    const code = location && new URL(location).searchParams.get("code");
    const form = readParams(request);
    const asked = open.get(keyOf(form));
    if (code && asked) remember(codes, code, { ...asked, user: form.get(service.userField) ?? "" });
    return response;
  }

  /** The service's refusal, where the emulator would let the exchange pass. */
  function refusal(params: URLSearchParams): Response | undefined {
    if (params.get("grant_type") === "refresh_token") {
      const isLive = context.tokens.state(params.get("refresh_token") ?? "", "refresh") === "live";
      return isLive ? undefined : service.deadRefresh();
    }
    const asked = codes.get(params.get("code") ?? "");
    if (!asked) return undefined;
    if (asked.redirectUri !== (params.get("redirect_uri") ?? "")) return service.wrongRedirect();
    const verifier = params.get("code_verifier") ?? "";
    const isVerified =
      asked.challenge === null || createHash("sha256").update(verifier).digest("base64url") === asked.challenge;
    return isVerified ? undefined : service.wrongVerifier();
  }

  /** Notes the tokens of an answer and puts their true life into it. */
  function note(answer: Record<string, unknown>, params: URLSearchParams): void {
    const asked = codes.get(params.get("code") ?? "");
    const user = asked?.user ?? context.tokens.userOf(params.get("refresh_token") ?? "") ?? "";
    codes.delete(params.get("code") ?? "");
    const holders = [answer, answer.authed_user as Record<string, unknown> | undefined];
    for (const holder of holders) {
      if (typeof holder?.access_token !== "string") continue;
      context.tokens.add(holder.access_token, "access", user, lifeSeconds);
      if (lifeSeconds !== undefined) holder.expires_in = lifeSeconds;
    }
    if (typeof answer.refresh_token !== "string") return;
    const isGiven = asked?.isOffline && (asked.isForced || !consented.has(user));
    if (service.refreshOnlyOffline && !isGiven) delete answer.refresh_token;
    else context.tokens.add(answer.refresh_token, "refresh", user);
    consented.add(user);
  }

  async function token(request: GateRequest): Promise<Response> {
    const params = readParams(request);
    const basic = basicClient(request.headers);
    if (basic) {
      params.set("client_id", basic.clientId);
      params.set("client_secret", basic.clientSecret);
    }
    const client = { clientId: params.get("client_id") ?? "", clientSecret: params.get("client_secret") ?? "" };
    const refused = isSameClient(client, context.client) ? refusal(params) : undefined;
    const headers = new Headers({ accept: "application/json", "content-type": "application/x-www-form-urlencoded" });
    const response = refused ?? (await context.ask(request, { headers, body: params.toString() }));
    const answer = (await response.json()) as Record<string, unknown>;
    if (answer.access_token) note(answer, params);
    if (!service.answersForm || request.headers.get("accept")?.includes("json")) {
      return Response.json(answer, { status: response.status });
    }
    const form = new URLSearchParams(Object.entries(answer).map(([name, value]) => [name, String(value)]));
    return new Response(form, { status: response.status });
  }

  return async (request) => {
    const { paths } = service;
    if (request.url.pathname === paths.authorize && request.method === "GET") return authorize(request);
    if (request.url.pathname === paths.consent && request.method === "POST") return consent(request);
    if (request.url.pathname === paths.token && request.method === "POST") return token(request);
    return undefined;
  };
}
