// Signs requests to S3-compatible storage (AWS Signature Version 4, "Authenticating Requests (AWS Signature Version 4)").
import { createHash, createHmac } from "node:crypto";
import type { S3Settings } from "../../foundation/config/backup-settings.ts";

const ALGORITHM = "AWS4-HMAC-SHA256";
const SIGNED = "host;x-amz-content-sha256;x-amz-date";

export interface UnsignedRequest {
  method: string;
  /** The bucket and key, not encoded. */
  path: string;
  query: Readonly<Record<string, string>>;
  body: Uint8Array;
  /** Unix milliseconds. */
  now: number;
}

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");
const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Encodes what RFC 3986 does not reserve, as the signature's own rules ask for. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);

/** The URL and headers of a request. */
export function signedRequest(
  { endpoint, region, accessKey, secretKey }: Omit<S3Settings, "prefix" | "bucket">,
  { method, path, query, body, now }: UnsignedRequest,
): { url: string; headers: Record<string, string> } {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, "");
  const day = time.slice(0, 8);
  const scope = `${day}/${region}/s3/aws4_request`;
  const canonicalPath = path.split("/").map(encoded).join("/");
  const canonicalQuery = Object.entries(query)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&");
  const content = sha256(body);
  const headers = `host:${new URL(endpoint).host}\nx-amz-content-sha256:${content}\nx-amz-date:${time}\n`;
  const canonical = [method, canonicalPath, canonicalQuery, headers, SIGNED, content].join("\n");
  const key = [region, "s3", "aws4_request"].reduce<Buffer>(hmac, hmac(`AWS4${secretKey}`, day));
  const signature = hmac(key, [ALGORITHM, time, scope, sha256(canonical)].join("\n")).toString("hex");
  return {
    url: `${endpoint}${canonicalPath}${canonicalQuery === "" ? "" : `?${canonicalQuery}`}`,
    headers: {
      authorization: `${ALGORITHM} Credential=${accessKey}/${scope},SignedHeaders=${SIGNED},Signature=${signature}`,
      "x-amz-content-sha256": content,
      "x-amz-date": time,
    },
  };
}
