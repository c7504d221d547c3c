// LinkedIn's source: what happens to the posts of a company page, subscribed to for a member who manages it, or polled.
import {
  joinPaths,
  maybe,
  type Poll,
  type Push,
  path,
  polledEvent,
  Refusal,
  rawId,
  type Source,
  type SourceContext,
  t,
  type UpstreamRequest,
  type UpstreamResponse,
  valueAt,
} from "gateway/plugin";
import { ACTIVITIES, activityShape, eachActivity, notificationRaw, toActivity, viewActivity } from "./activity.ts";
import { offsetPagination } from "./pagination.ts";
import { organizationUrn } from "./urns.ts";

function applicationOf({ settings }: SourceContext): string {
  if (settings.APPLICATION_ID) return settings.APPLICATION_ID;
  throw new Refusal("error", "The operator must set LINKEDIN_APPLICATION_ID.", "no_application_id");
}

/** A subscription's key: its parts are encoded, the brackets and commas around them are not (Rest.li protocol 2.0). */
function subscriptionPath(application: string, { identity, resource }: SourceContext) {
  const [app, member] = [`urn:li:developerApplication:${application}`, `urn:li:person:${identity.id}`];
  const who = path`/eventSubscriptions/(developerApplication:${app},user:${member}`;
  const what = path`,entity:${organizationUrn(resource ?? "")},eventType:ORGANIZATION_SOCIAL_ACTION_NOTIFICATIONS)`;
  return joinPaths(who, what);
}

function subscribed({ json }: UpstreamResponse, context: SourceContext) {
  const expiresAt = valueAt(json, "expiresAt");
  return {
    id: context.resource ?? "",
    expiresAt: Number.isSafeInteger(expiresAt) && Number(expiresAt) > context.now ? Number(expiresAt) : null,
    data: { application: applicationOf(context) },
  };
}

const subscribe: Push["subscribe"] = (context) => ({
  method: "PUT",
  path: subscriptionPath(applicationOf(context), context),
  json: { webhook: context.address },
});

const DAY_S = 86_400;
/** LinkedIn ends a subscription when the member loses the page's role, or the app the member's consent. */
const push: Push = {
  deliversTo: "provider",
  subscribe,
  subscribed,
  renew: (_, context) => subscribe(context),
  renewEveryS: 7 * DAY_S,
  unsubscribe: ({ data }, context) => ({ method: "DELETE", path: subscriptionPath(data.application ?? "", context) }),
  check: ({ data }, context) => ({ path: subscriptionPath(data.application ?? "", context) }),
};

const PAGE = 100;
const pagination = offsetPagination(PAGE);
/** Milliseconds that every poll reads again, since LinkedIn may list a notification late. */
const OVERLAP_MS = 300_000;
const ACTIONS = Object.values(ACTIVITIES).flatMap(({ actions }) => actions);

/** A query with brackets must not be encoded, so it goes in the body: learn.microsoft.com/linkedin query tunneling. */
function notificationsOf(resource: string | null, from: number, to: number, start: string): UpstreamRequest {
  const page = encodeURIComponent(organizationUrn(resource ?? ""));
  const query = `q=criteria&actions=List(${ACTIONS.join(",")})&organizationalEntity=${page}&timeRange=(start:${from},end:${to})`;
  return {
    method: "POST",
    safe: true,
    path: path`/organizationalEntityNotifications`,
    headers: { "x-http-method-override": "GET" },
    content: { type: "application/x-www-form-urlencoded", data: `${query}&start=${start}&count=${PAGE}` },
  };
}

/** A position: since when to read, and on the way through the pages until when, and where the next page starts. */
const poll: Poll = {
  everyS: 900,
  start: async ({ now }) => String(now),
  next: async (position, { resource, now }, upstream) => {
    const [from = "", until, start = "0"] = position.split(" ");
    const to = until === undefined ? Math.max(now, Number(from)) : Number(until);
    const response = await upstream.request(notificationsOf(resource, Number(from), to, start));
    const elements = valueAt(response.json, "elements");
    if (!Array.isArray(elements)) throw new Refusal("error", "LinkedIn's response has no list.", "unexpected_shape");
    const next = pagination.next(response, { limit: PAGE, position: start });
    const done = Math.max(Number(from), to - OVERLAP_MS);
    return { items: elements, position: next === null ? `${done}` : `${from} ${to} ${next}`, more: next !== null };
  },
};

const organization: Source<"organizations.report"> = {
  description: "Comments, reactions, shares and mentions of one company page.",
  permission: "organizations.report",
  resource: {
    description: "Id of a page that the member administers, from linkedin_list_organizations.",
    pattern: /^[0-9]{1,20}$/,
  },
  push,
  poll,
  events: eachActivity(({ actions, title }) =>
    polledEvent({
      description: `${title}.`,
      match: (item) => actions.includes(String(valueAt(item, "action"))),
      // The id has 64 bits and is rounded in JSON, so further fields tell two apart.
      id: ({ notificationId, action, generatedActivity, sourcePost, lastModifiedAt }) =>
        [notificationId, action, generatedActivity ?? sourcePost, lastModifiedAt].map((part) => part ?? "").join("|"),
      raw: t.Object({ notificationId: maybe(rawId), ...notificationRaw.properties }),
      shape: activityShape,
      map: toActivity,
      view: viewActivity(title),
    }),
  ),
};

export const sources = { organization };
