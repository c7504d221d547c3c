// Reads the 7-bit charsets of East Asian mail: those of ISO 2022, which switch by escape sequences, and HZ (RFC 1843).

/** The text of bytes in a charset that `TextDecoder` knows, and whether all of them could be read. */
export interface ReadText {
  text: string;
  isWhole: boolean;
}

/** Reads bytes by a label of the Encoding Standard; U+FFFD stands for those that it does not define. */
export function readByLabel(bytes: Uint8Array, label: string): ReadText {
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes), isWhole: true };
  } catch {
    // The caller learns it from the mark.
    return { text: new TextDecoder(label).decode(bytes), isWhole: false };
  }
}

type Run = (bytes: readonly number[]) => ReadText;

/** A set whose bytes a charset of 8 bits has with the highest bit set, perhaps with a byte before each character. */
const shifted =
  (label: string, prefix: readonly number[] = [], width = 2): Run =>
  (bytes) => {
    const moved: number[] = [];
    let inCharacter = 0;
    for (const byte of bytes) {
      const isGraphic = byte > 0x20 && byte < 0x7f;
      if (isGraphic && inCharacter === 0) moved.push(...prefix);
      inCharacter = isGraphic ? (inCharacter + 1) % width : 0;
      moved.push(isGraphic ? byte | 0x80 : byte);
    }
    return readByLabel(Uint8Array.from(moved), label);
  };

const ascii: Run = (bytes) => readByLabel(Uint8Array.from(bytes), "utf-8");
const roman: Run = (bytes) => {
  const { text, isWhole } = ascii(bytes);
  return { text: text.replaceAll("\\", "¥").replaceAll("~", "‾"), isWhole };
};
const katakana = shifted("euc-jp", [0x8e], 1);
const jisX0208 = shifted("euc-jp");
const gb2312 = shifted("gbk");
const ksX1001 = shifted("euc-kr");
const latin1 = shifted("iso-8859-1", [], 1);
const greek = shifted("iso-8859-7", [], 1);

/** Sets by the end of the escape sequence that designates them: RFC 1468, 1554, 1557, 1922 and 2237. */
const SETS: Readonly<Record<string, Run>> = {
  "(B": ascii,
  "(J": roman,
  "(H": roman,
  "(I": katakana,
  ")I": katakana,
  "$@": jisX0208,
  $B: jisX0208,
  "$(@": jisX0208,
  "$(B": jisX0208,
  "$(D": shifted("euc-jp", [0x8f]),
  $A: gb2312,
  "$(A": gb2312,
  "$)A": gb2312,
  "$(C": ksX1001,
  "$)C": ksX1001,
  ".A": latin1,
  ".F": greek,
};

/** A designation, a single shift with its character, or a shift; what else begins with ESC is text. */
const SWITCH = /(\x1b[ -/]{1,3}[0-~]|\x1bN[\s\S]|[\x0e\x0f])/;

/** What SO means without a designation before it, as in an encoded word (RFC 2047) that is cut from a longer text. */
const SHIFTED_OUT: readonly [name: string, run: Run][] = [
  ["kr", ksX1001],
  ["cn", gb2312],
];

/** Reads bytes in a charset of ISO 2022; its name only says what SO means where nothing designates a set. */
export function readIso2022(bytes: Uint8Array, name: string): ReadText {
  const sets: Record<string, Run | undefined> = {
    "(": ascii,
    ")": SHIFTED_OUT.find(([part]) => name.includes(part))?.[1] ?? katakana,
  };
  let current = "(";
  let text = "";
  let isWhole = true;
  const add = (set: string, piece: string) => {
    const read = sets[set]?.(Array.from(piece, (char) => char.charCodeAt(0))) ?? { text: "\ufffd", isWhole: false };
    text += read.text;
    isWhole &&= read.isWhole;
  };
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  binary.split(SWITCH).forEach((piece, index) => {
    if (piece === "") return;
    if (index % 2 === 0) add(current, piece);
    else if (piece === "\u000e") current = ")";
    else if (piece === "\u000f") current = "(";
    else if (piece.startsWith("\u001bN")) add(".", piece.slice(2));
    else sets[/[)*.]/.exec(piece)?.[0] ?? "("] = SETS[piece.slice(1)];
  });
  return { text, isWhole };
}

/** Pairs between `~{` and `~}` are GB 2312; `~~` is a tilde, and a tilde at the end of a line joins it with the next. */
const HZ = /~(?:\{((?:[!-}][!-~]|[\r\n])*)(?:~\}|$)|(~)|\r?\n)/g;

export function readHz(bytes: Uint8Array): ReadText {
  let isWhole = true;
  const text = ascii([...bytes]);
  const replaced = text.text.replace(HZ, (_, pairs: string | undefined, tilde: string | undefined) => {
    if (pairs === undefined) return tilde ?? "";
    const read = gb2312(Array.from(pairs, (char) => char.charCodeAt(0)));
    isWhole &&= read.isWhole;
    return read.text;
  });
  return { text: replaced, isWhole: isWhole && text.isWhole && !/~\{/.test(replaced) };
}
