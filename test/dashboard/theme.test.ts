// The theme of the dashboard: the browser's own, or the one that a person chose in this browser.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);

const PATH = "/settings/theme";
let gateway: TestGateway;
let person: SignedIn;
beforeAll(async () => {
  gateway = await startTestGateway({ lane: "embedded" });
  person = await signedIn(gateway);
});
afterAll(() => gateway.close());

const themeOf = async () => /<html [^>]*data-theme="([a-z]+)"/.exec((await person.get("/tools")).text)?.[1] ?? null;

test("a choice holds on every page until it is taken back, and leads to the page where it was made", async () => {
  expect(await themeOf()).toBeNull();
  for (const theme of ["dark", "light"]) {
    const { headers } = await person.submit(PATH, { theme, next: "/tools?q=mail" }, "/tools");
    expect([headers.get("location"), await themeOf()]).toEqual(["/tools?q=mail", theme]);
  }
  await person.submit(PATH, { theme: "", next: "/tools" }, "/tools");
  expect(await themeOf()).toBeNull();
});

test("what is no theme chooses none, and another site is no page to go back to", async () => {
  const { headers } = await person.submit(PATH, { theme: "dark;x=1", next: "//evil.example/" }, "/tools");
  expect([headers.get("location"), await themeOf()]).toEqual(["/", null]);
});

test.each(["/sign-in", "/nothing-here", "/setup/unknown", "/connected", "/connect/unknown"])(
  "the choice also holds on %s, where nobody is signed in",
  async (path) => {
    const headers = { cookie: "theme=dark", accept: "text/html" };
    const { text } = await gateway.call("GET", path, { headers });
    expect(text).toMatch(/<html [^>]*data-theme="dark"/);
    expect((await gateway.call("GET", path, { headers: { accept: "text/html" } })).text).not.toContain("data-theme");
  },
);
