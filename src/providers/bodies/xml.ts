// Reads XML as a plain tree: well-formed, without a document type, so that it can bring no entity of its own.
import { SaxesParser } from "saxes";
import { MAX_VALUES, tooManyValues, UnreadableBody } from "./unreadable.ts";

/** Elements within each other; what reads the tree afterwards may be recursive. */
const MAX_DEPTH = 100;

interface Open {
  values: Map<string, unknown[]>;
  texts: string[];
}

/** The root element by its name, in the form that `BodyFormat` describes; throws `UnreadableBody`. */
export function readXml(text: string): Record<string, unknown> {
  const document: Open = { values: new Map(), texts: [] };
  const open = [document];
  let count = 0;
  const parser = new SaxesParser({ position: false });
  parser.on("error", () => {
    throw new UnreadableBody("not_xml", "is not well-formed XML");
  });
  parser.on("doctype", () => {
    throw new UnreadableBody("not_xml", "is XML with a document type, which is not read");
  });
  parser.on("opentag", ({ attributes }) => {
    if (open.length > MAX_DEPTH) throw new UnreadableBody("too_deep", `is nested deeper than ${MAX_DEPTH} levels`);
    // Declarations of namespaces say nothing but what prefixes mean.
    const own = Object.entries(attributes).filter(([name]) => !/^xmlns(?:$|:)/.test(name));
    count += 1 + own.length;
    if (count > MAX_VALUES) throw tooManyValues();
    open.push({ values: new Map(own.map(([name, value]) => [`@${name}`, [value]])), texts: [] });
  });
  const add = (part: string) => void open.at(-1)?.texts.push(part);
  parser.on("text", add);
  parser.on("cdata", add);
  parser.on("closetag", ({ name }) => {
    const value = contentOf(open.pop() as Open);
    const { values } = open.at(-1) as Open;
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  });
  parser.write(text).close();
  return treeOf(document.values);
}

function contentOf({ values, texts }: Open): unknown {
  const text = texts.join("");
  const isBlank = text.trim() === "";
  if (values.size === 0) return isBlank ? "" : text;
  return treeOf(isBlank ? values : values.set("#text", [text.trim()]));
}

const treeOf = (values: Map<string, unknown[]>) =>
  Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all]));
