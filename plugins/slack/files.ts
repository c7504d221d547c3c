// Endpoints of Slack's files: list, read, download and upload them.
import {
  checked,
  endpoint,
  file as fileContent,
  fileInput,
  InvalidInput,
  many,
  maybeFlag,
  maybeNumber,
  maybeText,
  one,
  oneOf,
  Refusal,
  type Static,
  t,
  type Upstream,
  type UpstreamFile,
  type UpstreamResponse,
  valueAt,
} from "gateway/plugin";
import { file, fileTarget } from "./file.ts";
import { teamField, teamFor } from "./teams.ts";
import { byNumber, channelId, messageTs, method, moment, readMethod, tsFromMoment, userId } from "./web-api.ts";

const id = t.String({
  pattern: "^[A-Za-z0-9_-]{1,64}$",
  description: "File id, such as F012AB3CD, from slack_list_files.",
});
const byPage = byNumber("paging");
const TYPES = ["images", "pdfs", "snippets", "gdocs", "zips", "spaces"] as const;

/** A canvas is a page, and downloads as one. */
const PAGES = /^text\/html|^application\/vnd\.slack-docs/;

/** What a download reads of a file. */
const RawContent = t.Object({
  name: maybeText,
  mimetype: maybeText,
  size: maybeNumber,
  is_external: maybeFlag,
  url_private: maybeText,
  url_private_download: maybeText,
});

/** Opens the file's bytes. Slack answers a token that it refuses with its sign-in page, and with 200. */
async function openFile(fileId: string, upstream: Upstream): Promise<UpstreamFile> {
  const { json } = await upstream.request(readMethod("files.info", { file: fileId }));
  const found = checked(t.Object({ file: RawContent }), json).file;
  if (found.is_external) throw new InvalidInput("The file lies at another service: open it by its permalink.");
  const address = found.url_private_download || found.url_private;
  if (!address) throw new Refusal("not_found", "Slack gives no content of that file.", "no_content");
  const target = fileTarget(address);
  if (!target) throw new Refusal("error", "Slack named a file's address that is not its own.", "file_url");
  const { headers, body } = await upstream.open({ ...target, headers: { accept: "*/*" } });
  const mimeType = found.mimetype || "application/octet-stream";
  if (headers.get("content-type")?.startsWith("text/html") && !PAGES.test(mimeType)) {
    await body.cancel();
    throw new Refusal("error", "Slack answered with its sign-in page in place of the file.", "sign_in_page");
  }
  return { id: fileId, name: found.name || fileId, mimeType, size: sizeOf(found, headers), body };
}

/** Slack's own size; a page's, such as a canvas's, is not that of its download. */
function sizeOf({ size, mimetype }: Static<typeof RawContent>, headers: Headers): number | null {
  const length = headers.get("content-length");
  if (length !== null && /^\d{1,15}$/.test(length)) return Number(length);
  return PAGES.test(mimetype ?? "") || size === null || size === undefined ? null : size;
}

const newFile = t.Object({
  ...fileInput({
    name: t.String({ minLength: 1, maxLength: 255, description: "File name with its extension, such as plan.pdf." }),
  }),
  title: t.Optional(t.String({ minLength: 1, maxLength: 255, description: "Title; the default is the name." })),
  alt_text: t.Optional(t.String({ maxLength: 1000, description: "What a picture shows, for screen readers." })),
  channel: t.Optional(
    channelId(
      "Id of the channel or DM to share it in; without it, no one else sees the file. The app must be in the channel.",
    ),
  ),
  thread_ts: t.Optional(messageTs("The ts of a thread's first message, to share the file in that thread.")),
  initial_comment: t.Optional(
    t.String({ minLength: 1, maxLength: 40000, description: "Message to post with the file, in Slack's markup." }),
  ),
});

const RawTicket = t.Object({ upload_url: t.String(), file_id: t.String({ minLength: 1 }) });

/**
 * Requests an address, sends the bytes there, and shares the file (docs.slack.dev/messaging/working-with-files). Nobody sees
 * the file until the last step, so it alone can be in doubt.
 */
async function uploadFile(body: Static<typeof newFile>, upstream: Upstream): Promise<UpstreamResponse> {
  const { content: data, channel, thread_ts, initial_comment, name, title } = body;
  if (data.byteLength === 0) throw new InvalidInput("Slack takes no empty file.");
  if (channel === undefined && (thread_ts !== undefined || initial_comment !== undefined))
    throw new InvalidInput("thread_ts and initial_comment need a channel.");
  const form = { filename: name, length: data.byteLength, alt_txt: body.alt_text };
  const ticket = checked(RawTicket, (await upstream.request(method("files.getUploadURLExternal", form))).json);
  const target = fileTarget(ticket.upload_url);
  if (!target) throw new Refusal("error", "Slack named an upload address that is not its own.", "upload_url");
  // The address is a credential itself, and its response is no JSON.
  const content = { type: "application/octet-stream", data };
  const sent = await upstream.open({ ...target, method: "POST", credential: "none", content });
  await sent.body.cancel();
  const files = JSON.stringify([{ id: ticket.file_id, title: title ?? name }]);
  const completion = { files, channel_id: channel, thread_ts, initial_comment };
  const shared = await upstream.request(method("files.completeUploadExternal", completion));
  return { ...shared, json: { file: uploaded(shared.json, ticket.file_id, body, data.byteLength) } };
}

/** The shared file. Slack's response may hold its id and title alone, so the call's input fills in the rest. */
function uploaded(json: unknown, fileId: string, { name, title, channel }: Static<typeof newFile>, size: number) {
  const files = valueAt(json, "files");
  const found = (Array.isArray(files) ? files : []).find((item) => valueAt(item, "id") === fileId);
  const known = { name, title: title ?? name, size, channels: channel === undefined ? [] : [channel] };
  const said = Object.entries((found ?? {}) as object).filter(([, value]) => hasContent(value));
  return { ...known, ...Object.fromEntries(said), id: fileId };
}

const hasContent = (value: unknown) =>
  value !== null && value !== "" && value !== 0 && !(Array.isArray(value) && value.length === 0);

export const fileEndpoints = {
  list_files: endpoint({
    method: "GET",
    path: "/files",
    permission: "files.read",
    description: "List the files shared in Slack that the app can see, by channel, person, kind or time; newest first.",
    keywords: ["documents", "attachments", "uploads", "pictures", "images", "snippets", "shared files", "find file"],
    query: t.Object({
      channel: t.Optional(channelId("Only files of this channel, by id.")),
      user: t.Optional(userId("Only files that this user shared, by id.")),
      type: t.Optional(oneOf(TYPES, "Only files of this type; spaces are posts and canvases.")),
      since: t.Optional({ ...moment("Only files at or after this."), previousNames: ["oldest"] }),
      until: t.Optional({ ...moment("Only files at or before this."), previousNames: ["latest"] }),
      ...teamField,
    }),
    run: async ({ query, identity, page }, upstream) => {
      const request = readMethod("files.list", {
        channel: query.channel,
        user: query.user,
        types: query.type,
        ts_from: tsFromMoment(query.since),
        ts_to: tsFromMoment(query.until),
        team_id: await teamFor(query.team_id, identity, upstream),
      });
      return upstream.request(byPage.apply(request, page));
    },
    returns: many("files", file, { at: "files", pagination: byPage }),
  }),
  get_file: endpoint({
    method: "GET",
    path: "/files/{id}",
    permission: "files.read",
    description: "Get the details of one file in Slack: name, type, size, who shared it and where.",
    keywords: ["document", "info", "metadata", "link"],
    params: { id },
    upstream: ({ params }) => readMethod("files.info", { file: params.id }),
    returns: one(file, { at: "file" }),
  }),
  download_file: endpoint({
    method: "GET",
    path: "/files/{id}/content",
    permission: "files.read",
    description: "Download the content of a file in Slack.",
    keywords: ["open", "read document", "save", "file content"],
    params: { id },
    run: ({ params }, upstream) => openFile(params.id, upstream),
    returns: fileContent(),
  }),
  upload_file: endpoint({
    method: "POST",
    recipients: ["channel"],
    reaches: { when: ["channel"] },
    path: "/files",
    permission: "files.write",
    description: "Upload a file to Slack and share it in a channel, a thread or a DM, optionally with a message.",
    keywords: ["attach", "send file", "share document", "image", "screenshot", "pdf", "snippet"],
    body: newFile,
    maxBodyBytes: 16 * 1024 * 1024,
    run: ({ body }, upstream) => uploadFile(body, upstream),
    returns: one(file, { at: "file" }),
  }),
};
