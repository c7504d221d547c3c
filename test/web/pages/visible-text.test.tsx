/** @jsxImportSource #pages */
// Texts on pages hold no character that nobody sees and that changes how the rest reads.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { visibleText } from "../../../src/web/pages/visible-text.ts";
import { unescaped } from "../../support/page-browser.ts";

/** Bidi_Control of Unicode's PropList.txt, written out, so that a runtime with an older table fails here. */
export const BIDI_CONTROLS = [
  0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
].map((code) => String.fromCodePoint(code));
const OTHERS = [
  "\u0000",
  "\u0007",
  "\u001b",
  "\u007f",
  "\u0085",
  "\u200b",
  "\u2060",
  "\ufeff",
  "\u{e0041}",
  "\u{e0100}",
  "\u2028",
];

test("every control of direction, every control and every character without width is left out, and nothing else is", () => {
  for (const one of [...BIDI_CONTROLS, ...OTHERS]) expect(visibleText(`A${one}b`), one).toBe("Ab");
  const kept = [
    "Ada Lovelace",
    "Zoë O’Neill",
    "山田 太郎",
    "سارا احمدی",
    "דוד",
    "می‌خواهم",
    "👩‍👩‍👧",
    "क्‍ष",
    "a\tb\nc",
    "🏳️‍🌈",
    "葛\u{e0100}飾",
    "é",
  ];
  for (const one of kept) expect(visibleText(one)).toBe(one);
  for (const joiner of ["\u200c", "\u200d"]) expect(visibleText(`Goo${joiner}gle`)).toBe("Google");
});

test("wherever a text stands on a page it is shown so, but for what is copied or edited", () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...BIDI_CONTROLS, ...OTHERS), fc.string({ unit: "grapheme", maxLength: 3 })), {
      maxLength: 12,
    })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (name) => {
      const { html } = (
        <section aria-label={name} title={name}>
          {name}
          <bdi>{name}</bdi>
          {[name, [name]]}
          <img alt={name} src="/x.png" />
        </section>
      );
      expect(BIDI_CONTROLS.filter((one) => html.includes(one))).toEqual([]);
      // A selector of a Han character's form stays behind one.
      const unseen = html.replace(/(?<=\p{Script=Han})\u{e0100}/gu, "");
      expect(OTHERS.filter((one) => unseen.includes(one))).toEqual([]);
      const code = (<pre>{name}</pre>).html;
      expect(unescaped(code.slice("<pre>".length, -"</pre>".length))).toBe(name);
      expect(unescaped(/value="([\s\S]*)"/.exec((<input value={name} />).html)?.[1] ?? "")).toBe(name);
    }),
  );
});

test("a text of a megabyte takes no time that somebody notices", () => {
  for (const one of ["\u202e", "a\u200d", "é", "\u200d"]) {
    const from = performance.now();
    visibleText(one.repeat(500_000));
    expect(performance.now() - from).toBeLessThan(2_000);
  }
});
