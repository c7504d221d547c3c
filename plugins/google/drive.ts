// Endpoints of Google Drive: find, read, upload and change files.
import {
  endpoint,
  file,
  fileInput,
  many,
  one,
  pages,
  path,
  type Static,
  t,
  type UpstreamRequest,
} from "gateway/plugin";
import { exportDocument, openContent, resolveSource } from "./drive-content.ts";
import { driveFile, FILE_FIELDS, isGoogleType } from "./drive-file.ts";
import { keyHeaders, keyQuery } from "./drive-keys.ts";
import { driveQuery } from "./drive-query.ts";
import { uploadInParts } from "./drive-upload.ts";
import { multipartRelated } from "./multipart.ts";

const paging = pages.cursor({ size: "pageSize", param: "pageToken", read: "nextPageToken", max: 1000 });
const id = "Id of the file, from google_drive_list_files.";
const MIME = "^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$";
const mimeType = (description: string) => t.String({ maxLength: 255, pattern: MIME, description });
const fileId = (description: string) => t.String({ minLength: 1, maxLength: 200, description });
/** The query takes ids as a comma-separated list, so an id holds no comma. */
const folderIds = (description: string) =>
  t.Optional(t.Array(t.String({ pattern: "^[^,\\s]{1,200}$" }), { maxItems: 20, description }));

const newFile = t.Object({
  ...fileInput(
    {
      name: t.String({ minLength: 1, maxLength: 1024, description: "Name of the file or folder." }),
      mime_type: mimeType(
        "Media type, such as text/plain; application/vnd.google-apps.folder creates a folder, application/vnd.google-apps.document a Google Doc.",
      ),
      content_type: t.Optional(
        mimeType(
          "Media type of the content, if Drive should convert it: text/markdown to a Google Doc, text/csv to a Sheet.",
        ),
      ),
    },
    { optional: true, description: "The content; leave it out for a folder or an empty document." },
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
  const type = body.content_type ?? (isGoogleType(body.mime_type) ? "text/plain" : body.mime_type);
  return {
    method: "POST",
    path: path`/upload/drive/v3/files`,
    query: { ...query, uploadType: "multipart" },
    content: await multipartRelated(metadata, type, body.content),
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
      mime_type: t.Optional(
        mimeType("Only files of this media type; application/vnd.google-apps.folder returns folders."),
      ),
      parent_id: t.Optional(fileId("Only files in this folder, by id; `root` is My Drive.")),
      query: t.Optional(
        t.String({
          minLength: 1,
          maxLength: 4000,
          description:
            "Filter in Drive's query language, such as modifiedTime > '2026-01-01T00:00:00' and starred = true.",
        }),
      ),
      trashed: t.Optional(t.Boolean({ description: "true: only files in the trash." })),
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
    query: keyQuery,
    upstream: ({ params, query }) => ({
      path: path`/drive/v3/files/${params.id}`,
      query: { fields: `${FILE_FIELDS},exportLinks`, supportsAllDrives: true },
      headers: keyHeaders({ id: params.id, key: query.resource_key }),
    }),
    returns: one(driveFile),
  }),
  drive_download_file: endpoint({
    method: "GET",
    path: "/drive/files/{id}/content",
    permission: "drive.read",
    description:
      "Download the content of a file in Google Drive. By default, Google Docs are exported as Markdown, Sheets as CSV and Slides as PDF.",
    keywords: ["read document", "open file", "file content", "export doc"],
    params: { id },
    query: t.Object({
      ...keyQuery.properties,
      mime_type: t.Optional(
        mimeType(
          "Media type to export a Google Doc, Sheet or Slides file as, such as application/pdf; ignored for other files.",
        ),
      ),
    }),
    run: async ({ params, query }, upstream) =>
      openContent(await resolveSource({ id: params.id, key: query.resource_key }, upstream), query.mime_type, upstream),
    returns: file(),
  }),
  drive_export_file: endpoint({
    method: "GET",
    path: "/drive/files/{id}/export",
    permission: "drive.read",
    description: "Export a Google Doc, Sheet or Slides file from Google Drive as another type, such as PDF or Word.",
    keywords: ["convert document", "save as pdf", "docx", "xlsx", "pptx"],
    params: { id },
    query: t.Object({
      ...keyQuery.properties,
      mime_type: mimeType(
        "Media type to export as, such as application/pdf; the file's `export_formats` lists the possible ones.",
      ),
    }),
    run: async ({ params, query }, upstream) =>
      exportDocument(
        await resolveSource({ id: params.id, key: query.resource_key }, upstream),
        query.mime_type,
        upstream,
      ),
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
    fileFields: ["content", "encoding", "from", "content_type"],
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
    query: keyQuery,
    body: t.Object({
      name: t.Optional(
        t.String({ minLength: 1, maxLength: 1024, description: "Name of the copy; the default is Copy of …." }),
      ),
      parent_id: t.Optional(fileId("Folder to put the copy in, by id; the default is the original's.")),
      description: t.Optional(t.String({ maxLength: 5000, description: "A note about the copy." })),
    }),
    upstream: ({ params, query, body: { parent_id, ...copy } }) => ({
      path: path`/drive/v3/files/${params.id}/copy`,
      query: { fields: FILE_FIELDS, supportsAllDrives: true },
      headers: keyHeaders({ id: params.id, key: query.resource_key }),
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
    query: keyQuery,
    body: t.Object(
      {
        name: t.Optional(t.String({ minLength: 1, maxLength: 1024, description: "New name." })),
        description: t.Optional(t.String({ maxLength: 5000, description: "A note about the file." })),
        starred: t.Optional(t.Boolean({ description: "Whether the user has starred it." })),
        trashed: t.Optional(t.Boolean({ description: "True moves it to the trash, false brings it back." })),
        add_parents: folderIds("Folders to put it in, by id."),
        remove_parents: folderIds("Folders to take it out of, by id."),
      },
      { minProperties: 1 },
    ),
    upstream: ({ params, query, body: { add_parents, remove_parents, ...changes } }) => ({
      path: path`/drive/v3/files/${params.id}`,
      query: {
        addParents: add_parents?.join(",") || undefined,
        removeParents: remove_parents?.join(",") || undefined,
        fields: FILE_FIELDS,
        supportsAllDrives: true,
      },
      headers: keyHeaders({ id: params.id, key: query.resource_key }),
      json: changes,
    }),
    returns: one(driveFile),
  }),
};
