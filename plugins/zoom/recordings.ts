// Cloud recordings: list, read, and download their files, which are on other hosts of Zoom.
import {
  checked,
  endpoint,
  file,
  joinPaths,
  many,
  maybeInteger,
  maybeText,
  one,
  path,
  Refusal,
  t,
  type Upstream,
} from "gateway/plugin";
import { heldId, heldSegment, listPagination, monthOf, sinceDay, untilDay, userOf } from "./fields.ts";
import { mediaTypeOf, recording } from "./recording.ts";

const Files = t.Object({
  topic: maybeText,
  recording_files: t.Array(
    t.Object({
      id: maybeText,
      file_type: maybeText,
      file_extension: maybeText,
      file_size: maybeInteger,
      download_url: maybeText,
    }),
  ),
});
const Transcript = t.Object({
  meeting_topic: maybeText,
  can_download: t.Optional(t.Boolean()),
  download_url: maybeText,
  download_restriction_reason: maybeText,
});

/** A URL's path for a request; null where it is not encoded as it should be. */
function pathOf({ pathname }: URL) {
  try {
    return joinPaths(
      ...pathname
        .split("/", 20)
        .slice(1)
        .map((part) => path`/${decodeURIComponent(part)}`),
    );
  } catch {
    // An address that is not percent-encoded is none of Zoom's.
    return null;
  }
}

/** The content behind a URL of Zoom. The request goes with the token to Zoom's hosts alone, which `tenant` checks. */
async function openUrl(upstream: Upstream, link: string) {
  const url = URL.parse(link);
  const isPlain = url?.protocol === "https:" && url.port === "" && url.username === "" && url.password === "";
  const place = isPlain ? pathOf(url) : null;
  if (!isPlain || place === null)
    throw new Refusal("error", "Zoom named no place from which the file can be read.", "unexpected_url");
  const { body, headers } = await upstream.open({
    path: place,
    query: Object.fromEntries(url.searchParams),
    tenant: { host: url.hostname },
  });
  // Zoom refuses with a page for people, and with status 200.
  if (/^text\/html/i.test(headers.get("content-type") ?? "")) {
    await body.cancel();
    throw new Refusal("forbidden", "Zoom does not give this file away.", "not_a_file");
  }
  return body;
}

const nameOf = (topic: string | null | undefined, extension: string) =>
  `${(topic || "Zoom recording").replace(/[\\/:*?"<>|\u0000-\u001f]/g, " ").slice(0, 120)}.${extension}`;

export const recordingEndpoints = {
  list_recordings: endpoint({
    method: "GET",
    path: "/recordings",
    permission: "recordings.read",
    description: "List the user's Zoom cloud recordings of a month, with their files.",
    keywords: ["video", "audio"],
    query: t.Object({ since: sinceDay, until: t.Optional(untilDay) }),
    upstream: ({ query, identity }) => ({
      path: path`/v2/users/${userOf(identity)}/recordings`,
      query: monthOf(query),
    }),
    returns: many("recordings", recording, { at: "meetings", pagination: listPagination }),
  }),
  get_recording: endpoint({
    method: "GET",
    path: "/meetings/{id}/recordings",
    permission: "recordings.read",
    description: "Get the cloud recording of one Zoom meeting: its files and the link to watch it.",
    keywords: ["watch", "share link"],
    params: { id: heldId },
    upstream: ({ params }) => ({ path: path`/v2/meetings/${heldSegment(params.id)}/recordings` }),
    returns: one(recording),
  }),
  download_recording: endpoint({
    method: "GET",
    path: "/meetings/{id}/recordings/{file_id}/content",
    permission: "recordings.read",
    description: "Download a file of a Zoom recording: video, audio, chat or captions.",
    keywords: ["save video", "mp4", "audio file", "chat log"],
    params: {
      id: heldId,
      file_id: t.String({ pattern: "^[A-Za-z0-9_-]{2,64}$", description: "Id of the file, from zoom_get_recording." }),
    },
    run: async ({ params }, upstream) => {
      const { json } = await upstream.request({ path: path`/v2/meetings/${heldSegment(params.id)}/recordings` });
      const { topic, recording_files } = checked(Files, json);
      const found = recording_files.find(({ id }) => id === params.file_id);
      if (!found) throw new Refusal("not_found", "The recording has no file with this id.");
      if (!found.download_url) throw new Refusal("busy", "Zoom is still processing this file.", "processing");
      const body = await openUrl(upstream, found.download_url);
      return {
        id: params.file_id,
        name: nameOf(topic, (found.file_extension || found.file_type || "bin").toLowerCase()),
        mimeType: mediaTypeOf(found.file_type ?? null),
        size: found.file_size ?? null,
        body,
      };
    },
    returns: file(),
  }),
  get_transcript: endpoint({
    method: "GET",
    path: "/meetings/{id}/transcript",
    permission: "transcripts.read",
    description: "Get the transcript of a Zoom meeting as WebVTT: what was said, by whom and when.",
    keywords: ["what was said", "captions", "subtitles", "speech to text"],
    params: { id: heldId },
    run: async ({ params }, upstream) => {
      const { json } = await upstream.request({ path: path`/v2/meetings/${heldSegment(params.id)}/transcript` });
      const transcript = checked(Transcript, json);
      if (transcript.can_download === false || !transcript.download_url) {
        const reason = transcript.download_restriction_reason ?? "NO_TRANSCRIPT_DATA";
        throw new Refusal("not_found", `Zoom has no transcript to download: ${reason}.`, reason.toLowerCase());
      }
      const body = await openUrl(upstream, transcript.download_url);
      const name = nameOf(transcript.meeting_topic, "vtt");
      return { id: params.id, name, mimeType: "text/vtt", size: null, body };
    },
    returns: file(),
  }),
};
