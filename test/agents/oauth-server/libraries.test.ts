// Others' clients against our sign-in: both official MCP clients, and oauth4webapi, which checks every response strictly.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import * as v2 from "@modelcontextprotocol/client";
import * as v1 from "@modelcontextprotocol/sdk/client/auth.js";
import * as oauth from "oauth4webapi";
import { bearerChallenge } from "../../../src/agents/oauth-server/resource.ts";
import { type SignedIn, signedIn } from "../../dashboard/browser.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { rejection } from "../../support/rejection.ts";
import { callAsClient, consentTo, memoryProvider, REDIRECT, resourceAt, type Stored } from "./mcp-client.ts";

setDefaultTimeout(TEST_MS);

for (const lane of laneOf(import.meta.file)) {
  describe(`clients of others on ${lane}`, () => {
    let gateway: TestGateway;
    let person: SignedIn;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      person = await signedIn(gateway);
    }, 60_000);
    afterAll(() => gateway.close());
    const works = async (access: string | undefined) =>
      (await callAsClient(gateway.app, access ?? "", "list_integrations")).status;
    const consentAt = (url: URL | undefined) => consentTo(person, `${url?.pathname}${url?.search}`);
    /** From the 401 of /mcp, as a client learns them. */
    const challenge = () => {
      const headers = { "www-authenticate": bearerChallenge(gateway.app.deps.baseUrl) };
      return new Response(null, { status: 401, headers });
    };

    test.each([
      ["2.x", v2],
      ["1.x", v1],
    ] as const)(
      "the official MCP client %s finds its way from the 401 to a token, and refreshes it",
      async (_, library) => {
        const { resourceMetadataUrl, scope } = library.extractWWWAuthenticateParams(challenge());
        const stored: Stored = {};
        const provider = memoryProvider(stored);
        const options = { serverUrl: resourceAt(gateway), resourceMetadataUrl, scope };
        const run = library.auth as (of: unknown, options: unknown) => Promise<string>;
        expect(await run(provider, options)).toBe("REDIRECT");
        const back = await consentAt(stored.url);
        expect(back.searchParams.get("state")).toBe("state-of-the-client");
        const { searchParams } = back;
        const answer = { authorizationCode: searchParams.get("code"), iss: searchParams.get("iss") };
        expect(await run(provider, { ...options, ...answer })).toBe("AUTHORIZED");
        const first = stored.tokens;
        expect(await works(first?.access_token)).toBe(200);
        expect(await run(provider, options)).toBe("AUTHORIZED");
        expect(stored.tokens?.access_token).not.toBe(first?.access_token);
        expect(await works(stored.tokens?.access_token)).toBe(200);
      },
    );

    test("oauth4webapi takes every response: discovery, registration, code, refresh, revocation", async () => {
      const insecure = { [oauth.allowInsecureRequests]: true };
      const resource = new URL(resourceAt(gateway));
      const found = await oauth.processResourceDiscoveryResponse(
        resource,
        await oauth.resourceDiscoveryRequest(resource, insecure),
      );
      const issuer = new URL(found.authorization_servers?.[0] as string);
      const request = await oauth.discoveryRequest(issuer, { algorithm: "oauth2", ...insecure });
      const server = await oauth.processDiscoveryResponse(issuer, request);
      const metadata = { redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" };
      const registered = await oauth.dynamicClientRegistrationRequest(server, metadata, insecure);
      const client = await oauth.processDynamicClientRegistrationResponse(registered);
      const verifier = oauth.generateRandomCodeVerifier();
      const state = oauth.generateRandomState();
      const url = new URL(server.authorization_endpoint as string);
      url.search = new URLSearchParams({
        response_type: "code",
        client_id: client.client_id,
        redirect_uri: REDIRECT,
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        resource: resource.href,
      }).toString();
      const parameters = oauth.validateAuthResponse(server, client, await consentAt(url), state);
      const target = { additionalParameters: { resource: resource.href }, ...insecure };
      const none = oauth.None();
      const grant = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        none,
        parameters,
        REDIRECT,
        verifier,
        target,
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, grant);
      expect(await works(tokens.access_token)).toBe(200);
      expect(tokens.scope).toBe("tools:read tools:write");
      const again = await oauth.refreshTokenGrantRequest(server, client, none, tokens.refresh_token as string, target);
      const fresh = await oauth.processRefreshTokenResponse(server, client, again);
      expect(await works(fresh.access_token)).toBe(200);
      const revoked = await oauth.revocationRequest(server, client, none, fresh.access_token, insecure);
      await oauth.processRevocationResponse(revoked);
      expect(await works(fresh.access_token)).toBe(401);
      const late = await oauth.refreshTokenGrantRequest(server, client, none, fresh.refresh_token as string, target);
      const refused = await rejection(oauth.processRefreshTokenResponse(server, client, late));
      expect((refused as oauth.ResponseBodyError).error).toBe("invalid_grant");
    });
  });
}
