// Endpoints and events of different providers that return the same kind of object return the shared fields.
import { describe, expect, test } from "bun:test";
import type { TSchema } from "@sinclair/typebox";
import { type Provider, shapes } from "../../src/plugin/index.ts";
import { builtInPlugins, PLUGIN_IDS } from "../support/built-in.ts";

const KINDS = {
  mailSummary: shapes.mailSummary,
  mailMessage: shapes.mailMessage,
  calendarEvent: shapes.calendarEvent,
  driveFile: shapes.driveFile,
  chatMessage: shapes.chatMessage,
  issue: shapes.issue,
  contact: shapes.contact,
  person: shapes.person,
} satisfies Record<string, Record<string, TSchema>>;
type Kind = keyof typeof KINDS;

/**
 * The endpoints (by key) and events (by type) that return each kind, with a path in the response after a space. A
 * mail message is not listed among the summaries again.
 */
const RETURNED_BY: Record<Kind, Record<string, readonly string[]>> = {
  mailSummary: {
    google: ["gmail_list_messages", "gmail_list_drafts message"],
    microsoft: ["list_emails", "update_email", "move_email"],
  },
  mailMessage: {
    google: ["gmail_get_message", "gmail_get_thread messages[]", "gmail_get_draft message"],
    microsoft: ["get_email", "create_draft"],
  },
  calendarEvent: {
    calendly: ["list_events", "get_event"],
    google: [
      "calendar_list_events",
      "calendar_get_event",
      "calendar_create_event",
      "calendar_respond_to_event",
      "calendar_update_event",
    ],
    microsoft: ["list_events", "get_event", "create_event", "update_event"],
  },
  driveFile: {
    google: ["drive_list_files", "drive_get_file", "drive_upload_file", "drive_copy_file", "drive_update_file"],
    microsoft: ["list_files", "list_folder_files", "get_file", "upload_file", "create_folder", "update_file"],
  },
  chatMessage: {
    discord: ["list_messages", "search_messages", "get_message", "send_message", "edit_message", "list_pins"],
    slack: [
      ...["list_messages", "list_replies", "send_message", "update_message", "search_messages", "list_pins"],
      ...["messages.received", "private_channels.message_received", "dms.message_received"],
    ],
    twitter: ["list_messages"],
  },
  issue: {
    asana: ["list_tasks", "search_tasks", "get_task", "list_subtasks", "create_task", "update_task"],
    github: [
      ...["list_issues", "get_issue", "create_issue", "update_issue", "search_issues"],
      ...["opened", "closed", "reopened", "assigned", "labeled", "commented"].map((what) => `issues.${what} issue`),
      "pulls.commented issue",
    ],
    gitlab: ["list_issues", "list_my_issues", "get_issue", "create_issue", "update_issue", "search_issues"],
    hubspot: ["list_tickets", "create_ticket", "create_task"],
    jira: ["search_issues", "get_issue", "update_issue"],
    linear: ["list_issues", "search_issues", "get_issue", "create_issue", "update_issue"],
    zendesk: ["list_tickets", "list_view_tickets", "search_tickets", "get_ticket", "create_ticket", "update_ticket"],
  },
  contact: {
    hubspot: ["list_contacts", "get_contact", "create_contact", "update_contact"],
    microsoft: ["list_contacts"],
    pipedrive: ["list_persons", "create_person"],
    salesforce: ["list_contacts", "list_leads"],
  },
  person: {
    asana: ["list_users", "get_me"],
    airtable: ["list_comments author", "create_comment author", "update_comment author"],
    calendly: [
      ...["get_me", "list_invitees", "create_booking"],
      ...["events.booked", "events.canceled", "events.no_show", "events.no_show_undone"],
    ],
    discord: ["find_members", "get_me"],
    google: ["get_me"],
    github: ["get_user", "list_collaborators"],
    gitlab: ["get_me", "find_users"],
    hubspot: ["list_owners"],
    jira: ["find_users", "get_me"],
    linear: [
      ...["list_issues", "search_issues", "get_issue", "create_issue", "update_issue"].flatMap((name) => [
        `${name} assignee`,
        `${name} creator`,
      ]),
      ...[
        "list_comments user",
        "create_comment user",
        "list_projects lead",
        "list_users",
        "get_me",
        "comments.created user",
      ],
    ],
    linkedin: ["get_me"],
    microsoft: ["get_me"],
    notion: ["list_users", "get_user", "get_me", "get_me owner"],
    pipedrive: ["list_users", "get_me"],
    salesforce: ["get_me"],
    slack: ["list_users", "get_user", "find_user_by_email", "get_user_profile", "users.joined"],
    twitter: ["get_me", "get_user"],
    zendesk: ["get_me", "list_users", "search_users", "get_user", "create_user", "update_user"],
    zoom: ["get_me", "get_user", "list_users"],
  },
};

/** Objects that have most of a kind's fields but are of another kind. */
const ALIKE: Record<string, readonly string[]> = {
  // Pull requests; get_issue and search_issues return them as issues too.
  github: [
    ...["list_pull_requests", "get_pull_request", "create_pull_request", "update_pull_request"],
    ...["opened", "updated", "ready_for_review", "review_requested", "merged", "closed", "reviewed"].map(
      (what) => `pulls.${what} pull_request`,
    ),
  ],
  // Merge requests, which have all fields of an issue.
  gitlab: [
    ...["list_merge_requests", "list_my_merge_requests", "get_merge_request", "create_merge_request"],
    ...["update_merge_request", "merge_merge_request", "search_merge_requests"],
  ],
  // Who has access, by permission and not by person.
  google: ["drive_list_permissions", "drive_share_file"],
  // Who buys, with an address in place of companies.
  stripe: ["list_customers", "search_customers", "get_customer", "create_customer", "update_customer", "get_account"],
  // Orders, the shop and its customers, with an e-mail address and no picture.
  shopify: [
    ...["create_customer", "create_draft_order", "get_customer", "get_order", "get_shop", "list_customers"],
    ...["list_draft_orders", "list_orders", "update_order", "customers.created", "customers.updated"],
    ...["orders.cancelled", "orders.created", "orders.fulfilled", "orders.paid", "orders.updated"],
    ...["products.created", "products.deleted", "products.updated"],
  ],
  // Who was created, without a picture.
  zendesk: ["users.created"],
  // A search result of any record type.
  salesforce: ["search_records"],
  // A message author, for whom Discord returns no email address.
  discord: ["list_messages", "search_messages", "get_message", "send_message", "edit_message", "list_pins"].map(
    (name) => `${name} author`,
  ),
};
/** The share of a kind's fields from which an object must be listed. */
const MOST = 0.7;

/** Every object schema within a schema by its path: `message`, `messages[]`, and "" for the root. */
function objectsIn(schema: TSchema, path = ""): [string, TSchema][] {
  const inner = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
  return [
    ...(schema.properties ? ([[path, schema]] as [string, TSchema][]) : []),
    ...inner.flatMap(([name, field]) => objectsIn(field, path === "" ? name : `${path}.${name}`)),
    ...(schema.items ? objectsIn(schema.items as TSchema, `${path}[]`) : []),
    ...((schema.anyOf ?? []) as TSchema[]).flatMap((one) => objectsIn(one, path)),
  ];
}

/** Every object that a plugin returns, named as in the tables. */
function thingsOf(plugin: Provider): Map<string, TSchema> {
  const responses = Object.entries(plugin.endpoints).flatMap(([key, { returns }]): [string, TSchema][] =>
    "resource" in returns ? [[key, returns.resource.shape]] : [],
  );
  const events = Object.entries(plugin.webhook?.events ?? {}).map(([type, { shape }]): [string, TSchema] => [
    type,
    shape,
  ]);
  return new Map(
    [...responses, ...events].flatMap(([name, shape]) =>
      objectsIn(shape).map(([path, schema]): [string, TSchema] => [`${name} ${path}`.trim(), schema]),
    ),
  );
}

/** Whether every value of `schema` is valid for a reader of `shared`; it may be narrower and have more fields. */
function isReadBy(shared: TSchema, schema: TSchema | undefined): boolean {
  if (schema === undefined) return false;
  if (schema.anyOf) return (schema.anyOf as TSchema[]).every((one) => isReadBy(shared, one));
  if (shared.anyOf) return (shared.anyOf as TSchema[]).some((one) => isReadBy(one, schema));
  if (schema.type !== shared.type || (shared.format !== undefined && schema.format !== shared.format)) return false;
  if (shared.type === "array") return isReadBy(shared.items as TSchema, schema.items as TSchema);
  if (shared.type === "object") return unread(shared.properties as Record<string, TSchema>, schema).length === 0;
  return true;
}

/** The fields that `schema` lacks, makes optional, or declares with another type. */
function unread(fields: Record<string, TSchema>, schema: TSchema): string[] {
  const required = (schema.required ?? []) as string[];
  return Object.keys(fields).filter(
    (name) => !required.includes(name) || !isReadBy(fields[name] as TSchema, schema.properties?.[name]),
  );
}

const kinds = Object.keys(KINDS) as Kind[];
const share = (kind: Kind, schema: TSchema) => {
  const names = Object.keys(KINDS[kind]);
  return names.filter((name) => Object.hasOwn(schema.properties, name)).length / names.length;
};
/** The largest kind whose fields a schema has. */
const kindOf = (schema: TSchema) =>
  kinds
    .filter((kind) => share(kind, schema) === 1)
    .sort((a, b) => Object.keys(KINDS[b]).length - Object.keys(KINDS[a]).length)[0];

for (const plugin of await builtInPlugins()) {
  const { id } = plugin;
  describe(`what ${id} shares with other providers`, () => {
    const things = thingsOf(plugin);

    for (const kind of kinds.filter((name) => RETURNED_BY[name][id])) {
      test(`each ${kind} of ${id} has the shared fields, in the shared schema`, () => {
        for (const name of RETURNED_BY[kind][id] ?? []) {
          const schema = things.get(name);
          expect({ name, lacks: schema ? unread(KINDS[kind], schema) : "everything" }).toEqual({ name, lacks: [] });
        }
      });
    }

    test(`the table lists every object of a shared kind that ${id} returns`, () => {
      const named = new Set(kinds.flatMap((kind) => RETURNED_BY[kind][id] ?? []));
      const found = [...things].flatMap(([name, schema]) => {
        const kind = kindOf(schema) ?? kinds.find((one) => share(one, schema) >= MOST);
        return kind === undefined || named.has(name) ? [] : [name];
      });
      expect(found.sort()).toEqual([...(ALIKE[id] ?? [])].sort());
    });
  });
}

test("the tables name only known providers", () => {
  const named = [...kinds.flatMap((kind) => Object.keys(RETURNED_BY[kind])), ...Object.keys(ALIKE)];
  expect(named.filter((id) => !PLUGIN_IDS.includes(id))).toEqual([]);
});
