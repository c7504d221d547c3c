// How long a plugin is: lines of its code and of its fixtures for each endpoint.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Provider } from "../../plugin/index.ts";

export interface PluginSize {
  endpoints: number;
  /** Lines of TypeScript without tests. */
  code: number;
  fixtures: number;
}

export function sizeOf(plugin: Provider, folder: string): PluginSize {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const linesOf = (wanted: (file: string) => boolean) =>
    files
      .filter(wanted)
      .map((file) => readFileSync(join(folder, file), "utf8").split("\n").length - 1)
      .reduce((sum, lines) => sum + lines, 0);
  return {
    endpoints: Object.keys(plugin.endpoints).length,
    code: linesOf((file) => /\.ts$/.test(file) && !/\.test\.ts$|\.d\.ts$|node_modules/.test(file)),
    fixtures: linesOf((file) => /^fixtures[/\\].*\.json$/.test(file)),
  };
}

/** `22 endpoints, 66 lines of code and 143 of fixtures each`. */
export function sizeText({ endpoints, code, fixtures }: PluginSize): string {
  const each = (lines: number) => Math.round(lines / Math.max(endpoints, 1));
  return `${endpoints} endpoints, ${each(code)} lines of code and ${each(fixtures)} of fixtures each`;
}
