// What Stripe's endpoints share: ids, lists, forms with brackets, money, metadata and spans of time.
import {
  type AnyCall,
  asUtc,
  field,
  InvalidInput,
  maybe,
  nullable,
  pages,
  t,
  type UpstreamPath,
  type UpstreamRequest,
} from "gateway/plugin";

/** Sent with every request and set for every webhook endpoint: docs.stripe.com/api/versioning. */
export const API_VERSION = "2026-10-28.endive";

/** An id that begins with `prefix`; Stripe's ids grow, up to 255 characters. */
export const idOf = (prefix: string, description: string) =>
  t.String({ pattern: `^${prefix}_[A-Za-z0-9_]{1,240}$`, maxLength: 255, description });
/** Ids of products and prices can be an account's own. */
export const ownId = (description: string) => t.String({ pattern: "^[A-Za-z0-9_.-]{1,255}$", description });

/** docs.stripe.com/api/pagination: the newest first, after the last item's id. */
export const listPagination = pages.lastId({
  size: "limit",
  param: "starting_after",
  items: "data",
  id: "id",
  max: 100,
  more: "has_more",
});
/** docs.stripe.com/search */
export const searchPagination = pages.cursor({ size: "limit", param: "page", read: "next_page", max: 100 });

export const searchQuery = (example: string) =>
  t.String({
    minLength: 1,
    maxLength: 1_000,
    description: `Query in Stripe's search language, such as ${example}. Escape quotes in values with a backslash.`,
  });

export const createdBetween = {
  created_since: t.Optional(
    t.String({
      format: "date-time",
      description: "Only what was created at this time or later, such as 2026-01-31T09:00:00Z.",
    }),
  ),
  created_until: t.Optional(
    t.String({
      format: "date-time",
      previousNames: ["created_before"],
      description: "Only what was created before this time, such as 2026-01-31T09:00:00Z.",
    }),
  ),
};
type Span = { created_since?: string; created_until?: string };
export const spanQuery = ({ created_since, created_until }: Span) => ({
  "created[gte]": unixTime("created_since", created_since),
  "created[lt]": unixTime("created_until", created_until),
});

/** A caller's time in Unix seconds. */
export function unixTime(name: string, time: string | undefined): number | undefined {
  if (time === undefined) return undefined;
  const utc = asUtc(time);
  if (utc === null) throw new InvalidInput(`"${name}" is not a time.`);
  return Math.floor(Date.parse(utc) / 1_000);
}

export const currency = t.String({
  pattern: "^[A-Za-z]{3}$",
  description: "Currency code in lower case, such as eur.",
});
export const amount = (description: string) =>
  t.Integer({ minimum: 0, maximum: 999_999_999_999, description: `${description} ${SMALLEST}` });
export const SMALLEST = "In the currency's smallest unit: 1099 is 10.99 EUR, and 1099 JPY.";

/** docs.stripe.com/api/metadata */
const texts = (description: string) =>
  t.Unsafe<Record<string, string>>(t.Object({}, { additionalProperties: true, description }));
export const metadataInput = t.Optional(
  texts("Your own key-value pairs: at most 50, with keys of up to 40 and values of up to 500 characters."),
);
const metadataShape = texts("Key-value pairs that the account's owner stores with it.");
export const metadata = field.of({
  raw: maybe(t.Record(t.String(), t.Unknown())),
  shape: metadataShape,
  map: (values) =>
    Object.fromEntries(
      Object.entries(values ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    ),
});

function checkedMetadata(values: unknown): Record<string, string> {
  const entries = Object.entries(values as Record<string, unknown>);
  const isFit = ([name, value]: [string, unknown]) =>
    /^[^[\]]{1,40}$/.test(name) && typeof value === "string" && value.length <= 500;
  if (entries.length > 50 || !entries.every(isFit))
    throw new InvalidInput(
      "Each of at most 50 values in metadata is a text of 500 characters, with a name of 40 without square brackets.",
    );
  return Object.fromEntries(entries) as Record<string, string>;
}

type FormValue = string | number | boolean | undefined | readonly FormValue[] | { readonly [name: string]: FormValue };

/** A form with Stripe's brackets: `items[0][price]`. Lists are numbered, since unnumbered pairs get mixed up. */
export function formOf(
  values: { readonly [name: string]: FormValue },
  prefix = "",
): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const key = prefix === "" ? name : `${prefix}[${name}]`;
      if (value === undefined) return [];
      if (typeof value !== "object") return [[key, value]];
      const inner = name === "metadata" ? checkedMetadata(value) : { ...value };
      return Object.entries(formOf(inner as { [name: string]: FormValue }, key));
    }),
  );
}

/** A write, which Stripe does once for each key: docs.stripe.com/api/idempotent_requests. */
export function write(
  { idempotencyKey }: Pick<AnyCall, "idempotencyKey">,
  path: UpstreamPath,
  values: { readonly [name: string]: FormValue } = {},
): UpstreamRequest {
  return { method: "POST", path, form: formOf(values), headers: { "idempotency-key": idempotencyKey } };
}

export const isLive = field.flag({ from: "livemode", description: "false for data of the test mode or of a sandbox." });
export const createdAt = field.nullableUnixTime({ from: "created" });

/** Of a thing that Stripe shows as its id, or in full where it was expanded. */
export const nullableText = (description?: string) => nullable(t.String(), description);

/** docs.stripe.com/currencies: the others have two decimals. */
const NO_DECIMALS = "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF UGX VND VUV XAF XOF XPF".split(" ");
const THREE_DECIMALS = "BHD JOD KWD OMR TND".split(" ");

/** An amount as people read it: `10.99 EUR`. */
export function money(amount: number, currency: string): string {
  const code = currency.toUpperCase();
  const decimals = NO_DECIMALS.includes(code) ? 0 : THREE_DECIMALS.includes(code) ? 3 : 2;
  return `${(amount / 10 ** decimals).toFixed(decimals)} ${code}`;
}
