// Exceptions for descriptions.test.ts: violations where the plugin is right and the description is outdated or incomplete.

export interface Exception {
  provider: string;
  /** The only fixture that the exception covers; all fixtures if absent. */
  fixture?: string;
  violation: RegExp;
  /** Why the plugin is right, with the source. */
  reason: string;
}

/** Requests to operations that the description lacks. */
export const UNDESCRIBED: readonly Exception[] = [
  {
    provider: "google",
    violation: /^GET https:\/\/docs\.google\.com\/feeds\/download\/documents\/export\/Export is not described$/,
    reason:
      "An address out of a document's exportLinks: developers.google.com/workspace/drive/api/reference/rest/v3/files.",
  },
  {
    provider: "github",
    violation: /^GET https:\/\/api\.github\.com\/repos\/acme\/site\/contents is not described$/,
    reason: 'The root folder has no path: docs.github.com/rest/repos/contents, "If you omit the `path` parameter".',
  },
  {
    provider: "github",
    violation: /^(GET|POST) https:\/\/api\.github\.com\/repositories\/501(\/issues)? is not described$/,
    reason: "Where a renamed repository's redirect leads: docs.github.com/rest/using-the-rest-api/best-practices.",
  },
  {
    provider: "github",
    violation: /^GET https:\/\/productionresultssa0\.blob\.core\.windows\.net\/actions-results\/1 is not described$/,
    reason: "Where a job log's redirect leads: docs.github.com/rest/actions/workflow-jobs.",
  },
  {
    provider: "google",
    violation: /^(POST|PUT) https:\/\/www\.googleapis\.com\/upload\/drive\/v3\/files is not described$/,
    reason:
      "Google's discovery document has uploads, its OpenAPI form has not: developers.google.com/workspace/drive/api/guides/manage-uploads.",
  },
  {
    provider: "google",
    violation: /^GET https:\/\/openidconnect\.googleapis\.com\/v1\/userinfo is not described$/,
    reason:
      "OpenID Connect, which its own discovery document names: accounts.google.com/.well-known/openid-configuration.",
  },
  {
    provider: "hubspot",
    violation: /^GET https:\/\/api\.hubapi\.com\/account-info\/v3\/details is not described$/,
    reason: "No part of HubSpot's client: developers.hubspot.com/docs/api-reference/account-account-info-v3.",
  },
  {
    provider: "microsoft",
    violation:
      /^GET https:\/\/graph\.microsoft\.com\/v1\.0\/me\/messages\/[^/]+\/attachments\/[^/]+\/\$value is not described$/,
    reason: "Not in the description: learn.microsoft.com/graph/api/attachment-get, example 6.",
  },
  {
    provider: "microsoft",
    violation:
      /^(GET|PUT) https:\/\/(acme-my\.sharepoint\.com|region1-mediap\.svc\.ms|p1\.files\.1drv\.com)\/\S+ is not described$/,
    reason:
      "Addresses in Microsoft's responses, of contents and for uploads: learn.microsoft.com/graph/api/driveitem-get-content and driveitem-createuploadsession.",
  },
  {
    provider: "jira",
    violation: /^POST https:\/\/api\.atlassian\.com\/ex\/jira\/[^/]+\/rest\/api\/3\/search\/jql is not described$/,
    reason:
      "Younger than the description, in which it replaced /search: developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issue-search.",
  },
  {
    provider: "jira",
    violation: /\/rest\/api\/3\/issue\/createmeta\/ENG\/issuetypes\/10001 is not described$/,
    reason:
      "Younger than the description, in which it replaced /issue/createmeta: developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues.",
  },
  {
    provider: "jira",
    violation: /^GET https:\/\/api\.atlassian\.com\/oauth\/token\/accessible-resources is not described$/,
    reason: "Part of OAuth, not of Jira: developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps.",
  },
  {
    provider: "slack",
    violation: /^(GET|POST) https:\/\/files\.slack\.com\/(files-pri|upload\/v1)\/\S+ is not described$/,
    reason: "Addresses in Slack's responses, of files and for uploads: docs.slack.dev/messaging/working-with-files.",
  },
  {
    provider: "zoom",
    violation:
      /^GET https:\/\/api\.zoom\.us\/v2\/(meetings\/[^/]+\/(meeting_summary|transcript)|users\/me\/upcoming_meetings) is not described$/,
    reason: "Younger than the description: developers.zoom.us/docs/api/meetings.",
  },
  {
    provider: "zoom",
    violation: /^GET https:\/\/(\w+\.)?zoom\.us\/(rec\/download|cmr\/replay)\/\S+ is not described$/,
    reason: "Addresses in Zoom's responses, of recordings: developers.zoom.us/docs/api/meetings, recordings.",
  },
];

/** Parts of requests that the description does not allow. */
export const REQUESTS: readonly Exception[] = [
  {
    provider: "hubspot",
    violation: /\/search: body \/sorts\/0: is object, not string$/,
    reason:
      "HubSpot's reference has objects of propertyName and direction: developers.hubspot.com/docs/api-reference/search/guide.",
  },
  {
    provider: "microsoft",
    violation: /: (query|body) \/@microsoft\.graph\.conflictBehavior is not documented$/,
    reason: "An annotation, which the description leaves out: learn.microsoft.com/graph/api/driveitem-put-content.",
  },
  {
    provider: "microsoft",
    violation: /: query \/\$(expand|skiptoken) is not documented$/,
    reason:
      "OData parameters, of which the description lists some: learn.microsoft.com/graph/query-parameters, learn.microsoft.com/graph/paging.",
  },
  {
    provider: "microsoft",
    violation: /: query \/\$orderby\/0: "start\/dateTime( desc)?" is none of /,
    reason: "The description lists no nested fields: learn.microsoft.com/graph/api/user-list-events.",
  },
  {
    provider: "microsoft",
    violation: /\/content: query \/format is not documented$/,
    reason: "Stands in a page of its own: learn.microsoft.com/graph/api/driveitem-get-content-format.",
  },
  {
    provider: "microsoft",
    violation: /: a body of text\/plain is not described$/,
    reason: "A file has any media type: learn.microsoft.com/graph/api/driveitem-put-content.",
  },
  {
    provider: "microsoft",
    fixture: "upload_file.exists.json",
    violation: /: body is missing$/,
    reason: "A file may be empty: learn.microsoft.com/graph/api/driveitem-put-content.",
  },
  {
    provider: "pipedrive",
    violation: /\/leads: query \/sort: "update_time DESC" is none of /,
    reason: "The field's own text takes a direction after the name: developers.pipedrive.com/docs/api/v1/Leads.",
  },
  {
    provider: "asana",
    violation: /: body \/data\/due_(at: is no date|on: is no date-time)$/,
    reason:
      "A day is YYYY-MM-DD and a time ISO 8601, say the fields' own texts: developers.asana.com/reference/createtask.",
  },
  {
    provider: "asana",
    violation: /^GET \S+\/tasks: query \/completed_since: is no date-time$/,
    reason: "The word `now` is taken, too: developers.asana.com/reference/gettasksforproject.",
  },
  {
    provider: "asana",
    violation: /^GET \S+\/tasks\/search: query \/limit is not documented$/,
    reason: 'Stands in the text alone: developers.asana.com/reference/searchtasksforworkspace, "Pagination".',
  },
  {
    provider: "asana",
    violation: /\/projects: body \/data\/privacy_setting is not documented$/,
    reason: "Younger than the description: developers.asana.com/reference/createproject.",
  },
  {
    provider: "asana",
    violation: /\/sections: body \/data: lacks project$/,
    reason:
      "The path names it; later descriptions want the name alone: developers.asana.com/reference/createsectionforproject.",
  },
  {
    provider: "asana",
    violation: /: body \/data\/custom_fields\/\d+: is (number|array|null), not string$/,
    reason: "By the type of the field, and null for none: developers.asana.com/docs/custom-fields-guide.",
  },
  {
    provider: "asana",
    violation: /^POST \S+\/tasks: body \/data\/memberships\/0\/(project|section): is string, not object$/,
    reason:
      "Described as it is read; it is also written, with ids: developers.asana.com/reference/createtask, memberships.",
  },
  {
    provider: "github",
    violation: /^GET \S+\/issues: query \/after is not documented$/,
    reason:
      "Stands in the link to the next page, which is to be followed as it is: docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api.",
  },
  {
    provider: "github",
    violation: /^GET \S+\/runs: query \/created: is no date-time$/,
    reason:
      'A range, "within the given date-time range", in the syntax of searches: docs.github.com/rest/actions/workflow-runs.',
  },
  {
    provider: "notion",
    fixture: "query_database.bad-filter.json",
    violation: /: body \/filter: 0 of \d+ shapes fit \(\/filter: lacks title\)$/,
    reason: "A caller's own filter, which Notion refuses in this fixture.",
  },
  {
    provider: "slack",
    fixture: "send_message.no-text.json",
    violation: /^POST \S+\/chat\.postMessage: body \/: 0 of \d+ shapes fit \(\/: lacks text\)$/,
    reason: "A message without text, which Slack refuses in this fixture.",
  },
  {
    provider: "slack",
    violation: /^POST \S+\/files\.getUploadURLExternal: body \/alt_txt is not documented$/,
    reason: "Slack's reference has it, its client not: docs.slack.dev/reference/methods/files.getUploadURLExternal.",
  },
  {
    provider: "google",
    violation: /^PATCH \S+\/events\/\{eventId\}: body \/(start|end)\/(date|dateTime|timeZone): is null, not string$/,
    reason:
      'In a patch null removes a field: developers.google.com/workspace/calendar/api/guides/performance, "Patch semantics".',
  },
  {
    provider: "twitter",
    violation: /: query \/tweet\.fields\/\d+: "note_tweet" is none of /,
    reason: "Younger than the description: docs.x.com/x-api/fundamentals/data-dictionary.",
  },
  {
    provider: "twitter",
    violation: /^POST \S+\/2\/tweets: body \/made_with_ai is not documented$/,
    reason:
      "Younger than the description: docs.x.com/x-api/posts/create-post, and CreatePostsRequest in X's own @xdevplatform/xdk 0.6.6.",
  },
  {
    provider: "zoom",
    violation: /: body \/recurrence\/weekly_days: "\d(,\d)*" is none of /,
    reason: "The field's own text takes several days, comma-separated: developers.zoom.us/docs/api/meetings.",
  },
  {
    provider: "zoom",
    violation: /: (body \/settings\/meeting_invitees|query \/(from|to|type|next_page_token)) is not documented$/,
    reason: "Younger than the description: developers.zoom.us/docs/api/meetings.",
  },
];

/** Parts of fixture responses that the description lacks. */
export const RESPONSES: readonly Exception[] = [
  {
    provider: "asana",
    violation: /: answer 20[01] \/data(\/\d+)?\/(privacy_setting|created_by) is not documented$/,
    reason:
      "Younger than the description: developers.asana.com/reference/projects and developers.asana.com/reference/tasks.",
  },
  {
    provider: "asana",
    violation: /\/tasks\S*: answer 20[01] \/data(\/\d+)?\/parent: is null, not object$/,
    reason: "Null for a task that is no subtask: developers.asana.com/reference/tasks.",
  },
  {
    provider: "github",
    violation: /^GET \S+\/notifications: answer 200 \/\d+\/subject\/(url|latest_comment_url): is null, not string$/,
    reason: "GitHub does answer null: github.com/github/rest-api-description/issues/5991.",
  },
  {
    provider: "github",
    violation: /\/files: answer 200 \/\d+\/blob_url: is null, not string$/,
    reason: "Null for a submodule: github.com/github/rest-api-description/issues/1945.",
  },
  {
    provider: "github",
    violation: /\/pulls: answer 200 \/\d+\/head\/repo: is null, not object$/,
    reason: "Null for a fork that was deleted: github.com/github/rest-api-description/issues/1811.",
  },
  {
    provider: "notion",
    violation: /: answer 200 .*\/properties\/Links\/has_more is not documented/,
    reason:
      "Says that a relation has more pages than are shown: developers.notion.com/reference/page-property-values#relation.",
  },
  {
    provider: "discord",
    violation: /\/members\/search: answer 200 \/\d+\/joined_at: is null, not string$/,
    reason: "May be null, says the reference: discord.com/developers/docs/resources/guild#guild-member-object.",
  },
  {
    provider: "slack",
    violation:
      /\/chat\.schedule\S+: answer 200 \/(scheduled_messages\/\d+\/id: is integer|post_at: is string), not (string|number)$/,
    reason:
      "So they stand in the examples of the methods' own pages: docs.slack.dev/reference/methods/chat.scheduledMessages.list and chat.scheduleMessage.",
  },
  {
    provider: "slack",
    violation: /: answer 200 \/.* is not documented$/,
    reason: "Slack's response types name fewer fields than its reference does: docs.slack.dev/reference/methods.",
  },
  {
    provider: "twitter",
    violation: /: answer 20[01] \/.* is not documented$/,
    reason:
      "The description is older than these fields and than the words post and repost: docs.x.com/x-api/fundamentals/data-dictionary.",
  },
  {
    provider: "microsoft",
    violation: /: answer 20[01] \S*\/@(odata|microsoft\.graph)\.\w+ is not documented$/,
    reason:
      "Annotations, which the description leaves out: learn.microsoft.com/graph/json-batching, OData JSON format.",
  },
  {
    provider: "pipedrive",
    violation: /: answer 20[01] \/\S+: (is null, not \w+|is object, not number|0 of 2 shapes fit .*)$/,
    reason:
      "The client's types leave out null; objects in place of ids are what other lists of v1 have: developers.pipedrive.com/docs/api/v1.",
  },
  {
    provider: "pipedrive",
    violation: /: answer 20[01] \/additional_data(\/pagination)? is not documented$/,
    reason: "Left out of the client's types: pipedrive.readme.io/docs/core-api-concepts-pagination.",
  },
  {
    provider: "zoom",
    violation: /: answer 20[01] \/\S+ is not documented$/,
    reason: "Younger than the description: developers.zoom.us/docs/api/meetings.",
  },
  {
    provider: "zoom",
    violation: /: answer 200 \/\S*(type|total_size|recording_count|id): is integer, not string$/,
    reason: "Numbers in the examples of the reference: developers.zoom.us/docs/api/meetings.",
  },
  {
    provider: "zoom",
    violation: /: answer 200 \/\S+: \S+ is none of (completed|1,2,3,8)$/,
    reason: "Younger values; the plugin takes unknown ones: developers.zoom.us/docs/api/meetings.",
  },
];
