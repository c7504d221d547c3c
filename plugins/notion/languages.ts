// Notion's languages of code blocks, and their aliases in code fences.
import { entryOf } from "gateway/plugin";

/** developers.notion.com/reference/block#code */
const LANGUAGES = new Set(
  `abap|abc|agda|arduino|ascii art|assembly|bash|basic|bnf|c|c#|c++|clojure|coffeescript|coq|css|dart|dhall|diff|docker|ebnf|
elixir|elm|erlang|f#|flow|fortran|gherkin|glsl|go|graphql|groovy|haskell|hcl|html|idris|java|javascript|json|julia|kotlin|latex|
less|lisp|livescript|llvm ir|lua|makefile|markdown|markup|matlab|mathematica|mermaid|nix|notion formula|objective-c|ocaml|pascal|
perl|php|plain text|powershell|prolog|protobuf|purescript|python|r|racket|reason|ruby|rust|sass|scala|scheme|scss|shell|smalltalk|
solidity|sql|swift|toml|typescript|vb.net|verilog|vhdl|visual basic|webassembly|xml|yaml`
    .replaceAll("\n", "")
    .split("|"),
);
const ALIASES: Record<string, string> = {
  js: "javascript",
  jsx: "javascript",
  ts: "typescript",
  tsx: "typescript",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "shell",
  zsh: "shell",
  console: "shell",
  ps1: "powershell",
  yml: "yaml",
  md: "markdown",
  cs: "c#",
  csharp: "c#",
  fsharp: "f#",
  cpp: "c++",
  objc: "objective-c",
  kt: "kotlin",
  hs: "haskell",
  ex: "elixir",
  golang: "go",
  dockerfile: "docker",
  make: "makefile",
  proto: "protobuf",
  tex: "latex",
  terraform: "hcl",
  wasm: "webassembly",
};
const PLAIN_TEXT = "plain text";

/** Notion's name of a code fence's language. */
export function languageOf(info: string | undefined): string {
  const name = (info ?? "").trim().toLowerCase();
  const word = name.split(/\s+/)[0] ?? "";
  return [name, entryOf(ALIASES, word) ?? word].find((candidate) => LANGUAGES.has(candidate)) ?? PLAIN_TEXT;
}

/** The info string of a code fence for a language of Notion's. */
export function fenceInfo(language: unknown): string {
  return typeof language === "string" && language !== PLAIN_TEXT && LANGUAGES.has(language) ? language : "";
}
