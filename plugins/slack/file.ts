// A file in Slack, and the address of its bytes.
import {
  field,
  joinPaths,
  maybe,
  maybeNumber,
  maybeText,
  path,
  Refusal,
  record,
  t,
  type UpstreamPath,
  type UpstreamRequest,
} from "gateway/plugin";
import { isoFromSeconds, timeOrNull } from "./web-api.ts";

const ids = maybe(t.Array(t.String()));
const is = (from: string, word: string, description?: string) =>
  field.of({
    from,
    raw: maybeText,
    shape: t.Boolean(description === undefined ? {} : { description }),
    map: (value) => value === word,
  });

/** A new file or one of another workspace may have its id alone: docs.slack.dev/reference/objects/file-object. */
export const file = record({
  id: field.id(),
  name: field.nonEmptyText({ description: "File name with its extension." }),
  title: field.nonEmptyText(),
  mime_type: field.nonEmptyText({ from: "mimetype" }),
  type: field.nonEmptyText({ from: "filetype", description: "Slack's file type, such as pdf." }),
  size: field.nullableNumber({ description: "Bytes." }),
  user_id: field.nonEmptyText({ from: "user", description: "User id of the person who shared it." }),
  channel_ids: field.derived({
    reads: t.Object({ channels: ids, groups: ids, ims: ids }),
    shape: t.Array(t.String(), { description: "Ids of the channels and conversations that it is shared in." }),
    map: ({ channels, groups, ims }) => [...(channels ?? []), ...(groups ?? []), ...(ims ?? [])],
  }),
  is_public: field.flag({ description: "Whether it is shared in a public channel." }),
  is_external: field.flag({ description: "Whether it is stored in another service, such as Google Drive." }),
  is_deleted: is("mode", "tombstone"),
  is_partial: is(
    "file_access",
    "check_file_info",
    "Whether Slack left out most details, which slack_get_file returns.",
  ),
  permalink: field.nonEmptyText({ description: "URL to open in a browser." }),
  created_at: field.of({
    from: "created",
    raw: maybeNumber,
    shape: timeOrNull("When it was shared."),
    map: isoFromSeconds,
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
