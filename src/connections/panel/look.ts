// How a partner wants its panel to look: values out of closed lists and bounds, which make the panel's own style.
import { brandStyle, contrastError } from "../../identity/partners/brand.ts";
import { THEMES, type Theme } from "../../web/pages/reader.ts";

/** Fonts that every system has something for; a name from outside never reaches the style. */
const FONTS = {
  system: 'ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif',
  humanist: 'Seravek,"Gill Sans Nova",Ubuntu,Calibri,"DejaVu Sans",sans-serif',
  rounded: 'ui-rounded,"Hiragino Maru Gothic ProN",Quicksand,Comfortaa,Manjari,Calibri,sans-serif',
  serif: 'ui-serif,Charter,"Bitstream Charter","Sitka Text",Cambria,Georgia,serif',
  mono: 'ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace',
} as const;
type Font = keyof typeof FONTS;

const COLOR = /^#[0-9a-f]{6}$/;
const RADIUS = /^(\d{1,2})(?:px)?$/;
const MAX_RADIUS = 24;

export interface Look {
  /** Undefined where the reader's system decides. */
  theme: Theme | undefined;
  style: string;
  /** The values that were taken, which the panel's forms send on. */
  fields: Record<string, string>;
  /** Sentences about values that were left out. */
  errors: string[];
}

/** `wanted` has what a page sent; what cannot be used is left out with a sentence for its developer. */
export function lookOf(wanted: (name: string) => string | null, brandColor: string | null): Look {
  const errors: string[] = [];
  const fields: Record<string, string> = {};
  const read = <T>(name: string, rule: string, parse: (text: string) => T | null): T | null => {
    const text = wanted(name)?.trim().toLowerCase() ?? "";
    const value = text === "" ? null : parse(text);
    if (text !== "" && value === null) errors.push(`${name} ${rule}`);
    if (value !== null) fields[name] = text;
    return value;
  };
  const themes = ["auto", ...THEMES] as const;
  const theme = read(
    "theme",
    `must be one of ${themes.join(", ")}.`,
    (text) => themes.find((one) => one === text) ?? null,
  );
  const font = read("font", `must be one of ${Object.keys(FONTS).join(", ")}.`, (text) =>
    Object.hasOwn(FONTS, text) ? (text as Font) : null,
  );
  const radius = read("radius", `must be a whole number of pixels from 0 to ${MAX_RADIUS}.`, radiusIn);
  const accent = read("accent", accentRule(wanted("accent")), accentIn) ?? brandColor;
  const rules = [
    accent === null ? "" : brandStyle(accent),
    radius === null ? "" : `:root{--radius:${radius}px}`,
    font === null ? "" : `body{font-family:${FONTS[font]}}`,
  ];
  return { theme: theme === null || theme === "auto" ? undefined : theme, style: rules.join(""), fields, errors };
}

const accentIn = (text: string) => (COLOR.test(text) && contrastError(text) === null ? text : null);

function accentRule(text: string | null): string {
  const color = text?.trim().toLowerCase() ?? "";
  return (COLOR.test(color) && contrastError(color)) || "must be a colour such as #14352b.";
}

function radiusIn(text: string): number | null {
  const radius = Number(RADIUS.exec(text)?.[1] ?? Number.NaN);
  return radius <= MAX_RADIUS ? radius : null;
}
