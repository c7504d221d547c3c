// The text of a source file without what is no code, so that words in comments, texts and patterns are not taken for it.

/** A word after which a slash begins a regular expression. */
const BEFORE_PATTERN = /\b(?:return|typeof|case|in|of|await|yield)\s*$/;

export interface BlankOptions {
  /** Leaves texts and patterns as they are, and blanks only comments. */
  keepsTexts?: boolean;
}

/** The source with comments, and the content of texts and patterns, as spaces: every position and line stays. */
export function blanked(source: string, { keepsTexts = false }: BlankOptions = {}): string {
  const out = source.split("");
  /** The number of open braces at each template's `${`. */
  const templates: number[] = [];
  let braces = 0;
  let last = "";
  const erase = (from: number, to: number, isText: boolean) => {
    if (isText && keepsTexts) return;
    for (let at = from; at < Math.min(to, out.length); at++) if (out[at] !== "\n") out[at] = " ";
  };
  const afterTemplateText = (from: number): number => {
    const end = endOf(source, from, /[`\\]|\$\{/g);
    erase(from, end, true);
    if (source[end] !== "$") return end + 1;
    templates.push(braces++);
    last = "{";
    return end + 2;
  };
  for (let at = 0; at < source.length; ) {
    const char = source[at] as string;
    const end = commentEnd(source, at) ?? textEnd(source, at, last);
    if (char === "`") at = afterTemplateText(at + 1);
    else if (end !== null) {
      const isComment = commentEnd(source, at) !== null;
      erase(isComment ? at : at + 1, isComment ? end : end - 1, !isComment);
      if (!isComment) last = char;
      at = end;
    } else if (char === "}" && templates.length > 0 && templates.at(-1) === braces - 1) {
      braces = templates.pop() as number;
      at = afterTemplateText(at + 1);
    } else {
      if (char === "{") braces++;
      if (char === "}") braces--;
      if (char.trim() !== "") last = char;
      at++;
    }
  }
  return out.join("");
}

/** The position of the first match after `from` that is not escaped; the source's end without one. */
function endOf(source: string, from: number, stops: RegExp): number {
  stops.lastIndex = from;
  for (let stop = stops.exec(source); stop; stop = stops.exec(source)) {
    if (stop[0] !== "\\") return stop.index;
    stops.lastIndex = stop.index + 2;
  }
  return source.length;
}

function commentEnd(source: string, at: number): number | null {
  if (source[at] !== "/") return null;
  if (source[at + 1] === "/") return endOf(source, at, /\n/g);
  return source[at + 1] === "*" ? endOf(source, at + 2, /\*\//g) + 2 : null;
}

/** The end of a text in quotes, or of a pattern, that begins here. */
function textEnd(source: string, at: number, last: string): number | null {
  const char = source[at];
  if (char === '"') return endOf(source, at + 1, /["\\\n]/g) + 1;
  if (char === "'") return endOf(source, at + 1, /['\\\n]/g) + 1;
  if (char !== "/") return null;
  const isPattern = last === "" || "(,=:[!&|?{};+*%~^<>-".includes(last);
  return isPattern || BEFORE_PATTERN.test(source.slice(Math.max(0, at - 12), at)) ? patternEnd(source, at) : null;
}

/** A slash in a character set does not end a pattern. */
function patternEnd(source: string, at: number): number {
  const stops = /[/\\\n[]/g;
  for (let end = at + 1; ; ) {
    end = endOf(source, end, stops);
    if (source[end] !== "[") return end + 1;
    end = endOf(source, end + 1, /[\]\\\n]/g) + 1;
  }
}

export const lineOf = (text: string, index: number): number => text.slice(0, index).split("\n").length;
