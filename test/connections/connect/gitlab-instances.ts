// GitLab instances for a test, each at a host of its own: OAuth with PKCE and rotating refresh tokens, access tokens, and a few endpoints.
import { createHash, randomUUID } from "node:crypto";

export const CLIENT = { clientId: "gitlab-client", clientSecret: "gitlab-secret-value" };
export const GITLAB_COM = "gitlab.com";
export const OWN = "git.example.org";

interface Seen {
  method: string;
  url: URL;
  /** The credential as it stood there: `Bearer …`, or `PRIVATE-TOKEN …`. */
  credential: string;
  body: string;
}

const refused = (status: number, json: object) => Response.json(json, { status });
const DEAD = {
  error: "invalid_token",
  error_description: "Token was revoked. You have to re-authorize from the user.",
};
const NEXT = "https://evil.example/api/v4/projects/acme%2Fsite/issues?page=2&per_page=1&private_token=x";
const issue = (iid: number) => ({ id: 1000 + iid, iid, project_id: 501, title: `Issue ${iid}`, state: "opened" });

/** What one instance keeps. */
function instance() {
  return {
    /** Code → its challenge. */
    codes: new Map<string, string>(),
    /** What calls may carry, in the place that it belongs to. */
    live: new Set<string>(),
    /** Refresh token → access token of the pair. */
    pairs: new Map<string, string>(),
  };
}

export function gitlabInstances() {
  const hosts = new Map([GITLAB_COM, OWN].map((host) => [host, instance()]));
  const seen: Seen[] = [];
  const of = (host: string) => hosts.get(host) as ReturnType<typeof instance>;

  /** docs.gitlab.com/api/oauth2: a refresh ends the former pair. */
  const exchange = (host: string, form: URLSearchParams) => {
    const { codes, live, pairs } = of(host);
    if (form.get("client_id") !== CLIENT.clientId || form.get("client_secret") !== CLIENT.clientSecret)
      return refused(401, { error: "invalid_client" });
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const former = form.get("refresh_token") ?? "";
    const isCode = form.get("grant_type") === "authorization_code" && codes.get(form.get("code") ?? "") === challenge;
    if (!isCode && !pairs.has(former)) return refused(400, { error: "invalid_grant" });
    codes.delete(form.get("code") ?? "");
    live.delete(`Bearer ${pairs.get(former)}`);
    pairs.delete(former);
    const [access_token, refresh_token] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    live.add(`Bearer ${access_token}`);
    pairs.set(refresh_token, access_token);
    return Response.json({
      access_token,
      refresh_token,
      token_type: "Bearer",
      expires_in: 7200,
      created_at: 1_767_225_600,
      scope: "read_user read_api api",
    });
  };
  const revoke = (host: string, token: string) => {
    const { live, pairs } = of(host);
    live.delete(`Bearer ${pairs.get(token)}`);
    pairs.delete(token);
    return Response.json({});
  };
  const answer = ({ method, url, body }: Seen): Response => {
    const at = `${method} ${url.pathname.replace("/api/v4", "")}`;
    switch (at) {
      case "GET /user":
        return Response.json({ id: 101, username: `ada-at-${url.host}` });
      case "GET /projects/acme%2Fsite/issues":
        return Response.json([issue(Number(url.searchParams.get("page") ?? 1))], {
          headers: url.searchParams.has("page") ? {} : { link: `<${NEXT}>; rel="next"` },
        });
      case "POST /projects/acme%2Fsite/merge_requests/7/approve":
        return refused(401, { message: "401 Unauthorized" });
      case "POST /projects/acme%2Fsite/hooks":
        return Response.json({ id: 41, ...(JSON.parse(body) as object), signing_token_present: true }, { status: 201 });
      default:
        return refused(404, { error: "404 Not Found" });
    }
  };

  const fetch = async (input: string, init: RequestInit): Promise<Response> => {
    const [url, headers] = [new URL(input), new Headers(init.headers)];
    const [bearer, own] = [headers.get("authorization"), headers.get("private-token")];
    const credential = [bearer, own && `PRIVATE-TOKEN ${own}`].filter(Boolean).join(" and ");
    const request = { method: init.method ?? "GET", url, credential, body: String(init.body ?? "") };
    seen.push(request);
    if (url.protocol !== "https:" || !hosts.has(url.host)) throw new Error(`Nobody is at ${url.origin}.`);
    if (url.pathname === "/oauth/token") return exchange(url.host, new URLSearchParams(request.body));
    if (url.pathname === "/oauth/revoke") return revoke(url.host, new URLSearchParams(request.body).get("token") ?? "");
    return of(url.host).live.has(credential) ? answer(request) : refused(401, DEAD);
  };

  return {
    fetch,
    seen,
    /** Consents as a person at the page that the connect URL leads to; returns the code. */
    consent(connectUrl: URL): string {
      const code = `code-${randomUUID()}`;
      of(connectUrl.host).codes.set(code, connectUrl.searchParams.get("code_challenge") ?? "");
      return code;
    },
    /** An access token that a person made by hand. */
    accessToken(host: string): string {
      const token = `glpat-${randomUUID()}`;
      of(host).live.add(`PRIVATE-TOKEN ${token}`);
      return token;
    },
    /** What was sent since the last call, as `<host> <method> <path>`. */
    sent(): string[] {
      const all = seen.splice(0);
      return all.map(({ method, url }) => `${url.host} ${method} ${url.pathname}`);
    },
  };
}
