// Replaces what is about people in a recorded response by made-up values, the same one for the same value wherever it stands.

const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
/** Fields whose text is a person's name, number or place, or what somebody wrote. */
const PERSONAL =
  /(?:^|[_.\s]|(?<=[a-z])(?=[A-Z]))(?:name|login|username|nick|phone|mobile|fax|street|address|city|zip|postal_?code|birthday|bio|title|subject|description|summary|text|body|content|snippet|message|comment|note)s?$/i;
/** Query parameters that let whoever has the URL in. */
const SIGNED = /(?:^|[-_])(?:sig|signature|token|key|hash|secret|expires|credential|auth)(?:$|[-_])/i;
const MAX_DEPTH = 100;

export interface Scrubber {
  /** A JSON value with its texts replaced; ids, times, numbers and words of enumerations stay. */
  scrub<T>(value: T): T;
}

export function createScrubber(): Scrubber {
  const made = new Map<string, string>();
  let people = 0;
  let texts = 0;
  const once = (text: string, make: () => string) => {
    const known = made.get(text) ?? make();
    made.set(text, known);
    return known;
  };
  const withoutEmails = (text: string) =>
    text.replace(EMAIL, (email) => once(email.toLowerCase(), () => `person${++people}@example.com`));
  const textOf = (text: string, isPersonal: boolean): string => {
    if (/^https?:\/\//.test(text)) return withoutSignature(withoutEmails(text));
    if (new RegExp(`^${EMAIL.source}$`).test(text)) return withoutEmails(text);
    // What was made up already, under another name, stays what it is.
    return isPersonal && text.trim() !== "" ? once(text, () => `Made-up text ${++texts}`) : withoutEmails(text);
  };
  const visit = (value: unknown, isPersonal: boolean, depth: number): unknown => {
    if (typeof value === "string") return textOf(value, isPersonal);
    if (typeof value !== "object" || value === null || depth > MAX_DEPTH) return value;
    if (Array.isArray(value)) return value.map((item) => visit(item, isPersonal, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, visit(item, PERSONAL.test(name), depth + 1)]),
    );
  };
  return { scrub: <T>(value: T) => visit(value, false, 0) as T };
}

function withoutSignature(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  const signed = [...url.searchParams.keys()].filter((name) => SIGNED.test(name));
  for (const name of signed) url.searchParams.set(name, "made-up");
  return signed.length === 0 ? text : url.href;
}
