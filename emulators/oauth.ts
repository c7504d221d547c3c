// Authorize, consent and token endpoints of an emulated provider, with the checks that its emulator lacks.
import { createHash } from "node:crypto";
import { type GateRequest, textOf } from "./gate.ts";
import { basicClient, type EmulatedService, type Endpoint, type EndpointContext, isSameClient } from "./service.ts";

interface AuthorizeRequest {
  redirectUri: string;
  challenge: string | null;
  isOffline: boolean;
  isForced: boolean;
  user: string;
}

/** Authorize requests and unused codes in memory; older ones are dropped. */
const MAX_OPEN_REQUESTS = 1000;

function setBounded(map: Map<string, AuthorizeRequest>, key: string, request: AuthorizeRequest): void {
  map.set(key, request);
  const oldest = map.keys().next().value;
  if (map.size > MAX_OPEN_REQUESTS && oldest !== undefined) map.delete(oldest);
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

/** `ttlSeconds`: lifetime of the issued access tokens. */
export function createOAuthEndpoints(
  service: EmulatedService,
  context: EndpointContext,
  ttlSeconds: number | undefined,
): Endpoint {
  const open = new Map<string, AuthorizeRequest>();
  const codes = new Map<string, AuthorizeRequest>();
  const consented = new Set<string>();
  const lifetimeSeconds = ttlSeconds ?? service.accessSeconds;

  function authorize(request: GateRequest): Promise<Response> {
    const params = request.url.searchParams;
    setBounded(open, keyOf(params), {
      redirectUri: params.get("redirect_uri") ?? "",
      challenge: params.get("code_challenge"),
      isOffline: params.get("access_type") === "offline",
      isForced: params.get("prompt")?.split(" ").includes("consent") ?? false,
      user: "",
    });
    return context.forward(request);
  }

  async function consent(request: GateRequest): Promise<Response> {
    const response = await context.forward(request);
    const location = response.headers.get("location");
    const code = location && new URL(location).searchParams.get("code");
    const form = readParams(request);
    const authorizeRequest = open.get(keyOf(form));
    if (code && authorizeRequest)
      setBounded(codes, code, { ...authorizeRequest, user: form.get(service.userField) ?? "" });
    return response;
  }

  /** The service's error response to an exchange that the emulator would accept. */
  function refusal(params: URLSearchParams): Response | undefined {
    if (params.get("grant_type") === "refresh_token") {
      const isLive = context.tokens.state(params.get("refresh_token") ?? "", "refresh") === "live";
      return isLive ? undefined : service.invalidRefreshToken();
    }
    const request = codes.get(params.get("code") ?? "");
    if (!request) return undefined;
    if (request.redirectUri !== (params.get("redirect_uri") ?? "")) return service.wrongRedirect();
    const verifier = params.get("code_verifier") ?? "";
    const isVerified =
      request.challenge === null || createHash("sha256").update(verifier).digest("base64url") === request.challenge;
    return isVerified ? undefined : service.wrongVerifier();
  }

  /** Records the tokens of a response's body and sets their lifetime in it. */
  function recordTokens(body: Record<string, unknown>, params: URLSearchParams): void {
    const request = codes.get(params.get("code") ?? "");
    const user = request?.user ?? context.tokens.userOf(params.get("refresh_token") ?? "") ?? "";
    codes.delete(params.get("code") ?? "");
    const holders = [body, body.authed_user as Record<string, unknown> | undefined];
    for (const holder of holders) {
      if (typeof holder?.access_token !== "string") continue;
      context.tokens.add(holder.access_token, "access", user, lifetimeSeconds);
      if (lifetimeSeconds !== undefined) holder.expires_in = lifetimeSeconds;
    }
    if (typeof body.refresh_token !== "string") return;
    const mayRefresh = request?.isOffline && (request.isForced || !consented.has(user));
    if (service.refreshOnlyOffline && !mayRefresh) delete body.refresh_token;
    else context.tokens.add(body.refresh_token, "refresh", user);
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
    const response = refused ?? (await context.forward(request, { headers, body: params.toString() }));
    const body = (await response.json()) as Record<string, unknown>;
    if (body.access_token) recordTokens(body, params);
    if (!service.respondsWithForm || request.headers.get("accept")?.includes("json")) {
      return Response.json(body, { status: response.status });
    }
    const form = new URLSearchParams(Object.entries(body).map(([name, value]) => [name, String(value)]));
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
