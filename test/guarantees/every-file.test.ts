// Every file that a caller sends within JSON, in every built-in plugin: the provider gets its bytes, or the call is refused.
import { describe, expect, test } from "bun:test";
import type { TSchema } from "@sinclair/typebox";
import fc from "fast-check";
import type { InputError } from "../../src/foundation/errors.ts";
import type { AnyCall } from "../../src/plugin/index.ts";
import type { Fixture } from "../../src/plugin-kit/check/fixture.ts";
import { parseFixture, readFixtures } from "../../src/plugin-kit/check/fixture-files.ts";
import { responseOf } from "../../src/plugin-kit/check/recorded-fetch.ts";
import { callOf, replayCall } from "../../src/plugin-kit/check/replay-call.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../src/providers/registry/registry.ts";
import { type FilePlace, type FileValue, filesIn, withFiles } from "../../src/providers/upstream/file-places.ts";
import { fileErrors } from "../../src/providers/upstream/sent-files.ts";
import { checkInput } from "../../src/web/http/input.ts";
import { readJson } from "../../src/web/http/json-text.ts";
import { builtInPlugins, PLUGINS_FOLDER } from "../support/built-in.ts";
import { rejection } from "../support/rejection.ts";

const { endpoints } = buildRegistry(await builtInPlugins());
const takingFiles = endpoints.filter(({ files }) => files.length > 0);

/** A place of a file, with a fixture whose call has one there. */
interface Sample {
  endpoint: RegisteredEndpoint;
  place: FilePlace;
  at: string;
  value: FileValue;
  call: AnyCall;
  fixture: Fixture;
}

function sampleOf(endpoint: RegisteredEndpoint, place: FilePlace): Sample {
  for (const { name, text } of readFixtures(PLUGINS_FOLDER + endpoint.provider.id)) {
    const fixture = parseFixture(text);
    if (name !== endpoint.key || typeof fixture === "string" || fixture.failure !== undefined) continue;
    const call = callOf(fixture);
    const found = filesIn([place], call.body).find(({ value }) => value.content !== undefined);
    if (found && !call.upload) return { endpoint, place, at: found.at, value: found.value, call, fixture };
  }
  throw new Error(`${endpoint.tool} has no fixture with a file.`);
}

const samples = takingFiles.flatMap((endpoint) => endpoint.files.map((place) => sampleOf(endpoint, place)));

/** The input of the call with another file, read of a request as the gateway reads it. */
async function inputWith({ endpoint, call, at }: Sample, file: FileValue): Promise<AnyCall> {
  const body = withFiles(call.body, new Map([[at, file]]));
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const request = new Request("http://localhost/", { method: "POST", headers: { "content-type": "application/json" } });
  const check = (input: { body: Record<string, unknown> }, errors: readonly InputError[]) =>
    fileErrors(endpoint, input.body, { isFile: false, errors });
  const sent = { bytes, read: await readJson(bytes) };
  const read = checkInput({ body: endpoint.input.body, provider: "x" }, request, {}, sent, check);
  return { ...call, body: read.body };
}

/** The bodies that go to the provider for the file. */
async function bodiesFor(sample: Sample, file: FileValue): Promise<Buffer[]> {
  const bodies: Buffer[] = [];
  const responses = [...sample.fixture.upstream];
  const fetch = async (_url: string, init: RequestInit) => {
    bodies.push(Buffer.from(await new Response(init.body).arrayBuffer()));
    return responseOf(responses.shift()?.response ?? { status: 503 });
  };
  await replayCall(sample.endpoint, await inputWith(sample, file), fetch);
  return bodies;
}

/** Whether a body has the file: as bytes, as base64, or within another base64, as Gmail takes mails. */
function holds(body: Buffer, bytes: Buffer): boolean {
  if (body.includes(bytes)) return true;
  const text = body.toString("latin1").replaceAll("\r\n", "");
  const base64 = bytes.toString("base64");
  if (text.includes(`"${base64}"`) || text.includes(base64)) return true;
  const raw = /"raw":"([\w-]+)"/.exec(text)?.[1];
  return raw !== undefined && holds(Buffer.from(raw, "base64url"), bytes);
}

/** By their sizes: parts of a form are separated by a text that is new in each request, and a message names the moment. */
const sizesOf = (bodies: readonly Buffer[]) => bodies.map((body) => body.toString("latin1").length);

const arrives = async (sample: Sample, file: FileValue, bytes: Uint8Array) =>
  (await bodiesFor(sample, { ...sample.value, ...file })).some((body) => holds(body, Buffer.from(bytes)));

// What is shorter is found in a request by chance; what is longer goes another way at no provider.
const LENGTH = { minLength: 12, maxLength: 300 };

test("the endpoints that take files are found by their schemas, and there is no other form of a file", () => {
  expect(takingFiles.map(({ tool }) => tool)).toEqual(
    expect.arrayContaining(["google_gmail_send_message", "google_drive_upload_file", "microsoft_send_email"]),
  );
  const others = endpoints.filter(({ files, input }) => files.length === 0 && /base64/i.test(JSON.stringify(input)));
  expect(others.map(({ tool }) => tool)).toEqual([]);
});

for (const sample of samples) {
  const { endpoint, place, at } = sample;
  describe(`${endpoint.tool}${at}`, () => {
    test("gives the provider the bytes of base64, however it is written", async () => {
      await fc.assert(
        fc.asyncProperty(fc.uint8Array(LENGTH), fc.integer({ min: 1, max: 90 }), async (bytes, width) => {
          const content = Buffer.from(bytes).toString("base64");
          const lines = content.replace(new RegExp(`.{1,${width}}`, "g"), "$&\r\n");
          for (const one of [content, lines, content.replace(/=+$/, ""), Buffer.from(bytes).toString("base64url")])
            expect(await arrives(sample, { content: one, encoding: "base64" }, bytes)).toBe(true);
        }),
        { numRuns: 10 },
      );
    });

    test("gives the provider the bytes of text, whatever the text looks like", async () => {
      const texts = fc.oneof(fc.string({ unit: "grapheme", ...LENGTH }), fc.constant("password is not base64"));
      await fc.assert(
        fc.asyncProperty(texts, async (content) => {
          const bytes = new TextEncoder().encode(content);
          for (const encoding of ["utf-8", "text"])
            expect(await arrives(sample, { content, encoding }, bytes)).toBe(true);
        }),
        { numRuns: 10 },
      );
    });

    test("takes a file as a download has it, and sends on what the provider stores", async () => {
      const stored = place.spec.filled.filter((name) => name !== "content_type");
      const mime_type = String(sample.value.mime_type ?? "text/markdown");
      const download = { name: "notes.md", mime_type, content: "# Engine notes\n", encoding: "utf-8" };
      const own = Object.fromEntries(
        Object.entries(download).filter(([name]) => name !== "mime_type" && name !== "name"),
      );
      const kept = Object.fromEntries(stored.map((name) => [name, download[name as "name"]]));
      const seen = await bodiesFor(sample, { ...sample.value, ...download });
      const expected = await bodiesFor(sample, { ...sample.value, ...own, ...kept });
      expect(sizesOf(seen)).toEqual(sizesOf(expected));
    });

    test("refuses what is not base64 in so many words", async () => {
      const name = [...at.split("/").slice(1), "content"].join(".");
      for (const content of [
        "moth found\n",
        "password1",
        "hallo!",
        "abcdef",
        "YWJj=",
        "YQ=",
        "YW Jj",
        "a-b+",
        "YWJjé",
      ]) {
        const error = await rejection(inputWith(sample, { ...sample.value, content, encoding: "base64" }));
        expect(String(error)).toContain(`"${name}" is not base64. Send text with "encoding": "utf-8".`);
      }
    });

    test("takes content without encoding as it did before", async () => {
      const bytes = Buffer.from("The mill does the work.");
      const content = place.spec.encoding === "base64" ? bytes.toString("base64") : bytes.toString();
      const { encoding: _, ...value } = sample.value;
      expect(await arrives({ ...sample, value }, { content }, bytes)).toBe(true);
    });

    test("says which fields are missing, and refuses two ways at once", async () => {
      const errorsOf = async (file: FileValue) => {
        const error = (await rejection(inputWith(sample, file))) as { details?: { errors: InputError[] } };
        return (error.details?.errors ?? []).map((one) => one.path);
      };
      const { content: _, ...without } = sample.value;
      if (!place.spec.isOptional) expect(await errorsOf(without)).toEqual([`${at}/content`]);
      expect(await errorsOf({ ...sample.value, from: { tool: "slack_download_file" } })).toEqual([`${at}/from`]);
      for (const name of place.spec.required) {
        const { [name]: _named, ...unnamed } = sample.value;
        expect(await errorsOf(unnamed)).toEqual([`${at}/${name}`]);
      }
    });

    test("takes its fields under their former names", async () => {
      const properties: Record<string, TSchema> = declaredAt(endpoint, place).properties;
      const bytes = Buffer.from("The store keeps the numbers.");
      for (const [name, field] of Object.entries(properties)) {
        for (const before of (field.previousNames ?? []) as string[]) {
          const file = { ...sample.value, content: bytes.toString("base64"), encoding: "base64" };
          const renamed = Object.fromEntries(
            Object.entries(file).map(([own, value]) => [own === name ? before : own, value]),
          );
          expect(await bodiesFor(sample, renamed)).toEqual(await bodiesFor(sample, file));
        }
      }
    });
  });
}

/** The object of a place as the plugin declares it. */
function declaredAt({ def }: RegisteredEndpoint, { steps }: FilePlace): TSchema {
  return steps.reduce<TSchema>(
    (schema, step) => (step === "[]" ? schema.items : schema.properties[step]),
    def.body as TSchema,
  );
}
