// Texts of mail in any charset: read as they were written, or marked; never changed without a word.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import iconv from "iconv-lite";
import { decodeCharset, isKnownCharset } from "../../src/plugin/charset.ts";

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex.replaceAll(" ", ""), "hex"));
const utf8 = (text: string) => new TextEncoder().encode(text);

/** A text in bytes of a charset, and the names under which mailers send it. The bytes are those of Python's codecs. */
const WRITTEN: readonly [text: string, hex: string, names: string][] = [
  [
    "テスト①",
    "8365 8358 8367 8740",
    "cp932 CP932 ms932 MS_Kanji windows-31j Windows31J csWindows31J x-sjis sjis Shift_JIS shift-jis Cp943C x-ms932",
  ],
  ["テスト", "a5c6 a5b9 a5c8", "euc-jp EUC_JP eucJP ujis x-euc-jp x-euc-jp-linux cp51932 csEUCPkdFmtJapanese"],
  [
    "日本 a",
    "1b2442 467c 4b5c 1b2842 2061",
    "iso-2022-jp ISO_2022_JP csISO2022JP iso-2022-jp-1 iso-2022-jp-ms cp50220 cp50221 jis x-windows-50221",
  ],
  ["ｱｲ", "1b2849 31 32 1b2842", "iso-2022-jp iso-2022-jp-3"],
  ["丂", "1b242844 3021 1b2842", "iso-2022-jp-1 iso-2022-jp-2 iso2022_jp_ext"],
  ["你a안", "1b2441 4463 1b2842 61 1b242843 3e48 1b2842", "iso-2022-jp-2 csISO2022JP2"],
  ["안녕 a", "1b242943 0e 3e48 3367 0f 2061", "iso-2022-kr ISO2022_KR csISO2022KR"],
  ["你好 a", "1b242941 0e 4463 3a43 0f 2061", "iso-2022-cn csISO2022CN"],
  ["你好~a", "7e7b 4463 3a43 7e7d 7e7e 61", "hz-gb-2312 hz HZ-GB-2312"],
  [
    "안녕",
    "beC8 b3e7",
    "cp949 ms949 uhc windows-949 x-windows-949 euc-kr EUC_KR ks_c_5601-1987 KS_C_5601 KSC5601 ksc5601-1992 korean iso-ir-149",
  ],
  ["똠", "8c63", "cp949 x-windows-949 uhc"],
  [
    "您好",
    "c4fa bac3",
    "gb2312 GB_2312-80 gb2312-80 euc-cn x-euc-cn cp936 ms936 windows-936 x-mswin-936 gbk x-gbk cn-gb chinese gb18030 GB18030-2005 cp54936",
  ],
  ["您好", "b17a a66e", "big5 Big5_TW cn-big5 x-x-big5 cp950 ms950 windows-950 x-windows-950 Big5-HKSCS big5hkscs"],
  [
    "Holá",
    "486f6ce1",
    "iso-8859-1 ISO8859_1 8859_1 latin1 l1 cp819 ISO_8859-1:1987 cp1252 win-1252 windows1252 x-cp1252",
  ],
  ["č€", "b9 a4", "iso-8859-16 latin10 ISO_8859-16:2001"],
  ["Привет", "cff0e8e2e5f2", "windows-1251 cp1251 win1251 CP-1251 x-cp1251 ms-cyrl"],
  ["Привет", "f0d2c9d7c5d4", "koi8-r KOI8_R cskoi8r cp20866"],
  ["Привет", "8fe0a8a2a5e2", "cp866 ibm866 IBM-866 DOS-866"],
  ["é─", "82 c4", "cp437 IBM437 cp850 ibm850 cp858 IBM00858"],
  ["สวัสดี", "cac7d1cab4d5", "tis-620 TIS620 iso-8859-11 windows-874 cp874 ms874"],
  ["שלום", "f9ece5ed", "iso-8859-8 iso-8859-8-i iso-8859-8-e windows-1255"],
  ["Şi", "de69", "iso-8859-9 latin5 l5 windows-1254"],
  ["é", "8e", "macintosh x-mac-roman MacRoman cp10000"],
  ["Hi ☺-", "4869 20 2b4a6a6f2d 2d", "utf-7 UTF7 unicode-1-1-utf-7 x-unicode-2-0-utf-7"],
  ["日本", "65e5 672c", "utf-16be UTF-16 utf16 iso-10646-ucs-2"],
  ["日本", "fffe e565 2c67", "utf-16 utf-16le unicode ucs-2"],
  ["é日", "e9000000 e5650000", "utf-32le UTF_32LE"],
  ["Grüße 🎉", "4772c3bcc39f6520f09f8e89", "utf-8 utf8 UTF_8 utf8mb4 cp65001 unicode-1-1-utf-8"],
];

describe("a charset", () => {
  for (const [text, hex, names] of WRITTEN) {
    test(`${JSON.stringify(text)} is read under each of its names, quoted or not: ${names}`, () => {
      for (const name of names.split(" "))
        for (const declared of [name, name.toUpperCase(), `"${name}"`, `'${name}'`, ` ${name} `, `${name}*en`]) {
          expect([declared, decodeCharset(bytesOf(hex), declared)]).toEqual([
            declared,
            { text, undecodedCharset: null },
          ]);
        }
    });
  }

  test("is UTF-8 where the bytes are, whatever is declared", () => {
    const names = WRITTEN.flatMap(([, , list]) => list.split(" ")).concat("x-foo", "", "iso-8859-12", "unknown-8bit");
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string({ unit: "grapheme" }), (name, text) => {
        fc.pre(/[^\0-\x7f]/.test(text) && !text.includes("\0") && !text.startsWith("\ufeff"));
        expect(decodeCharset(utf8(text), name)).toEqual({ text, undecodedCharset: null });
      }),
      { numRuns: 1_000 },
    );
  });

  test("gives back any text that it can carry", () => {
    const names =
      "cp932 euc-jp cp936 gb18030 cp949 cp950 cp1250 cp1251 cp1253 cp1256 koi8-r cp437 cp775 cp862 cp1125 viscii";
    // Latin, Greek, Cyrillic, Hebrew, kana, Han and Hangul: of signs, decoders have readings of their own.
    const ranges = [
      [0x20, 0x7e],
      [0xc0, 0x17f],
      [0x3b1, 0x3c9],
      [0x410, 0x44f],
      [0x5d0, 0x5ea],
      [0x3041, 0x3093],
      [0x4e00, 0x9fa5],
      [0xac00, 0xd7a3],
    ];
    const letter = fc
      .oneof(...ranges.map(([min, max]) => fc.integer({ min, max })))
      .map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(
        fc.constantFrom(...names.split(" ")),
        fc.array(letter, { minLength: 20, maxLength: 60 }),
        (name, letters) => {
          const text = letters.filter((one) => iconv.decode(iconv.encode(one, name), name) === one).join("");
          const bytes = iconv.encode(text, name);
          // Bytes that happen to be UTF-8 are read so.
          fc.pre(new TextDecoder().decode(bytes).includes("\ufffd"));
          expect(decodeCharset(bytes, name)).toEqual({ text, undecodedCharset: null });
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("never leaves a replacement character without its name", () => {
    const names = WRITTEN.flatMap(([, , list]) => list.split(" ")).concat("x-foo", "", "cp037", "johab", "'");
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.uint8Array({ maxLength: 60 }), (name, bytes) => {
        const { text, undecodedCharset } = decodeCharset(bytes, name);
        if (text.includes("\ufffd") && !/^utf-?(7|16|32)/i.test(name)) {
          const said = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
          expect(undecodedCharset !== null || Buffer.from(said).equals(Buffer.from(bytes))).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("that is not declared, or said to be ASCII, is guessed and marked", () => {
    const bytes = bytesOf("486f6ce1");
    expect(decodeCharset(bytes, undefined)).toEqual({ text: "Holá", undecodedCharset: "unknown-8bit" });
    expect(decodeCharset(bytes, "US-ASCII")).toEqual({ text: "Holá", undecodedCharset: "us-ascii" });
    expect(decodeCharset(bytesOf("fffe 6100 e900"), null)).toEqual({ text: "aé", undecodedCharset: null });
    expect(decodeCharset(bytesOf("1b2442 467c 1b2842"), "us-ascii")).toEqual({ text: "日", undecodedCharset: null });
  });

  test("that nothing reads leaves ASCII as it is, and is named where there is more", () => {
    expect(decodeCharset(utf8("plain"), "x-foo")).toEqual({ text: "plain", undecodedCharset: null });
    expect(decodeCharset(bytesOf("61 ff"), "X-Foo")).toEqual({ text: "a\ufffd", undecodedCharset: "x-foo" });
    for (const name of ["base64", "hex", "binary", "x-foo", "", "constructor", "__proto__", "_internal"]) {
      expect([name, isKnownCharset(name)]).toEqual([name, false]);
    }
  });

  test("of a megabyte is read in time that grows with its length", () => {
    for (const [name, piece] of [
      ["iso-2022-jp", "\u001b$B0!"],
      ["iso-2022-kr", "\u000e\u000f"],
      ["hz", "~{"],
      ["hz", "~{VP~}"],
      ["utf-7", "+AGE-"],
      ["utf-7", "+"],
      ["cp932", "\u0083"],
    ] as const) {
      const cpuOf = (size: number) => {
        const bytes = Buffer.alloc(size, piece, "latin1");
        const before = process.cpuUsage();
        decodeCharset(bytes, name);
        return process.cpuUsage(before).user;
      };
      cpuOf(20_000);
      expect([name, piece, cpuOf(160_000) < Math.max(cpuOf(40_000) * 10, 200_000)]).toEqual([name, piece, true]);
    }
  });
});
