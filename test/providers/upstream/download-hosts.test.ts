// File downloads from other hosts: a redirect to a declared host is followed without credentials, any other is refused.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { endpoint, file, one, type Provider, path, resource, t } from "../../../src/plugin/index.ts";
import { type AcmeGateway, acme, startAcmeGateway } from "../../support/acme.ts";
import { answerOf, jsonAnswer, type Script, type SeenRequest } from "../../support/tcp-upstream.ts";

const anything = resource({ raw: t.Object({}), shape: t.Object({}), map: () => ({}) });
const read = { permission: "items.read", description: "Get it." } as const;
const opening = (method: "GET" | "POST") =>
  endpoint({
    ...read,
    method,
    path: `/files-by-${method.toLowerCase()}`,
    run: async (_, upstream) => {
      const headers = { cookie: "a=b", "x-own": "own", range: "bytes=0-9", accept: "text/plain" };
      const json = method === "POST" ? { secret: "body" } : undefined;
      const { body } = await upstream.open({ method, path: path`/file`, headers, json });
      return { id: "7", name: "file.txt", mimeType: "text/plain", size: null, body };
    },
    returns: file(),
  });
const plugin = {
  ...acme,
  headers: { "x-plugin": "of the plugin", authorization: "never sent" },
  downloadHosts: ["files.example.com", "*.cdn.example.com"],
  endpoints: {
    get_file: opening("GET"),
    make_file: opening("POST"),
    get_thing: endpoint({ ...read, method: "GET", path: "/thing", upstream: "/thing", returns: one(anything) }),
  },
} as unknown as Provider;

let it: AcmeGateway;
beforeAll(async () => {
  it = await startAcmeGateway({
    plugins: [plugin],
    // Other hosts are the same server under a path that names them.
    fetch: (url, init) => {
      const { host, pathname, protocol } = new URL(url);
      const isOwn = url.startsWith(`${it.upstream.url}/`);
      return fetch(isOwn ? url : `${it.upstream.url}/${protocol}${host}${pathname}`, init);
    },
  });
});
afterAll(() => it.close());

const ask = (what: "files-by-get" | "thing" = "files-by-get") =>
  it.gateway.call("GET", `/api/v1/acme/${what}`, { key: it.key, headers: { accept: "application/octet-stream" } });
/** Redirects to each location in turn, then serves the file. */
const through =
  (...locations: string[]): Script =>
  (_, wire) => {
    const location = locations.shift();
    wire.write(
      location === undefined ? answerOf(200, {}, "the file") : answerOf(302, { location, "set-cookie": "s=1" }),
    );
    wire.end();
  };
const follow = (...locations: string[]) => it.upstream.during(through(...locations), () => ask());

describe("S-34: a file behind a redirect", () => {
  for (const url of [
    "https://files.example.com/f/7",
    "https://a.cdn.example.com/f/7",
    "https://a.b.cdn.example.com/f/7",
    "https://FILES.example.com:443/f/7",
  ]) {
    test(`to a declared host is fetched there without credentials: ${url}`, async () => {
      const { result, requests } = await follow(url);
      expect(result.text).toBe("the file");
      expect(requests).toHaveLength(2);
      const [own, bare] = requests as [SeenRequest, SeenRequest];
      expect(own.header("authorization")).toBe(`Bearer ${it.accessToken}`);
      expect(own.header("x-own")).toBe("own");
      expect(bare.path).toBe(`/https:${new URL(url).host}/f/7`);
      const names = bare.headers.map(([name]) => name);
      for (const name of ["authorization", "cookie", "x-own", "x-plugin", "content-type"]) {
        expect(names).not.toContain(name);
      }
      expect(bare.header("range")).toBe("bytes=0-9");
      expect(bare.headers.flat().join("\n")).not.toContain(it.accessToken);
    });
  }

  for (const url of [
    "http://files.example.com/f/7",
    "https://files.example.com:8443/f/7",
    "https://ada:pw@files.example.com/f/7",
    "https://ada@files.example.com/f/7",
    "https://files.example.com./f/7",
    "https://evil-files.example.com/f/7",
    "https://files.example.com.evil.example/f/7",
    "https://cdn.example.com/f/7",
    "https://evilcdn.example.com/f/7",
    "https://a.cdn.example.com.evil.example/f/7",
    "https://evil.example/files.example.com",
    "//evil.example/f/7",
    "https://169.254.169.254/f/7",
    "http://127.0.0.1:1/f/7",
    "ftp://files.example.com/f/7",
    "file:///etc/passwd",
    "data:text/plain,x",
  ]) {
    test(`to any other host is refused: ${url}`, async () => {
      const { result, requests } = await follow(url);
      expect(result.status).toBe(502);
      expect(result.json.details.code).toBe("redirect");
      expect(requests).toHaveLength(1);
      expect(result.text).not.toContain("the file");
    });
  }

  test("is followed from a declared host to another, up to three redirects", async () => {
    const [own, a, b, c] = ["/moved", "https://files.example.com/1", "https://a.cdn.example.com/2", "/3"];
    const three = await follow(own, a, b);
    expect(three.result.text).toBe("the file");
    expect(three.requests.map(({ path: seen }) => seen)).toEqual([
      "/file",
      "/moved",
      "/https:files.example.com/1",
      "/https:a.cdn.example.com/2",
    ]);
    const four = await follow(own, a, b, c);
    expect(four.result.json.details.code).toBe("redirect");
    expect(four.requests).toHaveLength(4);
  });

  test("is not followed from a declared host to an undeclared one, and carries no credentials back to the provider", async () => {
    const away = await follow("https://files.example.com/1", "https://evil.example/2");
    expect(away.result.json.details.code).toBe("redirect");
    const back = await follow("https://files.example.com/1", `${it.upstream.url}/private`);
    expect(back.result.json.details.code).toBe("redirect");
    expect(back.requests).toHaveLength(2);
    const on = await follow("https://files.example.com/1", "/2");
    expect(on.requests.map((request) => request.header("authorization") !== undefined)).toEqual([true, false, false]);
  });

  test("is not followed to another host for a request with a body", async () => {
    const { result, requests } = await it.upstream.during(through("https://files.example.com/f/7"), () =>
      it.gateway.call("POST", "/api/v1/acme/files-by-post", { key: it.key }),
    );
    expect(result.json.details.code).toBe("redirect");
    expect(requests).toHaveLength(1);
  });

  test("that fails at the download host is the provider's error", async () => {
    const script: Script = ({ path: seen }, wire) => {
      wire.write(seen === "/file" ? answerOf(302, { location: "https://files.example.com/f/7" }) : answerOf(404, {}));
      wire.end();
    };
    const { result } = await it.upstream.during(script, () => ask());
    expect(result.status).toBe(404);
  });
});

test("S-34: JSON is not fetched from a download host", async () => {
  const { result, requests } = await it.upstream.during(
    (request, wire) => {
      wire.write(
        request.path === "/thing" ? answerOf(302, { location: "https://files.example.com/f/7" }) : jsonAnswer({}),
      );
      wire.end();
    },
    () => ask("thing"),
  );
  expect(result.json.details.code).toBe("redirect");
  expect(requests).toHaveLength(1);
});
