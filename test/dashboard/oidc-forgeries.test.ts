// What a forger, another issuer or a faulty one sends opens no session: each case is refused with a page, and counted.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type JWTPayload, SignJWT, UnsecuredJWT } from "jose";
import { testClock } from "../support/clock.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { laneOf } from "../support/database.ts";
import {
  DISCOVERY_PATH,
  type ForgingIssuer,
  ISSUER_CLIENT,
  KEYS_PATH,
  startForgingIssuer,
  TOKEN_PATH,
} from "../support/forging-issuer.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { newBrowser, PASSWORD, type SignedIn, signedIn } from "./browser.ts";
import { visits } from "./oidc-visits.ts";

setDefaultTimeout(HOOK_MS);
const CLAIMS = { sub: "ada", email: "ada@example.com", email_verified: true, name: "Ada" };

for (const lane of laneOf(import.meta.file)) {
  describe(`forged sign-ins with an issuer on ${lane}`, () => {
    const clock = testClock();
    let gateway: TestGateway;
    let issuer: ForgingIssuer;
    let person: SignedIn;
    let at: ReturnType<typeof visits>;
    beforeAll(async () => {
      issuer = await startForgingIssuer(clock);
      gateway = await startTestGateway({ lane, clock, env: issuer.env, issuerTimes: { timeoutMs: 2_000 } });
      at = visits(gateway, issuer);
      person = await signedIn(gateway);
      await at.link(person, CLAIMS);
    });
    afterAll(async () => {
      await gateway.close();
      await issuer.close();
    });

    const refusals = async () => {
      await gateway.app.deps.audit.storeCounted(true);
      const { json } = await gateway.admin("GET", "/audit?event=person_refused&limit=200");
      return (json.data.entries as { times: number }[]).reduce((sum, { times }) => sum + times, 0);
    };
    const reasons = () =>
      gateway.logLines.flatMap((line) => /"event":"sign_in_provider_failed".*"reason":"([^"]+)"/.exec(line)?.[1] ?? []);
    const seconds = () => Math.floor(clock.now() / 1_000);

    /** Opens nothing, and says so; what was refused is counted. */
    const expectRefused = async (claims: JWTPayload, more: Record<string, string> = {}) => {
      const before = await refusals();
      const { status, code, browser, text } = await at.signIn(claims, more);
      expect([code, browser.cookies.has("session")]).toEqual(["AUTH_REQUIRED", false]);
      expect(status).toBe(401);
      expect(text).toContain("did not confirm who you are");
      expect(await refusals()).toBe(before + 1);
      return reasons().at(-1);
    };

    test("the right token signs in", async () => {
      expect((await at.signIn(CLAIMS)).location).toBe("/");
    });

    test.each<[string, string, JWTPayload]>([
      ["for another client", "OAUTH_JWT_CLAIM_COMPARISON_FAILED", { aud: "another-client" }],
      [
        "for several clients, used by another one",
        "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
        { aud: [ISSUER_CLIENT.id, "another"], azp: "another" },
      ],
      ["of another issuer", "OAUTH_JWT_CLAIM_COMPARISON_FAILED", { iss: "https://other.example" }],
      ["with another nonce", "OAUTH_JWT_CLAIM_COMPARISON_FAILED", { nonce: "another" }],
      ["without a nonce", "OAUTH_INVALID_RESPONSE", { nonce: null as never }],
      ["that has expired", "OAUTH_JWT_TIMESTAMP_CHECK_FAILED", { exp: Math.floor(clock.now() / 1_000) - 60 }],
      ["that is not valid yet", "OAUTH_JWT_TIMESTAMP_CHECK_FAILED", { nbf: Math.floor(clock.now() / 1_000) + 120 }],
      ["issued in the future", "ERR_JWT_CLAIM_VALIDATION_FAILED", { iat: Math.floor(clock.now() / 1_000) + 120 }],
      ["issued long ago", "ERR_JWT_EXPIRED", { iat: Math.floor(clock.now() / 1_000) - 7_200 }],
      ["without the time of issue", "OAUTH_INVALID_RESPONSE", { iat: null as never }],
      ["without an end", "OAUTH_INVALID_RESPONSE", { exp: null as never }],
      ["with an id of a person past its bound", "user_id_too_long", { sub: "x".repeat(256) }],
    ])("a token %s is refused", async (_, reason, claims) => {
      expect(await expectRefused({ ...CLAIMS, ...claims })).toBe(reason);
    });

    const right = (claims: JWTPayload) => ({
      iss: issuer.url,
      aud: ISSUER_CLIENT.id,
      iat: seconds(),
      exp: seconds() + 300,
      ...claims,
    });
    test.each<[string, string, (claims: JWTPayload) => string | Promise<string>]>([
      ["without a signature", "OAUTH_INVALID_RESPONSE", (claims) => new UnsecuredJWT(right(claims)).encode()],
      [
        "signed with the public key as a shared secret",
        "ERR_JOSE_ALG_NOT_ALLOWED",
        (claims) =>
          new SignJWT(right(claims))
            .setProtectedHeader({ alg: "HS256", kid: issuer.key().kid })
            .sign(new TextEncoder().encode(JSON.stringify(issuer.key().publicJwk))),
      ],
      [
        "signed with the client's secret",
        "ERR_JOSE_ALG_NOT_ALLOWED",
        (claims) =>
          new SignJWT(right(claims))
            .setProtectedHeader({ alg: "HS256" })
            .sign(new TextEncoder().encode(ISSUER_CLIENT.secret)),
      ],
      [
        "signed with a key of the forger under a known id",
        "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
        async (claims) => issuer.sign(claims, {}, await issuer.newKey(issuer.key().kid)),
      ],
      [
        "that brings its own key",
        "ERR_JWS_SIGNATURE_VERIFICATION_FAILED",
        async (claims) => {
          const own = await issuer.newKey("own");
          return issuer.sign(claims, { kid: issuer.key().kid, jwk: own.publicJwk as never }, own);
        },
      ],
      ["that is none", "OAUTH_PARSE_ERROR", () => "no.token.here"],
    ])("a token %s is refused", async (_, reason, make) => {
      issuer.setToken(make);
      expect(await expectRefused(CLAIMS)).toBe(reason);
      issuer.setToken();
    });

    test("a response that names another issuer, or none, is refused before the code is used", async () => {
      const before = issuer.requests(TOKEN_PATH);
      await expectRefused(CLAIMS, { iss: "https://other.example" });
      await expectRefused(CLAIMS, { iss: "" });
      expect(issuer.requests(TOKEN_PATH)).toBe(before);
    });

    test("a callback counts once, and only in the browser that began", async () => {
      const browser = newBrowser(gateway);
      const callback = issuer.signIn(await at.begin(browser), CLAIMS);
      const other = newBrowser(gateway);
      await other.get("/sign-in");
      expect((await other.get(callback)).status).toBe(401);
      expect((await browser.get(callback)).headers.get("location")).toBe("/");
      expect((await browser.get(callback)).status).toBe(401);
      const late = newBrowser(gateway);
      const expired = issuer.signIn(await at.begin(late), CLAIMS);
      clock.move(11 * 60_000);
      expect((await late.get(expired)).status).toBe(401);
    });

    test("a refusal by the issuer is a page with what to do, and its code is in the log", async () => {
      const { status, text } = await at.signIn(CLAIMS, { error: "access_denied", code: "" });
      expect([status, text.includes("Back to sign-in")]).toEqual([401, true]);
      expect(reasons().at(-1)).toBe("access_denied");
    });

    test("the issuer's keys are replaced, and a flood of unknown ones asks for them twice a minute at most", async () => {
      clock.move(31_000);
      await issuer.rotate();
      expect((await at.signIn(CLAIMS)).location).toBe("/");
      clock.move(31_000);
      const before = issuer.requests(KEYS_PATH);
      const forged = await issuer.newKey("unknown");
      issuer.setToken((claims) => issuer.sign(claims, { kid: crypto.randomUUID() }, forged));
      for (let i = 0; i < 8; i++) await expectRefused(CLAIMS);
      issuer.setToken();
      expect(issuer.requests(KEYS_PATH)).toBe(before + 1);
      expect((await at.signIn(CLAIMS)).location).toBe("/");
    });

    const faults: [string, string, () => Response | Promise<Response>][] = [
      ["is down", "status_503", () => new Response("down", { status: 503 })],
      ["never responds", "timeout", () => new Promise<Response>(() => {})],
      ["sends without end", "response_too_large", () => new Response("x".repeat(600_000))],
    ];
    test.each(faults)(
      "where the issuer %s, a page says what to do, and a password signs in",
      async (_, reason, fault) => {
        clock.move(11 * 60_000);
        for (const path of [TOKEN_PATH, DISCOVERY_PATH]) {
          const browser = newBrowser(gateway);
          const callback = path === TOKEN_PATH ? issuer.signIn(await at.begin(browser), CLAIMS) : "";
          if (path === DISCOVERY_PATH) clock.move(11 * 60_000);
          issuer.setResponse(path, fault);
          const page = callback ? await browser.get(callback) : await browser.submit("/sign-in/oidc", {}, "/sign-in");
          expect([path, page.status, page.headers.get("x-error-code")]).toEqual([path, 503, "PROVIDER_UNAVAILABLE"]);
          expect(page.text).toContain("Try again in a minute, or sign in another way");
          expect(reasons().at(-1)).toBe(reason);
          issuer.setResponse(path);
        }
        const browser = newBrowser(gateway);
        const byPassword = await browser.submit("/sign-in", { email: person.email, password: PASSWORD });
        expect(byPassword.status).toBe(303);
        clock.move(6_000);
        expect((await at.signIn(CLAIMS)).location).toBe("/");
      },
    );

    test("metadata that leads to a host without TLS is not followed", async () => {
      clock.move(11 * 60_000);
      issuer.setResponse(DISCOVERY_PATH, () =>
        Response.json({
          issuer: issuer.url,
          authorization_endpoint: `${issuer.url}/authorize`,
          token_endpoint: "http://192.0.2.1/token",
          jwks_uri: "http://192.0.2.1/keys",
        }),
      );
      const { status } = await at.signIn(CLAIMS, { iss: issuer.url });
      expect([status, reasons().at(-1)]).toEqual([401, "address_without_tls"]);
      issuer.setResponse(DISCOVERY_PATH);
      clock.move(11 * 60_000);
    });

    test("neither tokens nor the client's secret are in the log", async () => {
      issuer.setToken(async (claims) => issuer.sign({ ...claims, aud: "another-client" }));
      await at.signIn(CLAIMS);
      issuer.setToken();
      const log = gateway.logLines.join("\n");
      expect(/eyJ[\w-]{10}/.test(log)).toBe(false);
      expect(log).not.toContain("an-access-token");
      expect(log).not.toContain(ISSUER_CLIENT.secret);
    });
  });
}
