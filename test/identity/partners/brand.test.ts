// A partner's brand: validated when it is set, shown on the connect page, and always as text.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { contrast } from "../../../src/identity/partners/contrast.ts";
import { HOOK_MS, REDIRECT_URL } from "../../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { pageBrowser } from "../../support/page-browser.ts";
import { codeOf } from "../../support/responses.ts";

const BRAND = "/api/v1/brand";

/** A PNG by its header; the rest is not looked at. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(33);
  header.write("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 0, "latin1");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return Buffer.concat([header, deflateSync(Buffer.alloc(10))]);
}
function webp(width: number, height: number): Buffer {
  const header = Buffer.alloc(30);
  header.write("RIFF", 0, "latin1");
  header.write("WEBPVP8X", 8, "latin1");
  header.writeUIntLE(width - 1, 24, 3);
  header.writeUIntLE(height - 1, 27, 3);
  return header;
}
const dataUrl = (bytes: Buffer, type = "image/png") => `data:${type};base64,${bytes.toString("base64")}`;

for (const lane of ["postgres", "embedded"] as const) {
  describe(`a partner's brand on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google"] });
      key = (await gateway.partner()).key;
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    const put = (body: unknown) => gateway.call("PUT", BRAND, { key, body });
    const page = async () => {
      const accountId = await gateway.account(key);
      const started = await gateway.call("POST", `/api/v1/accounts/${accountId}/connect`, {
        key,
        body: { provider: "google", redirect_url: REDIRECT_URL, page: true },
      });
      return pageBrowser().open(started.json.data.connect_url);
    };

    test("is empty at first, then what was put, and another partner has its own", async () => {
      const empty = { name: null, color: null, logo: null };
      expect((await gateway.call("GET", BRAND, { key })).json.data).toEqual(empty);
      const brand = { name: "Acme", color: "#14352B", logo: dataUrl(webp(64, 64), "image/webp") };
      expect((await put(brand)).json.data).toEqual({ ...brand, color: "#14352b" });
      expect((await gateway.call("GET", BRAND, { key })).json.data).toEqual({ ...brand, color: "#14352b" });
      const other = await gateway.partner();
      expect((await gateway.call("GET", BRAND, { key: other.key })).json.data).toEqual(empty);
      const shown = await page();
      expect(shown.text).toContain(`<img src="${brand.logo}"`);
      expect(shown.text).toContain("<bdi>Acme</bdi> wants to use your Google account");
      expect(shown.text).toContain("--brand:#14352b;--on-brand:#ffffff");
      expect((await put({})).json.data).toEqual(empty);
    });

    test("S-81: a name and an account's name with markup stay text on the page", async () => {
      const attack = `"><script>alert(1)</script>'&<img src=x onerror=alert(1)>`;
      await put({ name: attack });
      const { text, title } = await page();
      expect(title).toBe("Connect Google");
      expect(text).not.toMatch(/<(script|img)/);
      expect(text).toContain("<bdi>&quot;&gt;&lt;script&gt;alert(1)");
      await put({});
    });

    test.each([
      ["color", "red"],
      ["color", "#fff"],
      ["color", "#ffff00"],
      ["color", "#14352b;background:url(//evil.example)"],
      ["name", ""],
      ["name", "x".repeat(81)],
      ["name", "Acme\u202egpj"],
      ["logo", "https://acme.example/logo.png"],
      ["logo", dataUrl(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), "image/svg+xml")],
      ["logo", dataUrl(Buffer.from("<svg onload=alert(1)>".padEnd(40)))],
      ["logo", dataUrl(png(64, 64), "image/webp")],
      ["logo", dataUrl(png(4_000, 64))],
      ["logo", dataUrl(Buffer.concat([png(64, 64), Buffer.alloc(33 * 1024)]))],
      ["logo", `${dataUrl(png(64, 64))}" onerror="alert(1)`],
    ])("the %s %j is refused", async (field, value) => {
      const response = await put({ [field]: value });
      expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
      expect(response.json.error).toContain(field);
    });
  });
}

test("contrast is that of WCAG", () => {
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 5);
  expect(contrast("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});
