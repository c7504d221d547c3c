// A forwarded email as it is sent: the quoted text and HTML, its files once each, and no header of the original's making.
import { ok, rejects, strictEqual } from "node:assert/strict";
import { test } from "node:test";
import type { Upstream, UpstreamRequest } from "gateway/plugin";
import { gmailForwardEndpoints } from "./gmail-forward.ts";
import { base64Url } from "./mail-text.ts";

const encoded = (text: string) => base64Url(new TextEncoder().encode(text));
const text = (type: string, body: string, partId: string) => ({
  partId,
  mimeType: type,
  headers: [{ name: "Content-Type", value: `${type}; charset=utf-8` }],
  body: { size: body.length, data: encoded(body) },
});
const original = (files: object[]) => ({
  id: "m1",
  threadId: "t1",
  payload: {
    mimeType: "multipart/mixed",
    headers: [
      { name: "From", value: "Ada <ada@example.com>" },
      { name: "Subject", value: "Invoice\r\n Bcc: eve@example.com" },
    ],
    parts: [text("text/plain", "Please pay", "0"), text("text/html", "<p>Please pay</p>", "1"), ...files],
  },
});
const file = (partId: string, filename: string, attachmentId: string, size: number) => ({
  partId,
  filename,
  mimeType: filename.endsWith(".eml") ? "message/rfc822" : "application/pdf",
  body: { size, attachmentId },
});

/** Forwards `message`; returns the email that was sent, and the ids of the files that were fetched. */
async function forward(message: object, contents: Record<string, string>, comment?: string) {
  const fetched: string[] = [];
  let sent = "";
  const upstream = {
    request: async (req: UpstreamRequest) => {
      const json = req.json as { raw?: string } | undefined;
      if (json?.raw !== undefined) sent = atob(json.raw.replaceAll("-", "+").replaceAll("_", "/"));
      return { status: 200, headers: new Headers(), json: json ? { id: "m9", threadId: "t9" } : message };
    },
    open: async ({ path }: UpstreamRequest) => {
      const id = String(path).split("/").at(-1) ?? "";
      fetched.push(id);
      const body = new Blob([JSON.stringify({ data: encoded(contents[id] ?? "") })]).stream();
      return { status: 200, headers: new Headers(), body };
    },
  } as unknown as Upstream;
  const call = { params: { id: "m1" }, query: {}, body: { to: "bob@example.com", comment } };
  const { run } = gmailForwardEndpoints.gmail_forward_message;
  await run?.(
    {
      ...call,
      page: { limit: 25, position: null },
      identity: { id: "1", name: "ada", tenant: {} },
      idempotencyKey: "",
    },
    upstream,
  );
  return { sent, fetched };
}

test("a forwarded email has the comment, the quoted text and HTML, and no header that the original's text made", async () => {
  const { sent } = await forward(original([]), {}, "Is <this> ours?");
  const [head = "", body = ""] = [sent.slice(0, sent.indexOf("\r\n\r\n")), sent];
  ok(head.includes("Subject: Fwd: Invoice Bcc: eve@example.com"), head);
  ok(!/^bcc:/im.test(head), head);
  ok(body.includes("Is <this> ours?\r\n\r\n---------- Forwarded message ---------\r\nFrom: Ada <ada@example.com>"));
  ok(body.includes("Is &lt;this&gt; ours?<br>") && body.includes("Ada &lt;ada@example.com&gt;"));
  ok(body.includes("<p>Please pay</p>"));
});

test("an attached email goes along whole, and the files within it are not sent a second time", async () => {
  const attached = { ...file("3", "old.eml", "a2", 12), parts: [file("3.0", "inner.pdf", "a3", 3)] };
  const message = original([file("2", "invoice.pdf", "a1", 4), attached]);
  const { sent, fetched } = await forward(message, { a1: "%PDF", a2: "Subject: Old" });
  strictEqual(fetched.toSorted().join(), "a1,a2");
  ok(sent.includes("filename=invoice.pdf") && sent.includes(btoa("%PDF")));
  ok(sent.includes("Content-Type: message/rfc822") && sent.includes("Subject: Old"));
  ok(!sent.includes("inner.pdf"));
});

test("a picture that the HTML shows keeps its id beside it; another one is a file", async () => {
  const html = '<img src="cid:logo@x.example"><img src=cid:a%26b>';
  const picture = (partId: string, id: string) => ({
    ...file(partId, `${partId}.png`, `p${partId}`, 2),
    mimeType: "image/png",
    headers: [{ name: "Content-ID", value: `<${id}>` }],
  });
  const parts = [
    text("text/html", html, "0"),
    picture("1", "logo@x.example"),
    picture("2", "a&b"),
    picture("3", "other"),
  ];
  const message = { id: "m1", threadId: "t1", payload: { mimeType: "multipart/related", headers: [], parts } };
  const { sent } = await forward(message, { p1: "aa", p2: "bb", p3: "cc" });
  ok(sent.includes(html));
  const ids = [...sent.matchAll(/^Content-Id: <(.*)>\r$/gim)].map(([, id]) => id);
  strictEqual(ids.join(), "logo@x.example,a&b");
  const related = sent.slice(sent.indexOf("multipart/related"));
  ok(related.includes("filename=1.png") && related.includes("filename=2.png"), related);
  strictEqual(sent.match(/^Content-Disposition: attachment; filename=3\.png/gm)?.length, 1);
});

test("a file that is not whole, or that exceeds what was declared, ends the call before anything is sent", async () => {
  await rejects(forward(original([file("2", "invoice.pdf", "a1", 40)]), { a1: "%PDF" }), /incomplete/);
  const huge = "x".repeat(13_000_000);
  const two = original([file("2", "one.pdf", "a1", 1), file("3", "two.pdf", "a2", 1)]);
  await rejects(forward(two, { a1: huge, a2: huge }), /exceed 25 MB/);
});
