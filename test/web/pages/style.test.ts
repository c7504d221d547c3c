// The style sheet's promises that no page shows at a glance.
import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";

const css = readFileSync(new URL("../../../src/web/pages/style.css", import.meta.url), "utf8");

test("what is hidden stays so, whatever display a component asks for", () => {
  expect(css).toMatch(/\[hidden\] \{[^}]*display: none !important;/);
});
