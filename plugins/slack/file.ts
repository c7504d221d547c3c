// A file in Slack, and the address of its bytes.
import {
  joinPaths,
  maybe,
  maybeFlag,
  maybeNumber,
  maybeText,
  nullable,
  path,
  Refusal,
  resource,
  type Static,
  shapes,
  t,
  type UpstreamPath,
  type UpstreamRequest,
} from "gateway/plugin";
import { isoFromSeconds, timeOrNull } from "./web-api.ts";

const ids = maybe(t.Array(t.String()));
/** A new file or one of another workspace may have its id alone: docs.slack.dev/reference/objects/file-object. */
export const RawFile = t.Object({
  id: t.String({ minLength: 1 }),
  name: maybeText,
  title: maybeText,
  mimetype: maybeText,
  filetype: maybeText,
  size: maybeNumber,
  created: maybeNumber,
  user: maybeText,
  mode: maybeText,
  file_access: maybeText,
  is_public: maybeFlag,
  is_external: maybeFlag,
  channels: ids,
  groups: ids,
  ims: ids,
  permalink: maybeText,
  url_private: maybeText,
  url_private_download: maybeText,
});
export type RawFile = Static<typeof RawFile>;

export const file = resource({
  raw: RawFile,
  shape: t.Object({
    id: t.String(),
    name: shapes.nullableText("File name with its extension."),
    title: shapes.nullableText(),
    mime_type: shapes.nullableText(),
    type: shapes.nullableText("Slack's file type, such as pdf."),
    size: nullable(t.Number(), "Bytes."),
    user_id: shapes.nullableText("User id of the person who shared it."),
    channel_ids: t.Array(t.String(), { description: "Ids of the channels and conversations that it is shared in." }),
    is_public: t.Boolean({ description: "Whether it is shared in a public channel." }),
    is_external: t.Boolean({ description: "Whether it is stored in another service, such as Google Drive." }),
    is_deleted: t.Boolean(),
    is_partial: t.Boolean({ description: "Whether Slack left out most details, which slack_get_file returns." }),
    permalink: shapes.nullableText("URL to open in a browser."),
    created_at: timeOrNull("When it was shared."),
  }),
  map: (raw) => ({
    id: raw.id,
    name: raw.name || null,
    title: raw.title || null,
    mime_type: raw.mimetype || null,
    type: raw.filetype || null,
    size: raw.size ?? null,
    user_id: raw.user || null,
    channel_ids: [...(raw.channels ?? []), ...(raw.groups ?? []), ...(raw.ims ?? [])],
    is_public: raw.is_public ?? false,
    is_external: raw.is_external ?? false,
    is_deleted: raw.mode === "tombstone",
    is_partial: raw.file_access === "check_file_info",
    permalink: raw.permalink || null,
    created_at: isoFromSeconds(raw.created),
  }),
});

/** The only host of files; the request for one carries the token. */
const FILE_ADDRESS = /^https:\/\/files\.slack\.com\/[^#]*$/;

/** The request's target at the host of files; null for an address elsewhere. */
export function fileTarget(
  address: string | null | undefined,
): Pick<UpstreamRequest, "base" | "path" | "query"> | null {
  const url = address && FILE_ADDRESS.test(address) ? URL.parse(address) : null;
  if (url?.origin !== "https://files.slack.com") return null;
  return {
    base: "content",
    path: joinPaths(...url.pathname.slice(1).split("/").map(toSegment)),
    query: Object.fromEntries(url.searchParams),
  };
}

/** Encodes a segment of an address by the rules of `path`. */
function toSegment(text: string): UpstreamPath {
  try {
    return path`/${decodeURIComponent(text)}`;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    throw new Refusal("error", "Slack named a file's address that cannot be read.", "file_url");
  }
}
