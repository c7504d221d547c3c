// Reads the text of a scrape.

export interface Scrape {
  /** The families that are declared, with or without series. */
  families: string[];
  /** `name{labels}` → value. */
  samples: Map<string, number>;
}

export function readScrape(text: string): Scrape {
  const lines = text.split("\n").filter((line) => line !== "");
  const families = lines.flatMap((line) => (line.startsWith("# TYPE ") ? [line.split(" ")[2] as string] : []));
  const samples = lines
    .filter((line) => !line.startsWith("#"))
    .map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))] as const;
    });
  return { families, samples: new Map(samples) };
}

/** The sum of the series of a name that have these labels. */
export function sumOf({ samples }: Scrape, name: string, labels: Record<string, string> = {}): number {
  const parts = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const isOne = (key: string) => key.split("{")[0] === name && parts.every((part) => key.includes(part));
  return [...samples].filter(([key]) => isOne(key)).reduce((sum, [, value]) => sum + value, 0);
}
