// What each reader of bodies is sent: its largest body in every shape, and a harmless one of the same size.
import { createHmac } from "node:crypto";
import { type TObject, Type as t } from "@sinclair/typebox";
import type { TestGateway } from "../support/gateway.ts";
import type { Sent } from "../support/sender.worker.ts";
import { type BodyReader, bodyReaders } from "./body-readers.ts";
import { largestBodies } from "./largest-bodies.ts";

/** Secret of GitHub's deliveries, in the settings of a gateway under test. */
export const GITHUB_SECRET = "a secret that GitHub signs with";
/** What stands beside the body's own text. */
const SPARE = 2_000;
const MiB = 1024 * 1024;

export interface SilenceCase {
  reader: string;
  harmless(): Sent;
  /** By the name of the shape; each is made when it is sent. */
  shapes: Map<string, () => Sent>;
}

const repeated = (part: string, bytes: number) => part.repeat(Math.max(1, Math.floor(bytes / part.length)));

export async function silenceCases(gateway: TestGateway): Promise<SilenceCase[]> {
  const readers = await bodyReaders(gateway);
  return [...readers.map((reader) => caseOf(gateway, reader)), ...deliveryCases(gateway)];
}

function caseOf(gateway: TestGateway, reader: BodyReader): SilenceCase {
  const { path, headers, around } = reader;
  const sent = (text: string): Sent => ({
    url: gateway.url + path,
    headers,
    body: new TextEncoder().encode(around[0] + text + around[1]),
  });
  const size = reader.maxBytes - SPARE;
  const isForm = reader.type === "form";
  const texts = isForm
    ? formTexts(size)
    : new Map([...largestBodies(schemaOf(gateway, reader), size), ...validTexts(reader, size)]);
  return {
    reader: reader.name,
    harmless: () => sent(isForm ? `a=${"a".repeat(size)}` : `{"zz":"${"a".repeat(size - 10)}"}`),
    shapes: new Map([...texts].map(([shape, make]) => [shape, () => sent(make())])),
  };
}

function schemaOf({ app }: TestGateway, { routeId, path }: BodyReader): TObject {
  const body = app.routes.find(({ id }) => id === routeId)?.body;
  if (body) return body;
  if (path.startsWith("/api/v1/webhooks")) return t.Object({});
  return t.Object({ redirect_uris: t.Array(t.String()), client_name: t.String() });
}

/** What passes every check, so that it is also carried out. */
function validTexts({ routeId }: BodyReader, size: number): Map<string, () => string> {
  if (routeId !== "google_gmail_send_message") return new Map();
  const mail = (more: object) => JSON.stringify({ to: "ada@example.com", subject: "x", text: "x", ...more });
  const file = (bytes: number) => ({
    filename: "a.bin",
    mime_type: "application/pdf",
    content: repeated("QUJD", bytes),
  });
  const text = (part: string) => mail({ text: repeated(part, 1_990_000) });
  return new Map([
    ["a mail with a file", () => mail({ attachments: [file(size - 1_000)] })],
    ["a mail with fifty files", () => mail({ attachments: Array(50).fill(file((size - 10_000) / 50)) })],
    ["a mail of words", () => text("word ")],
    ["a mail of lines", () => text("\n")],
    ["a mail of foreign letters", () => text("\u00e9")],
    ["a mail of tags", () => mail({ html: repeated("<b>", 1_990_000), text: repeated("= \t", 1_990_000) })],
    ["a mail to five hundred", () => mail({ to: Array(500).fill(`${"a".repeat(900)} <ada@example.com>`) })],
  ]);
}

/** Forms have a bound of fields and of bytes. */
function formTexts(size: number): Map<string, () => string> {
  return new Map([
    ["fields", () => repeated("a=&", size)],
    ["nothing but separators", () => repeated("&", size)],
    ["escapes", () => `a=${repeated("%41", size - 2)}`],
    ["broken escapes", () => `a=${repeated("%", size - 2)}`],
    ["spaces", () => `a=${repeated("+", size - 2)}`],
    ["NUL characters", () => repeated("a=%00&", size)],
    ["addresses", () => `email=${repeated("@", size / 2)}&password=${repeated("a", size / 3)}`],
  ]);
}

/** To each provider's own address, unsigned; and signed, where that takes no more than a secret. */
function deliveryCases({ app, url }: TestGateway): SilenceCase[] {
  const size = 10 * MiB - SPARE;
  const texts: [string, () => string][] = [
    ["values", () => `[${"{},".repeat(120_000)}{}]`],
    ["members", () => `{${Array.from({ length: 120_000 }, (_, at) => `"k${at}":1`).join()}}`],
    ["too many values", () => `[${repeated("1,", size)}1]`],
    ["brackets", () => repeated("[", size)],
    ["escapes", () => `{"n":"${repeated("\\n", size - 10)}"}`],
    ["long numbers", () => `[${"12345678901234567890,".repeat(120_000)}1]`],
    ["foreign letters", () => `{"n":"${"\u00e9".repeat(size / 2 - 10)}"}`],
    ["form fields", () => repeated("payload=%7B%7D&", size)],
    ["a form's field", () => `payload=${repeated("%7B", size - 10)}`],
    ["no JSON", () => repeated('"', size)],
  ];
  const harmless = () => `{"zz":"${"a".repeat(size - 10)}"}`;
  const caseOf = (reader: string, send: (text: string) => Sent): SilenceCase => ({
    reader,
    harmless: () => send(harmless()),
    shapes: new Map(texts.map(([shape, make]) => [shape, () => send(make())])),
  });
  const json = { "content-type": "application/json" };
  const unsigned = [...app.deps.registry.providers.values()]
    .filter(({ webhook }) => webhook !== undefined)
    .map(({ id }) =>
      caseOf(`a delivery of ${id}`, (text) => ({
        url: `${url}/api/v1/webhooks/${id}`,
        headers: { ...json, ...UNSIGNED },
        body: new TextEncoder().encode(text),
      })),
    );
  const signed = caseOf("a signed delivery", (text) => {
    const body = new TextEncoder().encode(text);
    const signature = `sha256=${createHmac("sha256", GITHUB_SECRET).update(body).digest("hex")}`;
    const headers = { ...json, "x-github-event": "issues", "x-github-delivery": crypto.randomUUID() };
    return { url: `${url}/api/v1/webhooks/github`, headers: { ...headers, "x-hub-signature-256": signature }, body };
  });
  return [...unsigned, signed];
}

/** Headers with which verification goes as far as it can without a secret. */
const UNSIGNED: Record<string, string> = {
  "x-hub-signature-256": `sha256=${"0".repeat(64)}`,
  "x-github-event": "issues",
  "x-slack-signature": `v0=${"0".repeat(64)}`,
  "stripe-signature": `t=1,v1=${"0".repeat(64)}`,
  "x-shopify-hmac-sha256": "A".repeat(44),
  "x-hubspot-signature-v3": "A".repeat(44),
  "calendly-webhook-signature": `t=1,v1=${"0".repeat(64)}`,
  "x-gitlab-token": "token",
  "linear-signature": "0".repeat(64),
  "x-zm-signature": `v0=${"0".repeat(64)}`,
  "x-notion-signature": `sha256=${"0".repeat(64)}`,
  "x-zendesk-webhook-signature": "A".repeat(44),
};
