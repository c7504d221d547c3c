// The inbox over HTTP.
import type { Static } from "@sinclair/typebox";
import { createReports } from "../../metering/usage/reports.ts";
import type { Deps } from "../../server/deps.ts";
import { keyRoute, type TypedStreamRoute } from "../../web/pipeline/key-route.ts";
import type { ApiKeyRoute } from "../../web/pipeline/route.ts";
import { authorizationOf, holderOf } from "../../web/pipeline/still-served.ts";
import { eventTypesOf } from "../log/event-types.ts";
import { InboxEvent } from "../log/model.ts";
import {
  EventParams,
  EventsPage,
  EventsQuery,
  EventTypes,
  MarkBody,
  Marked,
  StatusBody,
  StreamQuery,
  TestEventBody,
} from "./model.ts";
import { getEvent, listErrors, listEvents, markErrors, markEvent, markEvents } from "./service.ts";
import type { EventStreams } from "./stream.ts";
import { createTestEvent, testEventErrors } from "./test-events.ts";

const READ = "gateway:inbox.read";
const base = {
  access: "key",
  tag: { name: "inbox", description: "Events from your providers." },
  owner: "user-or-account",
} satisfies Partial<ApiKeyRoute>;
const reads = { ...base, permissions: [READ] };
const writes = { ...base, permissions: ["gateway:inbox.write"] };

export function inboxRoutes(deps: Deps, streams: EventStreams) {
  return [
    listRoute(deps),
    streamRoute(deps, streams),
    ...eventRoutes(deps),
    markRoute(deps),
    typesRoute(deps),
    testEventRoute(deps),
  ];
}

function listRoute(deps: Deps) {
  const reports = createReports();
  return keyRoute({
    ...reads,
    id: "list_events",
    method: "GET",
    path: "/api/v1/inbox/events",
    summary: "The events of your inbox, newest first.",
    query: EventsQuery,
    check: ({ query }, errors, owner) => listErrors(deps, owner, query as EventsQuery, errors),
    data: EventsPage,
    handle: async ({ owner, query }) => {
      const list = () => listEvents(deps, owner, query as EventsQuery);
      const { q } = query as EventsQuery;
      return { data: q === undefined ? await list() : await reports.run(owner.userId, list) };
    },
  });
}

function eventRoutes(deps: Deps) {
  const ofOne = {
    path: "/api/v1/inbox/events/{id}",
    params: EventParams,
    data: InboxEvent,
    codes: ["NOT_FOUND"],
  } satisfies Partial<ApiKeyRoute>;
  return [
    keyRoute({
      ...reads,
      ...ofOne,
      id: "get_event",
      method: "GET",
      summary: "One event of your inbox.",
      handle: async ({ owner, params }) => ({ data: await getEvent(deps, owner, params.id) }),
    }),
    keyRoute({
      ...writes,
      ...ofOne,
      id: "mark_event",
      method: "PATCH",
      summary: "Mark an event as read, archived or unread.",
      body: StatusBody,
      handle: async ({ owner, params, body }) => ({
        data: await markEvent(deps, owner, params.id, (body as StatusBody).status),
      }),
    }),
  ];
}

function markRoute(deps: Deps) {
  return keyRoute({
    ...writes,
    id: "mark_events",
    method: "POST",
    path: "/api/v1/inbox/events/mark",
    summary: "Mark up to 500 events by their ids, or all that match a filter.",
    body: MarkBody,
    check: ({ body }, errors, owner) => markErrors(deps, owner, body, errors),
    data: Marked,
    handle: async ({ owner, body }) => ({ data: await markEvents(deps, owner, body) }),
  });
}

function typesRoute({ registry }: Pick<Deps, "registry">) {
  return keyRoute({
    ...reads,
    id: "list_event_types",
    method: "GET",
    path: "/api/v1/inbox/event-types",
    summary: "Every type of event that inboxes and webhook endpoints can receive.",
    data: EventTypes,
    handle: async () => ({ data: { event_types: eventTypesOf(registry) } }),
  });
}

function testEventRoute(deps: Deps) {
  return keyRoute({
    ...writes,
    id: "create_test_event",
    method: "POST",
    path: "/api/v1/inbox/test-events",
    summary: "Put an invented event into your inbox, stream and webhooks, marked as a test, to see what your app does.",
    body: TestEventBody,
    check: ({ body }, errors) => testEventErrors(deps, body, errors),
    data: InboxEvent,
    handle: async ({ owner, body }) => ({ data: await createTestEvent(deps, owner, body as TestEventBody) }),
  });
}

const STREAM_HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // Otherwise nginx collects a stream's bytes.
  "x-accel-buffering": "no",
};

type StreamRoute = TypedStreamRoute<"stream_events", typeof InboxEvent>;

function streamRoute(deps: Deps, streams: EventStreams): StreamRoute {
  const route: StreamRoute = {
    ...reads,
    id: "stream_events",
    method: "GET",
    path: "/api/v1/inbox/stream",
    summary: "New events of your inbox as they arrive, as server-sent events.",
    query: StreamQuery,
    data: InboxEvent,
    responds: "events",
    handle: async (call) => {
      if (call.request.method === "HEAD") return { response: new Response(null, { headers: STREAM_HEADERS }) };
      const { last_event_id: fromQuery } = call.query as Static<typeof StreamQuery>;
      // The response goes out at once, so its usage row stands before.
      await call.commitPending();
      const body = await streams.open({
        owner: call.owner,
        holder: holderOf(call),
        lastEventId: call.request.headers.get("last-event-id") || fromQuery || null,
        signal: call.signal,
        rightOf: (end) => authorizationOf(deps, { route, incoming: call, caller: call.caller, owner: call.owner }, end),
      });
      return { response: new Response(body, { headers: STREAM_HEADERS }), isStream: true };
    },
  };
  return route;
}
