// Misspells names in plugins, one at a time, and tells which misspellings the plugin kit's check does not find.
// Run by hand: bun test/mutations/names.ts [plugin …] [--count N] [--seed N]. The plugins are changed in copies.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import ts from "typescript";
import "../../src/foundation/platform/preload.ts";
import type { Provider } from "../../src/plugin/index.ts";
import { checkPlugin } from "../../src/plugin-kit/check/check-plugin.ts";
import { inputFields } from "../../src/plugin-kit/check/input-fields.ts";
import { buildRegistry } from "../../src/providers/registry/registry.ts";
import { builtInPlugins } from "../support/built-in.ts";
import { nodesOf, ROOT, type Source, sourcesIn } from "../support/sources.ts";
import { randomOf } from "./random.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: "string", default: "100" }, seed: { type: "string", default: "1" } },
});

type Kind = "input" | "upstream" | "path";
interface Place {
  kind: Kind;
  plugin: string;
  source: Source;
  start: number;
  name: string;
}

/** Where a request's names are: the keys of these properties' objects. */
const OF_REQUESTS = ["query", "json", "form"];

function placesIn(plugin: string, source: Source, inputs: ReadonlySet<string>): Place[] {
  const place = (kind: Kind, node: ts.Node, name: string, offset = 0): Place[] =>
    /[a-z]{2}/i.test(name) ? [{ kind, plugin, source, start: node.getStart() + offset, name }] : [];
  return [...nodesOf(source.tree)].flatMap((node) => {
    if (ts.isPropertyAssignment(node) && (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name))) {
      const name = node.name.text;
      const at = ts.isStringLiteral(node.name) ? 1 : 0;
      if (isOfRequest(node)) return place("upstream", node.name, name, at);
      return inputs.has(name) && isSchema(node.initializer) ? place("input", node.name, name, at) : [];
    }
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "path") {
      const text = ts.isNoSubstitutionTemplateLiteral(node.template) ? node.template : node.template.head;
      return place("path", text, text.text, 1);
    }
    const isTemplate = ts.isPropertyAssignment(node.parent ?? node) && ts.isStringLiteral(node);
    return isTemplate && (node.parent as ts.PropertyAssignment).name.getText() === "upstream"
      ? place("path", node, node.text, 1)
      : [];
  });
}

/** A key of the object of `query`, `json` or `form`, at any depth within literals. */
function isOfRequest(node: ts.Node): boolean {
  const { parent } = node;
  if (!parent || !ts.isObjectLiteralExpression(parent)) return false;
  const holder = parent.parent;
  if (ts.isPropertyAssignment(holder)) return OF_REQUESTS.includes(holder.name.getText()) || isOfRequest(holder);
  return false;
}

/** `t.Optional(…)`, `oneOf(…)`, `since("…")` or a constant of that kind. */
const isSchema = (node: ts.Expression): boolean =>
  ts.isCallExpression(node) && /^(?:t\.|oneOf$|nullable$|[a-z]\w*$)/i.test(node.expression.getText()) && isInput(node);

/** Not within what the provider sends, or what the caller gets. */
function isInput(node: ts.Node): boolean {
  for (let at: ts.Node = node; at.parent; at = at.parent) {
    if (ts.isPropertyAssignment(at) && /^(?:raw|shape|resource|returns|events)$/.test(at.name.getText())) return false;
    if (ts.isCallExpression(at) && /^(?:record|resource|field\.\w+|checked)$/.test(at.expression.getText()))
      return false;
  }
  return true;
}

/** Two neighbouring letters the other way round, or one letter fewer. */
function misspelt(name: string, random: () => number): string {
  const letters = [...name].flatMap((letter, at) => (/[a-z]/i.test(letter) ? [at] : []));
  const pairs = letters.filter((at) => /[a-z]/i.test(name[at + 1] ?? "") && name[at] !== name[at + 1]);
  const from = random() < 0.5 && pairs.length > 0 ? pairs : letters;
  const at = from[Math.floor(random() * from.length)] as number;
  if (from === pairs) return name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2);
  return name.slice(0, at) + name.slice(at + 1);
}

/** The paths of all inputs of a plugin. */
const inputsOf = (plugin: Provider): string =>
  buildRegistry([plugin])
    .endpoints.flatMap((endpoint) => inputFields(endpoint).map(({ key }) => `${endpoint.key} ${key}`))
    .join("\n");

/** Null where the name is no input after all. */
async function isFound({ kind, plugin, source, start, name }: Place, wrong: string): Promise<boolean | null> {
  const parent = mkdtempSync(join(tmpdir(), "gateway-names-"));
  try {
    const folder = join(parent, plugin);
    cpSync(join(ROOT, "plugins", plugin), folder, { recursive: true });
    const file = join(folder, source.file.slice(`plugins/${plugin}/`.length));
    const text = readFileSync(file, "utf8");
    if (text.slice(start, start + name.length) !== name) throw new Error(`${source.file} does not have ${name} there.`);
    writeFileSync(file, text.slice(0, start) + wrong + text.slice(start + name.length));
    const { default: changed } = (await import(pathToFileURL(join(folder, "index.ts")).href)) as { default: Provider };
    if ((await checkPlugin(changed, folder)).length > 0) return true;
    return kind === "input" && inputsOf(changed) === inputsOf(byId.get(plugin) as Provider) ? null : false;
  } catch {
    // It does not load.
    return true;
  } finally {
    rmSync(parent, { recursive: true });
  }
}

const plugins = await builtInPlugins();
const byId = new Map(plugins.map((plugin) => [plugin.id, plugin]));
const places = plugins
  .filter(({ id }) => positionals.length === 0 || positionals.includes(id))
  .flatMap((plugin) => {
    const fields = buildRegistry([plugin]).endpoints.flatMap(inputFields);
    const inputs = new Set(fields.map(({ steps }) => steps.at(-1) as string));
    return sourcesIn(`plugins/${plugin.id}`).flatMap((source) => placesIn(plugin.id, source, inputs));
  });
const random = randomOf(Number(values.seed));
const counts = new Map<string, { tried: number; missed: number }>();
for (let i = 0; i < Number(values.count); i++) {
  // As many of each kind.
  const kind = (["input", "upstream", "path"] as const)[i % 3] as Kind;
  const ofKind = places.filter((place) => place.kind === kind);
  const place = ofKind[Math.floor(random() * ofKind.length)] as Place;
  const wrong = misspelt(place.name, random);
  const count = counts.get(kind) ?? { tried: 0, missed: 0 };
  counts.set(kind, count);
  const found = await isFound(place, wrong);
  if (found === null) continue;
  count.tried++;
  if (found) continue;
  count.missed++;
  const line = place.source.tree.getLineAndCharacterOfPosition(place.start).line + 1;
  console.log(`MISSED ${kind} ${place.source.file}:${line} ${place.name} → ${wrong}`);
}
for (const [kind, { tried, missed }] of counts)
  console.log(
    `${kind}: ${tried - missed} of ${tried} found (${places.filter((place) => place.kind === kind).length} places)`,
  );
