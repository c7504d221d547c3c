// Endpoints that share a file in Google Drive: who has access, granting and removing it.
import {
  asTime,
  deleted,
  endpoint,
  InvalidInput,
  many,
  one,
  oneOf,
  pages,
  path,
  resource,
  type Static,
  shapes,
  t,
} from "gateway/plugin";
import { keyHeaders, keyQuery } from "./drive-keys.ts";

const paging = pages.cursor({ size: "pageSize", param: "pageToken", read: "nextPageToken", max: 100 });
const FIELDS =
  "id,type,role,emailAddress,domain,displayName,expirationTime,allowFileDiscovery,deleted,pendingOwner,permissionDetails(inherited)";
const id = "Id of the file or folder, from google_drive_list_files.";

const permission = resource({
  raw: t.Object({
    id: t.String(),
    type: t.String(),
    role: t.String(),
    emailAddress: t.Optional(t.String()),
    domain: t.Optional(t.String()),
    displayName: t.Optional(t.String()),
    expirationTime: t.Optional(t.String()),
    allowFileDiscovery: t.Optional(t.Boolean()),
    deleted: t.Optional(t.Boolean()),
    pendingOwner: t.Optional(t.Boolean()),
    permissionDetails: t.Optional(t.Array(t.Object({ inherited: t.Optional(t.Boolean()) }))),
  }),
  shape: t.Object({
    id: t.String(),
    type: t.String({ description: "user, group, domain or anyone." }),
    role: t.String({ description: "reader, commenter, writer, fileOrganizer, organizer or owner." }),
    name: shapes.nullableText(),
    email: shapes.nullableText(),
    domain: shapes.nullableText(),
    expires_at: shapes.nullableTime(),
    is_findable: t.Boolean({ description: "Whether the file can also be found by search, not only by its link." }),
    is_inherited: t.Boolean({
      description: "Whether it was granted on a parent folder or shared drive, which is the only place to remove it.",
    }),
    is_deleted_account: t.Boolean(),
    is_pending_owner: t.Boolean(),
  }),
  map: (raw) => ({
    id: raw.id,
    type: raw.type,
    role: raw.role,
    name: raw.displayName ?? null,
    email: raw.emailAddress ?? null,
    domain: raw.domain ?? null,
    expires_at: asTime(raw.expirationTime),
    is_findable: raw.allowFileDiscovery ?? false,
    is_inherited: (raw.permissionDetails ?? []).some(({ inherited }) => inherited),
    is_deleted_account: raw.deleted ?? false,
    is_pending_owner: raw.pendingOwner ?? false,
  }),
});

const share = t.Object({
  type: oneOf(["user", "group", "domain", "anyone"], "Who to share with; anyone means everyone who has the link."),
  role: oneOf(["reader", "commenter", "writer"], "What they may do."),
  email: t.Optional(
    t.String({
      format: "email",
      maxLength: 320,
      description: "Email address of the user or group; only with user and group.",
    }),
  ),
  domain: t.Optional(
    t.String({ minLength: 1, maxLength: 253, description: "Workspace domain, such as example.com; only with domain." }),
  ),
  findable: t.Optional(
    t.Boolean({
      description: "Whether the file can also be found by search, not only by its link; only with domain and anyone.",
    }),
  ),
  expires_at: t.Optional(
    t.String({
      format: "date-time",
      description:
        "When the access ends, at most a year ahead, such as 2026-02-01T00:00:00Z; only with user and group.",
    }),
  ),
  notify: t.Optional(
    t.Boolean({
      description: "Whether Google emails the user or group; the default is true. Only with user and group.",
    }),
  ),
  message: t.Optional(t.String({ minLength: 1, maxLength: 5000, description: "Message in that email." })),
});

/** Drive's query and body; refuses what does not go with the type, which Drive would refuse or ignore. */
function shareRequest({ type, role, ...input }: Static<typeof share>) {
  const isPerson = type === "user" || type === "group";
  const needed = isPerson ? "email" : type === "domain" ? "domain" : undefined;
  if (needed !== undefined && input[needed] === undefined) throw new InvalidInput(`"type" ${type} needs "${needed}".`);
  const allowed = isPerson
    ? ["email", "expires_at", "notify", "message"]
    : ["domain", "findable"].slice(type === "anyone" ? 1 : 0);
  const extra = Object.keys(input).find((name) => !allowed.includes(name));
  if (extra !== undefined) throw new InvalidInput(`"${extra}" does not go with "type" ${type}.`);
  if (input.message !== undefined && input.notify === false)
    throw new InvalidInput('"message" is part of the email that "notify" turns off.');
  return {
    query: { sendNotificationEmail: input.notify, emailMessage: input.message },
    json: {
      type,
      role,
      emailAddress: input.email,
      domain: input.domain,
      allowFileDiscovery: input.findable,
      expirationTime: input.expires_at,
    },
  };
}

export const driveSharingEndpoints = {
  drive_list_permissions: endpoint({
    method: "GET",
    path: "/drive/files/{id}/permissions",
    permission: "drive.read",
    description: "List who has access to a file or folder in Google Drive, and what they may do.",
    keywords: ["shared with", "who can see", "collaborators", "access list", "sharing"],
    params: { id },
    query: keyQuery,
    upstream: ({ params, query }) => ({
      path: path`/drive/v3/files/${params.id}/permissions`,
      query: { fields: `nextPageToken,permissions(${FIELDS})`, supportsAllDrives: true },
      headers: keyHeaders({ id: params.id, key: query.resource_key }),
    }),
    returns: many("permissions", permission, { at: "permissions", pagination: paging }),
  }),
  drive_share_file: endpoint({
    method: "POST",
    recipients: ["email", "domain"],
    reaches: true,
    path: "/drive/files/{id}/permissions",
    permission: "drive.write",
    description:
      "Share a file or folder in Google Drive with a person, a group, a domain or everybody who has the link.",
    keywords: ["give access", "share document", "invite to edit", "public link", "collaborate", "share with"],
    params: { id },
    query: keyQuery,
    body: share,
    upstream: ({ params, query, body }) => {
      const { query: mail, json } = shareRequest(body);
      return {
        path: path`/drive/v3/files/${params.id}/permissions`,
        query: { ...mail, fields: FIELDS, supportsAllDrives: true },
        headers: keyHeaders({ id: params.id, key: query.resource_key }),
        json,
      };
    },
    returns: one(permission),
  }),
  drive_unshare_file: endpoint({
    method: "DELETE",
    reaches: false,
    path: "/drive/files/{id}/permissions/{permission_id}",
    permission: "drive.write",
    description: "Remove a person's access to a file or folder in Google Drive.",
    keywords: ["stop sharing", "revoke access", "remove permission", "make private", "unshare document"],
    params: { id, permission_id: "Id of the permission, from google_drive_list_permissions." },
    query: keyQuery,
    upstream: ({ params, query }) => ({
      path: path`/drive/v3/files/${params.id}/permissions/${params.permission_id}`,
      query: { supportsAllDrives: true },
      headers: keyHeaders({ id: params.id, key: query.resource_key }),
    }),
    returns: deleted(),
  }),
};
