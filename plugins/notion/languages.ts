// The languages that Notion knows for code, and the short names that people write for them.
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
const SHORT: Record<string, string> = {
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
const PLAIN = "plain text";

/** The language that a code fence names, in Notion's words. */
export function languageOf(info: string | undefined): string {
  const said = (info ?? "").trim().toLowerCase();
  const word = said.split(/\s+/)[0] ?? "";
  return [said, entryOf(SHORT, word) ?? word].find((name) => LANGUAGES.has(name)) ?? PLAIN;
}

/** What stands after a code fence for a language of Notion's. */
export function fenceInfo(language: unknown): string {
  return typeof language === "string" && language !== PLAIN && LANGUAGES.has(language) ? language : "";
}
