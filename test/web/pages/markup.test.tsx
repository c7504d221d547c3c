// Markup of the pages: whatever a text holds stays text, in children and in attributes.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { Notice, Tag } from "../../../src/web/pages/components.tsx";
import { Fragment, jsx, Markup, Raw } from "../../../src/web/pages/jsx-runtime.ts";
import { Initial } from "../../../src/web/pages/mark.tsx";
import { visibleText } from "../../../src/web/pages/visible-text.ts";
import { unescaped } from "../../support/page-browser.ts";

const ATTACKS = [
  `"><script>alert(1)</script>`,
  `' onmouseover='alert(1)`,
  `<img src=x onerror=alert(1)>`,
  `</title><svg onload=alert(1)>`,
  "<!--",
  "]]>",
  "&lt;script&gt;",
  "\u0000<b>",
  "\ud800<b>",
];
const hostile = fc.oneof(
  fc.constantFrom(...ATTACKS),
  fc.string({ unit: "binary" }),
  fc
    .array(fc.constantFrom("<", ">", '"', "'", "&", "/", "=", "`", " ", "script", "x", ";", "#"))
    .map((c) => c.join("")),
);

describe("S-81: text in markup", () => {
  test("whatever is between tags is text: no character of it begins a tag or a reference", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { html } = (
          <p>
            {text}
            {[text, [text]]}
          </p>
        );
        const inner = html.slice("<p>".length, -"</p>".length);
        expect(inner).not.toMatch(/[<>"']/);
        const shown = visibleText(text);
        expect(unescaped(inner)).toBe(shown + shown + shown);
      }),
    );
  });

  test("whatever is in an attribute stays in it", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { html } = <span title={text} data-x={text} />;
        const [, title, data] = /^<span title="([^"<>]*)" data-x="([^"<>]*)"><\/span>$/.exec(html) ?? [];
        expect([unescaped(title ?? "-"), unescaped(data ?? "-")]).toEqual([visibleText(text), text]);
      }),
    );
  });

  test("components pass it on as text", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const { html } = (
          <>
            <Notice tone="bad">{text}</Notice>
            <Tag tone="good">{text}</Tag>
            <Initial name={text} />
          </>
        );
        expect([...html.matchAll(/<([a-z]+)/g)].map(([, name]) => name)).toEqual(
          [
            ...(
              <>
                <Notice tone="bad">a</Notice>
                <Tag tone="good">a</Tag>
                <Initial name="a" />
              </>
            ).html.matchAll(/<([a-z]+)/g),
          ].map(([, name]) => name),
        );
      }),
    );
  });

  test("an object that looks like markup is not markup, and only Raw adds any", () => {
    const forged = JSON.parse('{"html":"<script>"}');
    expect((<p>{forged}</p>).html).toBe("<p>[object Object]</p>");
    expect((<p>{<Raw html="<b>" />}</p>).html).toBe("<p><b></p>");
    expect(<Fragment>{null}</Fragment>).toBeInstanceOf(Markup);
  });

  test.each([
    ["onclick", "alert(1)"],
    ["onClick", "alert(1)"],
    ["style", "color:red"],
    ["href", "javascript:alert(1)"],
    ["href", " javascript:alert(1)"],
    ["href", "java\nscript:alert(1)"],
    ["href", "data:text/html,x"],
    ["href", "//evil.example"],
    ["href", "/\\evil.example"],
    ["src", "data:image/svg+xml;base64,AAAA"],
    ["action", "javascript:alert(1)"],
    ["x y", "1"],
    ['x"', "1"],
    ["title", { html: "<b>" }],
  ])("the attribute %s=%j is refused", (name, value) => {
    expect(() => jsx("a", { [name]: value })).toThrow();
  });
});
