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
}

export interface PageBrowser {
  open(url: string): Promise<OpenedPage>;
  /** Sends the page's form with more fields; headers replace those of a browser, and an empty one is left out. */
  send(page: OpenedPage, fields: Record<string, string>, headers?: Record<string, string>): Promise<OpenedPage>;
  cookie(): string | null;
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
    if (location !== null) return load(new URL(location, url).href);
    return pageOf(response, url, await response.text());
  };
  return {
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
  };
}

function pageOf(response: Response, url: string, text: string): OpenedPage {
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
