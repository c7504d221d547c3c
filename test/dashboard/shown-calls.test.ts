// Every page that shows data shows the call that gives it, and the call is a route of the API; the others are listed with a reason.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { type SignedIn, signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);

const FORM = "a form: it shows nothing that is stored";
const SIGN_IN = "about the person's own sign-in, which no key may see or change";
/** Pages without a call, by the start of their path. */
const WITHOUT: readonly [path: RegExp, reason: string][] = [
  [/\/new$/, FORM],
  [/\/remove$/, "asks before an act"],
  [/^\/settings\/usage\/export$/, "a file of what /settings/usage shows with its call"],
  [/^\/(sign-in|settings\/sign-in|setup)/, SIGN_IN],
  [/^\/operator\//, "an operator's: the operator's API takes tokens of operators, not keys"],
  [/^\/oauth\//, "a person's consent, which no key may give"],
  [/^\/(docs|llms)/, "a text"],
];

describe("the calls that pages show", () => {
  let gateway: TestGateway;
  let person: SignedIn;
  let paths: string[];
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google"] });
    person = await signedIn(gateway, { role: "owner", partner: true });
    paths = gateway.app.routes.flatMap((route) =>
      "isPage" in route && route.isPage && route.method === "GET" && !route.path.includes("{") ? route.path : [],
    );
  });
  afterAll(() => gateway.close());

  /** The paths that the curl lines of a page call. */
  const calledBy = (html: string) =>
    [
      ...unescaped(html).matchAll(
        /curl[^']*?(?:-H "[^"]*"[^']*)+(?:'[^'\n]*'[^']*?)*?'http[^'\n]*?(\/api\/v1[^'?\n]*)/g,
      ),
    ].map(([, path = ""]) => path);

  test("a page of data has its call, which names a route of the API", async () => {
    const isRoute = (path: string) =>
      gateway.app.routes.some(
        (route) => route.access === "key" && new RegExp(`^${route.path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`).test(path),
      );
    const without: string[] = [];
    for (const path of paths) {
      const { status, text } = await person.get(path);
      if (status !== 200 || !text.includes("<h1")) continue;
      const called = calledBy(text);
      expect([path, called.filter((one) => !isRoute(one))]).toEqual([path, []]);
      if (called.length === 0) without.push(path);
    }
    expect(without.filter((path) => !WITHOUT.some(([pattern]) => pattern.test(path)))).toEqual([]);
    expect(paths.length - without.length).toBeGreaterThan(8);
  });
});
