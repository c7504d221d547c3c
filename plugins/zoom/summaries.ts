// AI Companion's summaries of meetings: developers.zoom.us, "Get a meeting or webinar summary".
import { endpoint, field, one, path, record } from "gateway/plugin";
import { heldId, heldSegment } from "./fields.ts";

const detail = record({ label: field.nonEmptyText(), summary: field.nonEmptyText() });

const summary = record({
  meeting_id: field.nullableId(),
  meeting_uuid: field.nonEmptyText(),
  topic: field.nonEmptyText({ from: "meeting_topic" }),
  host_email: field.nonEmptyText({ from: "meeting_host_email" }),
  start_time: field.nullableTime({ from: "meeting_start_time" }),
  end_time: field.nullableTime({ from: "meeting_end_time" }),
  title: field.nonEmptyText({ from: "summary_title" }),
  content: field.nonEmptyText({ from: "summary_content", description: "The complete summary as Markdown." }),
  overview: field.nonEmptyText({ from: "summary_overview", description: "Only in summaries of an older format." }),
  details: field.many(detail, { from: "summary_details", description: "Only in summaries of an older format." }),
  next_steps: field.texts({ description: "Only in summaries of an older format." }),
  url: field.nonEmptyText({ from: "summary_doc_url", description: "URL to open in a browser." }),
  created_at: field.nullableTime({ from: "summary_created_time" }),
});

export const summaryEndpoints = {
  get_summary: endpoint({
    method: "GET",
    path: "/meetings/{id}/summary",
    permission: "summaries.read",
    description: "Get the summary that Zoom's AI Companion wrote of a meeting, with its next steps.",
    keywords: ["notes", "minutes", "recap", "action items", "what was decided"],
    params: { id: heldId },
    upstream: ({ params }) => ({ path: path`/v2/meetings/${heldSegment(params.id)}/meeting_summary` }),
    returns: one(summary),
  }),
};
