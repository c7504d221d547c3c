// Names of charsets as mailers write them: those of IANA, Java, Windows and Python that the decoders do not know themselves.
import iconv from "iconv-lite";

/**
 * Keyed by the label of `TextDecoder`. Case and punctuation are no part of a name (Unicode Technical Standard 22, section 1.4), so
 * `MS_Kanji`, `ms-kanji` and `mskanji` are one.
 */
const WEB: Readonly<Record<string, string>> = {
  "utf-8":
    "u8 utf utf8mb3 utf8mb4 utf8sig utf8bom utf8ucs2 utf8ucs4 csutf8 cp65001 windows65001 65001 iso10646utf8 xunicode20utf8",
  "utf-16be": "utf16be csutf16be xutf16be unicodebig unicodebigunmarked unicodefffe utf16beunmarked cp1201 1201",
  "utf-16le": "utf16le csutf16le xutf16le unicodelittle unicodelittleunmarked unicodefeff",
  "windows-874":
    "windows874 cp874 ms874 xwindows874 874 ibm874 tis620 cstis620 tis6200 tis62025290 tis62025330 tis62025291 thai isoir166 iso8859112001 cp9066",
  "windows-1252":
    "latin1 l1 isoir100 csisolatin1 cp819 ibm819 8859 iso8859 latin isolatin1 iso88591windows31latin1 xansi ansi",
  "windows-1254": "latin5 l5 isoir148 csisolatin5 turkish turkish8",
  shift_jis:
    "sjis csshiftjis mskanji xsjis sjiswin sjisms cp932 932 ms932 xms932 windows932 xwindows932 windows31j cswindows31j ms31j cp943 cp943c ibm943 ibm943c xibm943 xibm943c 943 pck xpck xmacjapanese",
  "euc-jp":
    "eucjp xeuc xeucjp ujis eucjpms eucjpwin eucjpopen eucjplinux xeucjplinux xeucjpopen cseucpkdfmtjapanese extendedunixcodepackedformatforjapanese cp51932 51932 cp20932 20932 ibm33722 xibm33722 cp33722",
  gbk: "cp936 936 ms936 windows936 csgbk xgbk xmswin936 gb2312 csgb2312 gb231280 gb23121980 euccn xeuccn gb cngb eucgb2312cn chinese csiso58gb231280 isoir58 cp20936 xcp20936 20936 cp51936 51936 ibm1383 xibm1383 ibm1386 xibm1386 xmacsimpchinese",
  gb18030: "gb180302000 gb180302005 gb180302022 csgb18030 cp54936 windows54936 54936 xgb18030",
  big5: "cp950 950 ms950 windows950 xwindows950 xbig5 csbig5 cnbig5 xxbig5 bigfive big5tw big5et big5eten big5hkscs xbig5hkscs big5hkscs1999 big5hkscs2001 big5hkscs2004 big5hkscs2008 csbig5hkscs hkscs ms950hkscs xms950hkscs ibm950 xibm950 xmactradchinese",
  "euc-kr":
    "euckr xeuckr cseuckr cp949 949 ms949 uhc windows949 xwindows949 ibm949 xibm949 ibm949c xibm949c ksc5601 ksc56011987 ksc56011989 ksc56011992 csksc56011987 ksx1001 korean isoir149 cp51949 51949 cp20949 xcp20949 20949 ibm970 xibm970 ibm1363 xibm1363 wansung xmackorean",
  "koi8-r": "koi8 cskoi8r koi cp20866 20866 ibm878",
  "koi8-u": "koi8ru cskoi8u cp21866 21866 ibm1168",
  "iso-8859-6": "iso88596e csiso88596e iso88596i csiso88596i",
  "iso-8859-8": "iso88598e csiso88598e visual",
  ibm866: "cp866 866 csibm866 dos866 xibm866",
  macintosh: "mac macroman xmacroman csmacintosh cp10000 10000",
  "x-mac-cyrillic": "maccyrillic xmaccyrillic macukraine xmacukraine xmacukrainian cp10007 10007 cp10017 10017",
  "iso-8859-8-i": "iso88598i csiso88598i logical hebrewlogical cp38598 38598",
};

/** Keyed by the name of `iconv-lite`, which knows further ones itself. */
const OTHERS: Readonly<Record<string, string>> = {
  "utf-16": "u16 utf16 csutf16 unicode ucs2 iso10646ucs2 iso106461 csunicode xutf16 utf16bom cp1200 1200",
  "utf-32": "u32 utf32 ucs4 iso10646ucs4 csucs4 csutf32 cp12000",
  "utf-32be": "utf32be csutf32be xutf32be cp12001",
  "utf-32le": "utf32le csutf32le xutf32le",
  "utf-7": "u7 utf7 csutf7 unicode11utf7 csunicode11utf7 xunicode20utf7 cp65000 windows65000 65000",
  "us-ascii":
    "ascii usascii 646 us ansix341968 ansix341986 ansix34 iso646us iso646irv iso646irv1991 isoir6 cp367 ibm367 csascii xcp20127 cp20127 20127",
  cp437: "cspc8codepage437",
  cp775: "cspc775baltic",
  cp720: "dos720",
  cp858: "ibm00858 ccsid00858 cp00858 cspc858multilingual pcmultilingual850euro",
  cp861: "cpis",
  cp862: "dos862",
  cp869: "cpgr",
  cp1125: "cp866u ruscii",
  hproman8: "cp1051",
  maccenteuro: "maclatin2 maccentraleurope xmaccentraleurope xmacce cp10029 10029 xmaccenteuro",
  macromania: "macromanian xmacromania cp10010 10010",
  macgreek: "xmacgreek cp10006 10006",
  maciceland: "xmaciceland xmacicelandic cp10079 10079",
  macturkish: "xmacturkish cp10081 10081",
  maccroatian: "xmaccroatian",
  macthai: "xmacthai",
  pt154: "ptcp154 csptcp154 cp154 cyrillicasian",
  rk1048: "kz1048 cskz1048",
  viscii: "csviscii viscii11",
  tcvn: "tcvn3 tcvnvn",
};

/** Codecs of `iconv-lite` that are no charsets of mail. */
const NO_CHARSETS = ["binary", "base64", "hex", "utf7imap", "us"];

/** A charset and what reads it. */
export interface Charset {
  label: string;
  isWeb: boolean;
}

const CHARSETS = new Map(
  [WEB, OTHERS].flatMap((table) =>
    Object.entries(table).flatMap(([label, names]) =>
      [bareName(label), ...names.split(" ")].map((name): [string, Charset] => [name, { label, isWeb: table === WEB }]),
    ),
  ),
);

/** A name without case and punctuation. */
export function bareName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** The charset of a name; null for one that nothing reads. */
export function charsetOf(name: string): Charset | null {
  const bare = bareName(name);
  // `ISO_8859-1:1987` and `iso_8859_1_1987` name the year of their standard.
  const undated = bareName(name.replace(/[:_-](?:19\d\d|200[13])$/, ""));
  const known = CHARSETS.get(bare) ?? CHARSETS.get(undated);
  if (known) return known;
  const part = Number(/^x?(?:iso)?8859(\d\d?)$/.exec(undated)?.[1]);
  if (part > 0 && part < 17 && part !== 12) return { label: `iso-8859-${part}`, isWeb: true };
  const page = /^x?(?:cp|ibm|ms|win|windows|dos|oem)?0{0,2}(\d{3,5})$/.exec(undated)?.[1];
  if (page && /^125[0-8]$/.test(page)) return { label: `windows-${page}`, isWeb: true };
  // Its table is there with the first look-up.
  if (iconv.encodings === null) iconv.encodingExists("cp437");
  const isListed = (one: string) => Object.hasOwn(iconv.encodings ?? {}, one) && !NO_CHARSETS.includes(one);
  const label = [`cp${page}`, undated, undated.replace(/^x/, "")].find(isListed);
  return label === undefined ? null : { label, isWeb: false };
}
