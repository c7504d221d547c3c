// A strict stand-in for one Zendesk account, acme: its tokens and API token, tickets, webhooks and the export of changes.
import { createHash, createHmac } from "node:crypto";
import type { Fetch } from "../../src/providers/upstream/send.ts";

export const EMAIL = "ada@example.com";
export const API_TOKEN = "ApiTokenOfTheMill000011112222333344445555";
export const CLIENT = { clientId: "gateway_client", clientSecret: "secret-of-the-client" };

interface Ticket {
  id: number;
  subject: string;
  status: string;
  description: string;
  priority: string | null;
  created_at: string;
  updated_at: string;
}
interface Comment {
  id: number;
  author_id: number;
  body: string;
  public: boolean;
  created_at: string;
}
type Json = Record<string, unknown>;

const CONFLICT = { error: "RecordInvalid", description: "Record validation errors", details: {} };
const json = (body: unknown, status = 200) => Response.json(body, { status });
const time = (ms: number) => new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");

/** Zendesk's rules for the requests of the tests; `now` is in Unix milliseconds. */
export function zendeskStandIn(now: () => number) {
  const tickets = new Map<number, Ticket>();
  const comments = new Map<number, Comment[]>();
  const created = new Map<string, number>();
  const webhooks = new Map<string, { endpoint: string; subscriptions: string[]; status: string; secret: string }>();
  /** By code, the challenge of the authorize URL. */
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  const live = new Set<string>();
  const seen: { host: string; method: string; path: string; authorization: string }[] = [];
  const state = { role: "admin" };
  const basic = `Basic ${btoa(`${EMAIL}/token:${API_TOKEN}`)}`;

  /** A client of the account's own gets a token without a refresh token; forms are taken as well as JSON. */
  function clientToken(form: URLSearchParams): Response {
    const isClient = form.get("client_id") === CLIENT.clientId && form.get("client_secret") === CLIENT.clientSecret;
    if (!isClient) return json({ error: "invalid_client", error_description: "Client authentication failed." }, 401);
    if (form.get("grant_type") !== "client_credentials" || form.get("scope") !== "read write")
      return json({ error: "invalid_request" }, 400);
    const access = `access-${crypto.randomUUID()}`;
    live.add(access);
    const expires_in = Number(form.get("expires_in"));
    return json({ access_token: access, token_type: "bearer", scope: "read write", expires_in }, 201);
  }

  /** developer.zendesk.com, "Creating and using OAuth tokens with the API": JSON, and lives within the limits. */
  function token(body: Json, contentType: string | null): Response {
    const isClient = body.client_id === CLIENT.clientId && body.client_secret === CLIENT.clientSecret;
    if (!contentType?.startsWith("application/json")) return json({ error: "invalid_request" }, 400);
    if (!isClient) return json({ error: "invalid_client", error_description: "Client authentication failed." }, 401);
    const [life, refreshLife] = [Number(body.expires_in), Number(body.refresh_token_expires_in)];
    if (!(life > 300 && life < 172_800 && refreshLife > 604_800 && refreshLife < 7_776_000))
      return json({ error: "invalid_request" }, 400);
    const code = codes.get(String(body.code));
    codes.delete(String(body.code));
    const challenge = createHash("sha256").update(String(body.code_verifier)).digest("base64url");
    if (body.grant_type !== "authorization_code" || !code || code.challenge !== challenge)
      return json({ error: "invalid_grant" }, 400);
    if (body.redirect_uri !== code.redirectUri) return json({ error: "invalid_grant" }, 400);
    const access = `access-${crypto.randomUUID()}`;
    live.add(access);
    const scope =
      "read tickets:read tickets:write users:read users:write organizations:read organizations:write hc:read webhooks:read webhooks:write";
    const tokens = {
      access_token: access,
      refresh_token: `refresh-${crypto.randomUUID()}`,
      token_type: "bearer",
      scope,
    };
    return json({ ...tokens, expires_in: life, refresh_token_expires_in: refreshLife }, 201);
  }

  function write(id: number, change: Json): Response {
    const ticket = tickets.get(id);
    if (!ticket) return json({ error: "RecordNotFound", description: "Not found" }, 404);
    if (ticket.status === "closed") return json(CONFLICT, 422);
    const { comment, ...values } = change as { comment?: { body: string; public?: boolean } };
    Object.assign(ticket, values, { updated_at: time(now()) });
    const events: Json[] = [];
    if (comment) {
      const all = comments.get(id) ?? [];
      const written = { id: id * 100 + all.length, author_id: 11, body: comment.body, public: comment.public ?? true };
      comments.set(id, [...all, { ...written, created_at: time(now()) }]);
      events.push({ ...written, type: "Comment" });
    }
    return json({ ticket, audit: { id: 1, ticket_id: id, events } });
  }

  function create(values: Json, key: string | null): Response {
    if (key === null) return json({ error: "Which key?" }, 400);
    const id = created.get(key) ?? tickets.size + 1;
    if (!created.has(key)) {
      created.set(key, id);
      const { comment, subject } = values as { comment: { body: string }; subject: string };
      const at = time(now());
      const [priority, description] = [(values.priority as string | undefined) ?? null, comment.body];
      tickets.set(id, { id, subject, status: "new", description, priority, created_at: at, updated_at: at });
    }
    return json({ ticket: tickets.get(id), audit: { id: 1, ticket_id: id, events: [] } }, 201);
  }

  function webhook(method: string, [id, what]: (string | undefined)[], body: Json): Response {
    if (state.role !== "admin") return json({ errors: [{ code: "Forbidden", title: "Forbidden" }] }, 403);
    if (method === "POST") {
      const made = body.webhook as { endpoint: string; subscriptions: string[]; status: string };
      const unknown = made.subscriptions.filter(
        (type) => !/^zen:event-type:(ticket|user|organization)\.[a-z_]+$/.test(type),
      );
      if (unknown.length > 0) return json({ errors: [{ code: "InvalidSubscription" }] }, 400);
      const newId = `01KE${String(webhooks.size).padStart(22, "0")}`;
      webhooks.set(newId, { ...made, secret: btoa(crypto.randomUUID()) });
      return json({ webhook: { ...made, id: newId } }, 201);
    }
    const found = webhooks.get(id ?? "");
    if (!found) return json({ errors: [{ code: "WebhookNotFound" }] }, 404);
    if (method === "DELETE") webhooks.delete(id ?? "");
    if (method === "DELETE") return new Response(null, { status: 204 });
    const { secret, ...shown } = found;
    return json(
      what === "signing_secret" ? { signing_secret: { algorithm: "SHA256", secret } } : { webhook: { ...shown, id } },
    );
  }

  /** Refuses what is younger than a minute, and leaves it out. */
  function changes(query: URLSearchParams): Response {
    if (state.role !== "admin") return json({ error: "Forbidden", description: "Only admins." }, 403);
    const since = Number(query.get("start_time"));
    if (!(since <= now() / 1_000 - 60)) return json({ error: "StartTimeTooRecent" }, 400);
    const found = [...tickets.values()].filter(({ updated_at }) => {
      const at = Date.parse(updated_at) / 1_000;
      return at >= since && at <= now() / 1_000 - 60;
    });
    return json({ tickets: found, after_cursor: "MTIz", after_url: "https://evil.example/", end_of_stream: true });
  }

  function api(method: string, url: URL, headers: Headers, body: Json): Response {
    const [, , , room = "", first, second] = url.pathname.split("/");
    if (room === "users" && first === "me")
      return json({
        user: { id: 11, name: "Ada", email: EMAIL, role: state.role, authenticity_token: "of-the-session" },
      });
    if (room === "oauth" && method === "DELETE")
      live.delete(headers.get("authorization")?.replace("Bearer ", "") ?? "");
    if (room === "oauth") return new Response(null, { status: 204 });
    if (room === "webhooks") return webhook(method, [first, second], body);
    if (room === "incremental") return changes(url.searchParams);
    if (room === "tickets" && method === "POST") return create(body.ticket as Json, headers.get("idempotency-key"));
    if (room === "tickets" && method === "PUT") return write(Number(first), body.ticket as Json);
    if (room === "tickets" && second === "comments")
      return json({ comments: comments.get(Number(first)) ?? [], meta: { has_more: false, after_cursor: null } });
    const ticket = room === "tickets" && tickets.get(Number(first));
    return ticket ? json({ ticket }) : json({ error: "InvalidEndpoint", description: "Not found" }, 404);
  }

  const fetch: Fetch = async (input, init) => {
    const url = new URL(input);
    const [headers, method] = [new Headers(init.headers), init.method ?? "GET"];
    const authorization = headers.get("authorization") ?? "";
    seen.push({ host: url.host, method, path: url.pathname, authorization });
    if (url.host !== "acme.zendesk.com") return new Response("<html>No such account</html>", { status: 404 });
    const isForm = headers.get("content-type")?.startsWith("application/x-www-form-urlencoded") ?? false;
    if (url.pathname === "/oauth/tokens" && isForm) return clientToken(new URLSearchParams(String(init.body)));
    const body = init.body ? (JSON.parse(String(init.body)) as Json) : {};
    if (url.pathname === "/oauth/tokens") return token(body, headers.get("content-type"));
    const isKnown = authorization === basic || live.has(authorization.replace("Bearer ", ""));
    if (!isKnown) return json({ error: "Couldn't authenticate you" }, 401);
    return api(method, url, headers, body);
  };

  return {
    fetch,
    seen,
    state,
    tickets,
    comments,
    webhooks,
    live,
    /** What the browser brings back from Zendesk's page. */
    consent(connectUrl: URL): URL {
      const of = (name: string) => connectUrl.searchParams.get(name) ?? "";
      const code = crypto.randomUUID();
      codes.set(code, { challenge: of("code_challenge"), redirectUri: of("redirect_uri") });
      const callback = new URL(of("redirect_uri"));
      for (const [name, value] of [
        ["code", code],
        ["state", of("state")],
      ] as const)
        callback.searchParams.set(name, value);
      return callback;
    },
    /** A delivery as Zendesk signs it. */
    delivery(id: string, type: string, detail: Json, event: Json = {}, secret?: string) {
      const hook = webhooks.get(id);
      if (!hook) throw new Error("There is no such webhook.");
      const signedAt = time(now());
      const text = JSON.stringify({
        type: `zen:event-type:${type}`,
        account_id: 9,
        id: crypto.randomUUID(),
        time: signedAt,
        detail,
        event,
      });
      const signature = createHmac("sha256", secret ?? hook.secret)
        .update(signedAt + text)
        .digest("base64");
      const headers = {
        "content-type": "application/json",
        "x-zendesk-webhook-id": id,
        "x-zendesk-webhook-signature": signature,
        "x-zendesk-webhook-signature-timestamp": signedAt,
      };
      return { url: hook.endpoint, init: { method: "POST", headers, body: text } };
    },
  };
}
