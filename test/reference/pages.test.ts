// The pages under /docs over HTTP: everything from this host, compressed, cached by content, and behind a strict policy.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { guidedPages } from "../../src/dashboard/navigation.ts";
import { servedGuides } from "../../src/reference/files.ts";
import { builtInPlugins, PLUGIN_IDS } from "../support/built-in.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { ROOT } from "../support/sources.ts";

describe("the pages for developers", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", plugins: await builtInPlugins() });
  });
  afterAll(() => gateway.close());

  const get = (path: string, headers: Record<string, string> = {}) => gateway.call("GET", path, { headers });
  const guides = servedGuides(ROOT);
  const linksOf = (html: string) => [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link = ""]) => link);

  test("the reference loads its scripts and styles from this host alone", async () => {
    const { status, headers, text } = await get("/docs");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(linksOf(text).filter((link) => !link.startsWith("/") && link !== "data:,")).toEqual([]);
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  });

  test("the policy lets no inline script and no other host in, and allows styles by a nonce of the answer", async () => {
    const [first, second] = [await get("/docs"), await get("/docs")];
    const policy = first.headers.get("content-security-policy") ?? "";
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    const nonce = policy.match(/'nonce-([^']+)'/)?.[1] ?? "";
    expect(first.text).toContain(`<meta property="csp-nonce" content="${nonce}">`);
    expect(second.text).not.toContain(nonce);
    expect(first.headers.get("cache-control")).toBe("no-store");
  });

  test("every page has the security headers", async () => {
    for (const path of ["/docs", "/connected", ...guides.map((name) => `/docs/guides/${name}`)]) {
      const { status, headers } = await get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get("content-security-policy"), path).toContain("default-src 'none'");
      expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
      expect(headers.get("x-content-type-options"), path).toBe("nosniff");
      expect(headers.get("referrer-policy"), path).toBe("no-referrer");
      expect(headers.get("cross-origin-opener-policy"), path).toBe("same-origin");
      expect(headers.get("strict-transport-security"), path).toBeNull();
    }
  });

  test("assets are kept for a year, and come in the coding that the request names", async () => {
    const { text } = await get("/docs");
    const assets = linksOf(text).filter((link) => link.startsWith("/docs/assets/"));
    expect(assets).toHaveLength(4);
    for (const path of assets) {
      expect(path).toMatch(/\.[0-9a-f]{16}\.(js|css)$/);
      const bodies = await Promise.all(
        ["br", "gzip", "identity"].map(async (coding) => {
          const response = await fetch(gateway.url + path, {
            headers: { "accept-encoding": coding },
            decompress: false,
          } as RequestInit);
          expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
          expect(response.headers.get("vary")).toBe("accept-encoding");
          expect(response.headers.get("content-encoding")).toBe(coding === "identity" ? null : coding);
          const bytes = new Uint8Array(await response.arrayBuffer());
          if (coding === "br") return String(brotliDecompressSync(bytes));
          return coding === "gzip" ? String(gunzipSync(bytes)) : new TextDecoder().decode(bytes);
        }),
      );
      expect(new Set(bodies.map((body) => Bun.hash(body))).size, path).toBe(1);
    }
  });

  test("an unknown asset or guide is 404", async () => {
    for (const path of ["/docs/assets/scalar.0000000000000000.js", "/docs/assets/..%2fapi.md", "/docs/guides/none"])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });

  test("a guide's name in a list, a tab or a title has no marks of Markdown", async () => {
    for (const name of guides) {
      const { text } = await get(`/docs/guides/${name}`);
      const names = [...text.matchAll(/<title>(.*?)<\/title>|<nav.*?<\/nav>/gs)].map(([part]) => part);
      expect(names.length).toBeGreaterThan(1);
      expect([name, names.filter((part) => /[`*]|\]\(/.test(part))]).toEqual([name, []]);
    }
  });

  test("the guides link to each other, to chapters that exist, and to nothing that the gateway does not serve", async () => {
    const pages = new Map<string, string>();
    const dashboard = guidedPages().map(({ path }) => path);
    for (const name of guides) pages.set(`/docs/guides/${name}`, (await get(`/docs/guides/${name}`)).text);
    for (const [path, html] of pages) {
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|javascript:/);
      for (const link of linksOf(html)) {
        if (
          /^https:\/\//.test(link) ||
          ["data:,", "/docs", "/openapi.json", ...dashboard].includes(link) ||
          link.startsWith("/docs/assets/")
        )
          continue;
        const [target = "", hash] = link.split("#");
        const page = pages.get(target || path);
        expect([path, link, page !== undefined]).toEqual([path, link, true]);
        if (hash !== undefined) expect([path, link, page?.includes(`id="${hash}"`)]).toEqual([path, link, true]);
      }
    }
  });

  test("the lists beside a guide are closed in the markup, so that a narrow screen begins with the text", async () => {
    const { text } = await get("/docs/guides/operate/backups");
    expect([...text.matchAll(/<details[^>]*>/g)].map(([tag]) => tag)).toEqual(["<details>", "<details>"]);
  });

  test("a guide is Markdown too", async () => {
    const { headers, text } = await get("/docs/guides/api.md");
    expect(headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(text).toMatch(/^# /);
  });

  test("llms.txt names every provider and guide, and its links lead somewhere", async () => {
    const { headers, text } = await get("/llms.txt");
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(text).toMatch(/^# Integration Gateway\n\n> /);
    const links = [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, link = ""]) => link);
    for (const id of PLUGIN_IDS) expect(links).toContain(`${gateway.url}/docs#tag/${id}`);
    for (const name of guides) expect(links).toContain(`${gateway.url}/docs/guides/${name}.md`);
    expect(links).toContain(`${gateway.url}/docs/guides/client.md`);
    for (const link of links) expect([link, (await get(link.slice(gateway.url.length))).status]).toEqual([link, 200]);
  });

  test("llms-full.txt has every operation for callers, and every guide", async () => {
    const { text } = await get("/llms-full.txt");
    for (const { access, method, path } of gateway.app.routes)
      if (access !== "admin") expect(text).toContain(`- \`${method} ${path}\``);
    expect(text).not.toMatch(/^- `\w+ \/admin/m);
  });

  test("llms-full.txt names each operation's inputs, also where there is one", async () => {
    const { text } = await get("/llms-full.txt");
    const lineOf = (operation: string) => text.split("\n").find((line) => line.startsWith(`- \`${operation}\``)) ?? "";
    for (const { access, method, path, query, body } of gateway.app.routes) {
      if (access === "admin") continue;
      const names = [...Object.keys(query?.properties ?? {}), ...Object.keys(body?.properties ?? {})];
      const [, inputs] = lineOf(`${method} ${path}`).match(/ Input: ([^:]*)\.$/) ?? [];
      expect([path, inputs?.split(", ").map((name) => name.replaceAll("?", "")) ?? []]).toEqual([path, names]);
    }
  });

  test("a document that has an ETag is described with the response 304, and no other is", async () => {
    const asset = linksOf((await get("/docs")).text).find((link) => link.startsWith("/docs/assets/")) ?? "";
    const { paths } = (await get("/openapi.json")).json;
    const described = Object.keys(paths).filter((path) => /^\/(docs|llms)/.test(path));
    expect(described.length).toBeGreaterThan(5);
    for (const path of described) {
      const url =
        path === "/docs/assets/{file}" ? asset : path.replace("{name}", "operate").replace("{page}", "backups");
      const { status, headers } = await get(url);
      expect([url, status, headers.has("etag")]).toEqual([url, 200, "304" in paths[path].get.responses]);
    }
  });

  test("the menu of a guide in several pages has its pages, and the current one is marked", async () => {
    const ofOperate = guides.filter((name) => name === "operate" || name.startsWith("operate/"));
    expect(ofOperate.length).toBeGreaterThan(5);
    for (const current of ["operate", "operate/backups"]) {
      const { text } = await get(`/docs/guides/${current}`);
      const [, menu = ""] = text.match(/<nav aria-label="Pages of this guide">(.*?)<\/nav>/s) ?? [];
      expect(linksOf(menu).sort()).toEqual(ofOperate.map((name) => `/docs/guides/${name}`).sort());
      const marked = [...menu.matchAll(/href="([^"]*)" aria-current="page"/g)].map(([, link]) => link);
      expect(marked).toEqual([`/docs/guides/${current}`]);
    }
    expect((await get("/docs/guides/api")).text.includes("Pages of this guide")).toBe(
      guides.some((name) => name.startsWith("api/")),
    );
  });

  test("over TLS the pages say so for a year", async () => {
    const other = await startTestGateway({ lane: "embedded", baseUrl: "https://gateway.example.com" });
    const { headers } = await other.call("GET", "/docs");
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
    await other.close();
  });
});
