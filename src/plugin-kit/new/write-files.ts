// Writes files into a folder, with the folders that they need.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** `files`: text by path in the folder. */
export function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
