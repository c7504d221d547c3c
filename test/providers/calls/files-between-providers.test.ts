// Each download of an emulated provider into each upload, over HTTP: the bytes that are read back are those of the source.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { HOOK_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

setDefaultTimeout(HOOK_MS);

const BYTES = randomBytes(5000);
const CONTENT = { content: BYTES.toString("base64"), encoding: "base64" };
const TYPE = "application/x-plan";
const MAIL = { to: "ada@example.com", subject: "Plan", text: "Here it is." };
const FILES = "/api/v1/google/drive/files";
const SEND = "/api/v1/google/gmail/send";
const CONTENTS = "/api/v1/github/repos/ada/engine/contents";

interface From {
  tool: string;
  arguments: Record<string, string>;
}
/** A place that takes a file, and the tool that gives it back. */
type Put = (file: object) => Promise<From>;

describe.each(laneOf(import.meta.file))("files between providers on %s", (lane) => {
  let gateway: TestGateway;
  let key: string;
  let count = 0;

  beforeAll(async () => {
    gateway = await startTestGateway({ lane, emulate: ["google", "github", "slack"] });
    key = (await gateway.user()).key;
    await gateway.connect(key, "google");
    await gateway.connect(key, "github");
    await gateway.connect(key, "slack");
  });
  afterAll(() => gateway.close());

  async function send(method: string, path: string, body?: object): Promise<Record<string, never>> {
    const { status, json, text } = await gateway.call(method, path, { key, body });
    if (status !== 200) throw new Error(text);
    return json.data;
  }

  const places: Record<string, Put> = {
    "Google Drive": async (file) => {
      const { id } = await send("POST", FILES, file);
      return { tool: "google_drive_download_file", arguments: { id: id ?? "" } };
    },
    Gmail: async (file) => {
      const { id } = await send("POST", SEND, { ...MAIL, attachments: [file] });
      const { attachments = [] } = await send("GET", `/api/v1/google/gmail/messages/${id}`);
      const [{ id: attachment_id }] = attachments as unknown as [{ id: string }];
      return { tool: "google_gmail_get_attachment", arguments: { id: id ?? "", attachment_id } };
    },
    GitHub: async (file) => {
      const path = `plans/${++count}.bin`;
      const { name: _name, mime_type: _type, ...content } = file as Record<string, unknown>;
      await send("PUT", CONTENTS, { path, message: "Add a plan", ...content });
      return { tool: "github_get_file", arguments: { owner: "ada", repo: "engine", path } };
    },
    Slack: async (file) => {
      const { mime_type: _type, ...shared } = file as Record<string, unknown>;
      const { id } = await send("POST", "/api/v1/slack/files", { ...shared, channel: "C000000001" });
      return { tool: "slack_download_file", arguments: { id: id ?? "" } };
    },
  };
  const read = async ({ tool, arguments: args }: From) => {
    const data = await send("POST", `/api/v1/tools/${tool}/execute`, { arguments: args });
    const { content, encoding } = data as { content?: string; encoding?: BufferEncoding };
    return Buffer.from(content ?? "", encoding);
  };

  for (const [source, put] of Object.entries(places)) {
    for (const [target, putAgain] of Object.entries(places)) {
      test(`from ${source} to ${target}`, async () => {
        const from = await put({ name: "plan.bin", mime_type: TYPE, ...CONTENT });
        expect((await read(await putAgain({ from }))).equals(BYTES)).toBe(true);
      });
    }
  }
});
