// Files in a body: checked as they were sent, and turned into the bytes that a plugin gets.

import { Check } from "@sinclair/typebox/value";
import type { InputError } from "../../foundation/errors.ts";
import { createYielder } from "../../foundation/tick.ts";
import { type FileEncoding, InvalidInput } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import { type FilePlace, type FileValue, filesIn, withFiles } from "./file-places.ts";

type Body = Record<string, unknown>;

/** A field of a file, as the errors name it. */
export const fieldName = (at: string, field: string): string => `"${[...at.split("/").slice(1), field].join(".")}"`;

/**
 * What is wrong with the files of a body that its schema cannot say, beside `errors`. Where the body is a file itself, only what
 * stands beside it counts.
 */
export function fileErrors(
  { files, def: { fileFields = [] } }: Pick<RegisteredEndpoint, "files" | "def">,
  body: Body,
  { isFile, errors }: { isFile: boolean; errors: readonly InputError[] },
): InputError[] {
  const isReported = (path: string) => errors.some((one) => one.path === path || path.startsWith(`${one.path}/`));
  return filesIn(files, body).flatMap(({ place, value, at }): InputError[] => {
    const isUpload = isFile && at === "";
    const missing = place.spec.required
      .filter(
        (name) => value[name] === undefined && value.from === undefined && !(isUpload && fileFields.includes(name)),
      )
      .map((name) => ({ field: name, message: `${fieldName(at, name)} is required.` }));
    const wrong = isUpload ? null : contentError(place, value, at);
    return [...missing, ...(wrong === null ? [] : [wrong])].flatMap(({ field, message }): InputError[] =>
      isReported(`${at}/${field}`) ? [] : [{ in: isUpload ? "query" : "body", path: `${at}/${field}`, message }],
    );
  });
}

function contentError({ spec }: FilePlace, { content, from, encoding }: FileValue, at: string) {
  const field = fieldName(at, "content");
  if (from !== undefined) {
    const message = `${fieldName(at, "from")} takes the place of ${field}: send only one of them.`;
    return content === undefined ? null : { field: "from", message };
  }
  if (content === undefined) {
    const message = `${field} is required, or ${fieldName(at, "from")} in its place.`;
    return spec.isOptional ? null : { field: "content", message };
  }
  const message = textError(String(content), (encoding as FileEncoding | undefined) ?? spec.encoding, field);
  return message === null ? null : { field: "content", message };
}

/** Why a text is not the content that its encoding says; null where it is. */
function textError(text: string, encoding: FileEncoding, field: string): string | null {
  if (encoding === "utf-8") return text.isWellFormed() ? null : `${field} contains half a surrogate pair.`;
  return base64In(text) === null ? `${field} is not base64. Send text with "encoding": "utf-8".` : null;
}

/** The characters of base64 or base64url (RFC 4648) without line breaks and padding; null where the text is neither. */
function base64In(text: string): string | null {
  const lines = /\s/.test(text) ? text.split(/[\r\n]/).map((line) => line.trim()) : [text];
  const padded = lines.join("");
  const length = padded.endsWith("==") ? padded.length - 2 : padded.endsWith("=") ? padded.length - 1 : padded.length;
  const compact = padded.slice(0, length);
  const isWhole = length === padded.length || padded.length % 4 === 0;
  if (!isWhole || length % 4 === 1 || !/^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)$/.test(compact)) return null;
  return hasNoRest(compact) ? compact : null;
}

/** Whether the last character has no bits beyond the last byte (RFC 4648, section 3.5): encoders leave them zero, words do not. */
function hasNoRest(compact: string): boolean {
  const over = compact.length % 4;
  if (over === 0) return true;
  return (over === 2 ? /[AQgw]$/ : /[AEIMQUYcgkosw048]$/).test(compact);
}

/** Characters that are decoded at once; a multiple of four. */
const SLICE = 1024 * 1024;

async function decoded(text: string, encoding: FileEncoding, field: string): Promise<Uint8Array<ArrayBuffer>> {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  const compact = base64In(text);
  if (compact === null) throw new InvalidInput(textError(text, encoding, field) ?? "");
  const bytes = new Uint8Array(Math.floor((compact.length * 3) / 4));
  const turn = createYielder();
  for (let at = 0; at < compact.length; at += SLICE) {
    bytes.set(Buffer.from(compact.slice(at, at + SLICE), "base64"), (at / 4) * 3);
    await turn();
  }
  return bytes;
}

/** The body as a plugin gets it: the content of each file is bytes. */
export async function withFileBytes(places: readonly FilePlace[], body: Body): Promise<Body> {
  if (places.length === 0) return body;
  const changed = new Map<string, FileValue>();
  for (const { place, value, at } of filesIn(places, body)) {
    const { encoding = place.spec.encoding, content } = value;
    const others = Object.fromEntries(
      Object.entries(value).filter(([name]) => name !== "content" && !place.spec.ofGateway.includes(name)),
    );
    const bytes =
      typeof content === "string"
        ? await decoded(content, encoding as FileEncoding, fieldName(at, "content"))
        : content;
    changed.set(at, bytes === undefined ? others : { ...others, content: bytes });
  }
  return withFiles(body, changed);
}

/** Whether a field of a file takes this value. */
export const takesValue = ({ schema }: FilePlace, field: string, value: unknown): boolean =>
  Check(schema.properties[field], value);
