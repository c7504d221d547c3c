// Finds the forms of the dashboard: routes by the table, addresses and values by the pages, and further fields by what a handler reads.
import type { TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import type { SignedIn } from "./browser.ts";

export interface FoundForm {
  /** Without `_of_user`. */
  id: string;
  method: "GET" | "POST";
  template: string;
  /** Where it is sent, with values for the parameters. */
  path: string;
  /** As the page has filled it in. */
  values: Map<string, string>;
}

const TWIN = "_of_user";
/** Addresses of one template that are looked at: of tools, for instance, there are hundreds. */
const MAX_OF_TEMPLATE = 2;

/** Every form and every page of the route table; those that no page leads to have made-up parameters and no values. */
export async function findForms(gateway: TestGateway, person: SignedIn): Promise<FoundForm[]> {
  const ids = new Set(gateway.app.routes.map(({ id }) => id));
  const routes = gateway.app.routes.filter(({ id }) => /^(form|page)_/.test(id) && ids.has(id + TWIN));
  const templates = routes.map(({ path, method }) => ({
    method,
    path,
    pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, "[^/]+")}$`),
  }));
  const templateOf = (path: string, method: string) =>
    templates.find((one) => one.method === method && one.path === path)?.path ??
    templates.find((one) => one.method === method && one.pattern.test(path))?.path;
  const seen = new Map<string, Set<string>>();
  const forms = new Map<string, { path: string; values: Map<string, string> }>();
  const queue = routes.filter(({ method, path }) => method === "GET" && !path.includes("{")).map(({ path }) => path);
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const template = templateOf(path.split("?")[0] as string, "GET");
    if (template === undefined) continue;
    const looked = seen.get(template) ?? new Set();
    if (looked.has(path) || looked.size >= MAX_OF_TEMPLATE) continue;
    seen.set(template, looked.add(path));
    const { text } = await person.get(path);
    for (const [, address = ""] of text.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) queue.push(unescaped(address));
    for (const form of formsIn(text)) {
      const to = templateOf(form.path, form.method);
      if (to && !forms.has(`${form.method} ${to}`)) forms.set(`${form.method} ${to}`, form);
    }
  }
  return routes.map(({ id, method, path: template, params }) => {
    const found = forms.get(`${method} ${template}`);
    const madeUp = template.replace(/\{([^}]+)\}/g, (_, name: string) =>
      params?.properties[name]?.format === "uuid" ? crypto.randomUUID() : "user",
    );
    const path = found?.path ?? [...(seen.get(template) ?? [])][0]?.split("?")[0] ?? madeUp;
    return { id, method: method as "GET" | "POST", template, path, values: found?.values ?? new Map() };
  });
}

function* formsIn(html: string) {
  for (const [, attributes = "", inner = ""] of html.matchAll(/<form ([^>]*)>(.*?)<\/form>/gs)) {
    const method = /method="post"/i.test(attributes) ? "POST" : "GET";
    const path = unescaped(/action="([^"]*)"/.exec(attributes)?.[1] ?? "").split("?")[0] as string;
    const values = new Map<string, string>();
    for (const [tag] of inner.matchAll(/<(?:input|select|textarea|button)[^>]*>/g)) {
      const name = unescaped(/ name="([^"]*)"/.exec(tag)?.[1] ?? "");
      if (name === "" || (/type="(?:checkbox|radio)"/.test(tag) && !tag.includes(" checked") && values.has(name)))
        continue;
      values.set(name, filledIn(tag, inner, name));
    }
    yield { method, path, values };
  }
}

/** What the page has filled in, or something that the field takes. */
function filledIn(tag: string, inner: string, name: string): string {
  const filled = / value="([^"]*)"/.exec(tag)?.[1];
  if (filled) return unescaped(filled);
  if (tag.startsWith("<select")) {
    const options = inner.slice(inner.indexOf(tag), inner.indexOf("</select>", inner.indexOf(tag)));
    return unescaped(/value="([^"]*)" selected/.exec(options)?.[1] ?? "");
  }
  if (tag.includes('type="url"')) return "https://example.com/here";
  if (tag.includes('type="email"')) return `${name}-${crypto.randomUUID()}@example.com`;
  return "";
}

/** Names that handlers in this process read, while `run` runs, of forms, or of queries. */
export async function namesRead(of: "forms" | "queries", run: () => Promise<unknown>): Promise<Set<string>> {
  const names = new Set<string>();
  const { prototype } = URLSearchParams;
  const isForm = prototype.has;
  const readers = ["get", "getAll", "has"] as const;
  const originals = readers.map((reader) => prototype[reader]);
  for (const [at, reader] of readers.entries()) {
    const original = originals[at] as (this: URLSearchParams, name: string) => never;
    prototype[reader] = function (this: URLSearchParams, name: string) {
      if (isForm.call(this, "form_token") === (of === "forms")) names.add(name);
      return original.call(this, name);
    } as never;
  }
  try {
    await run();
  } finally {
    for (const [at, reader] of readers.entries()) prototype[reader] = originals[at] as never;
  }
  return names;
}
