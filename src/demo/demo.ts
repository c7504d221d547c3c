// placeholder
import type { Platform } from "../platform/platform.ts";
export async function runDemo(_platform: Platform, _options: Record<string, unknown>): Promise<number> {
  return 0;
}
