// Leaves out of a page what the person's role in the team may not send or open, so that no page has to think of it.
import { escapeHtml } from "@kitajs/html";
import { type Markup, Raw } from "../web/pages/jsx-runtime.ts";
import { type OwnRoute, routeOf } from "./route-table.ts";
import { hasTeamRole, type PageRequest } from "./visit.ts";

/** As `jsx` writes the two: attributes have no angle bracket, and neither stands within another of its kind. */
const START = /<(form|a) ([^<>]*)>/g;
const ADDRESS = / (?:action|href)="(\/[^"?#]*)/;

/** Addresses are still those without the user. A form with fields leaves a sentence in its place. */
export function withoutUnusable(markup: Markup, visit: PageRequest, routes: readonly OwnRoute[]): Markup {
  const { user } = visit;
  if (user === null || user.role === "owner") return markup;
  const { html } = markup;
  const isUnusable = (method: OwnRoute["method"], path: string) => {
    const role = routeOf(routes, method, path)?.role ?? null;
    return role !== null && !hasTeamRole(visit, role);
  };
  const parts: string[] = [];
  let from = 0;
  for (const { index, 0: start, 1: name = "", 2: attributes = "" } of html.matchAll(START)) {
    const path = ADDRESS.exec(` ${attributes}`)?.[1];
    if (index < from || path === undefined || !isUnusable(methodOf(attributes), path)) continue;
    const end = html.indexOf(`</${name}>`, index);
    parts.push(html.slice(from, index));
    const isButton = /class="[^"]*\bbutton\b/.test(attributes);
    if (name === "a" && !isButton) parts.push(html.slice(index + start.length, end));
    else if (/class="[^"]*\bfields\b/.test(attributes))
      parts.push(`<p class="muted">Your role in this team, ${escapeHtml(user.role)}, does not include this.</p>`);
    from = end + `</${name}>`.length;
  }
  return Raw({ html: parts.join("") + html.slice(from) });
}

const methodOf = (attributes: string) => (/method="post"/.test(attributes) ? "POST" : "GET");
