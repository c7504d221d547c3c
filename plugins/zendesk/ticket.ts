// A Zendesk ticket and its comments: developer.zendesk.com/api-reference/ticketing/tickets.
import {
  asTime,
  field,
  htmlToText,
  maybe,
  maybeFlag,
  maybeText,
  rawId,
  record,
  resource,
  type Static,
  shapes,
  t,
  textAt,
} from "gateway/plugin";
import { agentUrl, CustomFields, CustomFieldsRaw, customFieldsIn } from "./fields.ts";

const idText = (id: Static<typeof rawId> | null | undefined) => (id === null || id === undefined ? null : String(id));

export const ticket = resource({
  raw: t.Object({
    id: rawId,
    subject: maybeText,
    description: maybeText,
    status: t.String(),
    type: maybeText,
    priority: maybeText,
    external_id: maybeText,
    requester_id: maybe(rawId),
    assignee_id: maybe(rawId),
    group_id: maybe(rawId),
    organization_id: maybe(rawId),
    custom_status_id: maybe(rawId),
    brand_id: maybe(rawId),
    ticket_form_id: maybe(rawId),
    collaborator_ids: maybe(t.Array(rawId)),
    email_cc_ids: maybe(t.Array(rawId)),
    follower_ids: maybe(t.Array(rawId)),
    tags: maybe(t.Array(t.String())),
    custom_fields: CustomFieldsRaw,
    is_public: maybeFlag,
    via: maybe(t.Object({ channel: t.Optional(t.Unknown()), source: t.Optional(t.Unknown()) })),
    satisfaction_rating: t.Optional(t.Unknown()),
    due_at: maybeText,
    created_at: maybeText,
    updated_at: maybeText,
  }),
  shape: t.Object({
    ...shapes.issue,
    key: t.String({ description: "Ticket number for people, such as #7." }),
    body: shapes.nullableText("The first comment, as plain text."),
    state: t.String({ description: "new, open, pending, hold, solved or closed." }),
    is_closed: t.Boolean({ description: "Whether it is solved or closed." }),
    labels: t.Array(t.Object({ name: t.String() }), { description: "Tags of the ticket." }),
    type: shapes.nullableText("problem, incident, question or task."),
    priority: shapes.nullableText("low, normal, high or urgent."),
    requester_id: shapes.nullableText("Id of the person who asks for help."),
    assignee_id: shapes.nullableText("Id of the agent who is assigned to it."),
    group_id: shapes.nullableText(),
    organization_id: shapes.nullableText(),
    custom_status_id: shapes.nullableText("Id of the custom status, if the account has custom statuses."),
    brand_id: shapes.nullableText(),
    form_id: shapes.nullableText("Id of the ticket form that it was created with."),
    collaborator_ids: t.Array(t.String(), { description: "Ids of users in copy, by email or as followers." }),
    email_cc_ids: t.Array(t.String(), { description: "Ids of users in copy of its emails." }),
    follower_ids: t.Array(t.String(), { description: "Ids of agents who follow it." }),
    sender: t.Object(
      { name: shapes.nullableText(), email: shapes.nullableText() },
      { description: "Sender of the first message, as stated in it; not verified." },
    ),
    external_id: shapes.nullableText("Your own id of the ticket in another system."),
    custom_fields: CustomFields,
    channel: shapes.nullableText("Channel of the first message, such as email, web or api."),
    satisfaction: shapes.nullableText("The requester's satisfaction rating, such as good, bad or offered."),
    is_public: t.Boolean({ description: "Whether it has comments that the requester sees." }),
    due_at: shapes.nullableTime("When a task is due; null for other types."),
  }),
  map: (raw, call) => ({
    id: String(raw.id),
    key: `#${raw.id}`,
    title: raw.subject ?? "",
    body: raw.description ?? null,
    state: raw.status,
    is_closed: raw.status === "solved" || raw.status === "closed",
    labels: (raw.tags ?? []).map((name) => ({ name })),
    url: agentUrl(call.identity, "tickets", String(raw.id)),
    created_at: asTime(raw.created_at),
    updated_at: asTime(raw.updated_at),
    type: raw.type ?? null,
    priority: raw.priority ?? null,
    requester_id: idText(raw.requester_id),
    assignee_id: idText(raw.assignee_id),
    group_id: idText(raw.group_id),
    organization_id: idText(raw.organization_id),
    custom_status_id: idText(raw.custom_status_id),
    brand_id: idText(raw.brand_id),
    form_id: idText(raw.ticket_form_id),
    collaborator_ids: (raw.collaborator_ids ?? []).map(String),
    email_cc_ids: (raw.email_cc_ids ?? []).map(String),
    follower_ids: (raw.follower_ids ?? []).map(String),
    sender: { name: textAt(raw, "via.source.from.name"), email: textAt(raw, "via.source.from.address") },
    external_id: raw.external_id ?? null,
    custom_fields: customFieldsIn(raw.custom_fields),
    channel: textAt(raw, "via.channel"),
    satisfaction: textAt(raw, "satisfaction_rating.score"),
    is_public: raw.is_public ?? true,
    due_at: asTime(raw.due_at),
  }),
});

const attachment = record({
  id: field.id({ description: "Id of the attachment, for zendesk_download_attachment." }),
  filename: field.text({ from: "file_name" }),
  mime_type: field.nullableText({ from: "content_type" }),
  size: field.nullableInteger({ description: "Size in bytes." }),
  is_inline: field.flag({ from: "inline", description: "Whether it is displayed within the text." }),
});

const commentRaw = t.Object({
  id: rawId,
  author_id: maybe(rawId),
  plain_body: maybeText,
  html_body: maybeText,
  body: maybeText,
  public: maybeFlag,
  attachments: maybe(t.Array(attachment.raw)),
  created_at: maybeText,
});

export const comment = resource({
  raw: commentRaw,
  shape: t.Object({
    id: t.String(),
    author_id: shapes.nullableText("Id of the author, for zendesk_get_user."),
    body: t.String({ description: "Plain text." }),
    is_public: t.Boolean({ description: "Whether the requester sees it; false for an internal note." }),
    attachments: t.Array(attachment.shape),
    created_at: shapes.nullableTime(),
  }),
  map: (raw, call) => ({
    id: String(raw.id),
    author_id: idText(raw.author_id),
    // What has no HTML form comes as plain text; `plain_body` keeps entities such as &nbsp;.
    body: raw.html_body ? htmlToText(raw.html_body) : (raw.plain_body ?? raw.body ?? ""),
    is_public: raw.public ?? true,
    attachments: (raw.attachments ?? []).flatMap((one) => attachment.map(one, call) ?? []),
    created_at: asTime(raw.created_at),
  }),
});

/** A comment that was written: Zendesk has no request for that, and shows it among the changes of the ticket. */
export const writtenComment = resource({
  raw: t.Object({
    ticket: t.Object({ id: rawId, status: t.String() }),
    audit: t.Object({ events: t.Array(t.Object({ id: rawId, type: t.String(), public: maybeFlag })) }),
  }),
  shape: t.Object({
    id: shapes.nullableText("Id of the comment."),
    ticket_id: t.String(),
    is_public: t.Boolean(),
    ticket_status: t.String(),
  }),
  map: ({ ticket: { id, status }, audit }) => {
    const written = audit.events.find(({ type }) => type === "Comment");
    return {
      id: idText(written?.id),
      ticket_id: String(id),
      is_public: written?.public ?? false,
      ticket_status: status,
    };
  },
});
