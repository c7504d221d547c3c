// The page of a connect session in a pop-up and in a frame: what its headers allow, and whom it tells the outcome.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { consent } from "../../../emulators/consent.ts";
import { HOOK_MS, REDIRECT_URL } from "../../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type OpenedPage, type PageBrowser, pageBrowser, unescaped } from "../../support/page-browser.ts";

const ORIGIN = new URL(REDIRECT_URL).origin;

let gateway: TestGateway;
let key: string;
let accountId: string;
let browser: PageBrowser;
beforeAll(async () => {
  gateway = await startTestGateway({ lane: "embedded", emulate: ["google"] });
  key = (await gateway.partner()).key;
  accountId = await gateway.account(key, "customer-2");
  browser = pageBrowser();
}, HOOK_MS);
afterAll(() => gateway.close(), HOOK_MS);

async function startPage(body: Record<string, unknown> = {}) {
  const response = await gateway.call("POST", `/api/v1/accounts/${accountId}/connect`, {
    key,
    body: { redirect_url: REDIRECT_URL, page: true, provider: "google", ...body },
  });
  return { url: response.json.data.connect_url as string, sessionId: response.json.data.session_id as string };
}
const setOrigins = (origins: string[]) => gateway.call("PUT", "/api/v1/redirect-origins", { key, body: { origins } });
const policyOf = ({ headers }: OpenedPage) => headers.get("content-security-policy") ?? "";

/** What the page's script sends, to whom and when; null where it has none. */
function telling({ text }: OpenedPage) {
  const [, outcome, to, when] = /data-outcome="([^"]*)" data-to="([^"]*)" data-when="([^"]*)"/.exec(text) ?? [];
  return outcome === undefined ? null : { message: JSON.parse(unescaped(outcome)), to, when };
}

async function connectIn(url: string): Promise<OpenedPage> {
  const onward = await browser.send(await browser.open(url), { action: "continue" });
  return browser.open((await consent(new URL(onward.onTo as string), "ada@example.com")).href);
}

describe("a pop-up", () => {
  test("S-17: tells the origin of redirect_url what the redirect would, and nothing else", async () => {
    const { url, sessionId } = await startPage();
    const landed = await connectIn(`${url}?window=popup`);
    expect(landed.url).toBe(`${gateway.url}/connect/sessions/${sessionId}?window=popup`);
    expect(telling(landed)).toEqual({
      message: {
        type: "gateway.connect.outcome",
        status: "success",
        provider: "google",
        account_id: accountId,
        external_id: "customer-2",
        session_id: sessionId,
      },
      to: ORIGIN,
      when: "leave",
    });
    expect(policyOf(landed)).toMatch(/script-src 'self'(;|$)/);
    expect(landed.headers.get("cross-origin-opener-policy")).toBe("unsafe-none");
  });

  test("keeps its opener on every page, an error's too, and is in no frame", async () => {
    const { url } = await startPage();
    const opened = await browser.open(`${url}?window=popup`);
    const forged = await browser.send(opened, { action: "cancel", form_token: "x" });
    const unknown = await browser.open(`${gateway.url}/connect/unknown?window=popup`);
    for (const page of [opened, forged, unknown]) {
      expect(page.headers.get("cross-origin-opener-policy")).toBe("unsafe-none");
      expect(policyOf(page)).toContain("frame-ancestors 'none'");
      expect(policyOf(page)).not.toContain("script-src");
    }
    expect([forged.status, unknown.status]).toEqual([403, 404]);
  });

  test("S-14: gets the confirm token where the session asked for one", async () => {
    const { url } = await startPage({ confirm: true });
    const landed = await connectIn(`${url}?window=popup`);
    const token = telling(landed)?.message.confirm_token;
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const path = `/api/v1/accounts/${accountId}/integrations/google/confirm`;
    expect((await gateway.call("POST", path, { key, body: { confirm_token: token } })).status).toBe(200);
    // Another browser has neither the page nor the token.
    expect(telling(await pageBrowser().open(landed.url))).toBeNull();
  });

  test("is told of a refusal, and tells it at once; a failure waits for another try", async () => {
    const { url, sessionId } = await startPage();
    const gone = await browser.send(await browser.open(`${url}?window=popup&lang=de`), { action: "cancel" });
    expect(telling(gone)).toMatchObject({
      message: { status: "error", error: "access_denied", session_id: sessionId },
      to: ORIGIN,
      when: "leave",
    });
    expect(gone.onTo).toBeNull();
    const failed = await browser.open(`${url}?window=popup&lang=de`);
    expect([telling(failed)?.when, failed.title]).toEqual(["wait", "Google ist nicht verbunden"]);
    const again = await browser.send(failed, { action: "continue" });
    const landed = await browser.open((await consent(new URL(again.onTo as string), "ada@example.com")).href);
    expect([landed.title, telling(landed)?.to]).toEqual(["Google ist verbunden", ORIGIN]);
  });

  test("a tab keeps its own process group and tells nobody", async () => {
    const landed = await connectIn((await startPage()).url);
    expect(telling(landed)).toBeNull();
    expect(policyOf(landed)).not.toContain("script-src");
    expect(landed.headers.get("cross-origin-opener-policy")).toBe("same-origin");
  });
});

describe("a frame", () => {
  test("is refused without registered origins, and where redirect_url's is not among them", async () => {
    const { url } = await startPage();
    const refused = async () => {
      const page = await browser.open(`${url}?window=frame`);
      expect([page.status, page.title]).toEqual([403, "This cannot be shown here"]);
      expect(policyOf(page)).toContain("frame-ancestors 'none'");
      expect(page.headers.get("x-frame-options")).toBe("DENY");
    };
    await refused();
    await setOrigins(["https://app.example.com"]);
    await refused();
    await setOrigins([]);
  });

  test("S-16: is shown to registered origins alone, sets no cookie, has no form, and opens a window that does", async () => {
    await setOrigins([ORIGIN, "https://app.example.com"]);
    const { url } = await startPage();
    const page = await browser.open(`${url}?window=frame`);
    await setOrigins([]);
    expect(page.status).toBe(200);
    expect(policyOf(page)).toEndWith(`frame-ancestors ${ORIGIN} https://app.example.com`);
    expect(policyOf(page)).toContain("script-src 'self'");
    expect(page.headers.get("x-frame-options")).toBeNull();
    expect(page.headers.get("set-cookie")).toBeNull();
    expect([page.action, page.text.includes("form_token")]).toEqual([null, false]);
    expect(page.text).toContain(`data-to="${ORIGIN}"`);
    const path = unescaped(page.links[0] as string);
    expect(path).toBe(`${new URL(url).pathname}?window=frame_popup`);
    const opened = await browser.open(gateway.url + path);
    expect([opened.title, policyOf(opened).includes("frame-ancestors 'none'")]).toEqual(["Connect Google", true]);
    // Its window tells the frame, which is ours, and the frame the page around it.
    const landed = await connectIn(gateway.url + path);
    expect(telling(landed)?.to).toBe(new URL(gateway.url).origin);
  });

  test("an unknown link is in no frame", async () => {
    const page = await browser.open(`${gateway.url}/connect/unknown?window=frame`);
    expect([page.status, policyOf(page).includes("frame-ancestors 'none'")]).toEqual([404, true]);
  });
});

describe("GET /connect/frame/{token}", () => {
  const ask = async (url: string, origin?: string) => {
    const path = new URL(url).pathname.replace("/connect/", "/connect/frame/");
    return gateway.call("GET", path, { headers: origin === undefined ? {} : { origin } });
  };
  const refusalOf = async (url: string, origin?: string) => (await ask(url, origin)).json.data.refusal;
  const HOW = `PUT /api/v1/redirect-origins, or at the dashboard's page "Connect page".`;

  test("names the origins that are missing, and agrees with what the frame's policy allows", async () => {
    const { url } = await startPage();
    expect(await refusalOf(url, "https://shop.example")).toEqual({
      error: "origin_not_allowed",
      error_description: `https://shop.example and ${ORIGIN} are not among your redirect origins, so browsers show no frame: add them with ${HOW}`,
    });
    await setOrigins([ORIGIN, "https://app.example.com"]);
    const policy = policyOf(await browser.open(`${url}?window=frame`));
    for (const origin of [ORIGIN, "https://app.example.com", "https://shop.example", "null", undefined]) {
      const refusal = await refusalOf(url, origin);
      expect(refusal === null).toBe(policy.endsWith(` ${origin}`) || policy.includes(`frame-ancestors ${origin} `));
    }
    expect(await refusalOf(url, "https://shop.example")).toEqual({
      error: "origin_not_allowed",
      error_description: `https://shop.example is not among your redirect origins, so browsers show no frame: add it with ${HOW}`,
    });
    expect((await refusalOf(url, "null")).error_description).toStartWith("A page without an origin,");
    await gateway.database.database.query("update connect_sessions set expires_at = now() where redirect_url = $1", [
      REDIRECT_URL,
    ]);
    expect(await refusalOf(url, ORIGIN)).toMatchObject({ error: "refused_frame" });
    await setOrigins([]);
  });

  test("is read by every page, and tells it of its own origin alone", async () => {
    await setOrigins([ORIGIN, "https://app.example.com"]);
    const { url } = await startPage();
    const response = await ask(url, "https://shop.example");
    await setOrigins([]);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.text).not.toContain(ORIGIN);
    expect(response.text).not.toContain("app.example.com");
    expect(Object.keys(response.json.data)).toEqual(["refusal"]);
    expect(await refusalOf(`${gateway.url}/connect/unknown`, ORIGIN)).toMatchObject({ error: "refused_frame" });
  });
});

describe("GET /connect/outcome/{token}", () => {
  test("says what came of a session that has ended, to the page that began it: not whose it is, and no confirm token", async () => {
    const { url, sessionId } = await startPage({ confirm: true });
    const path = new URL(url).pathname.replace("/connect/", "/connect/outcome/");
    const running = await gateway.call("GET", path);
    expect([running.status, running.json]).toEqual([200, { data: { outcome: null } }]);
    expect(running.headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(running.headers.get("access-control-allow-credentials")).toBeNull();
    expect(running.headers.get("cache-control")).toBe("no-store");
    await browser.send(await browser.open(url), { action: "cancel" });
    const common = { session_id: sessionId, provider: "google" };
    const refused = { status: "error", error: "access_denied", ...common };
    expect((await gateway.call("GET", path)).json.data.outcome).toEqual(refused);
    const again = await browser.send(await browser.open(url), { action: "continue" });
    expect((await gateway.call("GET", path)).json.data.outcome).toBeNull();
    await browser.open((await consent(new URL(again.onTo as string), "ada@example.com")).href);
    expect((await gateway.call("GET", path)).json.data.outcome).toEqual({ status: "success", ...common });
  });

  test("is 404 for any other link, and names an expired one", async () => {
    expect((await gateway.call("GET", "/connect/outcome/unknown")).status).toBe(404);
    const { url, sessionId } = await startPage();
    await gateway.database.database.query("update connect_sessions set expires_at = now() where id = $1", [sessionId]);
    const { json } = await gateway.call("GET", new URL(url).pathname.replace("/connect/", "/connect/outcome/"));
    expect(json.data.outcome).toMatchObject({ status: "error", error: "expired" });
  });
});

describe("the language", () => {
  test("is the browser's, or the link's all the way; what a plugin says is in it as well", async () => {
    const { url } = await startPage();
    const german = await gateway.call("GET", new URL(url).pathname, { headers: { "accept-language": "de-AT" } });
    expect(german.text).toStartWith('<!doctype html><html lang="de" dir="ltr">');
    expect(german.headers.get("vary")).toContain("Accept-Language");
    expect(german.text).toContain("möchte Ihr Google-Konto verwenden");
    expect(german.text).toContain("E-Mails senden");
    expect(german.text).not.toContain("Send emails");
    const landed = await connectIn(`${url}?lang=ja`);
    expect(landed.text).toContain('<html lang="ja"');
    expect(landed.title).toBe("Google と連携しました");
    const bad = await browser.send(landed, {}, { "sec-fetch-site": "cross-site" });
    expect([bad.status, bad.title]).toEqual([403, "この操作はできません"]);
    expect(bad.text).toContain("このフォームはゲートウェイのページから送信されていません");
  });
});

describe("GET /connect.js", () => {
  test("is one small script under a stable name, kept for an hour and known by its ETag", async () => {
    const response = await gateway.call("GET", "/connect.js");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect(response.headers.get("cache-control")).toBe("public, max-age=3600, stale-while-revalidate=86400");
    expect(response.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(response.text.length).toBeLessThan(8_000);
    expect(response.text).not.toMatch(/postMessage|"\*"|innerHTML|eval\(/);
    const etag = response.headers.get("etag") as string;
    const again = await gateway.call("GET", "/connect.js", { headers: { "if-none-match": etag } });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
  });
});
