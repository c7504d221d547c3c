// A browser for tests of pages: keeps cookies, follows redirects, and sends the forms that it was given.

export interface OpenedPage {
  status: number;
  headers: Headers;
  text: string;
  url: string;
  title: string;
  /** Every `href` of an `a`. */
  links: string[];
  /** Hidden fields of the form, and where it goes. */
  fields: Record<string, string>;
  action: string | null;
  /** Where the page goes on to by itself. */
  onTo: string | null;
  /** The redirect to another site, which is not followed. */
  location: string | null;
}

export interface PageBrowser {
  open(url: string): Promise<OpenedPage>;
  /** Sends the page's form with more fields; headers replace those of a browser, and an empty one is left out. */
  send(page: OpenedPage, fields: Record<string, string>, headers?: Record<string, string>): Promise<OpenedPage>;
  cookie(): string | null;
  /** Keeps the cookie of another response. */
  adopt(cookie: string): PageBrowser;
}

export function pageBrowser(): PageBrowser {
  const jar = new Map<string, string>();
  const load = async (url: string, init: RequestInit = {}): Promise<OpenedPage> => {
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set("cookie", [...jar].map((pair) => pair.join("=")).join("; "));
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get("location");
    const next = location === null ? null : new URL(location, url);
    if (next?.origin === new URL(url).origin) return load(next.href);
    return { ...pageOf(response, url, await response.text()), location: next?.href ?? null };
  };
  const browser: PageBrowser = {
    open: (url) => load(url),
    send(page, fields, more = {}) {
      const headers = new Headers({
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-site": "same-origin",
        origin: "null",
      });
      for (const [name, value] of Object.entries(more)) {
        if (value === "") headers.delete(name);
        else headers.set(name, value);
      }
      const body = new URLSearchParams({ ...page.fields, ...fields }).toString();
      return load(new URL(page.action ?? "", page.url).href, { method: "POST", headers, body });
    },
    cookie: () => [...jar.values()][0] ?? null,
    adopt(cookie) {
      const [name = "", value = ""] = cookie.split("=");
      jar.set(name, value);
      return browser;
    },
  };
  return browser;
}

/** Opens a callback; where another person would be replaced, the person in front agrees. */
export async function openAndReplace(callback: string): Promise<OpenedPage> {
  const browser = pageBrowser();
  const opened = await browser.open(callback);
  return opened.fields.replaces === undefined ? opened : browser.send(opened, { action: "replace" });
}

function pageOf(response: Response, url: string, text: string): Omit<OpenedPage, "location"> {
  const refresh = /http-equiv="refresh" content="0; url=([^"]*)"/.exec(text)?.[1];
  const action = /<form [^>]*action="([^"]*)"/.exec(text)?.[1];
  const inputs = [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)];
  return {
    status: response.status,
    headers: response.headers,
    text,
    url,
    title: unescaped(/<title>(.*?)<\/title>/s.exec(text)?.[1] ?? ""),
    links: [...text.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href = ""]) => unescaped(href)),
    fields: Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, unescaped(value)])),
    action: action === undefined ? null : unescaped(action),
    onTo: refresh === undefined ? null : unescaped(refresh),
  };
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** The text behind character references. */
export function unescaped(html: string): string {
  return html.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    name ? (NAMED[name] ?? whole) : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  );
}
