// The OAuth endpoints that MCP clients call themselves: metadata, registration, tokens and revocation. The person's part of it is
// a page of the dashboard.

import { AppError } from "../../foundation/errors.ts";
import type { Initiator } from "../../identity/initiator.ts";
import { isAnyMcpText } from "../../identity/keys/key-text.ts";
import { createLookUps, type LookUps } from "../../metering/limits/look-ups.ts";
import type { Deps } from "../../server/deps.ts";
import { readBounded } from "../../web/http/arriving-body.ts";
import { toAppError } from "../../web/http/errors.ts";
import { FORM_TYPE, readFormFields } from "../../web/http/form.ts";
import { readJson } from "../../web/http/json-text.ts";
import type { PublicRequest, PublicRoute, Tag } from "../../web/http/route.ts";
import { AUTHORIZE_PATH } from "./authorization-request.ts";
import { readMetadata } from "./client-metadata.ts";
import { type ClientRegistrations, createRegistrations } from "./clients.ts";
import { findSecrets, type KnownSecret } from "./grant-store.ts";
import { endByToken, redeemCode, refreshGrant, type TokenReply } from "./grants.ts";
import { fromAppError, OAuthError, oauthErrorResponse } from "./oauth-error.ts";
import { ownResource, resourceOf, SCOPES } from "./resource.ts";

const TAG: Tag = { name: "oauth", description: "Sign-in of MCP clients: OAuth 2.1 for public clients, with PKCE." };
const TOKEN_PATH = "/oauth/token";
const REVOKE_PATH = "/oauth/revoke";
const REGISTER_PATH = "/oauth/register";
const MAX_BODY = 16 * 1024;
/** Metadata changes only with the gateway's version or address. */
const METADATA_HEADERS = { "cache-control": "public, max-age=300" };

type OAuthDeps = Pick<Deps, "baseUrl" | "database" | "vault" | "clock" | "changes" | "audit" | "strangers" | "log">;

export function oauthServerRoutes(deps: OAuthDeps): PublicRoute[] {
  const secrets = secretsOf(deps);
  const registrations = createRegistrations(deps);
  const endpoint = (
    definition: Pick<PublicRoute, "id" | "path" | "summary" | "strangers"> & { status?: number; isEmpty?: boolean },
    handle: (call: PublicRequest) => Promise<Response>,
  ): PublicRoute => {
    const { status = 200, isEmpty, ...rest } = definition;
    return {
      ...rest,
      ...{ access: "public", method: "POST", tag: TAG, anyQuery: true, series: "(oauth)", isForPages: true },
      responses: {
        [status]: { description: "Success.", types: isEmpty ? [] : undefined },
      },
      errorsAs: "oauth",
      refuse: (error) => oauthErrorResponse(fromAppError(error)),
      handle: async (call) => ({ response: await responded(deps, call, handle) }),
    };
  };
  return [
    ...metadataRoutes(deps),
    endpoint({ id: "oauth_token", path: TOKEN_PATH, summary: "Exchange a code or a refresh token." }, async (call) =>
      tokenResponse(await tokensFor(deps, secrets, call)),
    ),
    endpoint(
      { id: "oauth_revoke", path: REVOKE_PATH, summary: "Revoke a grant by its token.", isEmpty: true },
      async (call) => {
        const form = await readForm(call);
        const clientId = required(form, "client_id");
        const token = required(form, "token");
        await assertKnown(deps, secrets, call, token);
        await endByToken(deps, { token, clientId }, initiatorOf(call));
        return new Response(null, { status: 200, headers: { "cache-control": "no-store" } });
      },
    ),
    endpoint(
      {
        ...{ id: "oauth_register", path: REGISTER_PATH, summary: "Register a public client (RFC 7591).", status: 201 },
        strangers: "registration",
      },
      (call) => register(deps, registrations, call),
    ),
  ];
}

function metadataRoutes({ baseUrl }: OAuthDeps): PublicRoute[] {
  const document = (id: string, path: string, summary: string, body: Record<string, unknown>): PublicRoute => ({
    ...{
      id,
      path,
      summary,
      access: "public",
      method: "GET",
      tag: TAG,
      anyQuery: true,
      series: "(oauth)",
      isForPages: true,
    },
    handle: async () => ({ response: Response.json(body, { headers: METADATA_HEADERS }) }),
  });
  const resource = {
    resource: resourceOf(baseUrl),
    authorization_servers: [baseUrl],
    scopes_supported: SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "Gateway",
    resource_documentation: `${baseUrl}/docs`,
  };
  const root = "/.well-known/oauth-protected-resource";
  const about = "Protected resource metadata: which server issues tokens for /mcp (RFC 9728).";
  return [
    document(
      "oauth_server_metadata",
      "/.well-known/oauth-authorization-server",
      "Authorization server metadata: its endpoints (RFC 8414).",
      {
        issuer: baseUrl,
        authorization_endpoint: `${baseUrl}${AUTHORIZE_PATH}`,
        token_endpoint: `${baseUrl}${TOKEN_PATH}`,
        revocation_endpoint: `${baseUrl}${REVOKE_PATH}`,
        registration_endpoint: `${baseUrl}${REGISTER_PATH}`,
        scopes_supported: SCOPES,
        response_types_supported: ["code"],
        response_modes_supported: ["query"],
        grant_types_supported: ["authorization_code", "refresh_token"],
        token_endpoint_auth_methods_supported: ["none"],
        revocation_endpoint_auth_methods_supported: ["none"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
        service_documentation: `${baseUrl}/docs`,
      },
    ),
    document("oauth_resource_metadata", root, about, resource),
    document("oauth_mcp_metadata", `${root}/mcp`, about, resource),
  ];
}

/** Whatever goes wrong is said in OAuth's words, and counts against the network; past its minute it is 429. */
async function responded(
  deps: OAuthDeps,
  call: PublicRequest,
  handle: (call: PublicRequest) => Promise<Response>,
): Promise<Response> {
  try {
    return await handle(call);
  } catch (thrown) {
    const error = thrown instanceof OAuthError ? thrown : fromAppError(toAppError(thrown, deps.log, call.requestId));
    const { refused } = error.status < 429 ? deps.strangers.count("refused_oauth", call.address) : { refused: null };
    return oauthErrorResponse(refused ? fromAppError(refused) : error);
  }
}

type Secrets = LookUps<KnownSecret>;

/** Codes and tokens that somebody has, looked up before a transaction begins for them. */
function secretsOf({ strangers, clock, database }: OAuthDeps): Secrets {
  const findAll = (macs: readonly string[]) => findSecrets(database, macs);
  return createLookUps<KnownSecret>({
    ...{ strangers, work: "refused_oauth", now: () => clock.now(), findAll, macOf: ({ mac }) => mac },
    find: async (macs) => (await findAll(macs))[0] ?? null,
  });
}

/** Throws where a network past its minute sends what nobody has: what is counted is the secret, since clients share addresses. */
async function assertKnown(
  { strangers, vault }: OAuthDeps,
  secrets: Secrets,
  { address }: PublicRequest,
  text: string,
): Promise<void> {
  if (strangers.state("refused_oauth", address).remaining > 0) return;
  const isKnown = isAnyMcpText(text) && (await secrets.of(vault.macs(text), address)) !== null;
  if (!isKnown)
    throw new OAuthError(
      "invalid_grant",
      "The code or token is unknown, used or expired. Start the authorization again.",
    );
}

function tokenResponse(reply: TokenReply): Response {
  return Response.json(reply, { headers: { "cache-control": "no-store", pragma: "no-cache" } });
}

const initiatorOf = ({ address, requestId }: PublicRequest): Initiator => ({
  actor: { kind: "anonymous", id: null, name: null },
  address,
  requestId,
});

async function tokensFor(deps: OAuthDeps, secrets: Secrets, call: PublicRequest): Promise<TokenReply> {
  const form = await readForm(call);
  const grantType = required(form, "grant_type");
  const clientId = required(form, "client_id");
  if (grantType === "authorization_code") {
    const request = {
      clientId,
      code: required(form, "code"),
      redirectUri: required(form, "redirect_uri"),
      resource: targetIn(deps, form),
      verifier: required(form, "code_verifier"),
    };
    await assertKnown(deps, secrets, call, request.code);
    return redeemCode(deps, request, initiatorOf(call));
  }
  if (grantType !== "refresh_token")
    throw new OAuthError("unsupported_grant_type", "grant_type must be authorization_code or refresh_token.");
  const request = { clientId, token: required(form, "refresh_token"), resource: targetIn(deps, form) };
  await assertKnown(deps, secrets, call, request.token);
  return refreshGrant(deps, request, initiatorOf(call));
}

/** Throws for anything but one form with each parameter once (RFC 6749, section 3.2). */
async function readForm({ request, arrival }: PublicRequest): Promise<URLSearchParams> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== FORM_TYPE) throw new OAuthError("invalid_request", `The body must be a form: ${FORM_TYPE}.`);
  if (request.headers.has("authorization"))
    throw new OAuthError(
      "invalid_client",
      "Clients are public: send client_id in the form, without an Authorization header.",
    );
  const form = await withinSize(() => readFormFields(request, MAX_BODY, arrival));
  if (new Set(form.keys()).size < form.size)
    throw new OAuthError("invalid_request", "A parameter must not be repeated (RFC 6749, section 3.2).");
  if (form.has("client_secret")) throw new OAuthError("invalid_client", "Clients are public: send no client_secret.");
  return form;
}

async function withinSize<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && error.code === "PAYLOAD_TOO_LARGE")
      throw new OAuthError("invalid_request", error.message, 413);
    throw error;
  }
}

/** What the tokens are for; null where the form does not say, and it is the grant's. */
function targetIn({ baseUrl }: OAuthDeps, form: URLSearchParams): string | null {
  const named = form.get("resource") || null;
  return named === null ? null : (ownResource(baseUrl, named) ?? named);
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (!value) throw new OAuthError("invalid_request", `${name} is missing.`);
  return value;
}

async function register(deps: OAuthDeps, registrations: ClientRegistrations, call: PublicRequest): Promise<Response> {
  const read = readMetadata(await metadataIn(call));
  if ("error" in read) throw new OAuthError(read.code, read.error);
  const { name, redirectUris } = read.client;
  const clientId = await registrations.register(read.client, call.address);
  const registered = {
    client_id: clientId,
    client_id_issued_at: Math.floor(deps.clock.now() / 1_000),
    ...(name !== null && { client_name: name }),
    redirect_uris: redirectUris,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  return Response.json(registered, { status: 201, headers: { "cache-control": "no-store" } });
}

async function metadataIn({ request, arrival }: PublicRequest): Promise<Record<string, unknown>> {
  const wrong = () => new OAuthError("invalid_client_metadata", "The body must be a JSON object.");
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw wrong();
  const read = await readJson(await withinSize(() => readBounded(request, MAX_BODY, arrival)));
  const value = "json" in read ? read.json : null;
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw wrong();
  return value as Record<string, unknown>;
}
