// GitLab at gitlab.com and at a host of the operator's list: every request goes to the host that the person named, and to no other.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import gitlab from "../../../plugins/gitlab/index.ts";
import { hmacText, type Provider } from "../../../src/plugin/index.ts";
import { callbackUrl, connectPath, HOOK_MS, land, start, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";
import { CLIENT, GITLAB_COM, gitlabInstances, OWN } from "./gitlab-instances.ts";

setDefaultTimeout(TEST_MS);
const ISSUES = "/api/v1/gitlab/projects/acme%2Fsite/issues";
const UPSTREAM_ISSUES = "/api/v4/projects/acme%2Fsite/issues";

/** Hosts that nobody allowed, most of them near one that is. */
const FOREIGN = [
  "gitlab.com.evil.example",
  "evil-gitlab.com",
  "www.gitlab.com",
  "gitlab.com.",
  "GITLAB.COM",
  "gitlab.com:443",
  "gitlab.com:8443",
  "ada@gitlab.com",
  "gitlab.com@evil.example",
  "gitlab.com/evil",
  "gitlab.com\\.evil.example",
  "gitlab.com#.evil.example",
  "gitlab.com%2eevil.example",
  "https://gitlab.com",
  "gitlаb.com",
  "xn--gitlb-7ve.com",
  "git.example.org.evil.example",
  "other.example.org",
  "example.org",
  "git.example.org.",
  "Git.Example.org",
  "git.example.org:8443",
  "ada:secret@git.example.org",
  "git.example.org\n",
  "xn--git-example-org",
  "127.0.0.1",
  "localhost",
  "169.254.169.254",
  "[::1]",
  "{host}",
];

for (const lane of laneOf(import.meta.file)) {
  describe(`GitLab on ${lane}`, () => {
    const instances = gitlabInstances();
    const options = (hosts: string[]) => ({
      lane,
      plugins: [gitlab as unknown as Provider],
      settings: { gitlab: { ...CLIENT, hosts } },
      env: { GATEWAY_PUBLIC_WEBHOOKS: "on" },
      fetch: instances.fetch,
    });
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway(options([OWN]));
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    beforeEach(() => void instances.sent());

    /** A user whose integration was made by OAuth, at a host or at the default one. */
    const signedIn = async (host?: string) => {
      const user = await gateway.user();
      const begun = await start(gateway, user.key, "gitlab", host ? { fields: { host } } : {});
      const code = instances.consent(begun.connectUrl);
      const landed = await land(callbackUrl(gateway, { state: begun.state, code }));
      expect(landed.outcome).toMatchObject({ status: "success", provider: "gitlab" });
      await gateway.heard();
      return { ...user, connectUrl: begun.connectUrl };
    };
    const connect = (key: string, body: object) =>
      gateway.call("POST", connectPath(), { key, body: { provider: "gitlab", ...body } });
    const withToken = async (host: string) => {
      const user = await gateway.user();
      const access_token = instances.accessToken(host);
      const fields = host === GITLAB_COM ? {} : { fields: { host } };
      const response = await connect(user.key, { auth: "api_key", ...fields, credentials: { access_token } });
      return { ...user, access_token, response };
    };

    test.each([
      ["the default host", undefined, GITLAB_COM],
      ["a host that the operator allows", OWN, OWN],
    ])("OAuth at %s: authorize, exchange, calls, refresh and revocation are its own", async (_, typed, host) => {
      const { key, connectUrl } = await signedIn(typed);
      expect(`${connectUrl.origin}${connectUrl.pathname}`).toBe(`https://${host}/oauth/authorize`);
      expect(connectUrl.searchParams.get("code_challenge_method")).toBe("S256");
      expect(connectUrl.searchParams.get("scope")?.split(" ").sort()).toEqual(["api", "read_api", "read_user"]);
      expect(instances.sent()).toEqual([`${host} POST /oauth/token`, `${host} GET /api/v4/user`]);
      const { json } = await gateway.call("GET", "/api/v1/integrations", { key });
      const [integration] = json.data.integrations;
      expect(integration.identity.name).toBe(`ada-at-${host}`);

      const listed = await gateway.call("GET", ISSUES, { key });
      expect([listed.status, listed.json.data?.issues?.[0]?.key]).toEqual([200, "#1"]);
      expect(instances.seen.at(-1)?.credential).toMatch(/^Bearer access-[0-9a-f-]{36}$/);
      expect(instances.sent()).toEqual([`${host} GET ${UPSTREAM_ISSUES}`]);

      // Two hours later: one refresh for both, with the pair that only this host knows.
      gateway.clock.move(7_200_000);
      const both = await Promise.all([gateway.call("GET", ISSUES, { key }), gateway.call("GET", ISSUES, { key })]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      const issues = `${host} GET ${UPSTREAM_ISSUES}`;
      expect(instances.sent()).toEqual([`${host} POST /oauth/token`, issues, issues]);

      expect((await gateway.call("DELETE", "/api/v1/integrations/gitlab", { key })).status).toBe(200);
      expect(instances.sent()).toContain(`${host} POST /oauth/revoke`);
    });

    test.each([GITLAB_COM, OWN])("an access token at %s stands in PRIVATE-TOKEN, and nowhere else", async (host) => {
      const { key, access_token, response } = await withToken(host);
      expect([response.status, response.json.data?.status]).toEqual([200, "active"]);
      expect(response.text).not.toContain(access_token);
      expect((await gateway.call("GET", ISSUES, { key })).status).toBe(200);
      expect(instances.seen.map(({ credential }) => credential)).toEqual(
        Array(2).fill(`PRIVATE-TOKEN ${access_token}`),
      );
      expect(instances.sent()).toEqual([`${host} GET /api/v4/user`, `${host} GET ${UPSTREAM_ISSUES}`]);
    });

    test("an access token of one instance is refused at another, and nothing is kept", async () => {
      const { key } = await gateway.user();
      const credentials = { access_token: instances.accessToken(OWN) };
      const response = await connect(key, { auth: "api_key", credentials });
      expect(response.status).toBe(400);
      expect(response.text).not.toContain(credentials.access_token);
      expect(instances.sent()).toEqual([`${GITLAB_COM} GET /api/v4/user`]);
      expect((await gateway.call("GET", "/api/v1/integrations", { key })).json.data.integrations).toEqual([]);
    });

    test("S-32: a host that nobody allowed is refused for both kinds of sign-in, and nothing is sent", async () => {
      const { key } = await gateway.user();
      const access_token = instances.accessToken(GITLAB_COM);
      for (const host of FOREIGN) {
        // Another minute, for the limits of calls.
        gateway.clock.nextMinute();
        const fields = { host };
        const byToken = await connect(key, { auth: "api_key", fields, credentials: { access_token } });
        const byOAuth = await connect(key, { redirect_url: "http://localhost/done", fields });
        for (const response of [byToken, byOAuth]) {
          const [error] = response.json.details?.errors ?? [];
          expect([host, response.status, error?.path]).toEqual([host, 400, "/fields/host"]);
        }
      }
      expect(instances.sent()).toEqual([]);
    });

    test("S-32: a host that the operator takes off the list gets no further call", async () => {
      const { key } = await withToken(OWN);
      const stricter = await startTestGateway({ ...options([]), database: gateway.database, clock: gateway.clock });
      instances.sent();
      const refused = await stricter.call("GET", ISSUES, { key });
      expect(codeOf(refused)).toBe("502 PROVIDER_ERROR");
      expect(instances.sent()).toEqual([]);
      await stricter.close();
    });

    test("a next page is read from the person's host, whatever the link names", async () => {
      const { key } = await withToken(OWN);
      instances.sent();
      const first = await gateway.call("GET", `${ISSUES}?limit=1`, { key });
      const cursor = first.json.data.next_cursor as string;
      const second = await gateway.call("GET", `${ISSUES}?limit=1&cursor=${encodeURIComponent(cursor)}`, { key });
      expect(second.json.data).toMatchObject({ issues: [{ key: "#2" }], next_cursor: null });
      expect(instances.seen.map(({ url }) => url.search)).toEqual(["?per_page=1", "?per_page=1&page=2"]);
      expect(new Set(instances.sent())).toEqual(new Set([`${OWN} GET ${UPSTREAM_ISSUES}`]));
    });

    test("a tool takes the project's path as it is, and sends it as one segment", async () => {
      const { key } = await withToken(GITLAB_COM);
      instances.sent();
      const body = { arguments: { project: "acme/site" } };
      const called = await gateway.call("POST", "/api/v1/tools/gitlab_list_issues/execute", { key, body });
      expect(called.status).toBe(200);
      expect(instances.sent()).toEqual([`${GITLAB_COM} GET ${UPSTREAM_ISSUES}`]);
      for (const project of ["acme", "acme%2F..%2Fother", "..%2Fsite", "acme%5Csite", "acme%2Fsite%3Fx"]) {
        const refused = await gateway.call("GET", ISSUES.replace("acme%2Fsite", project), { key });
        expect([project, codeOf(refused)]).toEqual([project, "400 VALIDATION_ERROR"]);
      }
      expect(instances.sent()).toEqual([]);
    });

    test("an approval that the user may not make is no dead token: sent once, denied, and the integration goes on", async () => {
      const { key } = await signedIn();
      instances.sent();
      const path = "/api/v1/gitlab/projects/acme%2Fsite/merge-requests/7/approve";
      expect(codeOf(await gateway.call("POST", path, { key }))).toBe("403 PERMISSION_DENIED");
      const sent = [
        `${GITLAB_COM} POST /api/v4/projects/acme%2Fsite/merge_requests/7/approve`,
        `${GITLAB_COM} GET /api/v4/user`,
      ];
      expect(instances.sent()).toEqual(sent);
      expect((await gateway.call("GET", ISSUES, { key })).status).toBe(200);
    });

    test("a project's webhook is made at the person's host; its deliveries reach their inbox only when signed", async () => {
      const { key, userId } = await withToken(OWN);
      const choice = { name: "project", resource: "acme/site" };
      expect((await gateway.call("POST", "/api/v1/sources/gitlab", { key, body: choice })).status).toBe(200);
      instances.sent();
      await gateway.app.deps.sources.drain();
      const made = instances.seen.find(({ url }) => url.pathname.endsWith("/hooks"));
      expect(made?.url.host).toBe(OWN);
      const hook = JSON.parse(made?.body ?? "") as { url: string; token: string; signing_token: string };
      expect(hook.url).toStartWith(`${gateway.url}/api/v1/webhooks/gitlab/`);

      const text = JSON.stringify({
        object_kind: "issue",
        user: { username: "bob" },
        project: { id: 501, path_with_namespace: "acme/site" },
        object_attributes: { id: 1012, iid: 12, title: "Login fails", state: "opened", action: "open" },
      });
      const time = String(Math.floor(gateway.clock.now() / 1_000));
      const deliver = async (id: string, secret: string) => {
        const headers = {
          "x-gitlab-token": hook.token,
          "webhook-id": id,
          "webhook-timestamp": time,
          "webhook-signature": `v1,${hmacText(secret, `${id}.${time}.${text}`, "base64")}`,
        };
        const { status } = await fetch(hook.url, { method: "POST", headers, body: text });
        await gateway.app.deps.inboundWebhooks.drain();
        return status;
      };
      const right = atob(hook.signing_token.replace("whsec_", ""));
      // The token alone, which older instances send, opens nothing once the instance signs.
      expect(await deliver("forged", hook.token)).toBe(401);
      expect([await deliver("one", right), await deliver("one", right)]).toEqual([200, 200]);
      const found = await gateway.database.database.query<{ type: string; title: string }>(
        "select type, title from inbox_events where user_id = $1::uuid and type like 'issues.%'",
        [userId],
      );
      expect(found).toEqual([{ type: "issues.opened", title: "Issue opened: acme/site#12 Login fails" }]);
    });
  });
}
