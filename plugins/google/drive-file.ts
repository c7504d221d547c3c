// A file in Google Drive, and the export formats of Google's own documents.
import { asTime, nullable, resource, type Static, shapes, t } from "gateway/plugin";

const GOOGLE_TYPE = "application/vnd.google-apps.";
export const SHORTCUT = `${GOOGLE_TYPE}shortcut`;
const FOLDER = `${GOOGLE_TYPE}folder`;

/** Whether a media type is one of Google's own documents, which have no bytes to download. */
export function isGoogleType(mimeType: string): boolean {
  return mimeType.startsWith(GOOGLE_TYPE);
}

/** Default export type of each kind of Google document: what reads best as text, else PDF. */
export const DEFAULT_EXPORT: Readonly<Record<string, string>> = {
  [`${GOOGLE_TYPE}document`]: "text/markdown",
  [`${GOOGLE_TYPE}spreadsheet`]: "text/csv",
  [`${GOOGLE_TYPE}presentation`]: "application/pdf",
  [`${GOOGLE_TYPE}drawing`]: "application/pdf",
  [`${GOOGLE_TYPE}script`]: "application/vnd.google-apps.script+json",
  [`${GOOGLE_TYPE}vid`]: "video/mp4",
};

const OFFICE = "application/vnd.openxmlformats-officedocument.";
const EXTENSIONS: Readonly<Record<string, string>> = {
  "application/epub+zip": "epub",
  "application/pdf": "pdf",
  "application/rtf": "rtf",
  "application/vnd.google-apps.script+json": "json",
  "application/vnd.oasis.opendocument.presentation": "odp",
  "application/vnd.oasis.opendocument.spreadsheet": "ods",
  "application/vnd.oasis.opendocument.text": "odt",
  "application/zip": "zip",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/svg+xml": "svg",
  "text/csv": "csv",
  "text/markdown": "md",
  "text/plain": "txt",
  "text/tab-separated-values": "tsv",
  "video/mp4": "mp4",
  [`${OFFICE}presentationml.presentation`]: "pptx",
  [`${OFFICE}spreadsheetml.sheet`]: "xlsx",
  [`${OFFICE}wordprocessingml.document`]: "docx",
};

/** The document's name with the extension of the exported type. */
export function exportName(name: string, mimeType: string): string {
  const extension = Object.hasOwn(EXTENSIONS, mimeType) ? `.${EXTENSIONS[mimeType]}` : "";
  return name.toLowerCase().endsWith(extension) ? name : name + extension;
}

const person = "(displayName,emailAddress)";
/** The `fields` parameter for a file; without it Drive sends only id, name and type. */
export const FILE_FIELDS = [
  "id,name,mimeType,description,size,createdTime,modifiedTime,parents",
  `owners${person},lastModifyingUser${person}`,
  "webViewLink,webContentLink,md5Checksum,starred,trashed,shared,driveId,resourceKey,shortcutDetails",
].join(",");

const RawPerson = t.Object({ displayName: t.Optional(t.String()), emailAddress: t.Optional(t.String()) });
export const RawFile = t.Object({
  id: t.String(),
  name: t.String(),
  mimeType: t.String(),
  description: t.Optional(t.String()),
  size: t.Optional(t.String()),
  createdTime: t.Optional(t.String()),
  modifiedTime: t.Optional(t.String()),
  parents: t.Optional(t.Array(t.String())),
  owners: t.Optional(t.Array(RawPerson)),
  lastModifyingUser: t.Optional(RawPerson),
  webViewLink: t.Optional(t.String()),
  webContentLink: t.Optional(t.String()),
  md5Checksum: t.Optional(t.String()),
  starred: t.Optional(t.Boolean()),
  trashed: t.Optional(t.Boolean()),
  shared: t.Optional(t.Boolean()),
  driveId: t.Optional(t.String()),
  resourceKey: t.Optional(t.String()),
  shortcutDetails: t.Optional(
    t.Object({
      targetId: t.Optional(t.String()),
      targetMimeType: t.Optional(t.String()),
      targetResourceKey: t.Optional(t.String()),
    }),
  ),
  exportLinks: t.Optional(t.Record(t.String(), t.String())),
});
export type RawFile = Static<typeof RawFile>;

const Person = t.Object({ name: shapes.nullableText(), email: shapes.nullableText() });
const Kind = t.Union([t.Literal("file"), t.Literal("folder"), t.Literal("google_doc"), t.Literal("shortcut")]);

/** Size in bytes; null for folders, shortcuts and most of Google's own documents. */
export function sizeOf(size: string | undefined): number | null {
  return size !== undefined && /^\d{1,15}$/.test(size) ? Number(size) : null;
}

function kindOf(mimeType: string): Static<typeof Kind> {
  if (mimeType === FOLDER) return "folder";
  if (mimeType === SHORTCUT) return "shortcut";
  return isGoogleType(mimeType) ? "google_doc" : "file";
}

function personOf(raw: Static<typeof RawPerson>): Static<typeof Person> {
  return { name: raw.displayName ?? null, email: raw.emailAddress ?? null };
}

export function fileOf(raw: RawFile) {
  return {
    id: raw.id,
    name: raw.name,
    mime_type: raw.mimeType,
    kind: kindOf(raw.mimeType),
    description: raw.description ?? null,
    size: sizeOf(raw.size),
    created_at: asTime(raw.createdTime),
    modified_at: asTime(raw.modifiedTime),
    modified_by: raw.lastModifyingUser ? personOf(raw.lastModifyingUser) : null,
    parents: raw.parents ?? [],
    owners: (raw.owners ?? []).map(personOf),
    url: raw.webViewLink ?? null,
    download_url: raw.webContentLink ?? null,
    md5: raw.md5Checksum ?? null,
    starred: raw.starred ?? false,
    trashed: raw.trashed ?? false,
    shared: raw.shared ?? false,
    drive_id: raw.driveId ?? null,
    resource_key: raw.resourceKey ?? null,
    shortcut_target: raw.shortcutDetails?.targetId
      ? {
          id: raw.shortcutDetails.targetId,
          mime_type: raw.shortcutDetails.targetMimeType ?? null,
          resource_key: raw.shortcutDetails.targetResourceKey ?? null,
        }
      : null,
    export_formats: Object.keys(raw.exportLinks ?? {}).sort(),
  };
}

export const driveFile = resource({
  raw: RawFile,
  shape: t.Object({
    ...shapes.driveFile,
    kind: Kind,
    description: shapes.nullableText(),
    modified_by: nullable(Person),
    owners: t.Array(Person),
    download_url: shapes.nullableText(),
    md5: shapes.nullableText(),
    starred: t.Boolean(),
    trashed: t.Boolean(),
    drive_id: shapes.nullableText("Id of the shared drive that it belongs to; null in My Drive."),
    resource_key: shapes.nullableText("Key that calls need in addition to the id, for some files shared by link."),
    shortcut_target: nullable(
      t.Object({ id: t.String(), mime_type: shapes.nullableText(), resource_key: shapes.nullableText() }),
    ),
    export_formats: t.Array(t.String(), { description: "Media types that the content can be exported as." }),
  }),
  map: fileOf,
});
