// Any tree of parts: each leaf is a body or an attachment, once, and can be read; long bodies are fetched or said to be missing.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { Endpoint, Upstream, UpstreamFile, UpstreamRequest } from "gateway/plugin";
import { gmailEndpoints } from "./gmail.ts";
import { messageOf, type RawMessage } from "./gmail-message.ts";
import { attachmentParts, bodyParts, type Part } from "./gmail-parts.ts";
import { gmailSendEndpoints } from "./gmail-send.ts";
import { gmailSource } from "./gmail-source.ts";
import { base64Url } from "./mail-text.ts";

const encoded = (text: string) => base64Url(new TextEncoder().encode(text));
const leaf = (mimeType: string, text: string, headers: Record<string, string> = {}, filename = ""): Part => ({
  mimeType,
  filename,
  headers: Object.entries({ "Content-Type": mimeType, ...headers }).map(([name, value]) => ({ name, value })),
  body: { size: text.length, data: encoded(text) },
});
const tree = (mimeType: string, parts: Part[]): Part => ({ mimeType, filename: "", body: { size: 0 }, parts });
const mail = (payload: Part, id = "m1"): RawMessage => ({ id, threadId: "t1", payload: numbered(payload) });
/** Numbers as Gmail gives them. */
function numbered(part: Part, number = ""): Part {
  const parts = part.parts?.map((one, i) => numbered(one, number === "" ? `${i}` : `${number}.${i}`));
  return { ...part, partId: number, ...(parts && { parts }) };
}

/** A Gmail that has messages, and the data of parts by attachment id; counts the requests for them. */
function gmailOf(json: (path: string) => unknown, data: Record<string, string> = {}) {
  const fetched: string[] = [];
  const respond = (value: unknown) => ({ status: 200, headers: new Headers(), json: value });
  const idOf = ({ path }: UpstreamRequest) => /\/attachments\/([^/]+)$/.exec(String(path))?.[1];
  const request = async (req: UpstreamRequest) => {
    const id = idOf(req);
    if (id === undefined) return respond(structuredClone(json(String(req.path))));
    fetched.push(id);
    return data[id] === undefined ? null : respond({ size: data[id].length, data: encoded(data[id]) });
  };
  const open = async (req: UpstreamRequest) => ({
    ...respond(null),
    body: new Blob([JSON.stringify({ data: encoded(data[idOf(req) ?? ""] ?? "") })]).stream(),
  });
  return { upstream: { request, attempt: request, open } as unknown as Upstream, fetched };
}
const run = ({ run: work }: Endpoint, params: Record<string, string>, upstream: Upstream) =>
  work?.(
    {
      params,
      query: {},
      body: {},
      page: { limit: 25, position: null },
      identity: { id: "1", name: "ada", tenant: {} },
      idempotencyKey: "",
    } as never,
    upstream,
  );

const TYPES = [
  "text/plain",
  "text/html",
  "text/calendar",
  "text/rfc822-headers",
  "text/x-patch",
  "message/delivery-status",
  "message/rfc822",
  "application/json",
  "application/pdf",
  "image/png",
];
const leaves = fc
  .record({
    type: fc.constantFrom(...TYPES),
    named: fc.boolean(),
    disposition: fc.constantFrom("", "inline", "attachment"),
    contentId: fc.boolean(),
    isFar: fc.boolean(),
    isEmpty: fc.boolean(),
  })
  .map(({ type, named, disposition, contentId, isFar, isEmpty }): Part => {
    const headers = {
      ...(disposition && { "Content-Disposition": disposition }),
      ...(contentId && { "Content-ID": "<a@b>" }),
    };
    const made = leaf(type, isEmpty ? "" : "text", headers, named ? "a.txt" : "");
    return isFar ? { ...made, body: { size: 4, attachmentId: "far" } } : made;
  });
const trees = fc.letrec<{ part: Part }>((tie) => ({
  part: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    leaves,
    fc
      .tuple(
        fc.constantFrom("multipart/mixed", "multipart/alternative", "multipart/related", "message/rfc822"),
        fc.array(tie("part"), { minLength: 1, maxLength: 4 }),
      )
      .map(([type, parts]) => tree(type, parts)),
  ),
})).part;

function leavesWithin(part: Part): Part[] {
  return part.parts?.length ? part.parts.flatMap(leavesWithin) : [part];
}

describe("any tree of parts", () => {
  test("has each leaf once, as a body or as an attachment with an id of its own", () => {
    fc.assert(
      fc.property(trees, (root) => {
        const { payload } = mail(root);
        const all = leavesWithin(payload as Part);
        const bodies = bodyParts(payload);
        const attachments = attachmentParts(payload);
        const found = [...bodies, ...attachments.map(({ part }) => part)];
        expect(found).toHaveLength(all.length);
        expect(new Set(found)).toEqual(new Set(all));
        expect(new Set(attachments.map(({ id }) => id)).size).toBe(attachments.length);
        expect(bodies.every(({ mimeType }) => mimeType === "text/plain" || mimeType === "text/html")).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  test("lets each attachment be downloaded by its id, wherever its bytes are", async () => {
    await fc.assert(
      fc.asyncProperty(trees, async (root) => {
        const message = mail(root);
        const { upstream } = gmailOf(() => message, { far: "text" });
        for (const { id, size } of messageOf(message).attachments) {
          const file = (await run(
            gmailEndpoints.gmail_get_attachment,
            { id: "m1", attachment_id: id },
            upstream,
          )) as UpstreamFile;
          expect([id, await new Response(file.body).text()]).toEqual([id, size === 0 ? "" : "text"]);
        }
      }),
      { numRuns: 50 },
    );
  });

  test("may nest 5,000 deep and have 20,000 leaves", () => {
    let deep = leaf("text/plain", "inner");
    for (let i = 0; i < 5_000; i++) deep = tree("multipart/mixed", [deep]);
    expect(messageOf({ id: "m", threadId: "t", payload: deep }).body.text).toBe("inner");
    const wide = tree(
      "multipart/mixed",
      Array.from({ length: 20_000 }, () => leaf("image/png", "x")),
    );
    expect(messageOf({ id: "m", threadId: "t", payload: wide }).attachments).toHaveLength(20_000);
  });
});

describe("parts without a file name", () => {
  test("of a bounce are attachments, with the reason to read", async () => {
    const status = "Final-Recipient: rfc822; x@y.example\r\nStatus: 5.1.1\r\n";
    const bounce = mail(
      tree("multipart/report", [
        leaf("text/plain", "Not delivered"),
        leaf("message/delivery-status", status),
        leaf("text/rfc822-headers", "Subject: Hi\r\n"),
      ]),
    );
    const { body, attachments } = messageOf(bounce);
    expect(body.text).toBe("Not delivered");
    expect(attachments.map(({ id, mime_type }) => [id, mime_type])).toEqual([
      ["1", "message/delivery-status"],
      ["2", "text/rfc822-headers"],
    ]);
    const { upstream } = gmailOf(() => bounce);
    const file = (await run(
      gmailEndpoints.gmail_get_attachment,
      { id: "m1", attachment_id: "1" },
      upstream,
    )) as UpstreamFile;
    expect(await new Response(file.body).text()).toBe(status);
  });

  test("of a mail are attachments, whether or not they are pictures in it", () => {
    const { attachments } = messageOf(
      mail(
        tree("multipart/mixed", [
          leaf("text/plain", "See below"),
          leaf("text/x-patch", "--- a", { "Content-Disposition": "inline" }),
          leaf("application/json", "{}"),
          leaf("image/png", "png", { "Content-ID": "<logo@x.example>" }),
          leaf("text/plain", "named by its type", {
            "Content-Disposition": "attachment",
            "Content-Type": "text/plain; name*=utf-8''%C3%A9.txt",
          }),
        ]),
      ),
    );
    expect(attachments.map(({ id, filename, inline, content_id }) => [id, filename, inline, content_id])).toEqual([
      ["1", "attachment", false, null],
      ["2", "attachment", false, null],
      ["3", "attachment", true, "logo@x.example"],
      ["4", "é.txt", false, null],
    ]);
  });
});

describe("a body that Gmail sends separately", () => {
  const far = (id: string, size = 300_000): Part => ({
    mimeType: "text/html",
    filename: "",
    body: { attachmentId: id, size },
  });
  const bodies = (messages: { body: { html: string | null; is_truncated: boolean } }[]) =>
    messages.map(({ body }) => [body.html, body.is_truncated]);
  type Response = { json: { messages: RawMessage[]; message: RawMessage } & RawMessage };

  test("is in a message, a conversation, a draft and an event", async () => {
    const messages = ["A", "B"].map((id) => mail(far(id), `m${id}`));
    const { upstream } = gmailOf(
      (path) => {
        if (path.includes("/threads/")) return { id: "t1", messages };
        if (path.includes("/drafts/")) return { id: "d1", message: messages[0] };
        if (path.includes("/history"))
          return { historyId: "9", history: [{ id: "8", messagesAdded: [{ message: messages[0] }] }] };
        return messages[0];
      },
      { A: "<p>a</p>", B: "<p>b</p>" },
    );
    const [one, thread, draft] = (await Promise.all([
      run(gmailEndpoints.gmail_get_message, { id: "mA" }, upstream),
      run(gmailEndpoints.gmail_get_thread, { id: "t1" }, upstream),
      run(gmailSendEndpoints.gmail_get_draft, { id: "d1" }, upstream),
    ])) as unknown as Response[];
    expect(bodies([messageOf(one?.json as RawMessage)])).toEqual([["<p>a</p>", false]]);
    expect(bodies((thread?.json.messages ?? []).map(messageOf))).toEqual([
      ["<p>a</p>", false],
      ["<p>b</p>", false],
    ]);
    expect(bodies([messageOf(draft?.json.message as RawMessage)])).toEqual([["<p>a</p>", false]]);
    const page = await gmailSource.poll?.next("1", { now: 0 } as never, upstream);
    expect(bodies(((page?.items ?? []) as RawMessage[]).map(messageOf))).toEqual([["<p>a</p>", false]]);
  });

  test("stays out, and is marked, where it is gone or too much; the latest messages come first", async () => {
    const messages = Array.from({ length: 40 }, (_, i) => mail(far(`a${i}`, i === 39 ? 20_000_000 : 1_000), `m${i}`));
    const data = Object.fromEntries(messages.map((_, i) => [`a${i}`, i === 38 ? undefined : "<p>x</p>"]));
    const { upstream, fetched } = gmailOf(() => ({ id: "t1", messages }), data as Record<string, string>);
    const thread = (await run(gmailEndpoints.gmail_get_thread, { id: "t1" }, upstream)) as unknown as Response;
    expect(fetched).toHaveLength(30);
    expect(bodies(thread.json.messages.map(messageOf))).toEqual(
      messages.map((_, i) => (i > 37 || i < 9 ? [null, true] : ["<p>x</p>", false])),
    );
  });
});

describe("a text in the format flowed", () => {
  const read = (text: string, parameters = "") =>
    messageOf(
      mail(leaf("text/plain", text, { "Content-Type": `text/plain; charset=utf-8; format=flowed${parameters}` })),
    ).body.text;

  test.each([
    ["soft \r\nbreak\r\nhard", "", "soft break\r\nhard"],
    ["日本 \r\n語\r\n", "; DelSp=Yes", "日本語\r\n"],
    ["> quoted \r\n> text\r\n>> deeper \r\nmine", "", "> quoted text\r\n>> deeper \r\nmine"],
    [" From here\r\n >not quoted", "", "From here\r\n>not quoted"],
    ["Bye \r\n-- \r\nAda", "", "Bye \r\n-- \r\nAda"],
    ["fixed\n", '; delsp="no"', "fixed\n"],
  ])("%j%s has its lines joined", (text, parameters, expected) => {
    expect(read(text, parameters)).toBe(expected);
  });

  test("gives back any paragraphs, however their lines were broken", () => {
    const word = fc.stringMatching(/^[a-z日本>]{1,8}$/);
    fc.assert(
      fc.property(
        fc.array(fc.array(word, { minLength: 1, maxLength: 12 }), { maxLength: 6 }),
        fc.boolean(),
        (lines, delSp) => {
          const paragraphs = lines.map((words) => words.join(" "));
          const stuffed = (line: string) => (/^[> ]|^From/.test(line) ? ` ${line}` : line);
          const written = lines.map((words) =>
            words.map((one, i) => stuffed(one) + (i < words.length - 1 ? (delSp ? "  " : " ") : "")).join("\r\n"),
          );
          expect(read(written.join("\r\n"), delSp ? "; delsp=yes" : "") ?? "").toBe(paragraphs.join("\r\n"));
        },
      ),
    );
  });
});
