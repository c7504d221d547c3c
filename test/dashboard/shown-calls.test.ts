// Every page that shows data shows the call that gives it, and the call is a route of the API; the others are listed with a reason.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { signedIn } from "./browser.ts";
import { everyPage, type SeenPage } from "./every-page.ts";

setDefaultTimeout(HOOK_MS);

const FORM = "a form: it shows nothing that is stored";
const SIGN_IN = "about the person's own sign-in, which no key may see or change";
/** Pages without a call, by the start of their path. */
const WITHOUT: readonly [path: RegExp, reason: string][] = [
  [/\/(?:new|rule)$/, FORM],
  [/\/(?:remove|end-all|approvals\/decide)$/, "asks before an act"],
  [/^\/settings\/usage\/export$/, "a file of what /settings/usage shows with its call"],
  [/^\/(sign-in|settings\/sign-in|setup)/, SIGN_IN],
  [/^\/settings\/team/, "people manage people: a key neither sees nor changes a team"],
  [/^\/settings\/mails/, "what the gateway writes to a person, which no key may see or change"],
  [/^\/operator\/health\/mail/, "the server's own settings; its metrics are at /metrics"],
  [/^\/search/, "links to pages; the call of each stands there"],
  [/^\/oauth\//, "a person's consent, which no key may give"],
  [/^\/(docs|llms)/, "a text"],
];

describe("the calls that pages show", () => {
  let gateway: TestGateway;
  let pages: SeenPage[];
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google"] });
    pages = await everyPage(gateway, await signedIn(gateway, { role: "owner", partner: true }));
  });
  afterAll(() => gateway.close());

  /** The paths that the curl lines of a page call. */
  const calledBy = (html: string) =>
    [
      ...unescaped(html).matchAll(
        /curl[^']*?(?:-H "[^"]*"[^']*)+(?:'[^'\n]*'[^']*?)*?'http[^'\n]*?(\/(?:api|admin)\/v1[^'?\n]*)/g,
      ),
    ].map(([, path = ""]) => path);

  test("a page of data has its call, which names a route of the API", async () => {
    const isRoute = (path: string) =>
      gateway.app.routes.some(
        (route) =>
          route.access !== "public" && new RegExp(`^${route.path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(path),
      );
    const without: string[] = [];
    for (const { path, html } of pages.filter((page) => page.html.includes("<h1"))) {
      const called = calledBy(html);
      expect([path, called.filter((one) => !isRoute(one))]).toEqual([path, []]);
      if (called.length === 0) without.push(path);
    }
    expect(without.filter((path) => !WITHOUT.some(([pattern]) => pattern.test(path)))).toEqual([]);
    expect(pages.length - without.length).toBeGreaterThan(16);
  });
});
