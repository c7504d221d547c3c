// A strict stand-in for Zoom: codes once with their verifier, rotating refresh tokens, account tokens, "me", and files elsewhere.
import { createHash, randomUUID } from "node:crypto";

export const CLIENT = { id: "ZoomAppOfTheOperator", secret: "Secret/of:the+operator" };
export const ACCOUNT = {
  account_id: "AcmeAccount_0000000001",
  client_id: "ServerAppOfAcme",
  client_secret: "SecretOfAcme1",
};
export const WEBHOOK_SECRET = "webhook_secret_token";
export const ADA = "AdaAdaAdaAdaAdaAdaAd12";
/** One time that a meeting was held, whose UUID Zoom takes encoded twice alone. */
export const HELD = "/ajXp112//moKj4854875==";
export const FILM = "frames of the film ".repeat(20_000);

interface Grant {
  kind: "user" | "account";
  endsAt: number;
}
export interface Meeting {
  id: number;
  topic: string;
  created_at: string;
  start_time?: string;
}
const refuse = (status: number, code: number, message: string) => Response.json({ code, message }, { status });
const oauthError = (error: string, reason: string) => Response.json({ error, reason }, { status: 400 });
const isEncodedTwice = (segment: string) => decodeURIComponent(segment) === encodeURIComponent(HELD);

export function startZoom(now: () => number) {
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  const grants = new Map<string, Grant>();
  const refreshTokens = new Set<string>();
  const meetings = new Map<number, Meeting>();
  const seen: string[] = [];
  let nextId = 82_119_364_000;

  const addMeeting = (topic: string, more: Partial<Meeting> = {}): Meeting => {
    const meeting = {
      id: ++nextId,
      topic,
      type: 2,
      created_at: new Date(now()).toISOString().replace(/\.\d+/, ""),
      ...more,
    };
    meetings.set(meeting.id, meeting);
    return meeting;
  };

  /** A person's consent: the redirect back to the gateway. */
  function consent(url: URL): URL {
    const { searchParams: asked, origin, pathname } = url;
    if (origin + pathname !== "https://zoom.us/oauth/authorize") throw new Error("Another page was opened.");
    if (asked.get("response_type") !== "code" || asked.get("client_id") !== CLIENT.id) throw new Error("Who asks?");
    if (asked.get("code_challenge_method") !== "S256") throw new Error("The challenge would count as plain.");
    const code = randomUUID();
    const redirectUri = asked.get("redirect_uri") ?? "";
    codes.set(code, { challenge: asked.get("code_challenge") ?? "", redirectUri });
    return new URL(`${redirectUri}?${new URLSearchParams({ code, state: asked.get("state") ?? "" })}`);
  }

  function issue(kind: Grant["kind"]): Response {
    const access = `eyJ-${kind}-${randomUUID()}`;
    grants.set(access, { kind, endsAt: now() + 3_600_000 });
    const refresh = `refresh-${randomUUID()}`;
    if (kind === "user") refreshTokens.add(refresh);
    const region = kind === "user" ? "https://api-eu.zoom.us" : "https://api-us.zoom.us";
    const scope =
      "user:read:user meeting:read:list_meetings meeting:read:meeting meeting:write:meeting meeting:update:meeting meeting:delete:meeting cloud_recording:read:list_user_recordings cloud_recording:read:list_recording_files";
    return Response.json({
      access_token: access,
      token_type: "bearer",
      expires_in: 3_600,
      scope,
      api_url: region,
      ...(kind === "user" && { refresh_token: refresh }),
    });
  }

  function tokenEndpoint(headers: Headers, form: URLSearchParams): Response {
    const isClient = (id: string, secret: string) => {
      const encoded = [id, secret].map(encodeURIComponent).join(":");
      return headers.get("authorization") === `Basic ${btoa(encoded)}`;
    };
    const type = form.get("grant_type");
    seen.push(`token ${type}`);
    if (type === "account_credentials") {
      if (!isClient(ACCOUNT.client_id, ACCOUNT.client_secret)) return oauthError("invalid_client", "Invalid client");
      return form.get("account_id") === ACCOUNT.account_id
        ? issue("account")
        : oauthError("invalid_request", "Bad request");
    }
    if (!isClient(CLIENT.id, CLIENT.secret)) return oauthError("invalid_client", "Invalid client");
    if (type === "refresh_token") {
      const isKnown = refreshTokens.delete(form.get("refresh_token") ?? "");
      return isKnown ? issue("user") : oauthError("invalid_grant", "Invalid Token!");
    }
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const fits = code?.challenge === challenge && code.redirectUri === form.get("redirect_uri");
    return type === "authorization_code" && fits
      ? issue("user")
      : oauthError("invalid_grant", "Invalid authorization code");
  }

  function userRequest(grant: Grant, [, , , who = "", list]: string[], url: URL, init: RequestInit): Response {
    const name = decodeURIComponent(who);
    if (grant.kind === "user" && name !== "me") return refuse(400, 4700, "Invalid access token.");
    if (grant.kind === "account" && name !== "ada@example.com")
      return refuse(404, 1001, `User does not exist: ${name}.`);
    const body = { id: ADA, account_id: ACCOUNT.account_id, email: "ada@example.com", display_name: "Ada Example" };
    if (list === undefined) return Response.json(body);
    if (list === "recordings") return Response.json({ next_page_token: "", meetings: [] });
    if (list !== "meetings") return refuse(404, 2300, "This API endpoint is not recognized.");
    if (init.method === "POST") {
      const { topic, start_time } = JSON.parse(String(init.body)) as Meeting;
      if (start_time && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(start_time))
        return refuse(400, 300, "Invalid start_time.");
      return Response.json(addMeeting(topic, { start_time }), { status: 201 });
    }
    const all = [...meetings.values()];
    const from = Number(url.searchParams.get("next_page_token")?.slice(2) ?? 0);
    const end = from + Number(url.searchParams.get("page_size"));
    return Response.json({ meetings: all.slice(from, end), next_page_token: end < all.length ? `p-${end}` : "" });
  }

  function meetingRequest([, , , id = "", what]: string[], init: RequestInit): Response {
    if (what === "recordings") {
      if (!isEncodedTwice(id)) return refuse(404, 3001, "Meeting does not exist.");
      const download_url = "https://us02web.zoom.us/rec/download/film_1.A-b?type=mp4";
      const file = { id: "file-1", file_type: "MP4", file_extension: "MP4", file_size: FILM.length, download_url };
      return Response.json({ uuid: HELD, id: 1, topic: "Mill", recording_files: [file] });
    }
    const meeting = meetings.get(Number(id));
    if (!meeting) return refuse(404, 3001, `Meeting does not exist: ${id}.`);
    if (init.method === "GET" || init.method === undefined) return Response.json(meeting);
    if (init.method === "DELETE") meetings.delete(meeting.id);
    return new Response(null, { status: 204 });
  }

  async function fetch(input: string, init: RequestInit): Promise<Response> {
    const url = new URL(input);
    const headers = new Headers(init.headers);
    const { host, pathname } = url;
    if (input === "https://zoom.us/oauth/token") return tokenEndpoint(headers, new URLSearchParams(String(init.body)));
    if (input === "https://zoom.us/oauth/revoke") return Response.json({ status: "success" });
    seen.push(`${init.method ?? "GET"} ${host}${pathname}`);
    // The signed place of a file takes no other credential.
    if (host === "ssrweb.zoom.us")
      return headers.has("authorization")
        ? new Response(null, { status: 400 })
        : new Response(FILM, { headers: { "content-type": "video/mp4" } });
    const grant = grants.get(headers.get("authorization")?.replace(/^Bearer /, "") ?? "");
    if (!grant || grant.endsAt <= now()) return refuse(401, 124, "Invalid access token.");
    if (host === "us02web.zoom.us" && pathname === "/rec/download/film_1.A-b" && url.search === "?type=mp4")
      return new Response(null, {
        status: 302,
        headers: { location: "https://ssrweb.zoom.us/replay/film?Signature=x" },
      });
    if (host !== (grant.kind === "user" ? "api-eu.zoom.us" : "api-us.zoom.us"))
      return refuse(404, 0, "Another region.");
    const parts = pathname.split("/");
    if (parts[2] === "users") return userRequest(grant, parts, url, init);
    return parts[2] === "meetings"
      ? meetingRequest(parts, init)
      : refuse(404, 2300, "This API endpoint is not recognized.");
  }
  return { fetch, consent, addMeeting, meetings, seen };
}
