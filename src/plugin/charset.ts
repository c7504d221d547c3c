// Decodes the texts of mail: by what the bytes show, then by the charset that is declared for them.
import { Buffer } from "node:buffer";
import iconv from "iconv-lite";
import { bareName, type Charset, charsetOf } from "./charset-names.ts";
import { type ReadText, readByLabel, readHz, readIso2022 } from "./iso-2022.ts";

/** A text, and the charset that could not be read for certain: U+FFFD or a guess stands for what it hid. */
export interface DecodedText {
  text: string;
  undecodedCharset: string | null;
}

/** What text is called that declares nothing and is neither ASCII nor UTF-8 (RFC 1428). */
const UNKNOWN = "unknown-8bit";
/** Names that say nothing. */
const NO_NAMES = /^x?(?:|unknown|unknown8bit|none|default|binary|[78]bit|userdefined|autodetect)$/;
const ISO_2022 = /iso2022|^x?(?:cp|windows)?5022\d$|^(?:cs)?jis(?:7|8|encoding|autodetect)?$/;
const HZ = /^(?:cs)?hz|52936$/;
const MAX_NAME = 60;

/** The name without quotes of either kind, and without a language (RFC 2231, section 5). */
function nameOf(declared: string | null | undefined): string | null {
  const name = (declared ?? "").replace(/^[\s"']+/, "").split(/["'*\s;]/, 1)[0] ?? "";
  return NO_NAMES.test(bareName(name)) ? null : name.slice(0, MAX_NAME).toLowerCase();
}

/** What reads a charset; null where nothing does. */
function readerOf(name: string, charset: Charset | null): ((bytes: Uint8Array) => ReadText) | null {
  const bare = bareName(name);
  if (ISO_2022.test(bare)) return (bytes) => readIso2022(bytes, bare);
  if (HZ.test(bare)) return readHz;
  if (charset === null) return null;
  const { label, isWeb } = charset;
  if (isWeb) return (bytes) => readByLabel(bytes, label);
  return (bytes) => {
    const text = iconv.decode(Buffer.from(bytes), label, { defaultEncoding: "utf-16be" });
    return { text, isWhole: !text.includes("\ufffd") };
  };
}

/** Whether something here reads a charset of this name. */
export function isKnownCharset(name: string): boolean {
  const known = nameOf(name);
  return known !== null && readerOf(known, charsetOf(known)) !== null;
}

const startsWithMark = ([first, second]: Uint8Array) =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/**
 * Decodes bytes of a declared charset. Mailers and mail services declare one and send UTF-8, so what is valid UTF-8 and more
 * than ASCII is UTF-8, whatever is declared; the escape sequences of ISO 2022 and byte order marks show themselves, too.
 */
export function decodeCharset(bytes: Uint8Array, declared: string | null | undefined): DecodedText {
  const name = nameOf(declared);
  const charset = charsetOf(name ?? "us-ascii");
  const label = charset?.label ?? "";
  const isWide = /^utf-(?:16|32)/.test(label);
  const isAscii = bytes.every((byte) => byte < 0x80);
  const utf8 = readByLabel(bytes, "utf-8");
  if (!isAscii && utf8.isWhole && !(isWide && bytes.includes(0))) return { text: utf8.text, undecodedCharset: null };
  let read: ReadText | undefined;
  if (isAscii && !isWide && label !== "utf-7" && utf8.text.includes("\u001b$")) {
    read = readIso2022(bytes, name ?? "");
  } else if (!isAscii && startsWithMark(bytes) && (name === null || label.startsWith("utf-"))) {
    read = readerOf("", isWide ? charset : charsetOf("utf-16"))?.(bytes);
  } else if (label === "us-ascii") {
    // Bytes above ASCII in text that is said to have none are read as browsers do, and marked.
    read = { text: readByLabel(bytes, "windows-1252").text, isWhole: isAscii };
  } else read = readerOf(name ?? "", charset)?.(bytes);
  read ??= { text: utf8.text, isWhole: isAscii };
  return { text: read.text, undecodedCharset: read.isWhole ? null : (name ?? UNKNOWN) };
}
