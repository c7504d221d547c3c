// The pages for developers: the API reference, the guides, and both for language models. Nothing of another host is loaded.
import { randomBytes } from "node:crypto";
import { Type as t } from "@sinclair/typebox";
import { AppError } from "../foundation/errors.ts";
import type { Deps } from "../server/deps.ts";
import { type CompressedText, compressedText } from "../web/http/compressed.ts";
import { htmlHeaders } from "../web/http/html.ts";
import type { PublicRoute, RouteData } from "../web/http/route.ts";
import { ASSETS_PATH, type Assets, createAssets } from "./assets.ts";
import { clientPackageRoute } from "./client-package.ts";
import { GUIDES_PATH, type Guide, guidesOf, renderGuide } from "./guides.ts";
import { llmsFullText, llmsText } from "./llms.ts";
import { type GuidedPage, guidePage, REFERENCE_PATH, referencePage } from "./pages.ts";

const TAG = { name: "documentation", description: "The API reference, the guides, and both for language models." };

type ReferenceDeps = Pick<Deps, "baseUrl" | "registry">;

interface Content {
  assets: Assets;
  guides: readonly Guide[];
  guide(name: string): CompressedText | null;
  short: CompressedText;
  full: CompressedText;
}

const HTML = "text/html; charset=utf-8";
const MARKDOWN = "text/markdown; charset=utf-8";

/** `routes` is read when a text is first asked for, so that all routes are in it. `pages` are those of the dashboard. */
export function referenceRoutes(
  deps: ReferenceDeps,
  routes: readonly RouteData[],
  pages: readonly GuidedPage[],
): PublicRoute[] {
  const isTls = deps.baseUrl.startsWith("https:");
  let loading: Promise<Content> | null = null;
  const content = () => {
    loading ??= loadContent(deps, routes, pages);
    loading.catch(() => {
      // The caller that awaits the pages gets the error; the next request tries again.
      loading = null;
    });
    return loading;
  };
  return [...pageRoutes(content, isTls), ...textRoutes(content), clientPackageRoute(TAG)];
}

type ContentOf = () => Promise<Content>;
const BASE = { method: "GET" as const, tag: TAG, access: "public" as const };

function pageRoutes(content: ContentOf, isTls: boolean): PublicRoute[] {
  return [
    {
      ...BASE,
      id: "reference",
      path: REFERENCE_PATH,
      summary: "The API reference as a page.",
      responses: { "200": { description: "The page.", types: ["text/html"] } },
      handle: async () => ({ response: respondReference(await content(), isTls) }),
    },
    {
      ...BASE,
      id: "reference_asset",
      path: `${ASSETS_PATH}/{file}`,
      summary: "A script or style sheet of the pages, named by the hash of its content.",
      params: t.Object({ file: t.String({ maxLength: 100, description: "A file name from a page." }) }),
      hasEtag: true,
      codes: ["NOT_FOUND"],
      responses: { "200": { description: "The file.", types: ["*/*"] } },
      handle: async ({ params: { file = "" }, request }) => {
        const response = await (await content()).assets.respond(file, request);
        if (!response) throw new AppError("NOT_FOUND", "There is no such file.");
        return { response };
      },
    },
    {
      ...BASE,
      id: "guide",
      path: `${GUIDES_PATH}/{name}`,
      summary: "A guide as a page, or as Markdown if the name ends in .md.",
      params: t.Object({
        name: t.String({ maxLength: 100, examples: ["api"], description: "The guide's name, such as api or api.md." }),
      }),
      hasEtag: true,
      codes: ["NOT_FOUND"],
      responses: { "200": { description: "The page.", types: ["text/html", "text/markdown"] } },
      handle: async ({ params: { name = "" }, request }) => ({
        response: await respondGuide(await content(), name, request, isTls),
      }),
    },
    {
      ...BASE,
      id: "guide_page",
      path: `${GUIDES_PATH}/{name}/{page}`,
      summary: "A page of a guide, or its Markdown with the ending .md.",
      params: t.Object({
        name: t.String({ maxLength: 100, examples: ["operate"], description: "The guide's name." }),
        page: t.String({ maxLength: 100, examples: ["backups"], description: "Such as backups, or backups.md." }),
      }),
      hasEtag: true,
      codes: ["NOT_FOUND"],
      responses: { "200": { description: "The page.", types: ["text/html", "text/markdown"] } },
      handle: async ({ params: { name = "", page = "" }, request }) => ({
        response: await respondGuide(await content(), `${name}/${page}`, request, isTls),
      }),
    },
  ];
}

function textRoutes(content: ContentOf): PublicRoute[] {
  const responses = { "200": { description: "Markdown.", types: ["text/plain"] } };
  return [
    {
      ...BASE,
      id: "llms",
      path: "/llms.txt",
      summary: "What this API is and can do, for language models.",
      hasEtag: true,
      responses,
      handle: async ({ request }) => ({ response: await (await content()).short.respond(request) }),
    },
    {
      ...BASE,
      id: "llms_full",
      path: "/llms-full.txt",
      summary: "Every operation and all guides, for language models.",
      hasEtag: true,
      responses,
      handle: async ({ request }) => ({ response: await (await content()).full.respond(request) }),
    },
  ];
}

async function loadContent(
  { baseUrl, registry }: ReferenceDeps,
  routes: readonly RouteData[],
  pages: readonly GuidedPage[],
): Promise<Content> {
  const { files } = await import("gateway:reference");
  const { guides: texts, ...rest } = await files();
  const assets = createAssets(rest);
  const guides = guidesOf(texts);
  const source = { baseUrl, registry, guides, routes };
  const rendered = new Map<string, CompressedText>();
  const names = guides.map(({ name }) => name);
  const render = (guide: Guide): CompressedText =>
    compressedText(guidePage(assets.pathOf, guides, { guide, pages, ...renderGuide(guide, names) }), HTML);
  const guide = (name: string) => {
    const found = guides.find((one) => name === one.name || name === `${one.name}.md`);
    if (!found) return null;
    const made = rendered.get(name) ?? (name === found.name ? render(found) : compressedText(found.markdown, MARKDOWN));
    rendered.set(name, made);
    return made;
  };
  const plain = "text/plain; charset=utf-8";
  return {
    assets,
    guides,
    guide,
    short: compressedText(llmsText(source), plain),
    full: compressedText(llmsFullText(source), plain),
  };
}

/**
 * The reference makes style elements as it runs, whose text is not known before; `nonce` allows those, and no others. Scripts
 * come only from this host, and so does everything that they fetch.
 */
function respondReference({ assets, guides }: Content, isTls: boolean): Response {
  const nonce = randomBytes(16).toString("base64");
  const policy = {
    "script-src": "'self'",
    "style-src": `'self' 'nonce-${nonce}'`,
    "connect-src": "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
  };
  const headers = { ...htmlHeaders({ policy, isTls }), "cache-control": "no-store" };
  return new Response(referencePage(assets.pathOf, guides, nonce), { headers });
}

async function respondGuide({ guide }: Content, name: string, request: Request, isTls: boolean): Promise<Response> {
  const page = guide(name);
  if (!page) throw new AppError("NOT_FOUND", "There is no guide with this name. GET /docs lists the guides.");
  const response = await page.respond(request);
  if (name.endsWith(".md") || response.status === 304) return response;
  const headers = htmlHeaders({ policy: { "script-src": "'self'", "style-src": "'self'", "img-src": "data:" }, isTls });
  for (const [header, value] of Object.entries(headers)) response.headers.set(header, value);
  return response;
}
