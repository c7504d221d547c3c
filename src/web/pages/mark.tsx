/** @jsxImportSource #pages */
// The mark of a provider, or its first letter.
import { type Markup, Raw } from "./jsx-runtime.ts";
import marks from "./marks.json" with { type: "json" };

const PATHS = new Map(Object.entries(marks));

/** A tile: with the mark on white in either scheme, as brands ask for, or with a letter. */
export function ProviderMark({ id, name }: { id: string; name: string }): Markup {
  const mark = PATHS.get(id);
  if (!mark) return <Initial name={name} />;
  const svg = `<svg viewBox="0 0 24 24" aria-hidden="true"><path fill="#${mark.hex}" d="${mark.path}"/></svg>`;
  return (
    <span class="tile white">
      <Raw html={svg} />
    </span>
  );
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
