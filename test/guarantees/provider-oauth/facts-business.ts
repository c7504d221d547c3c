// OAuth facts of social networks and sales tools, from their documentation.
import { createHmac } from "node:crypto";
import { json, lookAlikes, oauthError, type ProviderFacts, refusal } from "./facts.ts";

/** LinkedIn's status 999, which the `Response` constructor rejects. */
const robotWall = () => Object.defineProperty(new Response("<html>"), "status", { value: 999 });

export const BUSINESS_FACTS: Record<string, ProviderFacts> = {
  linkedin: {
    docs: "https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow",
    authorizationUrl: "https://www.linkedin.com/oauth/v2/authorization",
    tokenUrl: "https://www.linkedin.com/oauth/v2/accessToken",
    auth: "body",
    body: "form",
    // A verifier leads to invalid_client.
    pkce: "none",
    parameters: {},
    scopes: "openid profile email w_member_social",
    life: 5_184_000,
    tokenResponse: (standard, { refresh }) => ({
      ...standard,
      ...(refresh && { refresh_token_expires_in: 31_536_000 }),
    }),
    refresh: {
      // learn.microsoft.com/en-us/linkedin/shared/authentication/programmatic-refresh-tokens: approved apps alone.
      rotates: false,
      refusals: [
        refusal("it was revoked", oauthError("invalid_request", "The provided refresh token has been revoked")),
        refusal("it ran out", oauthError("invalid_request", "The provided refresh token has expired"), "expired"),
        refusal("it is invalid", oauthError("invalid_grant", "The provided refresh token is invalid"), "expired"),
        refusal("the secret is wrong", oauthError("invalid_client", "Client authentication failed", 401), "active"),
        refusal("the wall against robots", robotWall, "active"),
      ],
    },
    plain: { life: 5_184_000, status: "expired" },
    unauthorized: json({ status: 401, serviceErrorCode: 65_601, code: "REVOKED_ACCESS_TOKEN", message: "No." }, 401),
    revocation: { method: "POST", url: "https://www.linkedin.com/oauth/v2/revoke", credentials: "body", token: "form" },
    read: ["/linkedin/me", "get_me"],
    decline: ["profile", "profile.read"],
  },
  twitter: {
    docs: "https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code",
    authorizationUrl: "https://x.com/i/oauth2/authorize",
    tokenUrl: "https://api.x.com/2/oauth2/token",
    auth: "basic",
    body: "form",
    pkce: "required",
    parameters: {},
    scopes:
      "users.read users.email tweet.read tweet.write tweet.moderate.write timeline.read media.write dm.read dm.write like.read like.write bookmark.read bookmark.write follows.read follows.write list.read list.write mute.read mute.write block.read block.write space.read offline.access",
    life: 7_200,
    refresh: {
      rotates: true,
      wanted: (parameters) => parameters.get("scope")?.split(" ").includes("offline.access") === true,
      refusals: [
        refusal("it is spent", oauthError("invalid_request", "Value passed for the token was invalid.")),
        refusal("it is gone, in RFC 6749's form", oauthError("invalid_grant", "The grant is gone.")),
        refusal(
          "the header is missing",
          oauthError("unauthorized_client", "Missing valid authorization header", 401),
          "active",
        ),
        refusal(
          "the request is malformed",
          oauthError("invalid_request", "One or more parameters are missing."),
          "active",
        ),
      ],
    },
    plain: { life: 7_200, status: "expired" },
    unauthorized: json({ title: "Unauthorized", type: "about:blank", status: 401, detail: "Unauthorized" }, 401),
    revocation: { method: "POST", url: "https://api.x.com/2/oauth2/revoke", credentials: "client", token: "form" },
    read: ["/twitter/me", "get_me"],
    decline: ["tweet.read", "users.read"],
  },
  hubspot: {
    docs: "https://developers.hubspot.com/docs/api-reference/auth-oauth-v3",
    authorizationUrl: "https://app.hubspot.com/oauth/authorize",
    tokenUrl: "https://api.hubapi.com/oauth/2026-03/token",
    auth: "body",
    body: "form",
    pkce: "taken",
    // Only the app's required scopes: an additional one leads to an error page.
    parameters: { scope: "oauth" },
    scopeParameters: { scope: "", optional_scope: "" },
    scopes:
      "oauth crm.objects.contacts.read crm.objects.contacts.write crm.objects.companies.read crm.objects.companies.write crm.objects.deals.read crm.objects.deals.write tickets crm.objects.owners.read",
    life: 1_800,
    tokenResponse: ({ scope, ...standard }, { scopes }) => ({
      ...standard,
      token_use: "access_token",
      hub_id: 62_515,
      user_id: 7,
      scopes,
    }),
    refresh: {
      rotates: false,
      refusals: [
        refusal(
          "the app was uninstalled",
          json(
            { error: "invalid_grant", status: "BAD_REFRESH_TOKEN", message: "missing or invalid refresh token" },
            400,
          ),
        ),
        refusal(
          "the same without `error`",
          json({ status: "BAD_REFRESH_TOKEN", message: "invalid refresh token" }, 400),
        ),
        refusal(
          "the secret is wrong",
          json({ status: "BAD_CLIENT_SECRET", message: "wrong client secret" }, 400),
          "active",
        ),
        refusal("the client is wrong", json({ status: "BAD_CLIENT_ID", message: "wrong client id" }, 400), "active"),
      ],
    },
    plain: null,
    unauthorized: json(
      {
        status: "error",
        message: "The OAuth token used to make this call expired.",
        category: "EXPIRED_AUTHENTICATION",
      },
      401,
    ),
    revocation: {
      method: "POST",
      url: "https://api.hubapi.com/oauth/2026-03/token/revoke",
      credentials: "body",
      token: "form",
      takes: "refresh",
      // All grants of a user in an account share one refresh token.
      endsOthers: true,
    },
    read: ["/hubspot/owners?limit=1", "list_owners"],
    decline: ["crm.objects.owners.read", "owners.read"],
  },
  calendly: {
    docs: "https://developer.calendly.com/how-to-access-calendly-data-on-behalf-of-authenticated-users",
    authorizationUrl: "https://auth.calendly.com/oauth/authorize",
    tokenUrl: "https://auth.calendly.com/oauth/token",
    // Its guide uses Basic; integrators and its revocation use the body.
    auth: "either",
    body: "form",
    pkce: "taken",
    parameters: {},
    scopes:
      "users:read event_types:read event_types:write availability:read availability:write scheduled_events:read scheduled_events:write scheduling_links:write organizations:read organizations:write webhooks:read webhooks:write routing_forms:read locations:read shares:write groups:read activity_log:read",
    life: 7_200,
    tokenResponse: (standard) => ({
      ...standard,
      created_at: 1_767_225_600,
      owner: "https://api.calendly.com/users/AAAAAAAAAAAAAAAA",
      organization: "https://api.calendly.com/organizations/BBBBBBBBBBBBBBBB",
    }),
    refresh: {
      rotates: true,
      refusals: [
        refusal(
          "the grant is gone",
          oauthError("invalid_grant", "The provided authorization grant is invalid, expired, revoked."),
        ),
        refusal("the secret is wrong", oauthError("invalid_client", "Client authentication failed.", 401), "active"),
        refusal("the app is not allowed it", oauthError("unauthorized_client", "No.", 403), "active"),
      ],
    },
    plain: null,
    unauthorized: json({ title: "Unauthenticated", message: "The access token is invalid" }, 401),
    // developer.calendly.com/api-docs/3cefb59b832eb-revoke-access-refresh-token: the client stands in the form.
    revocation: { method: "POST", url: "https://auth.calendly.com/oauth/revoke", credentials: "body", token: "form" },
    read: ["/calendly/me", "get_me"],
    decline: ["users:read", "profile.read"],
  },
  salesforce: {
    docs: "https://help.salesforce.com/s/articleView?id=xcloud.remoteaccess_oauth_web_server_flow.htm",
    authorizationUrl: "https://login.salesforce.com/services/oauth2/authorize",
    tokenUrl: "https://login.salesforce.com/services/oauth2/token",
    auth: "either",
    body: "form",
    // The default of new apps.
    pkce: "required",
    parameters: {},
    scopes: "api refresh_token offline_access openid id profile email full web",
    life: null,
    prefixes: { access: "00D5g000004Xy1Z!", refresh: "5Aep861" },
    tokenResponse: (standard) => ({
      ...standard,
      instance_url: "https://acme.my.salesforce.com",
      id: "https://login.salesforce.com/id/00D5g000004Xy1ZEAS/0055g00000BcD2EAAV",
      issued_at: "1767225600000",
      signature: "c2lnbmF0dXJl",
    }),
    refresh: {
      // An app policy, mandatory for partners.
      rotates: true,
      wanted: (parameters) => /\b(refresh_token|offline_access)\b/.test(parameters.get("scope") ?? ""),
      refusals: [
        refusal("it is expired, revoked or replaced", oauthError("invalid_grant", "expired access/refresh token")),
        refusal("the user is inactive", oauthError("invalid_grant", "inactive user")),
        refusal("our address is refused", oauthError("invalid_grant", "ip restricted"), "active"),
        refusal("the secret is wrong", oauthError("invalid_client", "invalid client credentials"), "active"),
        refusal("the client is wrong", oauthError("invalid_client_id", "client identifier invalid"), "active"),
        refusal("it is being maintained", () => new Response("<html>Maintenance</html>", { status: 503 }), "active"),
      ],
    },
    plain: { life: null, status: "expired" },
    unauthorized: json([{ message: "Session expired or invalid", errorCode: "INVALID_SESSION_ID" }], 401),
    // help.salesforce.com, "Revoke OAuth Tokens"
    revocation: {
      method: "POST",
      url: "https://login.salesforce.com/services/oauth2/revoke",
      credentials: "none",
      token: "form",
    },
    read: ["/salesforce/accounts?limit=1", "list_accounts"],
    decline: ["api", "accounts.read"],
    tenant: { member: "instance_url", good: "acme.my.salesforce.com", hostile: lookAlikes("acme.my.salesforce.com") },
  },
  shopify: {
    docs: "https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant",
    authorizationUrl: "https://{shop}/admin/oauth/authorize",
    tokenUrl: "https://{shop}/admin/oauth/access_token",
    fields: { shop: "acme.myshopify.com" },
    auth: "body",
    body: "json",
    // An expiring offline token; without it Shopify hands out one that never expires.
    tokenFields: { expiring: "1" },
    pkce: "none",
    parameters: {},
    separator: ",",
    scopes:
      "read_products write_products read_inventory write_inventory read_locations read_orders write_orders read_customers write_customers read_merchant_managed_fulfillment_orders write_merchant_managed_fulfillment_orders read_draft_orders write_draft_orders",
    tokenHeader: "x-shopify-access-token",
    signCallback: shopifyCallback,
    life: 3_600,
    prefixes: { access: "shpat_", refresh: "shprt_" },
    // Writing includes reading, and the response names only the broader one.
    tokenResponse: ({ token_type: _, ...standard }, { scopes, refresh }) => ({
      ...standard,
      scope: scopes
        .filter((scope) => !scopes.includes(scope.replace(/^read_/, "write_")) || /^write_/.test(scope))
        .join(","),
      ...(refresh !== undefined && { refresh_token_expires_in: 7_776_000 }),
    }),
    refresh: {
      rotates: true,
      refusals: [
        refusal("it is spent", oauthError("invalid_request", "This request requires an active refresh_token", 401)),
        refusal("it is invalid", oauthError("invalid_grant", "The refresh token is invalid.")),
        refusal(
          "the app is gone",
          oauthError("invalid_request", "Could not find Shopify API application", 400),
          "active",
        ),
        refusal("the secret is wrong", oauthError("invalid_client", "Client authentication failed.", 401), "active"),
        refusal("of the limit", () => new Response("", { status: 429, headers: { "retry-after": "2" } }), "active"),
      ],
    },
    plain: { life: null, status: "revoked" },
    unauthorized: json({ errors: "[API] Invalid API key or access token (unrecognized login or wrong password)" }, 401),
    // What there is removes the app from the shop, for everybody.
    revocation: null,
    read: ["/shopify/shop", "get_shop"],
    decline: ["read_locations", "inventory.read", "GET /shopify/locations"],
  },
  pipedrive: {
    docs: "https://pipedrive.readme.io/docs/marketplace-oauth-authorization",
    authorizationUrl: "https://oauth.pipedrive.com/oauth/authorize",
    tokenUrl: "https://oauth.pipedrive.com/oauth/token",
    auth: "basic",
    body: "form",
    pkce: "none",
    parameters: {},
    scopeParameters: {},
    scopes: "",
    // Configured for the app, and not part of the response.
    appScopes:
      "base deals:full contacts:full activities:full leads:full products:full users:read search:read admin webhooks:full",
    life: 3_599,
    tokenResponse: (standard, { scopes }) => ({
      ...standard,
      scope: scopes.join(","),
      api_domain: "https://acme.pipedrive.com",
    }),
    refresh: {
      rotates: true,
      refusals: [
        refusal("it is spent or uninstalled", oauthError("invalid_grant", "Invalid grant: refresh token is invalid")),
        refusal(
          "the same in its own form",
          json({ success: false, message: "Invalid grant: refresh token is invalid", error: "invalid_grant" }, 400),
        ),
        refusal("the secret is wrong", oauthError("invalid_client", "Invalid client", 401), "active"),
      ],
    },
    plain: null,
    unauthorized: json({ success: false, error: "unauthorized access", errorCode: 401 }, 401),
    revocation: {
      method: "POST",
      url: "https://oauth.pipedrive.com/oauth/revoke",
      credentials: "client",
      token: "form",
    },
    read: ["/pipedrive/users?limit=1", "list_users"],
    decline: ["users:read", "users.read"],
    tenant: { member: "api_domain", good: "acme.pipedrive.com", hostile: lookAlikes("acme.pipedrive.com") },
  },
};

/** shopify.dev, "Verify the installation request": all but the `hmac`, sorted, with the client's secret. */
function shopifyCallback(callback: URL, secret: string): URL {
  const url = new URL(callback);
  url.searchParams.delete("hmac");
  const more = { host: "YWRtaW4", shop: "acme.myshopify.com", timestamp: "1767225600" };
  for (const [name, value] of Object.entries(more)) if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  const all = [...url.searchParams].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  url.searchParams.set("hmac", createHmac("sha256", secret).update(all.sort().join("&")).digest("hex"));
  return url;
}
