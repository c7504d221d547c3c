// The parts of a message (RFC 2045): each leaf is a body or an attachment, whether or not it has a name.
import { base64Bytes, decodeCharset, Refusal, type Static, t } from "gateway/plugin";
import { unflowed } from "./flowed-text.ts";
import { decodeWords, oneLine } from "./mail-text.ts";
import { parameterOf } from "./mime-parameter.ts";

const Header = t.Object({ name: t.String(), value: t.String() });
export type Header = Static<typeof Header>;

/** A MIME part; `parts` nest at any depth. */
export const Part = t.Recursive((Self) =>
  t.Object({
    partId: t.Optional(t.String()),
    mimeType: t.Optional(t.String()),
    filename: t.Optional(t.String()),
    headers: t.Optional(t.Array(Header)),
    body: t.Optional(
      t.Object({
        attachmentId: t.Optional(t.String()),
        size: t.Optional(t.Integer()),
        data: t.Optional(t.String()),
      }),
    ),
    parts: t.Optional(t.Array(Self)),
  }),
);
export type Part = Static<typeof Part>;
/** A message's parts, for a `run` that reads them. */
export const WithParts = t.Object({ payload: t.Optional(Part) });

/** The first header of this name, in any case; unfolded, its RFC 2047 words still encoded. */
export function headerOf(headers: readonly Header[] | undefined, name: string): string | undefined {
  const lowerName = name.toLowerCase();
  const header = headers?.find((candidate) => candidate.name?.toLowerCase() === lowerName);
  return header?.value?.replace(/\r?\n(?=[ \t])/g, "");
}

/**
 * A part without parts of its own, or an attached message that has content. Its id is its number in the message, because
 * Gmail's own attachment ids change from one response to the next.
 */
export interface Leaf {
  id: string;
  part: Part;
  isBody: boolean;
}

/** A part's media type; one that says none is text (RFC 2045, section 5.2). */
const typeOf = ({ mimeType }: Part) => mimeType?.toLowerCase() || "text/plain";
const holdsContent = ({ body }: Part) => body?.attachmentId !== undefined || body?.data !== undefined;
const declaresAttachment = (part: Part) => /^\s*attachment/i.test(headerOf(part.headers, "Content-Disposition") ?? "");
const isFile = (part: Part) => Boolean(part.filename) || declaresAttachment(part);

/** Every leaf in order, once. The texts of an attached message are attachments, too. */
export function leavesOf(root: Part | undefined): Leaf[] {
  const leaves: Leaf[] = [];
  const rest = root ? [{ part: root, number: "", isAttached: false }] : [];
  for (let next = rest.pop(); next; next = rest.pop()) {
    const { part, number, isAttached } = next;
    const { parts = [] } = part;
    const type = typeOf(part);
    const isLeaf = parts.length === 0 && !type.startsWith("multipart/");
    const isBody = isLeaf && !isAttached && !isFile(part) && (type === "text/plain" || type === "text/html");
    if (isLeaf || (holdsContent(part) && (parts.length === 0 || type.startsWith("message/")))) {
      leaves.push({ id: part.partId || number || "root", part, isBody });
    }
    const isMessage = isAttached || isFile(part) || type.startsWith("message/");
    for (let i = parts.length - 1; i >= 0; i--) {
      rest.push({ part: parts[i] as Part, number: number === "" ? `${i}` : `${number}.${i}`, isAttached: isMessage });
    }
  }
  return leaves;
}

export const bodyParts = (root: Part | undefined): Part[] =>
  leavesOf(root).flatMap(({ part, isBody }) => (isBody ? [part] : []));
export const attachmentParts = (root: Part | undefined): Leaf[] => leavesOf(root).filter(({ isBody }) => !isBody);

/** An attachment as callers see it. */
export function attachmentOf({ id, part }: Leaf, undecoded: Set<string>) {
  return {
    id,
    filename: fileNameOf(part, undecoded),
    mime_type: part.mimeType || "application/octet-stream",
    size: part.body?.size ?? null,
    inline: isInline(part),
    content_id: contentIdOf(part),
  };
}

/** An attachment's file name, on one line. */
export function fileNameOf(part: Part, undecoded?: Set<string>): string {
  const named =
    part.filename ||
    parameterOf(headerOf(part.headers, "Content-Disposition"), "filename") ||
    parameterOf(headerOf(part.headers, "Content-Type"), "name");
  return oneLine(decodeWords(named ?? "", undecoded)) || "attachment";
}

export function contentIdOf(part: Part): string | null {
  return headerOf(part.headers, "Content-ID")?.trim().replace(/^<|>$/g, "") || null;
}

export function isInline(part: Part): boolean {
  return contentIdOf(part) !== null && !declaresAttachment(part);
}

/** For data that is truncated or not base64: part of a file must not pass for the whole. */
export const brokenData = () => new Refusal("error", "Gmail's data of a part is incomplete.", "broken_data");

/** The text and the HTML of a message; several parts of one type are joined. */
export function bodyOf(root: Part | undefined, undecoded: Set<string>) {
  const parts = bodyParts(root);
  const joined = (type: string) =>
    parts
      .filter((part) => typeOf(part) === type)
      .map((part) => partText(part, undecoded))
      .filter((text) => text !== "")
      .join("\n") || null;
  return { text: joined("text/plain"), html: joined("text/html"), is_truncated: parts.some(isMissing) };
}

/** Whether Gmail holds a part's data back, and sends it only for its attachment id. */
export const isMissing = ({ body }: Part) => body?.attachmentId !== undefined && body.data === undefined;

function partText(part: Part, undecoded: Set<string>): string {
  const type = headerOf(part.headers, "Content-Type");
  const bytes = base64Bytes(part.body?.data ?? "");
  if (!bytes) throw brokenData();
  const { text, undecodedCharset } = decodeCharset(bytes, parameterOf(type, "charset"));
  if (undecodedCharset !== null) undecoded.add(undecodedCharset);
  const isFlowed = typeOf(part) === "text/plain" && parameterOf(type, "format")?.toLowerCase() === "flowed";
  return isFlowed ? unflowed(text, parameterOf(type, "delsp")?.toLowerCase() === "yes") : text;
}
