// Uploads of any size to OneDrive, part by part: learn.microsoft.com/graph/api/driveitem-createuploadsession.
import {
  checked,
  InvalidInput,
  partsOf,
  t,
  type Upload,
  type Upstream,
  type UpstreamRequest,
  type UpstreamResponse,
} from "gateway/plugin";

/** A multiple of 320 KiB, as OneDrive wants each part but the last one, and below 60 MiB. */
const PART_BYTES = 32 * 320 * 1024;

/** Sends the file to the session that `begin` makes; resolves to OneDrive's response to the last part. */
export async function uploadInParts(
  begin: UpstreamRequest,
  { size, ...upload }: Upload,
  upstream: Upstream,
): Promise<UpstreamResponse> {
  if (size === null) throw new InvalidInput("OneDrive must know the file's size: send Content-Length.");
  const begun = await upstream.request(begin);
  const { uploadUrl } = checked(t.Object({ uploadUrl: t.String() }), begun.json);
  let response = begun;
  for await (const { data, start } of partsOf(upload, PART_BYTES)) {
    response = await upstream.follow(uploadUrl, {
      method: "PUT",
      content: { type: "application/octet-stream", data },
      headers: { "content-range": `bytes ${start}-${start + data.byteLength - 1}/${size}` },
    });
  }
  return response;
}
