// The texts of pages and the files of their translations, compared: what a language lacks, and texts that no language can have.
// bun scripts/messages.ts              counts
// bun scripts/messages.ts missing de   what de.json lacks, as JSON
// bun scripts/messages.ts merge de F   adds the translations of the file F to de.json, and drops what the source has no more
// bun scripts/messages.ts raw [PATH]   texts in the source that are in no `tr`, `rich` or `message`
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PAGE_LANGUAGES } from "../src/web/pages/language.ts";
import { messagesOfSource, rawTexts } from "../test/support/messages.ts";

const fileOf = (language: string) => join(import.meta.dir, "../src/web/pages/messages", `${language}.json`);
const read = (file: string): Record<string, string> => JSON.parse(readFileSync(file, "utf8"));

const [command = "count", first = "", second = ""] = process.argv.slice(2);
const messages = messagesOfSource();

if (command === "count") {
  for (const language of PAGE_LANGUAGES.slice(1)) {
    const known = read(fileOf(language));
    console.log(`${language}: ${messages.filter((text) => Object.hasOwn(known, text)).length} of ${messages.length}`);
  }
} else if (command === "missing") {
  const known = read(fileOf(first));
  const missing = messages.filter((text) => !Object.hasOwn(known, text));
  console.log(JSON.stringify(Object.fromEntries(missing.map((text) => [text, ""])), null, 2));
} else if (command === "merge") {
  const known = { ...read(fileOf(first)), ...read(second) };
  const found = messages.filter((text) => known[text]).map((text) => [text, known[text]]);
  writeFileSync(fileOf(first), `${JSON.stringify(Object.fromEntries(found), null, 2)}\n`);
} else if (command === "raw") {
  for (const { file, line, text } of rawTexts()) {
    if (file.includes(first)) console.log(`${file}:${line}: ${JSON.stringify(text)}`);
  }
} else throw new Error(`Unknown command ${command}.`);
