// Endpoints of OneDrive: find, read, upload and change files and folders.
import {
  checked,
  deleted,
  endpoint,
  field,
  file,
  InvalidInput,
  joinPaths,
  many,
  one,
  oneOf,
  path,
  record,
  type Static,
  segments,
  t,
  type Upstream,
  type UpstreamFile,
  type UpstreamPath,
} from "gateway/plugin";
import { CONFLICT, conflict, id, itemId, name } from "./drive-input.ts";
import { driveItem, ITEM_FIELDS, kindOf, mimeTypeOf, RawItem } from "./drive-item.ts";
import { newFile, uploadFile } from "./drive-upload.ts";
import { paged, pathLiteral } from "./odata.ts";

const paging = paged(200);
const listQuery = t.Object({
  q: t.Optional(t.String({ minLength: 1, maxLength: 250, description: "Words to look for in names and contents." })),
  folder_id: t.Optional(itemId("Only files in this folder, by id; a search includes its subfolders.")),
  path: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 400,
      description: "Only files in this folder, by path, such as Reports/2026.",
    }),
  ),
});

/** Path of the list or search; a search's words are a quoted literal within it. */
export function listPath({ q, folder_id, path: folderPath }: Static<typeof listQuery>): UpstreamPath {
  if (folderPath !== undefined && (q !== undefined || folder_id !== undefined))
    throw new InvalidInput('"path" cannot be combined with "q" or "folder_id".');
  const root = folder_id === undefined ? path`/me/drive/root` : path`/me/drive/items/${folder_id}`;
  if (q !== undefined) return joinPaths(root, path`/search(q='${pathLiteral(q)}')`);
  const inner = folderPath?.replace(/^\/+|(?<!\/)\/+$/g, "");
  return inner
    ? joinPaths(path`/me/drive/root:/`, segments(inner), path`:/children`)
    : joinPaths(root, path`/children`);
}

/** Opens a file's bytes: Graph redirects to a pre-authenticated URL of a storage host. */
async function openContent(fileId: string, asPdf: boolean, upstream: Upstream): Promise<UpstreamFile> {
  const { json } = await upstream.request({
    path: path`/me/drive/items/${fileId}`,
    query: { $select: "id,name,size,file,folder,package,remoteItem" },
  });
  const item = checked(t.Partial(RawItem), json);
  if (kindOf(item) !== "file") throw new InvalidInput(`A ${kindOf(item)} has no content of its own.`);
  const { id: remoteId, parentReference } = item.remoteItem ?? {};
  const contentPath =
    remoteId && parentReference?.driveId
      ? path`/drives/${parentReference.driveId}/items/${remoteId}/content`
      : path`/me/drive/items/${fileId}/content`;
  const { body } = await upstream.open({
    path: contentPath,
    query: { format: asPdf ? "pdf" : undefined },
    headers: { accept: "*/*" },
  });
  const fileName = item.name ?? fileId;
  return asPdf
    ? { id: fileId, name: fileName.replace(/\.[^.]*$|$/, ".pdf"), mimeType: "application/pdf", size: null, body }
    : {
        id: fileId,
        name: fileName,
        mimeType: mimeTypeOf(item),
        size: item.size ?? item.remoteItem?.size ?? null,
        body,
      };
}

const Link = record({
  url: field.text({ from: "link.webUrl" }),
  type: field.nullableText({ from: "link.type", description: "view, edit or embed." }),
  scope: field.nullableText({ from: "link.scope", description: "anonymous, organization or users." }),
  expires_at: field.nullableTime({ from: "expirationDateTime" }),
});

export const driveEndpoints = {
  list_files: endpoint({
    method: "GET",
    path: "/drive/files",
    permission: "drive.read",
    description:
      "List or search files and folders in OneDrive, by words in name or content, or by folder; by default in the root folder.",
    keywords: ["documents", "find file", "folder contents", "spreadsheet", "presentation", "pdf", "sharepoint"],
    query: listQuery,
    upstream: ({ query }) => ({ path: listPath(query), query: { $select: ITEM_FIELDS } }),
    returns: many("files", driveItem, { at: "value", pagination: paging }),
  }),
  list_folder_files: endpoint({
    method: "GET",
    path: "/drive/folders/{id}/children",
    permission: "drive.read",
    description: "List the files and folders within one folder of OneDrive.",
    keywords: ["folder contents", "directory", "subfolders"],
    params: { id: "Id of the folder, from microsoft_list_files; root is the drive's root folder." },
    upstream: ({ params }) => ({ path: path`/me/drive/items/${params.id}/children`, query: { $select: ITEM_FIELDS } }),
    returns: many("files", driveItem, { at: "value", pagination: paging }),
  }),
  get_file: endpoint({
    method: "GET",
    path: "/drive/files/{id}",
    permission: "drive.read",
    description: "Get the details of one file or folder in OneDrive: type, size, location, who changed it last.",
    keywords: ["document info", "metadata", "file link"],
    params: { id },
    upstream: ({ params }) => ({ path: path`/me/drive/items/${params.id}`, query: { $select: ITEM_FIELDS } }),
    returns: one(driveItem),
  }),
  download_file: endpoint({
    method: "GET",
    path: "/drive/files/{id}/content",
    permission: "drive.read",
    description: "Download the content of a file in OneDrive, as it is or converted to PDF.",
    keywords: ["read document", "open file", "file content", "export"],
    params: { id },
    query: t.Object({
      as_pdf: t.Optional(t.Boolean({ description: "Convert a Word, Excel, PowerPoint or OpenDocument file to PDF." })),
    }),
    run: ({ params, query }, upstream) => openContent(params.id, query.as_pdf ?? false, upstream),
    returns: file(),
  }),
  upload_file: endpoint({
    method: "POST",
    reaches: { when: ["folder_id"] },
    path: "/drive/files",
    permission: "drive.write",
    description: "Upload a file to OneDrive, into a folder or the root.",
    keywords: ["create document", "save file", "store", "add file"],
    body: newFile,
    maxBodyBytes: 16 * 1024 * 1024,
    fileFields: ["content", "encoding", "from", "mime_type"],
    run: uploadFile,
    returns: one(driveItem),
  }),
  create_folder: endpoint({
    method: "POST",
    reaches: { when: ["folder_id"] },
    path: "/drive/folders",
    permission: "drive.write",
    description: "Create a folder in OneDrive, within another one or in the root.",
    keywords: ["new folder", "directory"],
    body: t.Object({
      name: name("Name of the folder."),
      folder_id: t.Optional(itemId("Folder to create it in, by id; the default is the drive's root.")),
      conflict,
    }),
    readAs: { folder_id: "parents", conflict: { absent: "It says what to do where the name is taken." } },
    upstream: ({ body }) => ({
      path: path`/me/drive/items/${body.folder_id ?? "root"}/children`,
      json: { name: body.name, folder: {}, [CONFLICT]: body.conflict ?? "fail" },
    }),
    returns: one(driveItem),
  }),
  update_file: endpoint({
    method: "PATCH",
    idempotent: true,
    reaches: { when: ["folder_id"] },
    path: "/drive/files/{id}",
    permission: "drive.write",
    description: "Rename a file or folder in OneDrive, or move it to another folder.",
    keywords: ["rename file", "move file"],
    params: { id },
    body: t.Object(
      { name: t.Optional(name("New name.")), folder_id: t.Optional(itemId("Folder to move it to, by id.")) },
      { minProperties: 1 },
    ),
    readAs: { folder_id: "parents" },
    upstream: ({ params, body }) => ({
      path: path`/me/drive/items/${params.id}`,
      json: { name: body.name, parentReference: body.folder_id === undefined ? undefined : { id: body.folder_id } },
    }),
    returns: one(driveItem),
  }),
  delete_file: endpoint({
    method: "DELETE",
    path: "/drive/files/{id}",
    permission: "drive.write",
    reaches: false,
    description: "Delete a file or folder in OneDrive: it is moved to the recycle bin.",
    keywords: ["trash document", "remove file", "bin"],
    params: { id },
    upstream: "/me/drive/items/{id}",
    returns: deleted(),
  }),
  create_sharing_link: endpoint({
    method: "POST",
    idempotent: true,
    reaches: true,
    path: "/drive/files/{id}/link",
    permission: "drive.write",
    description:
      "Create a sharing link to a file or folder in OneDrive; everyone who may use the link can view or edit the item.",
    keywords: ["share file", "shared link", "public link"],
    params: { id },
    body: t.Object({
      type: t.Optional(
        t.Union([t.Literal("view"), t.Literal("edit")], { default: "view", description: "What the link allows." }),
      ),
      scope: t.Optional(
        oneOf(
          ["anonymous", "organization"],
          "Who can use the link: anonymous is anyone, organization its members. The default is the organization's setting.",
        ),
      ),
      expires_at: t.Optional(
        t.String({ format: "date-time", description: "When the link expires, such as 2026-01-31T09:00:00Z." }),
      ),
    }),
    upstream: ({ params, body }) => ({
      path: path`/me/drive/items/${params.id}/createLink`,
      json: { type: body.type ?? "view", scope: body.scope, expirationDateTime: body.expires_at },
    }),
    returns: one(Link),
  }),
};
