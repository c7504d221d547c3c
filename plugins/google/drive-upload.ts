// Uploads of any size to Google Drive, part by part: developers.google.com/workspace/drive/api/guides/manage-uploads.
import {
  partsOf,
  path,
  Refusal,
  type Upload,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
} from "gateway/plugin";

/** A multiple of 256 KiB, as Drive wants each part but the last one. */
const PART_BYTES = 8 * 1024 * 1024;

/** Creates the file; resolves to Drive's response to the last part. */
export async function uploadInParts(
  metadata: object,
  query: NonNullable<UpstreamRequest["query"]>,
  upload: Upload,
  upstream: Upstream,
): Promise<UpstreamResponse> {
  const started = await upstream.request({
    method: "POST",
    path: path`/upload/drive/v3/files`,
    query: { ...query, uploadType: "resumable" },
    json: metadata,
    headers: {
      "x-upload-content-type": upload.mimeType,
      ...(upload.size !== null && { "x-upload-content-length": String(upload.size) }),
    },
  });
  const upload_id = URL.parse(started.headers.get("location") ?? "")?.searchParams.get("upload_id");
  if (!upload_id) throw new Refusal("error", "Google Drive has begun no upload.", "no_session");
  let response = started;
  for await (const { data, start, isLast } of partsOf(upload, PART_BYTES)) {
    const end = start + data.byteLength;
    const range = data.byteLength === 0 ? "*" : `${start}-${end - 1}`;
    response = await upstream.request({
      method: "PUT",
      path: path`/upload/drive/v3/files`,
      query: { uploadType: "resumable", upload_id },
      content: { type: upload.mimeType, data },
      headers: { "content-range": `bytes ${range}/${isLast ? end : "*"}` },
    });
    const isStored = isLast || (response.status === 308 && response.headers.get("range") === `bytes=0-${end - 1}`);
    if (!isStored) throw new Refusal("error", "Google Drive has not kept a part of the upload.", "part_lost");
  }
  return response;
}
