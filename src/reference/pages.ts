// The HTML of the API reference and of the guides beside it.
import { escapeHtml } from "@kitajs/html";
import { GUIDES_PATH, type Guide, type Heading, sectionOf } from "./guides.ts";

interface Shell {
  title: string;
  head: string;
  body: string;
  guides: readonly Guide[];
  /** The path of the page, which the menu marks. */
  current: string;
}

export const REFERENCE_PATH = "/docs";

/** `nonce` allows the style elements that the reference makes (assets/reference.js). */
export function referencePage(pathOf: (name: string) => string, guides: readonly Guide[], nonce: string): string {
  return shell({
    title: "API reference",
    head: `<meta property="csp-nonce" content="${nonce}">
<link rel="stylesheet" href="${pathOf("pages.css")}">
<script src="${pathOf("reference.js")}" defer></script>
<script src="${pathOf("scalar.js")}" defer></script>`,
    // After the library's own styles, which it puts first.
    body: `<link rel="stylesheet" href="${pathOf("reference.css")}">
<div id="reference"><p class="loading">Loading the reference…</p>
<noscript><p class="loading">The reference needs JavaScript. <a href="/docs/guides/api">The guide</a> and
<a href="/openapi.json">the document itself</a> do not.</p></noscript></div>`,
    guides,
    current: REFERENCE_PATH,
  });
}

/** A page of the dashboard, and the guide that explains it. */
export interface GuidedPage {
  title: string;
  path: string;
  guide: string;
}

export function guidePage(
  pathOf: (name: string) => string,
  guides: readonly Guide[],
  rendered: { guide: Guide; html: string; headings: readonly Heading[]; pages: readonly GuidedPage[] },
): string {
  const { guide, html, headings, pages } = rendered;
  const chapters = headings.filter(({ depth }) => depth === 2 || depth === 3);
  const contents = chapters
    .map(({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`)
    .join("\n");
  return shell({
    title: guide.title,
    head: `<link rel="stylesheet" href="${pathOf("pages.css")}">
<script src="${pathOf("guide.js")}" defer></script>`,
    body: `<div class="guide">
<div class="contents">${sectionMenu(guides, guide)}
<nav aria-label="On this page"><details><summary>On this page</summary><ul>
${contents}
</ul></details></nav>${dashboardMenu(pages.filter((page) => page.guide === guide.name))}</div>
<main class="text" id="text">
${html}</main>
</div>`,
    guides,
    current: `${GUIDES_PATH}/${sectionOf(guide.name) ?? guide.name}`,
  });
}

/** The pages of the guide that `current` is or belongs to; empty where it has none. */
function sectionMenu(guides: readonly Guide[], current: Guide): string {
  const section = sectionOf(current.name) ?? current.name;
  const pages = guides.filter(({ name }) => name === section || sectionOf(name) === section);
  if (pages.length < 2) return "";
  const items = pages.map((guide) => `<li>${menuLink(guide, guide.name === current.name)}</li>`);
  return `<nav aria-label="Pages of this guide"><details><summary>Pages</summary><ul>
${items.join("\n")}
</ul></details></nav>`;
}

/** Links to the pages of the dashboard that the guide explains; empty where it has no such page. */
function dashboardMenu(pages: readonly GuidedPage[]): string {
  if (pages.length === 0) return "";
  const items = pages.map(({ title, path }) => `<li><a href="${path}">${escapeHtml(title)}</a></li>`);
  return `<nav aria-label="In the dashboard"><details><summary>In the dashboard</summary><ul>
${items.join("\n")}
</ul></details></nav>`;
}

const menuLink = ({ name, title }: Pick<Guide, "name" | "title">, isCurrent: boolean) =>
  `<a href="${GUIDES_PATH}/${name}"${isCurrent ? ' aria-current="page"' : ""}>${escapeHtml(title)}</a>`;

function shell({ title, head, body, guides, current }: Shell): string {
  const links = [
    { path: REFERENCE_PATH, title: "API reference" },
    ...guides
      .filter(({ name }) => sectionOf(name) === null)
      .map((guide) => ({ path: `${GUIDES_PATH}/${guide.name}`, title: guide.title })),
    { path: "/openapi.json", title: "OpenAPI document" },
  ].map(({ path, title: label }) => {
    const mark = path === current ? ' aria-current="page"' : "";
    return `<a href="${path}"${mark}>${escapeHtml(label)}</a>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)} · Integration Gateway</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>
<div class="bar"><nav aria-label="Documentation">${links.join("\n")}</nav></div>
${body}
</body>
</html>
`;
}
