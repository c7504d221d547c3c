// Uploads to OneDrive: what is in JSON at once, and files of any size part by part: learn.microsoft.com/graph/api/driveitem-createuploadsession.
import {
  checked,
  fileInput,
  InvalidInput,
  partsOf,
  path,
  type Static,
  t,
  type Upload,
  type Upstream,
  type UpstreamPath,
  type UpstreamRequest,
  type UpstreamResponse,
} from "gateway/plugin";
import { CONFLICT, conflict, itemId, name } from "./drive-input.ts";

export const newFile = t.Object({
  ...fileInput({
    name: name("Name of the file."),
    mime_type: t.Optional(
      t.String({
        maxLength: 255,
        pattern: "^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$",
        description: "Media type of the content, such as text/plain.",
      }),
    ),
  }),
  folder_id: t.Optional(itemId("Folder to put it in, by id; the default is the drive's root.")),
  conflict,
});

/** Path of a new file's part, by the file's name: in the folder, or in the drive's root. */
function newFilePath(
  fileName: string,
  folderId: string | undefined,
  part: "content" | "createUploadSession",
): UpstreamPath {
  return folderId === undefined
    ? path`/me/drive/root:/${fileName}:/${part}`
    : path`/me/drive/items/${folderId}:/${fileName}:/${part}`;
}

/** The request that makes a file with these bytes. */
function putFile(body: Static<typeof newFile>, data: Uint8Array<ArrayBuffer>): UpstreamRequest {
  return {
    method: "PUT",
    path: newFilePath(body.name, body.folder_id, "content"),
    query: { [CONFLICT]: body.conflict ?? "fail" },
    content: { type: body.mime_type ?? "application/octet-stream", data },
  };
}

/** The request that begins an upload in parts. */
function beginUpload({ name, folder_id, conflict = "fail" }: Static<typeof newFile>): UpstreamRequest {
  return {
    method: "POST",
    path: newFilePath(name, folder_id, "createUploadSession"),
    json: { item: { [CONFLICT]: conflict, name } },
  };
}

/** A multiple of 320 KiB, as OneDrive wants each part but the last one, and below 60 MiB. */
const PART_BYTES = 32 * 320 * 1024;

/** Sends the file to the session that `begin` makes; resolves to OneDrive's response to the last part. */
async function uploadInParts(
  begin: UpstreamRequest,
  { size, ...upload }: Upload,
  upstream: Upstream,
): Promise<UpstreamResponse> {
  if (size === null) throw new InvalidInput("OneDrive must know the file's size: send Content-Length.");
  const started = await upstream.request(begin);
  const { uploadUrl } = checked(t.Object({ uploadUrl: t.String() }), started.json);
  let response = started;
  for await (const { data, start } of partsOf(upload, PART_BYTES)) {
    response = await upstream.follow(uploadUrl, {
      method: "PUT",
      content: { type: "application/octet-stream", data },
      headers: { "content-range": `bytes ${start}-${start + data.byteLength - 1}/${size}` },
    });
  }
  return response;
}

/** Makes the file: out of the body's content, or of a file in its place. */
export function uploadFile(
  { body, upload }: { body: Static<typeof newFile>; upload?: Upload },
  upstream: Upstream,
): Promise<UpstreamResponse> {
  if (!upload) return upstream.request(putFile(body, body.content));
  // A session takes no empty file.
  if (upload.size === 0) return upstream.request(putFile(body, new Uint8Array()));
  return uploadInParts(beginUpload(body), upload, upstream);
}
