// What the proofs in a browser share: Chromium, violations found on a page, screenshots.
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, chromium, type Frame, type Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Google's bound for a good page: web.dev/articles/cls. */
const MAX_SHIFT = 0.1;
export const WIDTHS = [1440, 360] as const;
export const SCHEMES = ["light", "dark"] as const;

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

export interface Proof {
  browser: Browser;
  violations: string[];
  /** A new context, with the cookies of another one where they are given. */
  context(width?: number, storageState?: StorageState): Promise<BrowserContext>;
  open(context: BrowserContext, name: string): Promise<Page>;
  expect(isTrue: boolean, violation: string): void;
  /** Checks the page by axe, its width and shifts, and takes a picture, in both schemes. */
  inspect(page: Page, name: string): Promise<void>;
  /** Checks a frame of another site, which a check of its page leaves out, by axe and its width. */
  inspectFrame(frame: Frame, name: string): Promise<void>;
  end(): Promise<void>;
}

export async function startProof(folder: string): Promise<Proof> {
  const executablePath =
    process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/google-chrome"].find((path) => existsSync(path));
  if (!executablePath)
    throw new Error("There is no Chromium: install Debian's package `chromium`, or set CHROMIUM to its path.");
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const violations: string[] = [];
  return {
    browser,
    violations,
    context: (width = 1440, storageState) =>
      browser.newContext({
        viewport: { width, height: 900 },
        locale: "en-GB",
        timezoneId: "Europe/Berlin",
        ...(storageState && { storageState }),
      }),
    async open(context, name) {
      const page = await context.newPage();
      await page.addInitScript(WATCH);
      page.on("console", (message) => {
        if (message.type() === "error" && !/status of 4\d\d/.test(message.text()))
          violations.push(`${name}: the console has: ${message.text()}`);
      });
      page.on("pageerror", (error) => violations.push(`${name}: ${error.message}`));
      return page;
    },
    expect(isTrue, violation) {
      if (!isTrue) violations.push(violation);
    },
    async inspect(page, name) {
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        const width = page.viewportSize()?.width ?? 0;
        await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true });
        for (const line of await violationsOf(page)) violations.push(`${name} ${colorScheme} ${width}: ${line}`);
      }
    },
    async inspectFrame(frame, name) {
      for (const colorScheme of SCHEMES) {
        await frame.page().emulateMedia({ colorScheme });
        for (const line of await violationsOf(frame)) violations.push(`${name} ${colorScheme}: ${line}`);
      }
    },
    async end() {
      await browser.close();
      for (const line of violations) console.error(line);
      console.log(violations.length === 0 ? "passed" : `${violations.length} violations`);
      process.exitCode = violations.length === 0 ? 0 : 1;
    },
  };
}

/** Chromium lays a frame out before its style sheet has arrived and counts what moves then, although nobody has seen any of it. */
const SHIFT = `(() => {
  const painted = performance.getEntriesByName("first-paint")[0]?.startTime ?? 0;
  const seen = (globalThis.shifts ?? []).filter((one) => !one.hadRecentInput && one.startTime >= painted);
  return seen.reduce((sum, { value }) => sum + value, 0);
})()`;

const WATCH = `
globalThis.shifts = [];
new PerformanceObserver((list) => globalThis.shifts.push(...list.getEntries())).observe({ type: "layout-shift", buffered: true });
document.addEventListener("securitypolicyviolation", (event) =>
  console.error("refused by the policy:", event.violatedDirective, event.blockedURI, event.sample));`;

async function violationsOf(shown: Page | Frame): Promise<string[]> {
  const page = "page" in shown ? shown.page() : shown;
  // Not as an element of the page, which the policy refuses.
  const cdp = await page.context().newCDPSession(shown);
  await cdp.send("Runtime.evaluate", { expression: AXE });
  const expression = `axe.run().then(({ violations }) => JSON.stringify({
    axe: violations.map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html, failureSummary }) =>
      html.slice(0, 160) + " (" + failureSummary.replace(/\\s+/g, " ").slice(0, 200) + ")").join(" and ")),
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    shift: ${SHIFT},
  }))`;
  const { result } = await cdp.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
  await cdp.detach();
  const found = JSON.parse(String(result.value)) as { axe: string[]; overflow: number; shift: number };
  return [
    ...found.axe,
    ...(found.overflow > 0 ? [`is ${found.overflow} px too wide`] : []),
    ...(found.shift > MAX_SHIFT ? [`its layout shifts by ${found.shift.toFixed(3)}`] : []),
  ];
}

/** Presses Tab until the element that matches has the focus; a violation of the page where it never gets it. */
export async function tabTo(page: Page, selector: string, most = 80): Promise<boolean> {
  for (let i = 0; i < most; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return true;
    await page.keyboard.press("Tab");
  }
  return false;
}
