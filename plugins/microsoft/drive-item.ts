// A file or folder in OneDrive.
import { asTime, maybe, maybeText, nullable, resource, type Static, shapes, t } from "gateway/plugin";

const RawBy = maybe(t.Object({ user: maybe(t.Object({ displayName: maybeText, email: maybeText })) }));
const RawParent = maybe(t.Object({ driveId: maybeText, id: maybeText, path: maybeText }));
/** A facet; only its presence matters. */
const Facet = maybe(t.Object({}));
export const RawItem = t.Object({
  id: t.String(),
  name: maybeText,
  size: maybe(t.Integer()),
  createdDateTime: maybeText,
  lastModifiedDateTime: maybeText,
  webUrl: maybeText,
  eTag: maybeText,
  file: maybe(t.Object({ mimeType: maybeText })),
  folder: maybe(t.Object({ childCount: maybe(t.Integer()) })),
  package: Facet,
  parentReference: RawParent,
  createdBy: RawBy,
  lastModifiedBy: RawBy,
  shared: Facet,
  remoteItem: maybe(
    t.Object({
      id: maybeText,
      file: maybe(t.Object({ mimeType: maybeText })),
      folder: maybe(t.Object({ childCount: maybe(t.Integer()) })),
      package: Facet,
      size: maybe(t.Integer()),
      parentReference: RawParent,
    }),
  ),
});
export type RawItem = Static<typeof RawItem>;

/** `$select` of an item, without its pre-authenticated download link. */
export const ITEM_FIELDS = Object.keys(RawItem.properties).join(",");

const Person = nullable(t.Object({ name: shapes.nullableText(), email: shapes.nullableText() }));
const File = t.Object({
  ...shapes.driveFile,
  path: shapes.nullableText("Path of the folder that it is in."),
  child_count: nullable(t.Integer(), "Number of items in a folder; null for a file."),
  created_by: Person,
  modified_by: Person,
  drive_id: shapes.nullableText(),
  remote: nullable(
    t.Object({ drive_id: shapes.nullableText(), id: t.String() }),
    "The item in another drive that it points to, if somebody else shares it.",
  ),
  etag: shapes.nullableText(),
});

/** freedesktop.org's media type of a folder; OneDrive has none. */
const FOLDER_TYPE = "inode/directory";
const OTHER_TYPE = "application/octet-stream";

type Faceted = Pick<RawItem, "file" | "folder" | "package">;

export function kindOf(item: Faceted & Pick<RawItem, "remoteItem">): "file" | "folder" | "package" {
  const { folder, package: pack } = item.remoteItem ?? item;
  return folder ? "folder" : pack ? "package" : "file";
}

export function mimeTypeOf(item: Partial<RawItem>): string {
  if (kindOf(item) === "folder") return FOLDER_TYPE;
  return (item.file ?? item.remoteItem?.file)?.mimeType || OTHER_TYPE;
}

/** `/Documents` for `/drive/root:/Documents` and `/drives/b!1/root:/Documents`, percent-decoded. */
function folderPathOf(path: string | null | undefined): string | null {
  if (!path?.includes("root:")) return null;
  const folderPath = path.slice(path.indexOf("root:") + "root:".length) || "/";
  try {
    return decodeURIComponent(folderPath);
  } catch {
    // A path that is not percent-encoded is taken as it is.
    return folderPath;
  }
}

function personOf(by: RawItem["createdBy"]): Static<typeof Person> {
  return by?.user ? { name: by.user.displayName ?? null, email: by.user.email ?? null } : null;
}

export function toFile(raw: RawItem): Static<typeof File> {
  const { remoteItem: remote, parentReference: parent } = raw;
  return {
    id: raw.id,
    name: raw.name ?? "",
    mime_type: mimeTypeOf(raw),
    kind: kindOf(raw),
    size: raw.size ?? remote?.size ?? null,
    created_at: asTime(raw.createdDateTime),
    modified_at: asTime(raw.lastModifiedDateTime),
    parents: parent?.id ? [parent.id] : [],
    url: raw.webUrl ?? null,
    shared: Boolean(raw.shared ?? remote),
    path: folderPathOf(parent?.path),
    child_count: (raw.folder ?? remote?.folder)?.childCount ?? null,
    created_by: personOf(raw.createdBy),
    modified_by: personOf(raw.lastModifiedBy),
    drive_id: parent?.driveId ?? null,
    remote: remote?.id ? { drive_id: remote.parentReference?.driveId ?? null, id: remote.id } : null,
    etag: raw.eTag ?? null,
  };
}

export const driveItem = resource({ raw: RawItem, shape: File, map: toFile });
