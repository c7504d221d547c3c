// Endpoints of Google Drive: find, read, upload and change files.
import {
  base64Bytes,
  checked,
  endpoint,
  entryOf,
  file,
  InvalidInput,
  many,
  one,
  pages,
  path,
  type Static,
  t,
  type Upstream,
  type UpstreamFile,
  type UpstreamRequest,
} from "gateway/plugin";
import {
  DEFAULT_EXPORT,
  driveFile,
  exportName,
  FILE_FIELDS,
  isGoogleType,
  RawFile,
  SHORTCUT,
  sizeOf,
} from "./drive-file.ts";
import { driveQuery } from "./drive-query.ts";
import { uploadInParts } from "./drive-upload.ts";
import { multipartRelated } from "./multipart.ts";

const paging = pages.cursor({ size: "pageSize", param: "pageToken", read: "nextPageToken", max: 1000 });
const id = "Id of the file, from drive_list_files.";
const MIME = "^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$";
const mimeType = (description: string) => t.String({ maxLength: 255, pattern: MIME, description });
const fileId = (description: string) => t.String({ minLength: 1, maxLength: 200, description });
/** The query takes ids as a comma-separated list, so an id holds no comma. */
const folderIds = (description: string) =>
  t.Optional(t.Array(t.String({ pattern: "^[^,\\s]{1,200}$" }), { maxItems: 20, description }));

const RawSource = t.Pick(RawFile, ["name", "mimeType", "size", "shortcutDetails"]);

/** Resolves a shortcut to its target; any other file is its own source. */
async function resolveSource(fileId: string, upstream: Upstream) {
  const read = async (id: string) => {
    const { json } = await upstream.request({
      path: path`/drive/v3/files/${id}`,
      query: { fields: "id,name,mimeType,size,shortcutDetails", supportsAllDrives: true },
    });
    return checked(RawSource, json);
  };
  const found = await read(fileId);
  const target = found.mimeType === SHORTCUT ? found.shortcutDetails?.targetId : undefined;
  const source = target === undefined ? found : await read(target);
  return {
    id: target ?? fileId,
    name: source.name ?? fileId,
    mimeType: source.mimeType ?? "application/octet-stream",
    size: sizeOf(source.size),
  };
}

type Source = Awaited<ReturnType<typeof resolveSource>>;

/** Exports a Google document; Drive refuses any other file. */
async function exportDocument(source: Source, mimeType: string, upstream: Upstream): Promise<UpstreamFile> {
  const { body } = await upstream.open({
    path: path`/drive/v3/files/${source.id}/export`,
    query: { mimeType },
    headers: { accept: "*/*" },
  });
  return { id: source.id, name: exportName(source.name, mimeType), mimeType, size: null, body };
}

/** Opens the file's bytes, or an export of a Google document. Drive refuses what has neither. */
async function openContent(source: Source, exportType: string | undefined, upstream: Upstream): Promise<UpstreamFile> {
  const target = isGoogleType(source.mimeType) ? (exportType ?? entryOf(DEFAULT_EXPORT, source.mimeType)) : undefined;
  if (target !== undefined) return exportDocument(source, target, upstream);
  const { body } = await upstream.open({
    path: path`/drive/v3/files/${source.id}`,
    query: { alt: "media", supportsAllDrives: true },
    headers: { accept: "*/*" },
  });
  return { ...source, body };
}

const newFile = t.Object({
  name: t.String({ minLength: 1, maxLength: 1024, description: "Name of the file or folder." }),
  mime_type: mimeType(
    "Type, such as text/plain; application/vnd.google-apps.folder makes a folder, application/vnd.google-apps.document a Google Doc.",
  ),
  content: t.Optional(t.String({ description: "The content; leave it out for a folder or an empty document." })),
  encoding: t.Optional(
    t.Union([t.Literal("utf-8"), t.Literal("base64")], {
      default: "utf-8",
      description: "How the content is written.",
    }),
  ),
  content_type: t.Optional(
    mimeType(
      "Type of the content, if Drive should convert it: text/markdown into a Google Doc, text/csv into a Sheet.",
    ),
  ),
  parent_ids: folderIds("Folder to put it in, by id; the default is My Drive."),
  description: t.Optional(t.String({ maxLength: 5000, description: "A note about the file." })),
});

const metadataOf = ({ name, mime_type, parent_ids, description }: Static<typeof newFile>) => ({
  name,
  mimeType: mime_type,
  parents: parent_ids,
  description,
});
const UPLOAD_QUERY = { fields: FILE_FIELDS, supportsAllDrives: true };

/** The request that creates a file: metadata alone, or metadata and bytes. */
async function uploadRequest(body: Static<typeof newFile>): Promise<UpstreamRequest> {
  const metadata = metadataOf(body);
  const query = UPLOAD_QUERY;
  if (body.content === undefined) return { method: "POST", path: path`/drive/v3/files`, query, json: metadata };
  const bytes = body.encoding === "base64" ? base64Bytes(body.content) : new TextEncoder().encode(body.content);
  if (!bytes) throw new InvalidInput('"content" is not base64.');
  const type = body.content_type ?? (isGoogleType(body.mime_type) ? "text/plain" : body.mime_type);
  return {
    method: "POST",
    path: path`/upload/drive/v3/files`,
    query: { ...query, uploadType: "multipart" },
    content: await multipartRelated(metadata, type, bytes),
  };
}

export const driveEndpoints = {
  drive_list_files: endpoint({
    method: "GET",
    path: "/drive/files",
    permission: "drive.read",
    description:
      "List or search files and folders in Google Drive, by words in name or content, by folder or by type. Without words: last changed first.",
    keywords: ["documents", "find file", "folder contents", "spreadsheet", "presentation", "pdf"],
    query: t.Object({
      q: t.Optional(
        t.String({ minLength: 1, maxLength: 1000, description: "Words to look for in names and contents." }),
      ),
      mime_type: t.Optional(mimeType("Only of this type; application/vnd.google-apps.folder returns folders.")),
      parent_id: t.Optional(fileId("Only what is in this folder, by id; `root` is My Drive.")),
      query: t.Optional(
        t.String({
          minLength: 1,
          maxLength: 4000,
          description: "Drive's own search language: modifiedTime > '2026-01-01T00:00:00' and starred = true.",
        }),
      ),
      trashed: t.Optional(t.Boolean({ description: "Only what is in the trash." })),
    }),
    upstream: ({ query }) => ({
      path: path`/drive/v3/files`,
      query: {
        q: driveQuery(query),
        // Drive refuses `orderBy` in a full-text search.
        orderBy: query.q !== undefined || /fulltext/i.test(query.query ?? "") ? undefined : "modifiedTime desc",
        fields: `nextPageToken,files(${FILE_FIELDS})`,
        supportsAllDrives: true,
        includeItemsFromAllDrives: true,
      },
    }),
    returns: many("files", driveFile, { at: "files", pagination: paging }),
  }),
  drive_get_file: endpoint({
    method: "GET",
    path: "/drive/files/{id}",
    permission: "drive.read",
    description: "Get the details of one file or folder in Google Drive: type, size, owners, folders, links.",
    keywords: ["document info", "metadata", "file link"],
    params: { id },
    upstream: ({ params }) => ({
      path: path`/drive/v3/files/${params.id}`,
      query: { fields: `${FILE_FIELDS},exportLinks`, supportsAllDrives: true },
    }),
    returns: one(driveFile),
  }),
  drive_download_file: endpoint({
    method: "GET",
    path: "/drive/files/{id}/content",
    permission: "drive.read",
    description:
      "Download the content of a file in Google Drive. Google Docs come as Markdown, Sheets as CSV, Slides as PDF, unless another type is asked for.",
    keywords: ["read document", "open file", "file content", "export doc"],
    params: { id },
    query: t.Object({
      mime_type: t.Optional(
        mimeType(
          "Type to export a Google Doc, Sheet or Slides file as, such as application/pdf; others come as they are.",
        ),
      ),
    }),
    run: async ({ params, query }, upstream) =>
      openContent(await resolveSource(params.id, upstream), query.mime_type, upstream),
    returns: file(),
  }),
  drive_export_file: endpoint({
    method: "GET",
    path: "/drive/files/{id}/export",
    permission: "drive.read",
    description:
      "Export a Google Doc, Sheet or Slides file from Google Drive as another type, such as PDF or Word. 10 MB at most.",
    keywords: ["convert document", "save as pdf", "docx", "xlsx", "pptx"],
    params: { id },
    query: t.Object({
      mime_type: mimeType(
        "Media type to export as, such as application/pdf; the file's `export_formats` lists what it can be.",
      ),
    }),
    run: async ({ params, query }, upstream) =>
      exportDocument(await resolveSource(params.id, upstream), query.mime_type, upstream),
    returns: file(),
  }),
  drive_upload_file: endpoint({
    method: "POST",
    reaches: { when: ["parent_ids"] },
    path: "/drive/files",
    permission: "drive.write",
    description: "Upload a file to Google Drive, or create a folder, a Google Doc or a Google Sheet.",
    keywords: ["create document", "save file", "new folder", "create folder", "store", "add file", "spreadsheet"],
    body: newFile,
    maxBodyBytes: 16 * 1024 * 1024,
    fileFields: ["content", "encoding", "content_type"],
    run: async ({ body, upload }, upstream) =>
      upload
        ? uploadInParts(metadataOf(body), UPLOAD_QUERY, upload, upstream)
        : upstream.request(await uploadRequest(body)),
    returns: one(driveFile),
  }),
  drive_copy_file: endpoint({
    method: "POST",
    reaches: { when: ["parent_id"] },
    path: "/drive/files/{id}/copy",
    permission: "drive.write",
    description: "Copy a file in Google Drive, under another name or into another folder. Folders cannot be copied.",
    keywords: ["duplicate document", "clone", "copy template", "make a copy"],
    params: { id },
    body: t.Object({
      name: t.Optional(
        t.String({ minLength: 1, maxLength: 1024, description: "Name of the copy; the default is Copy of …." }),
      ),
      parent_id: t.Optional(fileId("Folder to put the copy in, by id; the default is the original's.")),
      description: t.Optional(t.String({ maxLength: 5000, description: "A note about the copy." })),
    }),
    upstream: ({ params, body: { parent_id, ...copy } }) => ({
      path: path`/drive/v3/files/${params.id}/copy`,
      query: { fields: FILE_FIELDS, supportsAllDrives: true },
      json: { ...copy, parents: parent_id === undefined ? undefined : [parent_id] },
    }),
    returns: one(driveFile),
  }),
  drive_update_file: endpoint({
    method: "PATCH",
    effect: "destroys",
    idempotent: true,
    reaches: { when: ["add_parents"] },
    path: "/drive/files/{id}",
    permission: "drive.write",
    description:
      "Rename, describe, star, move or trash a file or folder in Google Drive. Moving: add the new folder's id and remove the old one's.",
    keywords: ["rename file", "move file", "delete file", "trash document", "restore"],
    params: { id },
    body: t.Object(
      {
        name: t.Optional(t.String({ minLength: 1, maxLength: 1024, description: "New name." })),
        description: t.Optional(t.String({ maxLength: 5000, description: "A note about the file." })),
        starred: t.Optional(t.Boolean({ description: "Whether it has the user's star." })),
        trashed: t.Optional(t.Boolean({ description: "True moves it to the trash, false brings it back." })),
        add_parents: folderIds("Folders to put it in, by id."),
        remove_parents: folderIds("Folders to take it out of, by id."),
      },
      { minProperties: 1 },
    ),
    upstream: ({ params, body: { add_parents, remove_parents, ...changes } }) => ({
      path: path`/drive/v3/files/${params.id}`,
      query: {
        addParents: add_parents?.join(",") || undefined,
        removeParents: remove_parents?.join(",") || undefined,
        fields: FILE_FIELDS,
        supportsAllDrives: true,
      },
      json: changes,
    }),
    returns: one(driveFile),
  }),
};
