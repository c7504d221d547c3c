/** @jsxImportSource #pages */
// The page on which a person lets an MCP client in: who asks, what it may do, for whom, until when. Nothing is granted without it.

import {
  AUTHORIZE_PATH,
  type AuthorizationRequest,
  authorizationResponse,
  type RefusedRequest,
  readAuthorization,
} from "../../agents/oauth-server/authorization-request.ts";
import { grant } from "../../agents/oauth-server/grants.ts";
import { OAuthError } from "../../agents/oauth-server/oauth-error.ts";
import { redirectHost } from "../../agents/oauth-server/redirect-uri.ts";
import { AppError } from "../../foundation/errors.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton, Notice } from "../../web/pages/components.tsx";
import { rich, tr } from "../../web/pages/messages.ts";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { FILL, presetsOf, READ_PRESET, requestedPreset } from "../presets.tsx";
import { type ActingUser, initiatorOf, type PageRequest } from "../visit.ts";
import { clientName, consentOf } from "./client-access.ts";
import { ConsentForm, consentWith } from "./client-consent-form.tsx";

export function clientConsentPages(dashboard: Dashboard): PublicRoute[] {
  const { deps, page, form } = dashboard;
  const definition = {
    path: AUTHORIZE_PATH,
    access: "user" as const,
    role: "member" as const,
    needsRecentSignIn: true,
  };
  const read = (visit: PageRequest) => readAuthorization(deps, visit.url, visit.person.id);
  return [
    page({
      ...definition,
      id: "client_consent",
      async show(visit) {
        const request = await read(visit);
        return "error" in request ? refusedView(dashboard, request) : askView(dashboard, visit, request);
      },
    }),
    form({
      ...definition,
      id: "client_consent",
      maxBytes: 32 * 1024,
      async submit(visit, sent) {
        const request = await read(visit);
        if ("error" in request) return refusedView(dashboard, request);
        if (sent.has(FILL)) return askView(dashboard, visit, request, sent);
        if (sent.get("decision") !== "allow") return backView(dashboard, request, DENIED);
        const result = await attempt(async () =>
          grant(deps, await consentOf(deps, visit, request, sent), initiatorOf(visit)),
        );
        if ("error" in result) return askView(dashboard, visit, request, sent, result.error);
        return backView(dashboard, request, { code: result.data });
      },
    }),
  ];
}

const DENIED = new OAuthError("access_denied", "The user denied access.");

async function askView(
  dashboard: Dashboard,
  visit: PageRequest,
  request: AuthorizationRequest,
  sent?: URLSearchParams,
  error?: AppError,
): Promise<View> {
  const { deps } = dashboard;
  const user = visit.user as ActingUser;
  const connected = new Set((await deps.integrations.listByOwner({ userId: user.id, accountId: null })).keys());
  const presets = await presetsOf(dashboard, user);
  const given = sent ?? new URLSearchParams({ preset: READ_PRESET, [FILL]: "true", confirm_destructive: "true" });
  const requested = requestedPreset(presets, given);
  return {
    title: tr("Give {client} access?", { client: clientName(request.client, request.redirectUri) }),
    lead: tr("It can then call the providers that you have connected, as you and within your limits."),
    body: (
      <ConsentForm
        visit={visit}
        request={request}
        registry={deps.registry}
        connected={connected}
        presets={presets}
        sent={requested ? consentWith(given, requested) : given}
        error={error}
        now={deps.clock.now()}
      />
    ),
    ...(error && { error }),
  };
}

/** A redirect would count as the form's own target, which the policy keeps to this site. */
function backView({ deps }: Dashboard, request: AuthorizationRequest, result: { code: string } | OAuthError): View {
  const url = authorizationResponse(deps, request, result);
  const name = clientName(request.client, request.redirectUri);
  return {
    title:
      "code" in result && !(result instanceof OAuthError)
        ? tr("{name} has access", { name })
        : tr("Access denied for {name}", { name }),
    lead: tr("This page continues automatically."),
    body: (
      <div class="fields">
        <p>{rich("You can close this page when {name} continues.", { name })}</p>
        <div class="form-foot">
          <LinkButton kind="primary" href={url}>
            {rich("Back to {name}", { name })}
          </LinkButton>
        </div>
      </div>
    ),
    refreshTo: url,
  };
}

/** Nobody is sent away by itself: a person who registers a client could otherwise lead people from here to any site (RFC 9700, 4.11.2). */
function refusedView({ deps }: Dashboard, refused: RefusedRequest): View {
  const { client, error, redirectUri } = refused;
  return {
    title: tr("The client’s request is not valid"),
    error: new AppError("VALIDATION_ERROR", error.message),
    body: (
      <div class="fields">
        <Notice tone="bad">
          {error.message} <code>{error.code}</code>
        </Notice>
        <p>
          {rich("Access was not granted. The link returns this result to {redirect_uri}.", {
            redirect_uri: redirectHost(redirectUri),
          })}
        </p>
        <div class="form-foot">
          <LinkButton kind="quiet" href={authorizationResponse(deps, refused, error)}>
            {rich("Back to {client}", { client: clientName(client, redirectUri) })}
          </LinkButton>
        </div>
      </div>
    ),
  };
}
