// Inspects every page of the dashboard in headless Chromium: those without parameters, and one of each pattern that they link to.
import type { BrowserContext, Page } from "playwright-core";
import type { TestGateway } from "../support/gateway.ts";
import type { Proof } from "./proof.ts";

interface Visit {
  proof: Proof;
  gateway: TestGateway;
  /** The origin under which the pages are opened. */
  base: string;
  /** Signed in. */
  context: BrowserContext;
  width: number;
}

/** Files, and pages that only a sign-in elsewhere leads to. */
const NO_PAGE = /export|[.]css|oauth|oidc|callback/;

/** The paths of pages; the same pages under a chosen user's path are left out. */
const patterns = ({ app }: TestGateway): string[] =>
  app.routes.flatMap((route) =>
    "isPage" in route &&
    route.isPage &&
    route.method === "GET" &&
    !route.path.startsWith("/u/{") &&
    !NO_PAGE.test(route.path)
      ? route.path
      : [],
  );

/** Pages without parameters. */
export const pagePaths = (gateway: TestGateway): string[] => patterns(gateway).filter((path) => !path.includes("{"));

/** Inspects the pages in both schemes at this width. */
export async function everyPage({ proof, gateway, base, context, width }: Visit): Promise<void> {
  const sized = await proof.context(width, await context.storageState());
  const page = await proof.open(sized, `pages at ${width}`);
  const wanted = new Map(
    patterns(gateway)
      .filter((path) => path.includes("{"))
      .map((path) => [path, matcherOf(path)]),
  );
  const fixed = new Set(pagePaths(gateway));
  const queue: { href: string; pattern: string }[] = [...fixed, ...(await searches(gateway))].map((href) => ({
    href,
    pattern: href.replace(/=.*/, ""),
  }));
  const startedAt = performance.now();
  let count = 0;
  for (let next = queue.shift(); next; next = queue.shift()) {
    const response = await page.goto(base + next.href);
    proof.expect((response?.status() ?? 0) < 400, `${next.href} at ${width} px is ${response?.status()}.`);
    const before = proof.violations.length;
    await proof.inspect(page, pictureName(next.pattern));
    // At once: a run takes many minutes, and may be ended early.
    for (const line of proof.violations.slice(before)) console.error(line);
    count++;
    for (const { pathname, search } of await linksOf(page, base)) {
      if (fixed.has(pathname)) continue;
      const found = [...wanted].find(([, matcher]) => matcher.test(pathname))?.[0];
      if (found === undefined) continue;
      wanted.delete(found);
      queue.push({ href: pathname + search, pattern: found });
    }
  }
  await sized.close();
  console.log(`${width} px, ${count} pages: ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  if (wanted.size > 0) console.log(`${width} px, no link led to: ${[...wanted.keys()].join(" ")}`);
}

/** Lists that link to their pages only for who searches. */
async function searches({ database }: TestGateway): Promise<string[]> {
  const [call] = await database.database.query<{ request_id: string }>("select request_id from usage_entries limit 1");
  return ["/tools?q=mail", `/search?q=${call?.request_id}`];
}

const matcherOf = (pattern: string) => new RegExp(`^${pattern.replace(/\{\w+\}/g, "[^/]+")}$`);

const pictureName = (pattern: string) =>
  pattern === "/" ? "home" : pattern.slice(1).replace(/[{}]/g, "").replace("?", "-").replaceAll("/", "-");

async function linksOf(page: Page, base: string): Promise<URL[]> {
  const hrefs = await page
    .locator("a[href]")
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
  return hrefs.filter((href) => URL.canParse(href) && new URL(href).origin === base).map((href) => new URL(href));
}
