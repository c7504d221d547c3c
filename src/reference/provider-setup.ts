// How to register an OAuth app at a built-in provider: the part of docs/providers.md, with this gateway's address in it.
import { GUIDES_PATH, renderGuide } from "./guides.ts";

const GUIDE = "providers";
const BASE_URL = "{base_url}";

let loading: Promise<ReadonlyMap<string, string>> | null = null;

/** HTML of our own text; null of a provider that docs/providers.md does not describe. */
export async function setUpSteps(providerName: string, baseUrl: string): Promise<string | null> {
  loading ??= loadSteps();
  loading.catch(() => {
    // The caller that awaits the steps gets the error; the next request tries again.
    loading = null;
  });
  const markdown = (await loading).get(providerName)?.replaceAll(BASE_URL, () => baseUrl);
  return markdown === undefined ? null : renderGuide({ name: GUIDE, markdown }, []).html;
}

/** The same steps among the guides. */
export const setUpGuidePath = (providerName: string) =>
  `${GUIDES_PATH}/${GUIDE}#${providerName.toLowerCase().replaceAll(" ", "-")}`;

async function loadSteps(): Promise<ReadonlyMap<string, string>> {
  const { files } = await import("gateway:reference");
  return stepsIn((await files()).guides[GUIDE] ?? "");
}

/** Keyed by the provider's name. */
export function stepsIn(guide: string): ReadonlyMap<string, string> {
  const steps = new Map<string, string>();
  for (const section of guide.split(/^## /m).slice(1)) {
    const [, after] = section.split("\n**OAuth app**\n", 2);
    const [text = ""] = after?.split("\n**Permissions**\n", 1) ?? [];
    if (text !== "") steps.set(section.slice(0, section.indexOf("\n")), text.trim());
  }
  return steps;
}
