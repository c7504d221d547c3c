// Files of Zendesk tickets: downloaded by way of the account's own host, and uploaded before they are attached.
import {
  checked,
  endpoint,
  field,
  file,
  fileInput,
  maybeInteger,
  maybeText,
  one,
  path,
  Refusal,
  rawId,
  record,
  t,
  type Upstream,
  type UpstreamFile,
  type UpstreamPath,
} from "gateway/plugin";
import { zendeskId } from "./fields.ts";

const Found = t.Object({
  attachment: t.Object({
    id: rawId,
    file_name: t.String(),
    content_url: t.String(),
    content_type: maybeText,
    size: maybeInteger,
    malware_access_override: t.Optional(t.Unknown()),
  }),
});

/** `https://acme.zendesk.com/attachments/token/…/?name=a.png`: of the URL only the token is used, so no response chooses the host. */
const CONTENT = /^https:\/\/[a-z0-9.-]+\/attachments\/token\/([A-Za-z0-9_-]{1,200})\/?(?:\?|$)/;

function contentPath(url: string): UpstreamPath {
  const token = CONTENT.exec(url)?.[1];
  if (token === undefined) throw new Refusal("error", "Zendesk keeps this file elsewhere.", "foreign_file");
  return path`/attachments/token/${token}/`;
}

async function download(id: string, upstream: Upstream): Promise<UpstreamFile> {
  const { json } = await upstream.request({ path: path`/api/v2/attachments/${id}` });
  const { attachment } = checked(Found, json);
  const { body } = await upstream.open({
    path: contentPath(attachment.content_url),
    query: { name: attachment.file_name },
  });
  return {
    id,
    name: attachment.file_name,
    mimeType: attachment.content_type || "application/octet-stream",
    size: attachment.size ?? null,
    body,
  };
}

const MIME = "^[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+$";
const upload = record(
  {
    token: field.text({
      description: "Token for upload_tokens of zendesk_create_ticket and zendesk_add_comment; valid for an hour.",
    }),
    attachment_id: field.nullableId({ from: "attachment.id" }),
    name: field.nullableText({ from: "attachment.file_name" }),
    size: field.nullableInteger({ from: "attachment.size", description: "Size in bytes." }),
  },
  { previousNames: { name: ["filename"] } },
);

export const attachmentEndpoints = {
  download_attachment: endpoint({
    method: "GET",
    path: "/attachments/{id}",
    permission: "tickets.read",
    description: "Download a file that is attached to a comment of a Zendesk ticket.",
    keywords: ["screenshot", "attached file", "log file"],
    params: { id: zendeskId("Id of the attachment, from zendesk_list_comments.") },
    run: ({ params }, upstream) => download(params.id, upstream),
    returns: file(),
  }),
  upload_attachment: endpoint({
    method: "POST",
    reaches: false,
    path: "/uploads",
    permission: "tickets.write",
    description: "Upload a file to Zendesk, to be attached to a ticket's comment afterwards.",
    keywords: ["attach file", "add screenshot"],
    body: t.Object({
      ...fileInput(
        {
          name: t.String({
            minLength: 1,
            maxLength: 255,
            pattern: "^[^/\\\\\\u0000-\\u001f]+$",
            previousNames: ["filename"],
            description: "Name.",
          }),
          mime_type: t.Optional(
            t.String({
              maxLength: 255,
              pattern: MIME,
              previousNames: ["content_type"],
              description: "Media type, such as image/png.",
            }),
          ),
        },
        { encoding: "base64" },
      ),
    }),
    maxBodyBytes: 16 * 1024 * 1024,
    upstream: ({ body: { name, content, mime_type } }) => ({
      method: "POST",
      path: path`/api/v2/uploads`,
      query: { filename: name },
      content: { type: mime_type ?? "application/octet-stream", data: content },
    }),
    returns: one(upload, { at: "upload" }),
  }),
};
