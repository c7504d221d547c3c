// Reads the part of Helm's template language that docs/helm uses, as a tree.

export type Term =
  | { kind: "literal"; value: string | number | boolean }
  /** `.a.b`, of the dot. */
  | { kind: "field"; path: string[] }
  /** `$name.a`; `$` alone is the root, with an empty name. */
  | { kind: "variable"; name: string; path: string[] }
  | { kind: "nested"; pipeline: Pipeline };
/** Commands with `|` between; one without a name is a value. */
export type Pipeline = { name: string | null; terms: Term[] }[];

interface Block {
  pipeline: Pipeline;
  body: Node[];
  otherwise: Node[];
}
export type Node =
  | { kind: "text"; text: string }
  | { kind: "print"; pipeline: Pipeline }
  | ({ kind: "if" | "with" } & Block)
  | ({ kind: "range"; variables: string[] } & Block);

type Piece = { text: string } | { action: string };

/** Text and actions in turn; a dash at an action's end takes the blanks of the text there. */
function piecesOf(template: string): Piece[] {
  const pieces: Piece[] = [];
  let rest = template;
  let trims = false;
  for (;;) {
    const found = /\{\{(-(?=\s))?\s*(\/\*[\s\S]*?\*\/|(?:"(?:\\.|[^"\\])*"|[^"}])*?)\s*((?<=\s)-)?\}\}/.exec(rest);
    const before = found ? rest.slice(0, found.index) : rest;
    const left = trims ? before.trimStart() : before;
    pieces.push({ text: found?.[1] ? left.trimEnd() : left });
    if (!found) break;
    const [whole, , action = "", end] = found;
    if (!action.startsWith("/*")) pieces.push({ action: action.trim() });
    trims = end !== undefined;
    rest = rest.slice(found.index + whole.length);
  }
  if (pieces.some((piece) => "text" in piece && piece.text.includes("{{")))
    throw new Error("An action cannot be read.");
  return pieces;
}

const TOKEN = /\s*("(?:\\.|[^"\\])*"|:=|[|(),]|\$\w*(?:\.\w+)*|\.(?:\w+(?:\.\w+)*)?|-?\d+(?:\.\d+)?|[A-Za-z]\w*)/y;

function tokensOf(action: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < action.length) {
    const at = TOKEN.lastIndex;
    const found = TOKEN.exec(action);
    if (!found) throw new Error(`${action}: cannot be read from ${at} on.`);
    tokens.push(found[1] as string);
  }
  return tokens;
}

function termOf(token: string, tokens: string[]): Term {
  if (token === "(") return { kind: "nested", pipeline: takePipeline(tokens, true) };
  if (token.startsWith('"')) return { kind: "literal", value: JSON.parse(token) as string };
  if (/^-?\d/.test(token)) return { kind: "literal", value: Number(token) };
  if (token === "true" || token === "false") return { kind: "literal", value: token === "true" };
  if (token.startsWith(".")) return { kind: "field", path: token.split(".").filter((name) => name !== "") };
  if (!token.startsWith("$")) throw new Error(`A template has ${token} where a value is needed.`);
  const [name = "", ...path] = token.slice(1).split(".");
  return { kind: "variable", name, path };
}

/** Takes the tokens until the end, or until the bracket that closes it. */
function takePipeline(tokens: string[], isNested = false): Pipeline {
  const pipeline: Pipeline = [{ name: null, terms: [] }];
  for (let token = tokens.shift(); token !== ")"; token = tokens.shift()) {
    if (token === undefined) {
      if (isNested) throw new Error("A bracket is not closed.");
      break;
    }
    const command = pipeline.at(-1) as Pipeline[number];
    const isFirst = command.name === null && command.terms.length === 0;
    if (token === "|") pipeline.push({ name: null, terms: [] });
    else if (isFirst && /^[A-Za-z]/.test(token) && token !== "true" && token !== "false") command.name = token;
    else command.terms.push(termOf(token, tokens));
  }
  return pipeline;
}

/** The variables of `range $key, $value := …`, which are taken off. */
function takeVariables(tokens: string[]): string[] {
  const at = tokens.indexOf(":=");
  if (at === -1) return [];
  return tokens
    .splice(0, at + 1)
    .filter((token) => token.startsWith("$"))
    .map((token) => token.slice(1));
}

const UNKNOWN = ["template", "block", "break", "continue"];

/** Reads nodes until `end` or `else`, and returns which. */
function takeNodes(pieces: Piece[], defined: Map<string, Node[]>): { nodes: Node[]; ending: string | null } {
  const nodes: Node[] = [];
  for (let piece = pieces.shift(); piece; piece = pieces.shift()) {
    if ("text" in piece) {
      nodes.push({ kind: "text", text: piece.text });
      continue;
    }
    const tokens = tokensOf(piece.action);
    const [word = ""] = tokens;
    if (word === "end" || word === "else") {
      if (tokens.length > 1) throw new Error(`This test does not know ${piece.action}.`);
      return { nodes, ending: word };
    }
    if (UNKNOWN.includes(word) || (word.startsWith("$") && tokens.includes(":=")))
      throw new Error(`This test does not know ${piece.action}.`);
    if (word === "define") {
      defined.set(JSON.parse(tokens[1] ?? '""') as string, takeNodes(pieces, defined).nodes);
    } else if (word === "if" || word === "with" || word === "range") {
      tokens.shift();
      const variables = takeVariables(tokens);
      const pipeline = takePipeline(tokens);
      const { nodes: body, ending } = takeNodes(pieces, defined);
      const otherwise = ending === "else" ? takeNodes(pieces, defined).nodes : [];
      if (word !== "range" && variables.length > 0) throw new Error(`This test does not know ${piece.action}.`);
      nodes.push(
        word === "range"
          ? { kind: word, variables, pipeline, body, otherwise }
          : { kind: word, pipeline, body, otherwise },
      );
    } else nodes.push({ kind: "print", pipeline: takePipeline(tokens) });
  }
  return { nodes, ending: null };
}

/** The nodes of a template; those that it defines go into `defined`. */
export function parseTemplate(template: string, defined: Map<string, Node[]>): Node[] {
  const { nodes, ending } = takeNodes(piecesOf(template), defined);
  if (ending !== null) throw new Error(`A template has an ${ending} too many.`);
  return nodes;
}
