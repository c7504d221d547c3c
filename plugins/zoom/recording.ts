// A cloud recording as callers see it: one time that a meeting was held, with its files.
import { entryOf, field, maybeText, record, shapes } from "gateway/plugin";

/** Zoom's kinds of files → their media types. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  MP4: "video/mp4",
  M4A: "audio/mp4",
  CHAT: "text/plain",
  TRANSCRIPT: "text/vtt",
  CC: "text/vtt",
  CSV: "text/csv",
  SUMMARY: "application/json",
};
export const mediaTypeOf = (kind: string | null) => entryOf(MEDIA_TYPES, kind) ?? "application/octet-stream";

export const recordingFile = record({
  id: field.nullableId(),
  kind: field.nonEmptyText({ from: "file_type", description: "MP4, M4A, CHAT, TRANSCRIPT, CC, CSV, SUMMARY …" }),
  content: field.nonEmptyText({
    from: "recording_type",
    description: "active_speaker, audio_only, audio_transcript …",
  }),
  mime_type: field.of({ from: "file_type", raw: maybeText, shape: shapes.nullableText(), map: mimeOrNull }),
  size: field.nullableInteger({ from: "file_size", description: "Size in bytes." }),
  status: field.nonEmptyText({ description: "completed or processing." }),
  started_at: field.nullableTime({ from: "recording_start" }),
  ended_at: field.nullableTime({ from: "recording_end" }),
  play_url: field.nonEmptyText({ description: "URL to play it in a browser." }),
});
function mimeOrNull(kind: string | null | undefined): string | null {
  return kind ? mediaTypeOf(kind) : null;
}

export const recording = record({
  uuid: field.text({ description: "Id of the recording, for zoom_download_recording." }),
  meeting_id: field.nullableId({ from: "id" }),
  topic: field.nonEmptyText(),
  host_id: field.nonEmptyText(),
  start_time: field.nullableTime(),
  duration_minutes: field.nullableInteger({ from: "duration" }),
  size: field.nullableInteger({ from: "total_size", description: "Total size of all files in bytes." }),
  share_url: field.nonEmptyText({ description: "URL to open in a browser." }),
  passcode: field.nonEmptyText({ from: "password", description: "Passcode for share_url." }),
  files: field.many(recordingFile, { from: "recording_files" }),
});
