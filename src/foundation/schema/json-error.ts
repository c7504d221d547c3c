// Finds the place at which a text stops being JSON, for an operator who wrote it by hand: the runtime's own error has none.

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Which tokens may come next. */
type State = "value" | "first item" | "first key" | "key" | "colon" | "more" | "end";

/** `line 3, column 5`; null for JSON. Says nothing of what stands there, which may be a secret. */
export function jsonErrorPlace(text: string): string | null {
  const open: string[] = [];
  let state: State = "value";
  let at = 0;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found !== undefined;
  };
  const afterValue = (): State => (open.length === 0 ? "end" : "more");
  for (;;) {
    skip(SPACE);
    if (at === text.length) return state === "end" ? null : placeOf(text, at);
    const sign = text[at] as string;
    const isClosing = (sign === "}" || sign === "]") && open.at(-1) === sign;
    if (isClosing && (state === "more" || state === (sign === "}" ? "first key" : "first item"))) {
      open.pop();
      at++;
      state = afterValue();
    } else if (state === "more" && sign === ",") {
      at++;
      state = open.at(-1) === "}" ? "key" : "value";
    } else if (state === "colon" && sign === ":") {
      at++;
      state = "value";
    } else if ((state === "key" || state === "first key") && skip(STRING)) state = "colon";
    else if (state !== "value" && state !== "first item") return placeOf(text, at);
    else if (sign === "{" || sign === "[") {
      open.push(sign === "{" ? "}" : "]");
      at++;
      state = sign === "{" ? "first key" : "first item";
    } else if (skip(STRING) || skip(SCALAR)) state = afterValue();
    else return placeOf(text, at);
  }
}

function placeOf(text: string, at: number): string {
  const lines = text.slice(0, at).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
}
