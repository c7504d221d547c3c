/** @jsxImportSource #pages */
// The mark of a provider: its brand's, or its plugin's own drawing, or its first letter.
import type { Provider } from "../../plugin/index.ts";
import type { Markup } from "./jsx-runtime.ts";
import marks from "./marks.json" with { type: "json" };

const BRANDS = new Map(Object.entries(marks));

/** A tile: with the mark on white in either scheme, as brands ask for, or with a letter. */
export function ProviderMark({ provider }: { provider: Pick<Provider, "id" | "name" | "mark"> }): Markup {
  const mark = markOf(provider);
  if (!mark) return <Initial name={provider.name} />;
  return (
    <span class="tile white">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path fill={mark.color} d={mark.path} />
      </svg>
    </span>
  );
}

function markOf({ id, mark }: Pick<Provider, "id" | "mark">) {
  const brand = BRANDS.get(id);
  return mark ?? (brand && { path: brand.path, color: `#${brand.hex}` });
}

/** The mark for pages that are not ours, as a picture in a `data:` URL; null where there is none. */
export function markUrl(provider: Pick<Provider, "id" | "mark">): string | null {
  const mark = markOf(provider);
  if (!mark) return null;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="${mark.color}" d="${mark.path}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export function Initial({ name, isBrand = false }: { name: string; isBrand?: boolean }): Markup {
  // A letter with its accents, or an emoji with its parts.
  const [first] = new Intl.Segmenter().segment(name.trim() || "?");
  return (
    <span class={isBrand ? "tile brand" : "tile"} aria-hidden="true">
      {first?.segment.toLocaleUpperCase("en")}
    </span>
  );
}
