// How each provider pages its lists: what fakes need beside the responses in the plugins' fixtures.
import {
  behind,
  full,
  type Json,
  keyset,
  keysetLink,
  link,
  locator,
  nextLink,
  type Style,
  sizeSaid,
  skipping,
  slice,
  token,
} from "./pagination-styles.ts";

export interface Fake {
  /** Dotted path to the list in the provider's response. */
  at: string;
  style: Style;
  /** Makes the nth item differ from the others; every item has its number in any case. */
  item?: (item: Json, n: number) => unknown;
  /** The response to a request for one thing of the list, made from the recorded one. */
  detail?: (path: string, recorded: Json) => Json | null;
  /** The longest list; 150 by default. */
  most?: number;
  /** Whether the plugin skips the nth item. */
  leavesOut?: (n: number) => boolean;
}

const relay = (field: string, max = 50): Fake => ({
  at: `data.${field}.nodes`,
  style: (request, list, own) => {
    const wanted = sizeSaid(request, "first", max);
    if (wanted === null) return null;
    const page = slice(list, Number(request.says("after")?.slice(2) ?? 0), Math.min(wanted, own));
    const pageInfo = { hasNextPage: page.end < list.length, endCursor: `c-${page.end}` };
    return { ...page, json: { [`data.${field}.pageInfo`]: pageInfo } };
  },
});

const record = (item: Json, n: number) => ({ ...item, Id: `${String(item.Id).slice(0, 12)}${String(900_000 - n)}` });

const offsetToken = token({ size: "limit", param: "offset", at: "next_page.offset", max: 100 });
/** Asana's last page says that there is no next one. */
const asana: Style = (request, list, own) => {
  const page = offsetToken(request, list, own);
  return page && { ...page, json: page.json ?? { next_page: null } };
};
const google = token({ size: "maxResults", param: "pageToken", at: "nextPageToken" });
const calendly = token({ size: "count", param: "page_token", at: "pagination.next_page_token", max: 100 });
const hubspot = token({ size: "limit", param: "after", at: "paging.next.after", max: 100, prefix: "" });
const notion = token({ size: "page_size", param: "start_cursor", at: "next_cursor", max: 100 });
const slack = token({ size: "limit", param: "cursor", at: "response_metadata.next_cursor" });
const slackByNumber =
  (at: string): Style =>
  (request, list, own) => {
    const size = Math.min(sizeSaid(request, "count", 100) ?? Number.NaN, own);
    const page = Number(request.says("page"));
    const paging = { page, pages: Math.ceil(list.length / size) };
    return { ...slice(list, (page - 1) * size, size), json: { [at]: paging } };
  };
const pipedrive = token({ size: "limit", param: "cursor", at: "additional_data.next_cursor", max: 500 });
const more = "additional_data.pagination.more_items_in_collection";
const skipped = skipping("limit", "start", 500, (list, end) => ({ [more]: end < list.length }));
const x = (min: number): Fake => ({
  at: "data",
  style: token({ size: "max_results", param: "pagination_token", at: "meta.next_token", min, max: 100 }),
});
const jira = (more: (list: readonly unknown[], end: number) => Json) => skipping("maxResults", "startAt", 100, more);
/** Airtable leaves the offset out behind the last record, and sends null behind the last comment. */
const airtable = (last: null | undefined): Style => {
  const style = token({ size: "pageSize", param: "offset", at: "offset", max: 100 });
  return (request, list, own) => {
    const page = style(request, list, own);
    return page && { ...page, json: { offset: last, ...page.json } };
  };
};
const gitlab: Fake = { at: "", style: link() };
/** Stripe's lists continue after an id, whatever the size; searches have a token. */
const stripe: Fake = {
  at: "data",
  style: behind("limit", 100, (request) => request.says("starting_after"), "id", "has_more"),
};
const stripeToken = token({ size: "limit", param: "page", at: "next_page", max: 100 });
const stripeSearch: Fake = {
  at: "data",
  style: (request, list, own) => {
    const page = stripeToken(request, list, own);
    return page && { ...page, json: { next_page: null, ...page.json } };
  },
  item: (item, n) => ({ ...item, id: `id_${n}` }),
};
const zendeskCursor = token({ size: "page[size]", param: "page[after]", at: "meta.after_cursor", max: 100 });
/** A cursor is there on the last page too. */
const zendesk = (at: string): Fake => ({
  at,
  style: (request, list, own) => {
    const page = zendeskCursor(request, list, own);
    const meta = { "meta.has_more": page !== null && page.end < list.length, "meta.after_cursor": "t-of-the-end" };
    return page && { ...page, json: { ...meta, ...page.json } };
  },
});
const zoomToken = token({ size: "page_size", param: "next_page_token", at: "next_page_token", max: 100 });
/** The last page has an empty token. */
const zoom = (at: string): Fake => ({
  at,
  style: (request, list, own) => {
    const page = zoomToken(request, list, own);
    return page && { ...page, json: { next_page_token: "", ...page.json } };
  },
});
const linkedin = (max: number) =>
  skipping("count", "start", max, (list, end) => ({
    "paging.links": end < list.length ? [{ rel: "next", href: `/rest/elsewhere?count=1&start=${end}` }] : [],
  }));

/** Ids of 64 bits that rise or fall from item to item. */
const ids = (step: 1 | -1) => (item: Json, n: number) => ({
  ...item,
  id: String(BigInt(String(item.id)) + BigInt(step * n)),
});
const idOfPath = (path: string) => /\D(\d+)$/.exec(path)?.[1] ?? null;
const mail = (list: string): Fake => ({
  at: list,
  style: google,
  item: (item, n) => ({ ...item, id: `${list}-${n}` }),
  detail: (path, recorded) => (path.includes(`${list}-`) ? { ...recorded, nth: Number(idOfPath(path)) } : null),
});
const each = (keys: string, fake: Fake) => Object.fromEntries(keys.split(" ").map((key) => [key, fake]));

/** Every list of every plugin, by the name of its tool. */
export const FAKES: Record<string, Fake> = {
  ...each("acme_list_tasks", { at: "items", style: token({ size: "limit", param: "cursor", at: "next", max: 50 }) }),
  ...each("notes_list_notes", { at: "", style: link() }),
  ...each("asana_list_tasks asana_list_subtasks asana_list_comments asana_list_attachments asana_list_projects", {
    at: "data",
    style: asana,
  }),
  ...each("asana_list_sections asana_list_project_fields asana_list_workspaces asana_list_teams asana_list_tags", {
    at: "data",
    style: asana,
  }),
  asana_list_users: { at: "data", style: asana },
  asana_search_tasks: { at: "data", style: full, most: 100 },
  ...each("calendly_list_event_types calendly_list_events calendly_list_invitees", {
    at: "collection",
    style: calendly,
  }),
  ...each("calendly_list_available_times calendly_list_busy_times calendly_list_availability_schedules", {
    at: "collection",
    style: full,
  }),
  discord_list_guilds: { at: "", style: behind("limit", 200, (request) => request.says("after"), "id"), item: ids(1) },
  discord_list_messages: {
    at: "",
    style: behind("limit", 100, (request) => request.says("before"), "id"),
    item: ids(-1),
  },
  discord_list_pins: {
    at: "items",
    style: behind("limit", 50, (request) => request.says("before"), "pinned_at", "has_more"),
    item: (item, n) => ({
      ...item,
      pinned_at: new Date(1.7e12 - n).toISOString(),
      message: { ...Object(item.message), nth: n },
    }),
  },
  discord_search_messages: {
    at: "messages",
    // Pages by offset, whatever they hold.
    style: (request, list) => {
      const from = Number(request.says("offset"));
      return { ...slice(list, from, 25), json: { total_results: list.length } };
    },
    item: (item, n) => [{ ...Object(item[0]), nth: n }],
  },
  discord_list_events: { at: "", style: full, item: ids(1) },
  discord_list_channels: { at: "", style: full, item: ids(1) },
  discord_list_threads: { at: "threads", style: full, item: ids(-1) },
  discord_list_roles: { at: "roles", style: full, item: ids(1) },
  airtable_list_bases: {
    at: "bases",
    // No size can be asked for, and an unknown parameter is refused.
    style: (request, list) => {
      const from = Number(request.says("offset")?.slice(2) ?? 0);
      return request.says("pageSize") === undefined
        ? { json: { offset: undefined }, ...slice(list, from, 1_000, (end) => ({ json: { offset: `o-${end}` } })) }
        : null;
    },
  },
  airtable_list_tables: { at: "tables", style: full },
  ...each("airtable_list_records airtable_search_records", { at: "records", style: airtable(undefined) }),
  airtable_list_comments: { at: "comments", style: airtable(null) },
  discord_find_members: { at: "", style: behind("limit", 1_000, () => undefined, "id"), most: 100 },
  ...each("github_list_repos github_list_collaborators github_list_branches github_list_commits", {
    at: "",
    style: link(),
  }),
  ...each("github_list_releases github_list_labels github_list_pull_requests github_list_orgs", {
    at: "",
    style: link(),
  }),
  github_list_workflows: { at: "workflows", style: link() },
  github_list_workflow_runs: { at: "workflow_runs", style: link() },
  github_list_workflow_jobs: { at: "jobs", style: link() },
  ...each("github_list_pull_request_files github_list_pull_request_reviews", { at: "", style: link() }),
  github_list_issues: {
    at: "",
    style: link(100, "&after=Y3Vyc29y"),
    item: (item, n) => ({ ...item, ...(n % 3 === 1 && { pull_request: {} }) }),
    leavesOut: (n) => n % 3 === 1,
  },
  github_list_issue_comments: { at: "", style: link(100, "&since=2026-01-01T00:00:00Z") },
  github_list_notifications: { at: "", style: link(50, "&before=2026-01-05T10:00:00Z") },
  ...each("github_search_issues github_search_repos github_search_code", { at: "items", style: link() }),
  github_list_files: { at: "", style: full },
  ...each("gitlab_find_users gitlab_list_projects gitlab_list_members gitlab_list_labels gitlab_list_issues", gitlab),
  ...each("gitlab_list_my_issues gitlab_list_merge_requests gitlab_list_my_merge_requests", gitlab),
  ...each("gitlab_list_merge_request_diffs gitlab_list_issue_comments gitlab_list_merge_request_comments", gitlab),
  ...each("gitlab_list_branches gitlab_list_commits gitlab_list_ci_pipelines gitlab_list_todos", gitlab),
  ...each("gitlab_search_issues gitlab_search_merge_requests gitlab_search_code", gitlab),
  gitlab_list_source_files: { at: "", style: keysetLink("page_token") },
  gitlab_list_ci_jobs: { at: "", style: keysetLink("cursor") },
  google_gmail_list_messages: mail("messages"),
  google_gmail_list_drafts: mail("drafts"),
  google_gmail_list_threads: { at: "threads", style: google },
  google_gmail_list_labels: { at: "labels", style: full },
  ...each("google_calendar_list_events google_calendar_list_calendars", { at: "items", style: google }),
  google_drive_list_permissions: {
    at: "permissions",
    style: token({ size: "pageSize", param: "pageToken", at: "nextPageToken", max: 100 }),
  },
  google_drive_list_files: { at: "files", style: token({ size: "pageSize", param: "pageToken", at: "nextPageToken" }) },
  ...each("hubspot_list_contacts hubspot_list_companies hubspot_list_deals", { at: "results", style: hubspot }),
  ...each("hubspot_list_tickets hubspot_list_owners", { at: "results", style: hubspot }),
  ...each("hubspot_list_deal_pipelines hubspot_list_ticket_pipelines", { at: "results", style: full }),
  jira_search_issues: {
    at: "issues",
    style: token({ size: "maxResults", param: "nextPageToken", at: "nextPageToken", max: 100 }),
  },
  jira_list_transitions: { at: "transitions", style: full },
  jira_list_comments: { at: "comments", style: jira((list) => ({ total: list.length })) },
  jira_list_projects: { at: "values", style: jira((list, end) => ({ isLast: end >= list.length })) },
  jira_list_issue_fields: { at: "fields", style: jira((list) => ({ total: list.length })) },
  // Jira cuts these pages before it filters them: a short one is not the last, and the size is fixed.
  jira_find_users: { at: "", style: (request, list) => jira(() => ({}))(request, list, 100) },
  linear_list_issues: relay("issues"),
  linear_search_issues: relay("searchIssues"),
  linear_list_comments: relay("issue.comments"),
  linear_list_teams: relay("teams"),
  linear_list_labels: relay("issueLabels"),
  linear_list_projects: relay("projects"),
  linear_list_users: relay("users"),
  ...each("linkedin_list_posts linkedin_list_comments", { at: "elements", style: linkedin(100) }),
  linkedin_list_organizations: {
    at: "elements",
    style: linkedin(10),
    item: (item, n) => ({ ...item, organization: `urn:li:organization:${n}`, role: `nth ${n}` }),
    detail: (_, recorded) => recorded,
  },
  ...each("microsoft_list_emails microsoft_list_mail_folders microsoft_list_events", { at: "value", style: nextLink }),
  ...each("microsoft_list_calendars microsoft_list_files microsoft_list_folder_files microsoft_list_contacts", {
    at: "value",
    style: nextLink,
  }),
  ...each("notion_get_page_property notion_list_blocks notion_query_database", { at: "results", style: notion }),
  ...each("notion_search_workspace notion_list_users notion_list_comments", { at: "results", style: notion }),
  ...each("pipedrive_list_deals pipedrive_list_persons pipedrive_list_organizations pipedrive_list_activities", {
    at: "data",
    style: pipedrive,
  }),
  ...each("pipedrive_list_notes pipedrive_list_leads", { at: "data", style: skipped }),
  pipedrive_search_items: { at: "data.items", style: pipedrive },
  ...each("pipedrive_list_stages pipedrive_list_users", { at: "data", style: full }),
  ...each("salesforce_list_contacts salesforce_list_leads salesforce_list_accounts salesforce_list_opportunities", {
    at: "records",
    style: keyset,
    item: record,
  }),
  salesforce_run_query: { at: "records", style: locator },
  salesforce_search_records: {
    at: "searchRecords",
    style: (request, list) => slice(list, 0, Number(/LIMIT (\d+)$/.exec(request.says("q") ?? "")?.[1])),
    most: 100,
  },
  salesforce_list_objects: { at: "sobjects", style: full },
  shopify_list_products: relay("products"),
  shopify_list_variants: relay("productVariants", 100),
  shopify_update_variants: { at: "data.productVariantsBulkUpdate.productVariants", style: full },
  shopify_list_metafields: relay("product.metafields", 100),
  shopify_set_metafields: { at: "data.metafieldsSet.metafields", style: full },
  shopify_get_inventory: relay("inventoryItem.inventoryLevels"),
  shopify_list_locations: relay("locations", 100),
  shopify_list_orders: relay("orders"),
  shopify_list_fulfillment_orders: relay("order.fulfillmentOrders", 10),
  shopify_list_draft_orders: relay("draftOrders", 100),
  shopify_list_customers: relay("customers", 100),
  ...each("slack_list_channels slack_list_private_channels slack_list_dms", { at: "channels", style: slack }),
  slack_list_channel_members: { at: "members", style: slack, item: (_, n) => `nth ${n}` },
  slack_list_users: { at: "members", style: slack },
  slack_list_teams: { at: "teams", style: slack },
  slack_list_messages: { at: "messages", style: slack },
  slack_list_replies: {
    at: "messages",
    // The thread's first message is on top of every page, beyond the limit.
    style: (request, list, own) => {
      const page = slack(request, list, own);
      return page && { ...page, ...(page.from > 0 && { top: [list[0]] }) };
    },
    item: (item, n) => ({ ...item, ts: n === 0 ? item.ts : `1767229999.${String(n).padStart(6, "0")}` }),
  },
  slack_list_scheduled_messages: { at: "scheduled_messages", style: slack },
  slack_list_pins: { at: "items", style: full },
  slack_list_files: { at: "files", style: slackByNumber("paging") },
  slack_search_messages: { at: "messages.matches", style: slackByNumber("messages.paging") },
  ...each(
    "stripe_list_customers stripe_list_products stripe_list_prices stripe_list_invoices stripe_list_subscriptions",
    {
      ...stripe,
      item: (item, n) => ({ ...item, id: `id_${n}` }),
    },
  ),
  ...each("stripe_list_payments stripe_list_charges stripe_list_refunds stripe_list_checkout_sessions", {
    ...stripe,
    item: (item, n) => ({ ...item, id: `id_${n}` }),
  }),
  ...each("stripe_list_payment_links stripe_list_events", {
    ...stripe,
    item: (item, n) => ({ ...item, id: `id_${n}` }),
  }),
  ...each("stripe_search_customers stripe_search_payments", stripeSearch),
  ...each("twitter_list_posts twitter_list_mentions", x(5)),
  ...each("twitter_list_timeline twitter_list_bookmarks twitter_list_messages", x(1)),
  twitter_search_posts: x(10),
  ...each("zendesk_list_tickets zendesk_list_view_tickets", zendesk("tickets")),
  zendesk_list_comments: zendesk("comments"),
  ...each("zendesk_search_tickets zendesk_search_users zendesk_search_organizations", zendesk("results")),
  zendesk_list_users: zendesk("users"),
  zendesk_list_organizations: zendesk("organizations"),
  zendesk_list_views: zendesk("views"),
  zendesk_list_macros: zendesk("macros"),
  zendesk_list_groups: zendesk("groups"),
  zendesk_list_ticket_fields: zendesk("ticket_fields"),
  zendesk_list_satisfaction_ratings: zendesk("satisfaction_ratings"),
  zendesk_list_articles: zendesk("articles"),
  zendesk_search_articles: {
    at: "results",
    style: (request, list) => {
      const [size, page] = [sizeSaid(request, "per_page", 100), sizeSaid(request, "page", 1_000)];
      if (size === null || page === null) return null;
      const found = slice(list, (page - 1) * size, size);
      return {
        ...found,
        json: { next_page: found.end < list.length ? `https://evil.example/?page=${page + 1}` : null },
      };
    },
  },
  zoom_list_users: zoom("users"),
  ...each("zoom_list_meetings zoom_list_recordings", zoom("meetings")),
  ...each("zoom_list_schedule zoom_list_past_instances", { at: "meetings", style: full }),
  zoom_list_participants: zoom("participants"),
  zoom_list_registrants: zoom("registrants"),
  zoom_list_webinars: zoom("webinars"),
};
