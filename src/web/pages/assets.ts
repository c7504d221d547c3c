// Files of the pages, within the program and served under a name that changes with their content.
import { createHash } from "node:crypto";
import { Type as t } from "@sinclair/typebox";
import htmx from "htmx.org/dist/htmx.min.js" with { type: "text" };
import { AppError } from "../../foundation/errors.ts";
import { compressedText } from "../http/compressed.ts";
import type { PublicRoute } from "../http/route.ts";
import dashboardSheet from "./dashboard.css" with { type: "text" };
import icon from "./icon.svg" with { type: "text" };
import pageScript from "./page.browser.js" with { type: "text" };
import paletteScript from "./palette.browser.js" with { type: "text" };
import requestsScript from "./requests.browser.js" with { type: "text" };
import styleSheet from "./style.css" with { type: "text" };

const ROOT = "/assets";
export const PAGES_TAG = { name: "pages", description: "Pages for people, and their files." };

export interface Asset {
  /** `<name>.<content hash>.<extension>` */
  file: string;
  text: string;
  type: string;
}

function asset(name: string, extension: string, text: string, type: string): Asset {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return { file: `${name}.${hash}.${extension}`, text, type };
}

/** Without what only readers of the source need: lines of comments, and indentation. */
const lean = (source: string) =>
  source
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !/^(?:$|\/\/|\/\*.*\*\/$)/.test(line))
    .join("\n");

/** A style sheet also without the space around its signs: no text of ours in it has one. */
const leanStyle = (source: string) =>
  lean(source)
    .replace(/^([a-z-]+): /gm, "$1:")
    .replace(/[ \n]?([{},;])[ \n]?/g, "$1")
    .replaceAll(";}", "}");

const STYLE = asset("style", "css", leanStyle(styleSheet), "text/css; charset=utf-8");
const DASHBOARD_STYLE = asset("dashboard", "css", leanStyle(dashboardSheet), "text/css; charset=utf-8");
const SCRIPT_TYPE = "text/javascript; charset=utf-8";
const HTMX = asset("htmx", "js", htmx, SCRIPT_TYPE);
const SCRIPT = asset("page", "js", lean([pageScript, requestsScript, paletteScript].join("\n")), SCRIPT_TYPE);
const ICON = asset("icon", "svg", icon, "image/svg+xml");

/** A script of a page. */
export const scriptAsset = (name: string, text: string) => asset(name, "js", text, SCRIPT_TYPE);
export const assetPath = ({ file }: Asset) => `${ROOT}/${file}`;

/** Paths for the heads of pages. */
export const STYLE_PATH = assetPath(STYLE);
export const DASHBOARD_STYLE_PATH = assetPath(DASHBOARD_STYLE);
export const ICON_PATH = assetPath(ICON);
/** What pages with live parts run, in this order. */
export const SCRIPT_PATHS = [HTMX, SCRIPT].map(assetPath);

/** `more` are the rooms' own. */
export function assetRoutes(more: readonly Asset[] = []): PublicRoute[] {
  const assets = new Map(
    [STYLE, DASHBOARD_STYLE, ICON, HTMX, SCRIPT, ...more].map(({ file, text, type }) => [
      file,
      compressedText(text, type),
    ]),
  );
  return [
    {
      id: "asset",
      method: "GET",
      path: `${ROOT}/{file}`,
      summary: "A file of a page; its name has the hash of its content, so it never changes.",
      tag: PAGES_TAG,
      access: "public",
      params: t.Object({ file: t.String({ maxLength: 200, description: "The file name from a page." }) }),
      hasEtag: true,
      codes: ["NOT_FOUND"],
      responses: { "200": { description: "The file.", types: ["*/*"] } },
      handle: async ({ request, params }) => {
        const found = assets.get(params.file as string);
        if (!found) throw new AppError("NOT_FOUND", "There is no such file.");
        const response = await found.respond(request);
        response.headers.set("cache-control", "public, max-age=31536000, immutable");
        return { response };
      },
    },
  ];
}
