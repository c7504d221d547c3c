// What Gmail's poll leaves out: long bodies, and what was not sent to the mailbox.
import { expect, test } from "bun:test";
import type { SourceContext, UpstreamRequest, UpstreamResponse } from "gateway/plugin";
import { gmailSource } from "./gmail-source.ts";

const context: SourceContext = {
  identity: { id: "1", name: "ada", tenant: {} },
  resource: null,
  settings: {},
  now: 0,
};
const received = gmailSource.events?.["gmail.message_received"];

function mapped(labelIds: string[], text: string): { body: { text: string | null } } | null {
  const body = { size: text.length, data: Buffer.from(text).toString("base64url") };
  const raw = { id: "m1", threadId: "m1", labelIds, payload: { mimeType: "text/plain", body } };
  return received?.map(raw as never, context) as { body: { text: string | null } } | null;
}

test("an email's text is in its event up to 200,000 characters", () => {
  expect(mapped(["INBOX"], "x".repeat(200_000))?.body.text?.length).toBe(200_000);
  expect(mapped(["INBOX"], "x".repeat(200_001))?.body.text).toBeNull();
});

test("drafts, spam, trash and sent emails are not received; one to oneself is", () => {
  for (const label of ["DRAFT", "SPAM", "TRASH", "SENT"]) expect(mapped([label], "Hola"), label).toBeNull();
  for (const labels of [["INBOX"], [], ["SENT", "INBOX"], ["Label_7"]])
    expect(mapped(labels, "Hola"), labels.join()).not.toBeNull();
});

test("a history of nothing but empty pages ends", async () => {
  let count = 0;
  const request = async (_: UpstreamRequest): Promise<UpstreamResponse> => {
    count++;
    return { status: 200, headers: new Headers(), json: { nextPageToken: "more", historyId: "2" } };
  };
  const upstream = { request, attempt: request, open: request as never, follow: request as never };
  const failure = await gmailSource.poll?.next("1", context, upstream).then(
    () => null,
    (error: Error) => error.message,
  );
  expect(failure).toBe("Gmail's history has only empty pages.");
  expect(count).toBe(20);
});
