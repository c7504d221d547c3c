// S-107, S-110: the bodies of requests are read in one place, which bounds and counts them; whoever else touches one passes it on.
import { expect, test } from "bun:test";
import { join, relative } from "node:path";
import ts from "typescript";
import { nodesOf, ROOT } from "../support/sources.ts";

/** What reads a request's body, or hands it to somebody who does. */
const READS = ["body", "json", "text", "arrayBuffer", "formData", "blob", "bytes", "clone"];

const READER = "src/web/http/arriving-body.ts";
/** A file and a raw request go on to the provider as they come, under the deadline and the places of their call. */
const PASS_ON = [
  // What a developer's own requests go through while the gateway restarts.
  "src/operations/cli/dev-front.ts",
  "src/providers/calls/raw-routes.ts",
  "src/providers/calls/upload.ts",
];

test("S-107, S-110: no request's body is read by another way than the bounded and counted one", () => {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram(
    fileNames.filter((file) => /\/src\/.*\.d?\.?tsx?$/.test(file)),
    options,
  );
  const checker = program.getTypeChecker();
  const isRequest = (node: ts.Node) =>
    checker
      .typeToString(checker.getTypeAtLocation(node))
      .split(/\s*[|&]\s*/)
      .some((name) => /^(Request|BunRequest(<.*>)?)$/.test(name));
  const readers = new Set<string>();
  let requests = 0;
  for (const source of program.getSourceFiles()) {
    const file = relative(ROOT, source.fileName);
    if (!file.startsWith("src/")) continue;
    for (const node of nodesOf(source)) {
      if (ts.isPropertyAccessExpression(node) && isRequest(node.expression)) {
        requests++;
        if (READS.includes(node.name.text)) readers.add(file);
      } else if (ts.isObjectBindingPattern(node) && isRequest(node)) {
        const names = node.elements.map(({ propertyName, name }) => (propertyName ?? name).getText());
        if (names.some((name) => READS.includes(name))) readers.add(file);
      } else if (ts.isNewExpression(node) && node.expression.getText() === "Response") {
        if (node.arguments?.some(isRequest)) readers.add(file);
      }
    }
  }
  expect(requests).toBeGreaterThan(50);
  expect([...readers].sort()).toEqual([...PASS_ON, READER].sort());
}, 120_000);
