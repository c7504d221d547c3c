// The guides by title, for a search that need not hold their texts.
import { type Guide, guidesOf } from "./guides.ts";

export type ListedGuide = Omit<Guide, "markdown">;

let loading: Promise<readonly ListedGuide[]> | null = null;

export function guideList(): Promise<readonly ListedGuide[]> {
  loading ??= loadList();
  loading.catch(() => {
    // The caller that awaits the list gets the error; the next search tries again.
    loading = null;
  });
  return loading;
}

async function loadList(): Promise<readonly ListedGuide[]> {
  const { files } = await import("gateway:reference");
  return guidesOf((await files()).guides).map(({ markdown: _, ...listed }) => listed);
}
