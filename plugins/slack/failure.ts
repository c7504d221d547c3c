// Classifies Slack's error codes; most errors have status 200 and `ok: false` (docs.slack.dev/apis/web-api).
import { entryOf, type Failure, type FailureReport, type UpstreamResponse, valueAt } from "gateway/plugin";

const words = (text: string) => text.trim().split(/\s+/);

/** The request was done before. Only its own endpoint returns the code, so this counts as success. */
const ALREADY_DONE = new Set(words("already_reacted no_reaction already_pinned no_pin already_archived"));

const CODES: Partial<Record<Failure, readonly string[]>> = {
  // Slack's outages return invalid_auth too, so it is not "revoked"; the core decides by refreshing.
  expired: words("invalid_auth token_expired"),
  revoked: words("token_revoked account_inactive"),
  forbidden: words(`missing_scope no_permission not_allowed_token_type is_bot user_is_bot user_is_restricted
    user_is_ultra_restricted access_denied ekm_access_denied accesslimited team_access_not_granted
    enterprise_is_restricted cant_update_message cant_delete_message file_uploads_disabled`),
  not_found: words("file_deleted user_not_visible invalid_scheduled_message_id"),
  invalid: words(`no_text no_query missing_argument missing_post_type markdown_text_conflict cannot_reply_to_message
    time_in_past time_too_far bad_timestamp no_item_specified users_list_not_supplied limit_required
    attachment_payload_limit_exceeded cant_invite_self cant_kick_self cannot_dm_bot metadata_too_large
    file_upload_size_restricted`),
  conflict:
    words(`not_in_channel user_not_in_channel is_archived not_archived is_inactive edit_window_closed user_disabled
    storage_limit_reached last_member not_reactable not_pinnable`),
  rate_limited: words("ratelimited rate_limited message_limit_exceeded"),
  // The workspace is moving, or the request came incomplete.
  busy: words("team_added_to_org org_login_required request_timeout"),
  // Some of it may have been done.
  unavailable: words("service_unavailable fatal_error internal_error"),
  error: words("not_authed"),
};
const FAILURES = new Map(
  Object.entries(CODES).flatMap(([failure, codes]) => codes.map((c) => [c, failure as Failure])),
);

/** Patterns for codes that are not in the table. */
const CODE_PATTERNS: readonly [RegExp, Failure][] = [
  [/_not_found$|^no_such_/, "not_found"],
  [/^invalid_|(^|_)too_(long|short)$|^too_many_|_not_supported/, "invalid"],
  [/^restricted_action|_denied$/, "forbidden"],
  [/^already_|^cant_|_(taken|locked|disabled)$/, "conflict"],
];

/** Messages for codes that do not explain themselves. */
const HINTS: Record<string, string> = {
  channel_not_found: "Slack does not know this channel, or the app has not been invited to it.",
  message_not_found: "Slack does not know this message in that channel.",
  thread_not_found: "Slack does not know this thread in that channel.",
  user_not_found: "Slack does not know this user.",
  users_not_found: "No Slack user has that email address.",
  invalid_scheduled_message_id: "Slack has no scheduled message with this id for that channel.",
  not_in_channel: "The app is not in that channel: join it or invite the app first.",
  is_archived: "That channel is archived.",
  thread_locked: "That thread is locked.",
  messages_tab_disabled: "That app takes no messages.",
  cant_kick_self: "The app cannot remove itself; it can leave the channel.",
  cant_archive_general: "The workspace's general channel cannot be archived.",
  channel_type_not_supported: "That kind of channel does not allow this.",
  cant_update_message: "Only messages that the app itself has sent can be edited.",
  cant_delete_message: "Only messages that the app itself has sent can be deleted.",
  edit_window_closed: "The workspace's settings no longer allow this message to be edited.",
  no_text: "A message needs text, markdown_text or blocks.",
  markdown_text_conflict: "markdown_text cannot be combined with text or blocks.",
  cannot_reply_to_message: "thread_ts must be the ts of the thread's first message, not of a reply.",
  restricted_action: "The workspace's settings do not allow this.",
  file_not_found: "Slack does not know this file, or the app cannot see it.",
  file_deleted: "That file has been deleted.",
  file_uploads_disabled: "The workspace's settings do not allow uploads.",
  file_upload_size_restricted: "The workspace's settings do not allow files of that size.",
  storage_limit_reached: "The workspace's storage is full.",
  posting_to_channel_denied: "The workspace's settings do not allow the app to post in that channel.",
  name_taken: "A channel of that name exists already.",
  already_in_channel: "A user of the list is already in the channel; no one was invited.",
  ratelimited: "Slack limits how often this may be called.",
  rate_limited: "Slack limits how often this may be called.",
};

/** Classifies a response; undefined for success, and where the status alone decides. */
export function readFailure({ status, json }: UpstreamResponse): FailureReport | undefined {
  if (valueAt(json, "ok") === true) return undefined;
  const code = valueAt(json, "error");
  const isOk = status >= 200 && status < 300;
  if (typeof code !== "string") {
    return isOk ? { failure: "error", message: "Slack's answer does not say whether it worked." } : undefined;
  }
  if (isOk && ALREADY_DONE.has(code)) return undefined;
  const missing = code === "missing_scope" ? missingScopes(json) : [];
  return {
    // For an unknown code the status decides, unless it is a success.
    failure: failureOf(code) ?? (isOk ? "error" : undefined),
    code,
    message: messageFor(code, json, missing),
    ...(missing.length > 0 && { missingScopes: missing }),
  };
}

function failureOf(code: string): Failure | undefined {
  return FAILURES.get(code) ?? CODE_PATTERNS.find(([pattern]) => pattern.test(code))?.[1];
}

/** `needed` minus `provided`; search:read gets the prefix of user scopes, since only a person can grant it. */
function missingScopes(json: unknown): string[] {
  const list = (value: unknown) => (typeof value === "string" ? value.split(/[\s,|]+/).filter(Boolean) : []);
  const provided = list(valueAt(json, "provided"));
  return list(valueAt(json, "needed"))
    .filter((scope) => !provided.includes(scope))
    .map((scope) => (scope === "search:read" ? "user:search:read" : scope));
}

function messageFor(code: string, json: unknown, missing: readonly string[]): string {
  const hint = missing.length > 0 ? `Slack asks for the scope ${missing.join(", ")}.` : entryOf(HINTS, code);
  const diagnostics = valueAt(json, "response_metadata.messages");
  const texts = Array.isArray(diagnostics) ? diagnostics.filter((text) => typeof text === "string") : [];
  return [hint ?? `Slack answered "${code}".`, ...texts].join(" ");
}
