// The style sheets' promises that no page shows at a glance.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../../support/sources.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const style = read("src/web/pages/style.css");
const SHEETS = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".css"))
  .map((path) => `src/${path}`);

interface Declaration {
  selector: string;
  property: string;
  value: string;
}

/** Every declaration of a sheet with the selector before it; rules may lie within others. */
function declarationsOf(css: string): Declaration[] {
  const found: Declaration[] = [];
  const open: string[] = [];
  const pieces = css.replace(/\/\*[\s\S]*?\*\//g, "").split(/([{};])/);
  pieces.forEach((piece, at) => {
    const sign = pieces[at + 1];
    const text = piece.trim();
    if (sign === "{") open.push(text.replace(/\s+/g, " "));
    else if (/^[a-z-]+\s*:/.test(text)) {
      const [property = "", ...value] = text.split(":");
      found.push({
        selector: open.at(-1) ?? "",
        property: property.trim(),
        value: value.join(":").trim().replace(/\s+/g, " "),
      });
    }
    if (piece === "}") open.pop();
  });
  return found;
}

const places = (rules: Declaration[]) =>
  rules.map(({ selector, property, value }) => `${selector} { ${property}: ${value} }`);

test("what is hidden stays so, whatever display a component asks for", () => {
  expect(style).toMatch(/\[hidden\] \{[^}]*display: none !important;/);
});

describe("text has one of five sizes", () => {
  const sizes = (css: string) => [...css.matchAll(/(--size-[a-z]+): ([^;]+);/g)].map(([, name, size]) => [name, size]);

  test("the pages and the guides have the same ones", () => {
    expect(sizes(style)).toHaveLength(5);
    expect(sizes(read("src/reference/assets/pages.css"))).toEqual(sizes(style));
    expect(new Set(sizes(style).map(([, size]) => size)).size).toBe(5);
    for (const [, size] of sizes(style)) expect(size).toMatch(/^\d[\d.]*px$/);
  });

  test.each(SHEETS)("%s names no other", (path) => {
    const names = sizes(style).map(([name]) => `var(${name})`);
    const isOne = ({ property, value }: Declaration) =>
      property === "font-size"
        ? names.includes(value)
        : value === "inherit" || names.some((name) => value.replace(/^400 /, "").startsWith(`${name} `));
    const rules = declarationsOf(read(path)).filter(({ property }) => property === "font-size" || property === "font");
    expect(places(rules.filter((rule) => !isOne(rule)))).toEqual([]);
  });

  test("an element that browsers give a size of their own has one here, so that none shrinks within another", () => {
    const markup = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".tsx"))
      .map((path) => read(`src/${path}`))
      .join("\n");
    const elements = ["h1", "h2", "h3", "h4", "h5", "h6", "small", "big", "sub", "sup", "code", "kbd", "samp", "pre"];
    const sized = declarationsOf(`${style}${read("src/web/pages/dashboard.css")}`)
      .filter(({ property }) => property === "font-size" || property === "font")
      .flatMap(({ selector }) => selector.split(/,\s*/));
    const isUsed = (element: string) => new RegExp(`<${element}[ >\\n]`).test(markup);
    expect(elements.filter((element) => isUsed(element) && !sized.includes(element))).toEqual([]);
    expect(elements.filter(isUsed)).toContain("small");
  });
});

describe("a page runs in the direction of its language", () => {
  /** Properties of a side that stays where it is, and values that name one. */
  const SIDE = /(?:^|-)(?:left|right)(?:$|-)/;
  const FOUR = /^(?:margin|padding|inset|border-(?:width|style|color|radius))$/;

  const namesSide = ({ property, value }: Declaration) => {
    if (SIDE.test(property)) return true;
    if (/^(?:text-align|float|clear|caption-side)$/.test(property)) return /\b(?:left|right)\b/.test(value);
    if (!FOUR.test(property)) return false;
    // Top, right, bottom, left: the two sides differ.
    const [, right, , left] = value.replace(/\([^()]*\)/g, "()").split(" ");
    return left !== undefined && left !== right;
  };

  test.each(SHEETS)("%s names no left or right", (path) => {
    expect(places(declarationsOf(read(path)).filter(namesSide))).toEqual([]);
  });

  test("the test itself finds them", () => {
    const css =
      "a{left:0}b{margin-right:1px}@media x{c{padding:1px 2px 3px 4px}}d{text-align:left}e{padding:1px 2px 3px 2px}";
    expect(declarationsOf(css).filter(namesSide)).toHaveLength(4);
  });
});
