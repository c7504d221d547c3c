// base64 in a provider's response is read completely, or is a provider error: never a shortened file.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { base64Bytes } from "../../src/plugin/index.ts";
import { fileData } from "../../src/providers/calls/file.ts";
import { UpstreamFailure } from "../../src/providers/upstream/failure.ts";
import { callOf, endpointFixtures, exchangesOf, replay } from "../support/fixture-replay.ts";

const recorded = await endpointFixtures();

describe("base64", () => {
  test("reads back every byte, in either alphabet, padded or not, over several lines", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const text = btoa(String.fromCharCode(...bytes));
        const url = text.replaceAll("+", "-").replaceAll("/", "_");
        for (const form of [text, url, url.replace(/=+$/, ""), text.replace(/(.{8})/g, "$1\n")])
          expect(base64Bytes(form)).toEqual(Uint8Array.from(bytes));
      }),
    );
  });

  test.each(["a", "ab*d", "äöü", "a=bc", "ab-/", "abc\u0000", "ab==="])("refuses %j", (text) => {
    expect(base64Bytes(text)).toBeNull();
  });
});

const CARRIERS = ["github_get_file", "google_gmail_get_attachment", "google_gmail_get_message"];
type Recording = (typeof recorded)[number]["fixtures"][number];

/** The result as text, with `other` in place of the text `value` in the recorded responses. */
async function withText(tool: string, fixture: Recording, value: string, other: string): Promise<string> {
  const { endpoint } = recorded.find((one) => one.endpoint.tool === tool) as (typeof recorded)[number];
  const upstream = JSON.parse(JSON.stringify(fixture.upstream).replace(`"${value}"`, `"${other}"`));
  const { outcome } = await replay(endpoint, callOf(fixture), exchangesOf({ ...fixture, upstream }));
  if (outcome instanceof Error) throw outcome;
  return JSON.stringify(outcome.kind === "file" ? await fileData(outcome.file, 1_000) : outcome);
}

/** The encoded texts in recorded responses that change the result. */
async function encodedTexts(): Promise<{ tool: string; fixture: Recording; value: string }[]> {
  const found: { tool: string; fixture: Recording; value: string }[] = [];
  for (const { endpoint, fixtures } of recorded.filter(({ endpoint: { tool } }) => CARRIERS.includes(tool))) {
    for (const fixture of fixtures.filter(({ result }) => result !== undefined)) {
      const text = JSON.stringify(fixture.upstream);
      for (const [, value = ""] of text.matchAll(
        /"(?:data|content)":"([A-Za-z0-9+/_=-]{4,}(?:\\n[A-Za-z0-9+/_=-]*)*)"/g,
      )) {
        const zeros = value.replace(/\\n/g, "").replace(/[^=]/g, "A");
        const [plain, other] = [value, zeros].map((one) => withText(endpoint.tool, fixture, value, one));
        if ((await plain) !== (await other)) found.push({ tool: endpoint.tool, fixture, value });
      }
    }
  }
  return found;
}
const texts = await encodedTexts();

describe("R-16: a file or text in base64", () => {
  test("comes from Gmail and GitHub", () => {
    expect([...new Set(texts.map(({ tool }) => tool))].sort()).toEqual(CARRIERS);
  });

  test.each([
    ["a character outside base64", (value: string) => `${value.slice(0, 3)}!${value.slice(3)}`],
    ["a length that no bytes have", (value: string) => "A".repeat(value.length - (value.length % 4) + 1)],
    ["fewer bytes than its size", () => "QQ"],
  ])("with %s is a provider error", async (what, breakIt) => {
    let tried = 0;
    for (const { tool, fixture, value } of texts) {
      // A text has no size, nor has an attachment that its message no longer lists.
      const hasSize = (fixture.result as { size?: unknown }).size != null && tool !== "google_gmail_get_message";
      if (what.startsWith("fewer") && !hasSize) continue;
      tried++;
      const error: unknown = await withText(tool, fixture, value, breakIt(value)).catch((thrown: unknown) => thrown);
      expect(error, `${tool}: ${value.slice(0, 20)}`).toBeInstanceOf(UpstreamFailure);
      expect((error as UpstreamFailure).detail.failure).toBe("error");
    }
    expect(tried).toBeGreaterThan(0);
  });
});
