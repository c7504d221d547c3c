// A robot that submits an emulated provider's consent page as a person in a browser would.

const ENTITIES: Record<string, string> = { "&quot;": '"', "&#39;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" };

function unescapeHtml(html: string): string {
  return html.replace(/&(?:quot|#39|lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}

function attribute(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`, "i").exec(tag)?.[1];
  return value === undefined ? undefined : unescapeHtml(value);
}

interface Form {
  action: string;
  fields: URLSearchParams;
  /** Its visible texts. */
  texts: string[];
}

function readForms(html: string): Form[] {
  const [, ...parts] = html.split(/<form\b/i);
  return parts.map((part) => {
    const end = part.indexOf(">");
    const [tag, inner = ""] = [part.slice(0, end), part.slice(end + 1).split(/<\/form>/i, 1)[0]];
    const fields = new URLSearchParams();
    for (const [input] of inner.matchAll(/<input\b[^<>]*>/gi)) {
      const name = attribute(input, "name");
      if (name) fields.append(name, attribute(input, "value") ?? "");
    }
    const texts = inner.split(/<[^<>]*>/).map((text) => unescapeHtml(text.trim()));
    return { action: attribute(tag, "action") ?? "", fields, texts };
  });
}

/** Consents as `user` (a name on the page) and returns the callback URL unvisited; `fields` overrides form fields. */
export async function consent(
  authorizeUrl: string | URL,
  user: string,
  fields: Record<string, string> = {},
): Promise<URL> {
  const page = await fetch(authorizeUrl, { redirect: "manual" });
  const html = await page.text();
  if (page.status !== 200) {
    const reason = /<(?:h1|h2|title)[^<>]*>([^<]*)</i.exec(html)?.[1]?.trim();
    throw new Error(`The authorize page responded with ${page.status}${reason ? `: ${unescapeHtml(reason)}` : ""}.`);
  }
  const form = readForms(html).find(
    (candidate) => [...candidate.fields.values()].includes(user) || candidate.texts.includes(user),
  );
  if (!form) throw new Error(`The consent page has no form for ${user}.`);
  for (const [name, value] of Object.entries(fields)) form.fields.set(name, value);
  const response = await fetch(new URL(form.action, authorizeUrl), {
    method: "POST",
    body: form.fields,
    redirect: "manual",
  });
  const location = response.headers.get("location");
  if (!location) throw new Error(`The consent form responded with ${response.status} without a redirect.`);
  return new URL(location, authorizeUrl);
}

/** Agrees on the gateway's page that another person's grant replaces the connected one; returns where the browser goes on to. */
export async function agreeToReplace(question: URL, cookie: string): Promise<string | undefined> {
  const page = await fetch(question, { headers: { cookie } });
  const [form] = readForms(await page.text());
  if (!form) throw new Error(`The gateway's page responded with ${page.status} without a form.`);
  form.fields.set("action", "replace");
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  const ended = await fetch(new URL(form.action, question), { method: "POST", headers, body: form.fields });
  const url = /http-equiv="refresh" content="0; url=([^"]*)"/.exec(await ended.text())?.[1];
  return url && unescapeHtml(url);
}

/** Returns the callback URL of a denied consent (RFC 6749 section 4.1.2.1). */
export function deny(authorizeUrl: string | URL): URL {
  const params = new URL(authorizeUrl).searchParams;
  const callback = new URL(params.get("redirect_uri") ?? "");
  callback.searchParams.set("error", "access_denied");
  callback.searchParams.set("error_description", "The user denied the request.");
  const state = params.get("state");
  if (state !== null) callback.searchParams.set("state", state);
  return callback;
}
