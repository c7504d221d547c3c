// A robot that answers an emulated provider's consent page as a person in a browser would.

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
  /** What is written on it, piece by piece. */
  texts: string[];
}

function readForms(html: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)].map(([, tag = "", inner = ""]) => {
    const fields = new URLSearchParams();
    for (const [input] of inner.matchAll(/<input\b[^>]*>/gi)) {
      const name = attribute(input, "name");
      if (name) fields.append(name, attribute(input, "value") ?? "");
    }
    const texts = inner.split(/<[^>]*>/).map((text) => unescapeHtml(text.trim()));
    return { action: attribute(tag, "action") ?? "", fields, texts };
  });
}

/**
 * Consents as `user` (an email, a login or a name that the page shows) and gives the callback URL, which is not visited.
 * `fields` replaces fields of the form: `{ scope: "openid" }` grants less than was asked.
 */
export async function consent(
  authorizeUrl: string | URL,
  user: string,
  fields: Record<string, string> = {},
): Promise<URL> {
  const page = await fetch(authorizeUrl, { redirect: "manual" });
  const html = await page.text();
  if (page.status !== 200) {
    const reason = /<(?:h1|h2|title)[^>]*>([^<]*)</i.exec(html)?.[1]?.trim();
    throw new Error(`The authorize page answered ${page.status}${reason ? `: ${unescapeHtml(reason)}` : ""}.`);
  }
  const form = readForms(html).find(
    (candidate) => [...candidate.fields.values()].includes(user) || candidate.texts.includes(user),
  );
  if (!form) throw new Error(`The consent page has no form for ${user}.`);
  for (const [name, value] of Object.entries(fields)) form.fields.set(name, value);
  const answer = await fetch(new URL(form.action, authorizeUrl), {
    method: "POST",
    body: form.fields,
    redirect: "manual",
  });
  const location = answer.headers.get("location");
  if (!location) throw new Error(`The consent form answered ${answer.status} without a redirect.`);
  return new URL(location, authorizeUrl);
}

/** Refuses consent: the callback URL with the error that RFC 6749 section 4.1.2.1 names. */
export function deny(authorizeUrl: string | URL): URL {
  const asked = new URL(authorizeUrl).searchParams;
  const callback = new URL(asked.get("redirect_uri") ?? "");
  callback.searchParams.set("error", "access_denied");
  callback.searchParams.set("error_description", "The user denied the request.");
  const state = asked.get("state");
  if (state !== null) callback.searchParams.set("state", state);
  return callback;
}
