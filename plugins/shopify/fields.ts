// Single fields that Shopify's endpoints share: ids, money, addresses.
import { field, maybe, type RecordFieldOptions, record, shapes, t } from "gateway/plugin";

/** Callers use the number that Shopify's own pages show; the API has it in a URI. */
export const numericId = (description: string) => t.String({ pattern: "^[1-9][0-9]{0,18}$", description });
export const gid = (type: string, id: string) => `gid://shopify/${type}/${id}`;

const gidSchema = t.String({ pattern: "^gid://shopify/[A-Za-z]+/[0-9]+" });
/** `gid://shopify/Product/7` → `7` */
export const numberOf = (id: string) => /^gid:\/\/shopify\/[A-Za-z]+\/(\d+)/.exec(id)?.[1] ?? id;

export const id = ({ from = "id", description }: RecordFieldOptions = {}) =>
  field.of({ from, raw: gidSchema, shape: t.String({ ...(description && { description }) }), map: numberOf });
export const nullableId = ({ from, description }: RecordFieldOptions) =>
  field.of({
    from,
    raw: maybe(gidSchema),
    shape: shapes.nullableText(description),
    map: (value) => (typeof value === "string" ? numberOf(value) : null),
  });

export const MONEY = "{ shopMoney { amount currencyCode } }";
/** Amounts are decimal texts in the shop's currency. */
export const money = record({
  amount: field.text({ from: "shopMoney.amount", description: "A decimal number, such as 10.00." }),
  currency: field.text({ from: "shopMoney.currencyCode" }),
});

export const ADDRESS = "{ name company address1 address2 city provinceCode zip countryCodeV2 phone }";
export const address = record({
  name: field.nullableText(),
  company: field.nullableText(),
  line1: field.nullableText({ from: "address1" }),
  line2: field.nullableText({ from: "address2" }),
  city: field.nullableText(),
  state: field.nullableText({ from: "provinceCode" }),
  postal_code: field.nullableText({ from: "zip" }),
  country: field.nullableText({ from: "countryCodeV2", description: "Two-letter country code." }),
  phone: field.nullableText(),
});

/** A decimal number as text, as Shopify takes prices. */
export const decimal = (description: string) =>
  t.String({
    pattern: "^[0-9]{1,12}(\\.[0-9]{1,4})?$",
    description: `${description} A decimal number, such as 10.00.`,
  });
export const tags = (description: string) =>
  t.Optional(t.Array(t.String({ minLength: 1, maxLength: 255 }), { maxItems: 250, description }));
