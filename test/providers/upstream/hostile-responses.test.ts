// Hostile or broken responses to a list of each pagination and to a file: the right error, soon and cheaply.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { type AcmeGateway, startAcmeGateway } from "../../support/acme.ts";
import { everyPaging, methodOf, WAYS } from "../../support/every-paging.ts";
import type { ApiResponse } from "../../support/gateway.ts";
import { MiB, measureGrowth } from "../../support/memory.ts";
import { gzipBomb } from "../../support/oversized-bodies.ts";
import { always, answerOf, jsonAnswer, type Script } from "../../support/tcp-upstream.ts";
import { within } from "../../support/until.ts";

const ITEMS = { items: [{ id: 7, title: "A title" }] };
const LIST = JSON.stringify(ITEMS);
const FILE = "/api/v1/acme/items/7/file";
const MOST_GROWTH = 64 * MiB;
const EVERY = Object.keys(WAYS);
/** A broken POST marked `safe` is retried after 100 ms; a GET is not. */
const READS = EVERY.filter((way) => methodOf(way) === "GET");

/** Far beyond these tests' deadline, and far below any other. */
const SOON_MS = 5_000;

let it: AcmeGateway;
beforeAll(async () => {
  it = await startAcmeGateway({}, everyPaging);
});
afterAll(() => it.close());
beforeEach(() => void it.gateway.clock.nextMinute());

let turn = 0;
/** After each test the gateway still serves, and has logged no secret. */
afterEach(async () => {
  it.upstream.answer(always(jsonAnswer(ITEMS)));
  const { json } = await list(READS[turn++ % READS.length] as string);
  expect(json.data?.items).toEqual([{ id: "7", title: "A title" }]);
  expect(it.gateway.logLines.join("\n")).not.toContain(it.accessToken);
  it.gateway.logLines.length = 0;
});

const list = (way: string) => it.gateway.call(methodOf(way), `/api/v1/acme/by/${way}`, { key: it.key });
/** `502 cut_short`, `503 timeout`, or `200`. */
const outcomeOf = ({ status, text, json }: Pick<ApiResponse, "status" | "text" | "json">) => {
  expect(text).not.toContain(it.accessToken);
  expect(text).not.toContain(String(it.upstream.port));
  expect(status < 400 || text.length < 600).toBe(true);
  return [status, json?.details?.code ?? (status === 503 ? json?.details?.reason : json?.code)]
    .filter(Boolean)
    .join(" ");
};
const ofList = async (way: string) => outcomeOf(await list(way));
const ofFile = async () => outcomeOf(await it.gateway.call("GET", FILE, { key: it.key }));
/** The same for the file's bytes; `broken` where the connection was cut, so that nobody takes the bytes for the file. */
async function ofStream(): Promise<string> {
  const headers = { authorization: `Bearer ${it.key}`, accept: "application/octet-stream" };
  try {
    const response = await fetch(it.gateway.url + FILE, { headers });
    const text = await response.text();
    return outcomeOf({ status: response.status, text, json: response.ok ? null : JSON.parse(text) });
  } catch {
    return "broken";
  }
}

/** Expects the outcome of each list and, where given, of the file and its stream; all at once. */
async function expectOutcomes(
  script: Script | Buffer,
  lists: string,
  { file, stream, ways = EVERY }: { file?: string; stream?: string; ways?: string[] } = {},
): Promise<void> {
  it.upstream.answer(typeof script === "function" ? script : always(script));
  const [got, ...rest] = await Promise.all([
    Promise.all(ways.map(ofList)),
    file === undefined ? undefined : ofFile(),
    stream === undefined ? undefined : ofStream(),
  ]);
  expect(Object.fromEntries(ways.map((way, i) => [way, got[i]]))).toEqual(
    Object.fromEntries(ways.map((way) => [way, lists])),
  );
  expect(rest).toEqual([file, stream]);
}

const raw = (head: string, body = LIST) => Buffer.from(`${head}\r\n\r\n${body}`);
const framed = (header: string, body?: string) => raw(`HTTP/1.1 200 OK\r\n${header}`, body);
const chunked = (body: string) => framed("transfer-encoding: chunked", body);
const LENGTH = `content-length: ${LIST.length}`;
/** Sends this without end. */
const endless =
  (head: string, block: string | Uint8Array): Script =>
  async (_, wire) => {
    wire.write(head);
    const bytes = Buffer.from(block as string);
    while (await wire.writeSlowly(bytes)) await new Promise((resolve) => setImmediate(resolve));
  };

describe("R-14: an endless response costs the deadline and no more:", () => {
  const patient: { it?: AcmeGateway } = {};
  beforeAll(async () => {
    patient.it = it;
    it = await startAcmeGateway({ deadlineMs: 150, database: it.gateway.database }, everyPaging);
  });
  afterAll(async () => {
    await it.close();
    if (patient.it) it = patient.it;
  });

  for (const [what, script, stream] of [
    ["it says nothing", () => {}, "503 timeout"],
    ["it stops within the status line", (_, wire) => wire.write("HTTP/1.1 20"), "503 timeout"],
    ["it stops within a header", (_, wire) => wire.write("HTTP/1.1 200 OK\r\ncontent-le"), "503 timeout"],
    ["endless interim responses", endless("", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"), "503 timeout"],
    ["it stops within the body", (_, wire) => wire.write('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{"items":')],
    ["it stops within a chunk", (_, wire) => wire.write(chunked("999\r\n{"))],
    ["a chunk's extension without end", endless("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;", "aaaaaaaa")],
    ["a body byte by byte", endless("HTTP/1.1 200 OK\r\n\r\n", " ")],
  ] as [string, Script, string?][]) {
    test(what, () => expectOutcomes(script, "503 timeout", { file: "503 timeout", stream }), SOON_MS);
  }
});

describe("R-15: a connection without a response is 503:", () => {
  for (const [what, script] of [
    ["reset after the request", (_, wire) => wire.reset()],
    ["closed after the request", (_, wire) => wire.end()],
    ["closed within the status line", Buffer.from("HTTP/1.1 20")],
    ["closed within the headers", Buffer.from("HTTP/1.1 200 OK\r\ncontent-le")],
    ["closed after an interim response", Buffer.from("HTTP/1.1 100 Continue\r\n\r\n")],
    ["no HTTP at all", Buffer.from(LIST)],
    ["a protocol of another version", raw(`HTTP/2 200 OK\r\n${LENGTH}`)],
    ["a header without a colon", framed(`no header\r\n${LENGTH}`)],
    ["a header over two lines", framed(`x-a: b\r\n c\r\n${LENGTH}`)],
    ["101 Switching Protocols", raw("HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket")],
    ["a status of four digits", raw(`HTTP/1.1 2000 OK\r\n${LENGTH}`)],
    ["a negative status", raw(`HTTP/1.1 -200 OK\r\n${LENGTH}`)],
    ["a negative length", framed("content-length: -5")],
    ["a length with a sign", framed(`content-length: +${LIST.length}`)],
    ["a length in hexadecimal", framed("content-length: 0x10")],
    ["an empty length", framed("content-length: ")],
    ["a length past all numbers", framed(`content-length: ${"9".repeat(30)}`)],
    ["two lengths", framed(`content-length: 5\r\n${LENGTH}`)],
    ["a header of many megabytes", endless("HTTP/1.1 200 OK\r\nx-big: ", Buffer.alloc(MiB, "a"))],
    ["headers without end", endless("HTTP/1.1 200 OK\r\n", "x-a: b\r\n".repeat(10_000))],
  ] as [string, Script | Buffer][]) {
    test(what, () => expectOutcomes(script, "503 reset", { file: "503 reset", stream: "503 reset", ways: READS }));
  }
});

test("R-15: so are lists by POST, which are sent twice", async () => {
  await expectOutcomes((_, wire) => wire.reset(), "503 reset", {
    ways: EVERY.filter((way) => methodOf(way) === "POST"),
  });
});

describe("R-16: a body that is cut short is an error, even when what came is valid JSON:", () => {
  for (const [what, script] of [
    ["by its length", framed("content-length: 1000")],
    ["between chunks", chunked(`${LIST.length.toString(16)}\r\n${LIST}\r\n`)],
    ["within a chunk", chunked(`ff\r\n${LIST}`)],
    ["by a chunk of no size", chunked(`${LIST.length.toString(16)}\r\n${LIST}\r\nxyz\r\n`)],
    ["by a chunk of negative size", chunked(`${LIST.length.toString(16)}\r\n${LIST}\r\n-5\r\n`)],
    ["by a chunk past all numbers", chunked(`${"f".repeat(30)}\r\n${LIST}\r\n0\r\n\r\n`)],
    ["within its packing", answerOf(200, { "content-encoding": "gzip" }, gzipSync(LIST).subarray(0, 20))],
    ["by packing that is none", answerOf(200, { "content-encoding": "deflate" }, LIST)],
  ] as const) {
    test(what, () => expectOutcomes(script, "502 cut_short", { file: "502 cut_short", stream: "broken" }));
  }
});

describe("bytes beyond a response", () => {
  const OTHER = '{"items":[{"id":666,"title":"of somebody else"}]}';
  const second = `HTTP/1.1 200 OK\r\ncontent-length: ${OTHER.length}\r\n\r\n${OTHER}`;
  for (const [what, first, outcome] of [
    ["on a kept-alive connection", framed(LENGTH), "200"],
    ["behind the last chunk", chunked(`${LIST.length.toString(16)}\r\n${LIST}\r\n0\r\n\r\n`), "200"],
    ["where 204 has none", raw("HTTP/1.1 204 No Content", ""), "502 unexpected_shape"],
    ["where 304 has none", raw(`HTTP/1.1 304 Not Modified\r\n${LENGTH}`, ""), "502"],
  ] as const) {
    test(`${what} never become the next call's`, async () => {
      it.upstream.answer((_, wire) => wire.write(Buffer.concat([first, Buffer.from(second)])));
      for (let i = 0; i < 3; i++) {
        const response = await list("cursor");
        expect(`${response.status} ${response.json.details?.code ?? ""}`.trim()).toBe(outcome);
        expect(response.text).not.toContain("666");
      }
    });
  }
});

describe("R-17: a malformed success is 502:", () => {
  const html = answerOf(200, { "content-type": "text/html" }, `<!doctype html><p>${"Sign in. ".repeat(2_000)}</p>`);
  for (const [what, response] of [
    ["an HTML page", html],
    ["an HTML page that says it is JSON", jsonAnswer("<html></html>")],
    ["JSON that breaks off", jsonAnswer(LIST.slice(0, -1))],
    ["JSON and more", jsonAnswer(`${LIST}]`)],
    ["JSON in single quotes", jsonAnswer(LIST.replaceAll('"', "'"))],
    ["JSON lines", jsonAnswer(`${LIST}\n${LIST}`)],
    ["a number that JSON lacks", jsonAnswer('{"items":[{"id":Infinity,"title":""}]}')],
    ["JSON behind a guard", jsonAnswer(`)]}'\n${LIST}`)],
    ["UTF-16", answerOf(200, {}, Buffer.from(LIST, "utf16le"))],
    ["bytes that are no text", answerOf(200, {}, new Uint8Array([0xff, 0xfe, 0x00, 0x80]))],
    ["a million open brackets", jsonAnswer("[".repeat(200_000))],
    ["a coding that was not accepted", answerOf(200, { "content-encoding": "br" }, gzipSync(LIST))],
    ["packed twice", answerOf(200, { "content-encoding": "gzip, gzip" }, gzipSync(gzipSync(LIST)))],
  ] as const) {
    test(what, () => expectOutcomes(response, "502 not_json"));
  }
  for (const [what, json] of [
    ["nothing", ""],
    ["null", "null"],
    ["a number", "5"],
    ["a text", '"items"'],
    ["a list where an object belongs", "[[]]"],
    ["an object without the list", '{"data":[]}'],
    ["null for the list", '{"items":null}'],
    ["a text for the list", '{"items":"abc"}'],
    ["an object for the list", '{"items":{"0":{"id":7,"title":""},"length":1}}'],
    ["a list in another letter case", '{"Items":[]}'],
    ["null for an item", '{"items":[null]}'],
    ["a number for an item", '{"items":[7]}'],
    ["a list for an item", '{"items":[[]]}'],
    ["an item without a field, behind a good one", '{"items":[{"id":7,"title":""},{"id":8}]}'],
    ["null for a field", '{"items":[{"id":7,"title":null}]}'],
    ["an object for a field", '{"items":[{"id":7,"title":{"toString":"x"}}]}'],
    ["a fraction for an integer", '{"items":[{"id":7.5,"title":""}]}'],
    ["fields on the prototype", '{"items":[{"__proto__":{"id":7,"title":""}}]}'],
    ["the list on the prototype", '{"__proto__":{"items":[]}}'],
  ] as const) {
    test(what, () => expectOutcomes(jsonAnswer(json), "502 unexpected_shape"));
  }
});

describe("R-17: a file that is described by", () => {
  const described =
    (description: object): Script =>
    (request, wire) => {
      wire.write(request.path === "/described" ? jsonAnswer(description) : answerOf(200, {}, "the file"));
      wire.end();
    };
  const DESCRIPTION = { name: "notes.txt", mime_type: "text/plain", size: 8 };
  for (const [what, wrong] of [
    ["no name", { name: undefined }],
    ["null for its name", { name: null }],
    ["an object for its name", { name: { toString: "x" } }],
    ["a list for its type", { mime_type: ["text/html"] }],
    ["a text for its size", { size: "8" }],
    ["a size below nothing", { size: -1 }],
    ["a fraction for its size", { size: 0.5 }],
  ] as const) {
    test(`${what} is 502 in both forms`, async () => {
      for (const accept of ["application/json", "application/octet-stream"]) {
        it.upstream.answer(described({ ...DESCRIPTION, ...wrong }));
        const response = await it.gateway.call("GET", "/api/v1/acme/described", { key: it.key, headers: { accept } });
        expect(outcomeOf(response)).toBe("502 unexpected_shape");
      }
    });
  }
  test("every field is served", async () => {
    it.upstream.answer(described(DESCRIPTION));
    const response = await it.gateway.call("GET", "/api/v1/acme/described", { key: it.key });
    expect(response.json.data.content).toBe("the file");
  });
});

describe("R-18: an endless response is abandoned after 16 MiB, and memory stays bounded:", () => {
  const expectLeft = async (script: Script, outcome: string, file?: string) => {
    const closed = Promise.withResolvers<void>();
    it.upstream.answer((request, wire) => {
      void wire.closed.then(closed.resolve);
      return script(request, wire);
    });
    const { result, grownBytes } = await measureGrowth(() => ofList("whole"));
    expect(result).toBe(outcome);
    expect(grownBytes).toBeLessThan(MOST_GROWTH);
    await within("the connection's end", closed.promise);
    if (file !== undefined) expect(await ofFile()).toBe(file);
  };
  const spaces = Buffer.alloc(256 * 1024, " ");
  const chunk = Buffer.concat([Buffer.from("40000\r\n"), spaces, Buffer.from("\r\n")]);
  const TOO_LARGE = "400 VALIDATION_ERROR";

  test("by its length", async () => {
    it.upstream.answer(endless("HTTP/1.1 200 OK\r\ncontent-length: 2000000000\r\n\r\n", spaces));
    // One after the other: the bound is per call.
    for (const way of EVERY) expect(`${way}: ${await ofList(way)}`).toBe(`${way}: 502 too_large`);
    expect(await ofFile()).toBe(TOO_LARGE);
  });
  test("to the connection's end", () =>
    expectLeft(endless("HTTP/1.1 200 OK\r\n\r\n", spaces), "502 too_large", TOO_LARGE));
  test("in chunks, beside a length of five", () =>
    expectLeft(
      endless("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n", chunk),
      "502 too_large",
      TOO_LARGE,
    ));
  test("compressed a thousandfold", async () => {
    const bomb = answerOf(200, { "content-encoding": "gzip" }, await gzipBomb(256));
    await expectLeft(always(bomb), "502 too_large", TOO_LARGE);
  });
  test("of an error page, which is reported by its status", () =>
    expectLeft(endless("HTTP/1.1 500 Oh\r\ncontent-length: 2000000000\r\n\r\n", spaces), "502 too_large"));

  for (const [what, text] of [
    ["a million items", `{"items":[${Array(800_000).fill('{"id":7,"title":""}').join(",")}]}`],
    ["millions of empty things", `{"items":[],"more":[${Array(5_000_000).fill("[]").join(",")}]}`],
    ["a million names", `{"items":[],"more":{${Array.from({ length: 900_000 }, (_, i) => `"k${i}":1`).join(",")}}}`],
  ] as const) {
    test(`of ${what} within 16 MiB`, () => expectLeft(always(jsonAnswer(text)), "502 too_large"));
  }
  test("but one long text of 15 MiB full of commas and brackets is read", async () => {
    const text = `\\"[{,`.repeat(2_600_000);
    it.upstream.answer(always(jsonAnswer(`{"items":[],"more":"${text}"}`)));
    expect(await ofList("cursor")).toBe("200");
  });
});

describe("an unusual status", () => {
  for (const [status, outcome] of [
    [0, "502"],
    [99, "502"],
    [204, "502 unexpected_shape"],
    [205, "502 unexpected_shape"],
    [300, "502"],
    [303, "502"],
    [304, "502"],
    [305, "502"],
    [402, "502"],
    [418, "502"],
    [426, "502"],
    [507, "502"],
    [599, "502"],
    [600, "502"],
    [999, "502"],
  ] as const) {
    const head = `HTTP/1.1 ${String(status).padStart(3, "0")} Odd\r\nlocation: https://evil.example/`;
    const named = outcome === "502" ? "502 PROVIDER_ERROR" : outcome;
    test(`${status} is ${named}`, async () => {
      it.upstream.answer(always(raw(`${head}\r\ncontent-length: 2`, "{}")));
      for (const { status: received, json, text } of await Promise.all(READS.map(list))) {
        expect(json.code).toBe("PROVIDER_ERROR");
        expect(json.details.status).toBe(status);
        expect(`${received} ${json.details.code ?? ""}`.trim()).toBe(outcome);
        expect(text).not.toContain("evil");
      }
    });
  }
  for (const status of [203, 206, 226, 299]) {
    test(`${status} with a valid body is a success`, () =>
      expectOutcomes(raw(`HTTP/1.1 ${status} Odd\r\n${LENGTH}`), "200", { file: "200", stream: "200" }));
  }
});
