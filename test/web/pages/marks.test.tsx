/** @jsxImportSource #pages */
// Every built-in provider has a mark of its own, from simple-icons or drawn in its plugin; what a plugin draws is only a drawing.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { pluginViolations } from "../../../src/providers/registry/plugin-violations.ts";
import { ProviderMark } from "../../../src/web/pages/mark.tsx";
import { builtInPlugins } from "../../support/built-in.ts";
import { HOOK_MS } from "../../support/connecting.ts";

setDefaultTimeout(HOOK_MS);

const drawn = (provider: Parameters<typeof ProviderMark>[0]["provider"]) => (<ProviderMark provider={provider} />).html;

test("each has a drawing, and none looks like another", async () => {
  const providers = await builtInPlugins();
  const letters = providers.filter((provider) => !/<path fill="#[0-9a-fA-F]{6}" d="[^"]+"/.test(drawn(provider)));
  expect(letters.map(({ id }) => id)).toEqual([]);
  const paths = providers.map((provider) => /d="([^"]+)"/.exec(drawn(provider))?.[1]);
  expect(new Set(paths).size).toBe(providers.length);
});

describe("the mark of a plugin", () => {
  const violationsOf = (mark: unknown) =>
    pluginViolations({ mark }, []).filter(({ field }) => field.startsWith("mark"));
  const mark = { path: "M2 2h20v20H2z", color: "#14352b" };

  test("a provider without a brand's shows it in its colour, else its first letter", () => {
    expect(violationsOf(mark)).toEqual([]);
    expect(drawn({ id: "acme", name: "Acme", mark })).toContain('<path fill="#14352b" d="M2 2h20v20H2z"');
    expect(drawn({ id: "acme", name: "Acme" })).toContain("A</span>");
  });

  test.each([
    [{ ...mark, path: "" }],
    [{ ...mark, path: "L2 2" }],
    [{ ...mark, path: `M${"1 ".repeat(2_000)}` }],
    [{ ...mark, color: "red" }],
    [{ ...mark, color: "#fff" }],
    [{ path: mark.path }],
    [{ color: mark.color }],
    ["M2 2h20v20H2z"],
    [null],
    [{ ...mark, title: "Acme" }],
  ])("%j is refused", (refused) => {
    expect(violationsOf(refused)).not.toEqual([]);
  });

  test("whatever passes is text in one attribute, and no character of it ends that", () => {
    const signs = drawn({ id: "acme", name: "Acme", mark }).match(/[<>"]/g);
    const path = fc.string({ unit: fc.constantFrom(..."Mm1 ,.-z\"'<>&;=/\\(e\n#"), maxLength: 12 });
    fc.assert(
      fc.property(path, (rest) => {
        const one = { path: `M${rest}`, color: "#14352b" };
        if (violationsOf(one).length === 0) expect(one.path).toMatch(/^M[Mm1 ,.\-z]+$/);
        expect(drawn({ id: "acme", name: "Acme", mark: one }).match(/[<>"]/g)).toEqual(signs);
      }),
    );
  });
});
