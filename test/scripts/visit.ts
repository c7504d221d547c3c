// Asks a running gateway for everything that it serves: every route by GET, and all that its pages and texts link to.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { guideNames } from "../../src/reference/files.ts";
import type { RouteData } from "../../src/web/http/route.ts";
import { newBrowser } from "../dashboard/browser.ts";
import { startTestGateway } from "../support/gateway.ts";
import type { GatewayServer } from "../support/gateway-process.ts";
import { unescaped } from "../support/page-browser.ts";
import { ROOT } from "../support/sources.ts";
import { within } from "../support/until.ts";

const OWNER = { name: "Ada", email: "ada@example.com", password: "several words that nobody guesses" };
const VISIT_MS = 20_000;
/** Of the links to one kind of page, such as the pages of some 500 tools. */
const MAX_OF_A_KIND = 12;

/** The routes of GET, with something in place of each parameter. Streams never end, and a call needs a connected provider. */
async function routesToVisit(): Promise<{ path: string; access: RouteData["access"] }[]> {
  const gateway = await startTestGateway({ lane: "embedded" });
  const isVisited = (route: RouteData) =>
    route.method === "GET" &&
    !(route.access === "key" && (route.responds === "events" || route.provider !== undefined));
  const routes = gateway.app.routes.filter(isVisited);
  await gateway.close();
  return routes.map(({ path, access }) => ({ path: path.replaceAll(/\{[^}]+\}/g, "x"), access }));
}

/** Every `GET /path` that a page for readers names outside of a table of routes, without parameters. */
function pathsOfDocuments(): string[] {
  const pages = ["README.md", ...guideNames(join(ROOT, "docs")).map((name) => `docs/${name}.md`)];
  const named = pages.flatMap((page) => [
    ...readFileSync(join(ROOT, page), "utf8").matchAll(
      /`(?:GET )?(\/(?:docs|llms|openapi|health|metrics|assets|connect\.js)[\w./-]*)`/g,
    ),
  ]);
  return named.map(([, path = ""]) => path);
}

export interface Visited {
  /** Statuses by path. */
  statuses: Map<string, number>;
  /** `path: status` of what has failed: any 5xx, and any link of a page that leads nowhere. */
  failed: string[];
}

/** As the owner whom the first owner's link makes, so that pages behind a sign-in are seen too; the API with a key of its own. */
export async function visitEverything(server: GatewayServer): Promise<Visited> {
  const { setup_link: link } = await post(server, "/first-owner-link", {});
  const setup = new URL(link as string).pathname;
  const browser = newBrowser(server);
  const statuses = new Map<string, number>();
  const failed: string[] = [];
  const ask = async (path: string, { isLink, headers = {} }: Visit): Promise<string[]> => {
    if (statuses.has(path)) return [];
    statuses.set(path, 0);
    const response = await within(path, browser.get(path, headers), VISIT_MS);
    const { status, text } = response;
    statuses.set(path, status);
    // A limit would hide a fault.
    if (status >= 500 || status === 429 || (isLink && status >= 400))
      failed.push(`${path}: ${status} ${text.slice(0, 200)}`);
    return /html/.test(response.headers.get("content-type") ?? "") ? linksOf(text) : [];
  };
  const links = new Set(await ask(setup, { isLink: true }));
  const signedUp = await browser.submit(setup, OWNER);
  if (signedUp.status !== 303) failed.push(`POST /setup: ${signedUp.status}`);
  for (const path of ["/", "/sign-in", "/docs", ...pathsOfDocuments()])
    for (const link of await ask(path, { isLink: false })) links.add(link);
  const bearer = { public: {}, admin: bearing(server.adminToken), key: bearing(await newKey(server)) };
  for (const { path, access } of await routesToVisit())
    for (const link of await ask(path, { isLink: false, headers: bearer[access] })) links.add(link);
  // The set grows while it is walked.
  const visited = new Map<string, number>();
  for (const link of links) {
    const kind = link.replace(/\?.*/, "").split("/").slice(0, -1).join("/");
    const count = visited.get(kind) ?? 0;
    visited.set(kind, count + 1);
    if (count < MAX_OF_A_KIND) for (const further of await ask(link, { isLink: true })) links.add(further);
  }
  return { statuses, failed };
}

interface Visit {
  isLink: boolean;
  headers?: Record<string, string>;
}

const bearing = (token: string) => ({ authorization: `Bearer ${token}` });

async function post({ url, adminToken }: GatewayServer, path: string, body: object): Promise<Record<string, string>> {
  const headers = { ...bearing(adminToken), "content-type": "application/json" };
  const response = await fetch(`${url}/admin/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return ((await response.json()) as { data: Record<string, string> }).data;
}

async function newKey(server: GatewayServer): Promise<string> {
  const user = "visitor@example.com";
  await post(server, "/users", { email: user });
  const { key = "" } = await post(server, "/keys", { user });
  return key;
}

/** The paths on this host that a page links to or loads. */
function linksOf(html: string): string[] {
  const links = [...html.matchAll(/ (?:src|href)="(\/[^"#]*)/g)].map(([, link = ""]) => unescaped(link));
  return links.filter((link) => !link.startsWith("//"));
}
