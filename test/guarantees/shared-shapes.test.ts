// A mail is a mail whoever keeps it: every endpoint and event that gives a thing of a shared kind gives its shared fields.
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
 * Who gives what: an endpoint by its key, an event by its type; behind a blank, where in the answer the thing stands. A
 * mail message is not named among the summaries again.
 */
const GIVEN_BY: Record<Kind, Record<string, readonly string[]>> = {
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
    google: ["calendar_list_events", "calendar_get_event", "calendar_create_event", "calendar_update_event"],
    microsoft: ["list_events", "get_event", "create_event", "update_event"],
  },
  driveFile: {
    google: ["drive_list_files", "drive_get_file", "drive_upload_file", "drive_update_file"],
    microsoft: ["list_files", "list_folder_files", "get_file", "upload_file", "create_folder", "update_file"],
  },
  chatMessage: {
    discord: ["list_messages", "get_message", "send_message", "list_pins"],
    slack: [
      ...["list_messages", "list_replies", "send_message", "update_message", "search_messages", "list_pins"],
      ...["messages.received", "private_channels.message_received", "dms.message_received"],
    ],
    twitter: ["list_messages"],
  },
  issue: {
    github: [
      ...["list_issues", "get_issue", "create_issue", "update_issue", "search_issues"],
      ...["opened", "closed", "reopened", "assigned", "labeled", "commented"].map((what) => `issues.${what} issue`),
      "pulls.commented issue",
    ],
    hubspot: ["list_tickets", "create_ticket", "create_task"],
    jira: ["search_issues", "get_issue", "update_issue"],
    linear: ["list_issues", "search_issues", "get_issue", "create_issue", "update_issue"],
  },
  contact: {
    hubspot: ["list_contacts", "get_contact", "create_contact", "update_contact"],
    microsoft: ["list_contacts"],
    pipedrive: ["list_persons", "create_person"],
    salesforce: ["list_contacts", "list_leads"],
  },
  person: {
    calendly: [
      ...["get_me", "list_invitees", "create_booking"],
      ...["events.booked", "events.canceled", "events.no_show", "events.no_show_undone"],
    ],
    discord: ["find_members"],
    github: ["get_user", "list_collaborators"],
    hubspot: ["list_owners"],
    jira: ["find_users"],
    linear: [
      ...["list_issues", "search_issues", "get_issue", "create_issue", "update_issue"].flatMap((name) => [
        `${name} assignee`,
        `${name} creator`,
      ]),
      ...["list_comments user", "create_comment user", "list_projects lead", "list_users"],
    ],
    linkedin: ["get_me"],
    microsoft: ["get_me"],
    notion: ["list_users", "get_user"],
    pipedrive: ["list_users"],
    slack: ["list_users", "get_user", "find_user_by_email", "get_user_profile", "users.joined"],
    twitter: ["get_me", "get_user"],
  },
};

/** What has most of a kind's fields and is yet another thing. */
const ALIKE: Record<string, readonly string[]> = {
  // A pull request: GitHub gives it as an issue as well, by get_issue and search_issues.
  github: [
    ...["list_pull_requests", "get_pull_request", "create_pull_request", "update_pull_request"],
    ...["opened", "updated", "ready_for_review", "review_requested", "merged", "closed", "reviewed"].map(
      (what) => `pulls.${what} pull_request`,
    ),
  ],
  // A record of whatever type, found by its words.
  salesforce: ["search_records"],
  // The author of a message, who is named and not described: Discord tells no address there.
  discord: ["list_messages author", "get_message author", "send_message author", "list_pins author"],
};
/** The part of a kind's fields from which on a thing must say what it is. */
const MOST = 0.7;

/** Every object within a schema by its place: `message`, `messages[]`, and "" for the whole. */
function objectsIn(schema: TSchema, place = ""): [string, TSchema][] {
  const inner = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
  return [
    ...(schema.properties ? ([[place, schema]] as [string, TSchema][]) : []),
    ...inner.flatMap(([name, field]) => objectsIn(field, place === "" ? name : `${place}.${name}`)),
    ...(schema.items ? objectsIn(schema.items as TSchema, `${place}[]`) : []),
    ...((schema.anyOf ?? []) as TSchema[]).flatMap((one) => objectsIn(one, place)),
  ];
}

/** Everything that a plugin gives, by the names of the tables. */
function thingsOf(plugin: Provider): Map<string, TSchema> {
  const answers = Object.entries(plugin.endpoints).flatMap(([key, { returns }]): [string, TSchema][] =>
    "resource" in returns ? [[key, returns.resource.shape]] : [],
  );
  const events = Object.entries(plugin.webhook?.events ?? {}).map(([type, { shape }]): [string, TSchema] => [
    type,
    shape,
  ]);
  return new Map(
    [...answers, ...events].flatMap(([name, shape]) =>
      objectsIn(shape).map(([place, schema]): [string, TSchema] => [`${name} ${place}`.trim(), schema]),
    ),
  );
}

/** Whether code that reads `shared` can read whatever `given` describes, which may be narrower and say more. */
function isReadBy(shared: TSchema, given: TSchema | undefined): boolean {
  if (given === undefined) return false;
  if (given.anyOf) return (given.anyOf as TSchema[]).every((one) => isReadBy(shared, one));
  if (shared.anyOf) return (shared.anyOf as TSchema[]).some((one) => isReadBy(one, given));
  if (given.type !== shared.type || (shared.format !== undefined && given.format !== shared.format)) return false;
  if (shared.type === "array") return isReadBy(shared.items as TSchema, given.items as TSchema);
  if (shared.type === "object") return unread(shared.properties as Record<string, TSchema>, given).length === 0;
  return true;
}

/** The fields that `given` lacks, leaves open, or gives as something else. */
function unread(fields: Record<string, TSchema>, given: TSchema): string[] {
  const required = (given.required ?? []) as string[];
  return Object.keys(fields).filter(
    (name) => !required.includes(name) || !isReadBy(fields[name] as TSchema, given.properties?.[name]),
  );
}

const kinds = Object.keys(KINDS) as Kind[];
const share = (kind: Kind, schema: TSchema) => {
  const names = Object.keys(KINDS[kind]);
  return names.filter((name) => Object.hasOwn(schema.properties, name)).length / names.length;
};
/** The kind that a schema has all fields of; the largest, where one holds another. */
const kindOf = (schema: TSchema) =>
  kinds
    .filter((kind) => share(kind, schema) === 1)
    .sort((a, b) => Object.keys(KINDS[b]).length - Object.keys(KINDS[a]).length)[0];

for (const plugin of await builtInPlugins()) {
  const { id } = plugin;
  describe(`what ${id} shares with other providers`, () => {
    const things = thingsOf(plugin);

    for (const kind of kinds.filter((name) => GIVEN_BY[name][id])) {
      test(`each ${kind} of ${id} has the shared fields, in the shared schema`, () => {
        for (const name of GIVEN_BY[kind][id] ?? []) {
          const schema = things.get(name);
          expect({ name, lacks: schema ? unread(KINDS[kind], schema) : "everything" }).toEqual({ name, lacks: [] });
        }
      });
    }

    test(`whatever ${id} gives of a shared kind stands in the table`, () => {
      const named = new Set(kinds.flatMap((kind) => GIVEN_BY[kind][id] ?? []));
      const told = [...things].flatMap(([name, schema]) => {
        const kind = kindOf(schema) ?? kinds.find((one) => share(one, schema) >= MOST);
        return kind === undefined || named.has(name) ? [] : [name];
      });
      expect(told.sort()).toEqual([...(ALIKE[id] ?? [])].sort());
    });
  });
}

test("the tables name no provider that is not there", () => {
  const named = [...kinds.flatMap((kind) => Object.keys(GIVEN_BY[kind])), ...Object.keys(ALIKE)];
  expect(named.filter((id) => !PLUGIN_IDS.includes(id))).toEqual([]);
});
