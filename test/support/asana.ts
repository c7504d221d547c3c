// A strict stand-in for Asana: OAuth with PKCE, one project's tasks with chosen fields and pages, and webhooks with their handshake.
import { createHash, randomBytes } from "node:crypto";
import { hmacText } from "../../src/plugin/index.ts";

const CLIENT = { id: "asana-client", secret: "asana-secret" };
export const ASANA_CLIENT = { clientId: CLIENT.id, clientSecret: CLIENT.secret };
const HOUR_MS = 3_600_000;
export const ADA = { gid: "1001", name: "Ada Mill", email: "ada@example.com" };
export const PROJECT = { gid: "3001", name: "Build the mill" };
export const WORKSPACE = { gid: "4001", name: "Acme" };
/** A project of a workspace that has blocked the app: refused like a dead token. */
export const BLOCKED = "3998";

type Thing = Record<string, unknown> & { gid: string };
interface Hook extends Thing {
  target: string;
  secret: string;
  filters: { resource_type: string; resource_subtype?: string; action: string; fields?: string[] }[];
}
export interface AsanaEvent {
  action: string;
  resource: { gid: string; resource_type: string; resource_subtype?: string };
  parent: { gid: string; resource_type: string } | null;
  change?: { field: string; action: string };
}
interface Request {
  method: string;
  path: string;
  query: URLSearchParams;
  data: Record<string, unknown>;
}

class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
const refused = (status: number, message: string) => Response.json({ errors: [{ message }] }, { status });
const oauthRefused = (error: string, status = 400) => Response.json({ error, error_description: "No." }, { status });

/** The fields that `opt_fields` names, and the id, as Asana gives no others. */
function picked(thing: Thing, wanted: readonly string[]): Thing {
  const heads = Map.groupBy(wanted, (path) => path.split(".", 1)[0] as string);
  const values = [...heads].flatMap(([head, paths]) => {
    const below = paths.filter((path) => path.includes(".")).map((path) => path.slice(head.length + 1));
    const of = (value: unknown): unknown =>
      Array.isArray(value) ? value.map(of) : value === null ? null : picked(value as Thing, below);
    if (!(head in thing)) return [];
    return [[head, below.length === 0 ? thing[head] : of(thing[head])]];
  });
  return { gid: thing.gid, ...Object.fromEntries(values) };
}

/** What a task takes when it is created, and when it is changed. */
const CHANGEABLE = ["name", "notes", "completed", "assignee", "due_on", "due_at", "start_on", "custom_fields"];
const CREATABLE = [...CHANGEABLE, "projects", "memberships", "workspace", "parent", "followers", "tags"];

export function asanaStandIn(now: () => number) {
  const codes = new Map<string, { challenge: string; redirectUri: string; scope: string }>();
  /** Access tokens and when they end, by the refresh token of their grant. */
  const grants = new Map<string, Map<string, number>>();
  const tasks = new Map<string, Thing>();
  const stories = new Map<string, Thing>();
  const hooks = new Map<string, Hook>();
  const pending: { hook: Hook; events: object[] }[] = [];
  const log: string[] = [];
  const blocked: string[] = [];
  let isRefusingAll = false;
  let lastId = 9_000;
  const nextId = () => String(++lastId);
  const time = () => new Date(now()).toISOString();

  const issue = (refreshToken: string) => {
    const access = `access-${randomBytes(12).toString("hex")}`;
    grants.get(refreshToken)?.set(access, now() + HOUR_MS);
    return { access_token: access, token_type: "bearer", expires_in: 3_600, data: { id: 1_001, ...ADA } };
  };

  /** The browser's way through the consent page: the callback that Asana redirects to. */
  function consent(url: URL): URL {
    const said = Object.fromEntries(url.searchParams);
    if (said.client_id !== CLIENT.id || said.response_type !== "code") throw new Error("This is no app of Asana's.");
    if (said.code_challenge_method !== "S256" || !said.code_challenge) throw new Error("The challenge is missing.");
    if (said.scope?.split(" ").includes("default")) throw new Error("forbidden_scopes: the app has single scopes.");
    const code = randomBytes(12).toString("hex");
    const { code_challenge: challenge, redirect_uri: redirectUri = "", scope = "", state = "" } = said;
    codes.set(code, { challenge, redirectUri, scope });
    return new URL(`${redirectUri}?${new URLSearchParams({ code, state })}`);
  }

  function token(form: URLSearchParams): Response {
    if (form.get("client_id") !== CLIENT.id || form.get("client_secret") !== CLIENT.secret)
      return oauthRefused("invalid_client", 401);
    if (form.get("grant_type") === "refresh_token") {
      const refreshToken = form.get("refresh_token") ?? "";
      return grants.has(refreshToken) ? Response.json(issue(refreshToken)) : oauthRefused("invalid_grant");
    }
    const code = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (code?.challenge !== challenge || code.redirectUri !== form.get("redirect_uri"))
      return oauthRefused("invalid_request");
    const refresh_token = `refresh-${randomBytes(12).toString("hex")}`;
    grants.set(refresh_token, new Map());
    return Response.json({ ...issue(refresh_token), refresh_token });
  }

  function revoke(form: URLSearchParams): Response {
    const refreshToken = form.get("token") ?? "";
    const isAccess = [...grants.values()].some((tokens) => tokens.has(refreshToken));
    if (form.get("client_secret") !== CLIENT.secret || isAccess) return oauthRefused("invalid_request");
    grants.delete(refreshToken);
    return Response.json({});
  }

  const isLive = (access: string) => [...grants.values()].some((tokens) => (tokens.get(access) ?? 0) > now());

  function listed(things: Thing[], { path, query }: Request): Response {
    const limit = Number(query.get("limit") ?? Number.NaN);
    if (!(limit >= 1 && limit <= 100)) throw new Refused(400, "limit: must be between 1 and 100");
    const same = new URLSearchParams(query);
    for (const name of ["limit", "offset", "opt_fields"]) same.delete(name);
    const [of, from = "0"] = query.has("offset") ? atob(query.get("offset") ?? "").split("|") : [`${path}?${same}`];
    if (of !== `${path}?${same}`) throw new Refused(400, "offset: Your pagination token is of another query.");
    const end = Number(from) + limit;
    const data = things.slice(Number(from), end).map((thing) => picked(thing, fieldsOf(query)));
    const offset = btoa(`${of}|${end}`);
    return Response.json({ data, next_page: end < things.length ? { offset, path, uri: "" } : null });
  }
  const fieldsOf = (query: URLSearchParams) => (query.get("opt_fields") ?? "").split(",").filter(Boolean);

  function listTasks(request: Request): Response {
    const { query } = request;
    const isOfPerson = query.has("assignee") && query.has("workspace");
    if (!query.has("project") && !isOfPerson) throw new Refused(400, "workspace: Missing input");
    const since = Date.parse(query.get("modified_since") ?? "1970-01-01T00:00:00Z");
    const found = [...tasks.values()].filter(
      (task) =>
        Date.parse(String(task.modified_at)) >= since &&
        !(query.get("completed_since") === "now" && task.completed) &&
        (isOfPerson
          ? (task.assignee as Thing | null)?.gid === ADA.gid
          : (task.projects as Thing[]).some(({ gid }) => gid === query.get("project"))),
    );
    return listed(found, request);
  }

  function writeTask(gid: string | null, { data, query }: Request): Response {
    const taken = gid === null ? CREATABLE : CHANGEABLE;
    const unknown = Object.keys(data).find((name) => !taken.includes(name));
    if (unknown) throw new Refused(400, `${unknown}: Cannot write this property`);
    if (gid === null && !data.workspace && !data.projects && !data.parent) throw new Refused(400, "workspace: Missing");
    const { projects, assignee, ...values } = data;
    const task: Thing = {
      ...((gid === null ? null : tasks.get(gid)) ?? { created_at: time(), completed: false, projects: [] }),
      ...values,
      ...(assignee !== undefined && { assignee: assignee === null ? null : ADA }),
      ...(Array.isArray(projects) && { projects: [PROJECT] }),
      ...(data.completed !== undefined && { completed_at: data.completed ? time() : null }),
      modified_at: time(),
      gid: gid ?? nextId(),
    };
    tasks.set(task.gid, task);
    const resource = { gid: task.gid, resource_type: "task", resource_subtype: "default_task" };
    const parent = { gid: PROJECT.gid, resource_type: "project" };
    if (gid === null) emit({ action: "added", resource, parent });
    for (const field of gid === null ? [] : Object.keys(data))
      emit({ action: "changed", resource, parent: null, change: { field, action: "changed" } });
    return Response.json({ data: picked(task, fieldsOf(query)) }, { status: gid === null ? 201 : 200 });
  }

  /** Asana puts an event into the next delivery of each webhook with a filter that it passes. */
  function emit(event: AsanaEvent): void {
    const { resource, change } = event;
    for (const hook of hooks.values()) {
      const isPassed = hook.filters.some(
        ({ resource_type, resource_subtype = resource.resource_subtype, action, fields }) =>
          resource_type === resource.resource_type &&
          resource_subtype === resource.resource_subtype &&
          action === event.action &&
          (fields === undefined || fields.includes(change?.field ?? "")),
      );
      const user = { gid: ADA.gid, resource_type: "user" };
      if (isPassed) pending.push({ hook, events: [{ user, created_at: time(), ...event }] });
    }
  }

  const post = (hook: Hook, text: string) =>
    fetch(hook.target, {
      method: "POST",
      headers: { "content-type": "application/json", "x-hook-signature": hmacText(hook.secret, text, "hex") },
      body: text,
    });

  /** The handshake comes while the request is open; without the echo nothing is made. */
  async function createHook({ data }: Request): Promise<Response> {
    const { resource, target, filters } = data as { resource: string; target: string; filters: Hook["filters"] };
    if (resource !== PROJECT.gid) throw new Refused(403, "You do not have access to this resource.");
    const secret = randomBytes(16).toString("hex");
    const echo = await fetch(target, { method: "POST", headers: { "x-hook-secret": secret }, body: "{}" });
    if (![200, 204].includes(echo.status) || echo.headers.get("x-hook-secret") !== secret)
      throw new Refused(400, "The remote server did not respond with the handshake secret.");
    const hook: Hook = { gid: nextId(), target, secret, filters };
    hooks.set(hook.gid, hook);
    pending.push({ hook, events: [] });
    return Response.json(
      { data: { gid: hook.gid, active: false, target, filters }, "X-Hook-Secret": secret },
      { status: 201 },
    );
  }

  async function api(request: Request): Promise<Response> {
    const { method, path, query } = request;
    const [, kind = "", gid = "", below] = path.split("/");
    const one = (things: Map<string, Thing>) => {
      const thing = things.get(gid);
      if (!thing) throw new Refused(404, `${kind}: Unknown object: ${gid}`);
      return Response.json({ data: picked(thing, fieldsOf(query)) });
    };
    switch (`${method} /${kind}${gid && "/*"}${below ? `/${below}` : ""}`) {
      case "GET /users/*":
        return Response.json({ data: { ...ADA, workspaces: [WORKSPACE] } });
      case "GET /tasks":
        return listTasks(request);
      case "POST /tasks":
        return writeTask(null, request);
      case "PUT /tasks/*":
        return tasks.has(gid) ? writeTask(gid, request) : one(tasks);
      case "GET /tasks/*":
        return one(tasks);
      case "GET /stories/*":
        return one(stories);
      case "POST /webhooks":
        return createHook(request);
      case "GET /webhooks/*":
        return one(hooks);
      case "DELETE /webhooks/*":
        return hooks.delete(gid) ? Response.json({ data: {} }) : one(hooks);
      default:
        throw new Refused(404, "No matching route for request");
    }
  }

  /** In place of the network between gateway and Asana. */
  async function respond(input: string, init: RequestInit): Promise<Response> {
    const url = new URL(input);
    const method = init.method ?? "GET";
    log.push(`${method} ${url.pathname}`);
    const form = new URLSearchParams(String(init.body ?? ""));
    if (input === "https://app.asana.com/-/oauth_token") return token(form);
    if (input === "https://app.asana.com/-/oauth_revoke") return revoke(form);
    const access = new Headers(init.headers).get("authorization")?.replace("Bearer ", "") ?? "";
    const isBlocked = `${url} ${init.body ?? ""}`.includes(BLOCKED);
    if (isBlocked) blocked.push(`${method} ${url.pathname}`);
    if (!isLive(access) || isBlocked || isRefusingAll) return refused(401, "Not Authorized");
    try {
      const { data = {} } = init.body ? (JSON.parse(String(init.body)) as { data?: Record<string, unknown> }) : {};
      const path = url.href.replace("https://app.asana.com/api/1.0", "").split("?")[0] ?? "";
      return await api({ method, path, query: url.searchParams, data });
    } catch (error) {
      if (error instanceof Refused) return refused(error.status, error.message);
      throw error;
    }
  }

  return {
    consent,
    respond,
    hooks,
    tasks,
    stories,
    log,
    /** Requests for what a workspace has blocked. */
    blocked,
    post,
    emit,
    /** The API takes no token any more, though the token endpoint goes on. */
    refuseAll(isRefusing: boolean) {
      isRefusingAll = isRefusing;
    },
    /** Sends what is pending; resolves to the statuses of the responses. */
    async deliver(): Promise<number[]> {
      const statuses: number[] = [];
      for (const { hook, events } of pending.splice(0)) {
        const { status } = await post(hook, JSON.stringify({ events }));
        statuses.push(status);
      }
      return statuses;
    },
  };
}
