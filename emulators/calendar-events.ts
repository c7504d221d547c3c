// Adds get, patch and put of a calendar event, and sync tokens, to the Google emulator, out of its list, insert and delete.
import { changeLogs } from "./change-log.ts";
import type { GateRequest } from "./gate.ts";
import { bearerOf, type Endpoint, type EndpointContext } from "./service.ts";

interface Event extends Record<string, unknown> {
  id: string;
  created?: string;
}

/** With these a list has no sync token. */
const NOT_SYNCED = ["pageToken", "q", "timeMin", "timeMax", "updatedMin", "iCalUID", "orderBy"];
const EVENTS = /^(\/calendar\/v3\/calendars\/[^/]+\/events)(?:\/([^/]+))?$/;

function googleError(code: number, message: string, status: string): Response {
  return Response.json({ error: { code, message, status } }, { status: code });
}

function readEvent(request: GateRequest): Record<string, unknown> | undefined {
  try {
    return request.body instanceof Uint8Array ? JSON.parse(new TextDecoder().decode(request.body)) : undefined;
  } catch {
    return undefined;
  }
}

/** An update inserts a new event and deletes the old one; `moved` maps the public id to the new one. */
export function createCalendarEndpoints(context: EndpointContext): Endpoint {
  const moved = new Map<string, { innerId: string; created: string | undefined }>();
  const logOf = changeLogs<Event>();
  const ownerOf = (request: GateRequest) => `${context.tokens.userOf(bearerOf(request.headers))}\n`;

  function outward(request: GateRequest, event: Event): Event {
    for (const [key, { innerId, created }] of moved) {
      const owner = ownerOf(request);
      if (innerId === event.id && key.startsWith(owner)) return { ...event, id: key.slice(owner.length), created };
    }
    return event;
  }

  async function find(request: GateRequest, list: string, innerId: string): Promise<Event | undefined> {
    const response = await context.forward(request, { method: "GET", path: `${list}?maxResults=2500` });
    if (!response.ok) return undefined;
    const { items } = (await response.json()) as { items: Event[] };
    return items.find((event) => event.id === innerId);
  }

  async function update(request: GateRequest, list: string, key: string, found: Event): Promise<Response> {
    const changes = readEvent(request);
    if (!changes) return googleError(400, "Parse Error", "INVALID_ARGUMENT");
    const body = JSON.stringify(request.method === "PATCH" ? { ...found, ...changes } : changes);
    const headers = new Headers(request.headers);
    headers.set("content-type", "application/json");
    const inserted = await context.forward(request, { method: "POST", path: list, headers, body });
    if (!inserted.ok) return inserted;
    const event = (await inserted.json()) as Event;
    await context.forward(request, { method: "DELETE", path: `${list}/${encodeURIComponent(found.id)}`, body: "" });
    moved.set(key, { innerId: event.id, created: outward(request, found).created });
    return Response.json(outward(request, event));
  }

  /** All events, or with a sync token what has changed since; the last page of either has the next token. */
  async function listEvents(request: GateRequest, list: string): Promise<Response> {
    const { searchParams } = request.url;
    const sync = searchParams.get("syncToken");
    const response = await context.forward(request, sync === null ? {} : { path: `${list}?maxResults=2500` });
    if (!response.ok) return response;
    const page = (await response.json()) as { items: Event[]; nextPageToken?: string };
    const items = page.items.map((event) => outward(request, event));
    const log = logOf(ownerOf(request) + list);
    if (sync !== null) {
      const changes = log.since(sync, items);
      if (!changes) return googleError(410, "Sync token is no longer valid, a full sync is required.", "GONE");
      const gone = changes.gone.map((id) => ({ id, status: "cancelled" }));
      return Response.json({ ...page, items: [...changes.changed, ...gone], nextSyncToken: changes.token });
    }
    const isComplete = page.nextPageToken === undefined && NOT_SYNCED.every((name) => !searchParams.has(name));
    return Response.json({ ...page, items, ...(isComplete && { nextSyncToken: log.tokenOf(items) }) });
  }

  return async (request) => {
    const [, list, id] = EVENTS.exec(request.url.pathname) ?? [];
    if (list === undefined) return undefined;
    if (id === undefined) {
      if (request.method !== "GET") return undefined;
      return listEvents(request, list);
    }
    const key = ownerOf(request) + decodeURIComponent(id);
    const innerId = moved.get(key)?.innerId ?? decodeURIComponent(id);
    if (request.method === "DELETE") {
      moved.delete(key);
      return context.forward(request, { path: `${list}/${encodeURIComponent(innerId)}` });
    }
    if (!["GET", "PATCH", "PUT"].includes(request.method)) return undefined;
    const found = await find(request, list, innerId);
    if (!found) return googleError(404, "Not Found", "NOT_FOUND");
    return request.method === "GET" ? Response.json(outward(request, found)) : update(request, list, key, found);
  };
}
