// A small S3-compatible storage: checks each signature, and fails as it is told to.
import { createHash, createHmac } from "node:crypto";

export const S3_ACCESS_KEY = "AKIATESTACCESSKEY";
export const S3_SECRET_KEY = "hidden/secret+key";
export const S3_REGION = "eu-central-1";

export interface S3Server {
  url: string;
  objects: Map<string, Uint8Array>;
  /** Uploads that are begun and not ended, by id. */
  uploads: Map<string, { key: string; parts: Map<number, Uint8Array> }>;
  requests: string[];
  /** Responds in place of the storage, once for each element; null for the storage itself. */
  failures: ((() => Promise<Response> | Response) | null)[];
  stop(): Promise<void>;
}

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");
const hmac = (key: string | Uint8Array, text: string) => createHmac("sha256", key).update(text).digest();
const failure = (status: number, code: string) =>
  new Response(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>x</Message></Error>`, { status });

/** Null for a request whose signature is right. */
function violation(request: Request, body: Uint8Array): string | null {
  const url = new URL(request.url);
  const time = request.headers.get("x-amz-date") ?? "";
  const content = request.headers.get("x-amz-content-sha256") ?? "";
  const scope = `${time.slice(0, 8)}/${S3_REGION}/s3/aws4_request`;
  if (content !== sha256(body)) return "XAmzContentSHA256Mismatch";
  const query = url.search.slice(1).split("&").filter(Boolean).sort().join("&");
  const signed = ["host", "x-amz-content-sha256", "x-amz-date"];
  const headers = signed.map((name) => `${name}:${request.headers.get(name) ?? url.host}\n`).join("");
  const canonical = [request.method, url.pathname, query, headers, signed.join(";"), content].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${S3_SECRET_KEY}`, time.slice(0, 8)), S3_REGION), "s3"), "aws4_request");
  const signature = hmac(key, ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n")).toString("hex");
  const expected = `AWS4-HMAC-SHA256 Credential=${S3_ACCESS_KEY}/${scope},SignedHeaders=${signed.join(";")},Signature=${signature}`;
  return request.headers.get("authorization") === expected ? null : "SignatureDoesNotMatch";
}

export function startS3(bucket = "backups"): S3Server {
  const state: Omit<S3Server, "url" | "stop"> = { objects: new Map(), uploads: new Map(), requests: [], failures: [] };
  const etagOf = (bytes: Uint8Array) => `"${sha256(bytes).slice(0, 32)}"`;
  /** Two keys a page, so that a list of three has to go on. */
  const listed = (query: URLSearchParams): Response => {
    const keys = [...state.objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "")).sort();
    const from = Number(query.get("continuation-token") ?? 0);
    const items = keys.slice(from, from + 2).map((key) => {
      return `<Contents><Key>${key}</Key><Size>${state.objects.get(key)?.byteLength}</Size></Contents>`;
    });
    const next = from + 2 < keys.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : "";
    return new Response(
      `<ListBucketResult><IsTruncated>${next !== ""}</IsTruncated>${next}${items.join("")}</ListBucketResult>`,
    );
  };
  const readable = (request: Request, object: Uint8Array): Response => {
    if (![null, etagOf(object)].includes(request.headers.get("if-match"))) return failure(412, "PreconditionFailed");
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.get("range") ?? "")?.[1] ?? 0);
    return new Response(new Uint8Array(object.subarray(from)), { status: from > 0 ? 206 : 200 });
  };
  const respond = (request: Request, body: Uint8Array): Response => {
    const { pathname, searchParams: query } = new URL(request.url);
    const [, name, ...rest] = pathname.split("/").map(decodeURIComponent);
    const key = rest.join("/");
    if (name !== bucket) return failure(404, "NoSuchBucket");
    const upload = state.uploads.get(query.get("uploadId") ?? "");
    if (query.has("uploadId") && !upload) return failure(404, "NoSuchUpload");
    if (request.method === "GET" && query.has("uploads")) {
      const list = [...state.uploads].filter(([, one]) => one.key.startsWith(query.get("prefix") ?? ""));
      const items = list.map(([id, one]) => `<Upload><Key>${one.key}</Key><UploadId>${id}</UploadId></Upload>`);
      return new Response(`<ListMultipartUploadsResult>${items.join("")}</ListMultipartUploadsResult>`);
    }
    if (request.method === "GET" && query.get("list-type") === "2") return listed(query);
    if (request.method === "POST" && query.has("uploads")) {
      const id = crypto.randomUUID();
      state.uploads.set(id, { key, parts: new Map() });
      return new Response(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (request.method === "POST" && upload) {
      state.uploads.delete(query.get("uploadId") as string);
      state.objects.set(key, Buffer.concat([...upload.parts].sort(([a], [b]) => a - b).map(([, part]) => part)));
      return new Response("<CompleteMultipartUploadResult></CompleteMultipartUploadResult>");
    }
    if (request.method === "DELETE") {
      if (upload) state.uploads.delete(query.get("uploadId") as string);
      else state.objects.delete(key);
      return new Response(null, { status: 204 });
    }
    if (request.method === "PUT") {
      if (upload) upload.parts.set(Number(query.get("partNumber")), body);
      else state.objects.set(key, body);
      return new Response(null, { headers: { etag: etagOf(body) } });
    }
    const object = state.objects.get(key);
    if (!object) return failure(404, "NoSuchKey");
    if (request.method === "GET") return readable(request, object);
    return new Response(null, { headers: { "content-length": String(object.byteLength), etag: etagOf(object) } });
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const body = await request.bytes();
      state.requests.push(`${request.method} ${new URL(request.url).pathname}`);
      const failing = state.failures.shift();
      if (failing) return failing();
      const wrong = violation(request, body);
      return wrong ? failure(403, wrong) : respond(request, body);
    },
  });
  return { ...state, url: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) };
}
