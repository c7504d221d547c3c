// A partner's brand: the name, colour and logo that its customers see on our pages.
import { type Static, Type as t } from "@sinclair/typebox";
import type { InputError } from "../../foundation/errors.ts";
import type { Deps } from "../../server/deps.ts";
import type { Initiator } from "../initiator.ts";
import { contrast } from "./contrast.ts";
import { imageSize } from "./image-size.ts";
import { findBrand, setBrand } from "./store.ts";

const MAX_LOGO_BYTES = 32 * 1024;
const MAX_LOGO_PIXELS = 1_024;
const DATA_URL = /^data:(image\/(?:png|webp));base64,([A-Za-z0-9+/]+={0,2})$/;
/** WCAG 2.2, criterion 1.4.11: what a control needs against the panel that it stands on. */
const MIN_CONTRAST = 3;
const PANEL = "#ffffff";
const INK = "#14171c";

const orNull = <T extends ReturnType<typeof t.String>>(text: T, description: string) =>
  t.Optional(t.Union([text, t.Null()], { description }));

export const BrandShape = t.Object({
  name: orNull(
    t.String({ minLength: 1, maxLength: 80, pattern: "^[^\\u0000-\\u001f\\u007f\\u202a-\\u202e\\u2066-\\u2069]*$" }),
    "The name that your customers know. The default is the name of your partner profile.",
  ),
  color: orNull(t.String({ pattern: "^#[0-9a-fA-F]{6}$" }), "The colour of the main button, such as #14352b."),
  logo: orNull(
    t.String({ maxLength: 45_000 }),
    "A square PNG or WebP image as a data URL: at most 32 KB and 1,024 pixels a side.",
  ),
});

/** What responses have: each field, null where none is set. */
export const SavedBrand = t.Required(BrandShape);

export interface Brand {
  name: string | null;
  color: string | null;
  logo: string | null;
}

/** Errors beyond the schema. */
export function brandErrors({ color, logo }: Partial<Static<typeof BrandShape>>): InputError[] {
  const errors: InputError[] = [];
  const add = (field: string, message: string) =>
    errors.push({ in: "body", path: `/${field}`, message: `${field} ${message}` });
  const faint = color ? contrastError(color) : null;
  if (faint) add("color", faint);
  const message = logo ? logoError(logo) : null;
  if (message) add("logo", message);
  return errors;
}

/** Why a button of this colour cannot be seen; null where it can. */
export function contrastError(color: string): string | null {
  const ratio = contrast(color, PANEL);
  if (ratio >= MIN_CONTRAST) return null;
  const found = `${ratio.toFixed(1)} to 1 on white, and a button needs ${MIN_CONTRAST} to 1`;
  return `has too little contrast: ${found}. Choose a darker one.`;
}

function logoError(logo: string): string | null {
  const [, type, base64 = ""] = DATA_URL.exec(logo) ?? [];
  if (type === undefined) return "must be a PNG or WebP image as a data URL (data:image/png;base64,…).";
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > MAX_LOGO_BYTES) return `has ${bytes.length} bytes; at most ${MAX_LOGO_BYTES} are allowed.`;
  const size = imageSize(bytes);
  if (size?.type !== type) return `is not an image of the type that it names (${type}).`;
  const isTooLarge = size.width > MAX_LOGO_PIXELS || size.height > MAX_LOGO_PIXELS;
  return isTooLarge
    ? `is ${size.width} by ${size.height} pixels; at most ${MAX_LOGO_PIXELS} a side are allowed.`
    : null;
}

export async function brandOf(deps: Pick<Deps, "database">, userId: string) {
  const { name, color, logo } = await findBrand(deps.database, userId);
  return { name, color, logo };
}

/** Replaces the brand; `brandErrors` has validated it. */
export async function replaceBrand(
  deps: Pick<Deps, "database" | "audit">,
  userId: string,
  { name = null, color = null, logo = null }: Static<typeof BrandShape>,
  initiator: Initiator,
): Promise<Brand> {
  const brand = { name, color: color?.toLowerCase() ?? null, logo };
  await setBrand(deps.database, userId, brand);
  const details = { name, color: brand.color, has_logo: logo !== null };
  await deps.audit.record(initiator, { event: "brand_changed", userId, details });
  return brand;
}

/** The page's tokens for a brand's colour: text that is read on it, and an edge that shows it on a dark panel. */
export function brandStyle(color: string, selector = ":root"): string {
  const onBrand = contrast(color, "#ffffff") >= contrast(color, INK) ? "#ffffff" : INK;
  const tokens = `--brand:${color};--on-brand:${onBrand};--brand-hover:color-mix(in srgb,${color} 88%,${onBrand})`;
  const edge = `--brand-edge:light-dark(transparent,color-mix(in srgb,${color} 55%,#fff))`;
  return `${selector}{${tokens};${edge}}`;
}
