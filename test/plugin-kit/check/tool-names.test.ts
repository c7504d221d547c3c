// The rule for tools that a text mentions: which words of a source are short names of tools, and which are not.
import { describe, expect, test } from "bun:test";
import { withFullToolNames } from "../../../src/plugin-kit/check/tool-names.ts";

const TOOLS = new Map([
  ["list_tasks", "acme_list_tasks"],
  ["search", "acme_search"],
]);
const rewritten = (source: string) => withFullToolNames(source, TOOLS);

describe("a text that mentions a tool by its short name", () => {
  test.each([
    ["in prose", 'd("Id; list_tasks gives it.");', 'd("Id; acme_list_tasks gives it.");'],
    ["in single quotes of the code", "d('Id; list_tasks gives it.');", "d('Id; acme_list_tasks gives it.');"],
    ["in a template", "d(`Id of ${kind}; list_tasks gives it.`);", "d(`Id of ${kind}; acme_list_tasks gives it.`);"],
    ["an ordinary word in backticks", 'd("Call `search` first.");', 'd("Call `acme_search` first.");'],
    [
      "in escaped backticks of a template",
      "d(`Call \\`search\\` of ${kind}.`);",
      "d(`Call \\`acme_search\\` of ${kind}.`);",
    ],
    ["each time", 'd("From list_tasks or `search`.");', 'd("From acme_list_tasks or `acme_search`.");'],
  ])("%s", (_, source, expected) => {
    expect(rewritten(source)).toBe(expected);
  });
});

describe("a word that is no short name of a tool stays:", () => {
  test.each([
    ["a value in double quotes", 'd("The scope \\"list_tasks\\" is needed.");'],
    ["a value in double quotes in a single-quoted text", "d('The kind is \"list_tasks\" here.');"],
    ["a value in double quotes in a template", 'd(`The kind is "list_tasks" here.`);'],
    ["a lone text", 'scopes: ["list_tasks"]'],
    ["a lone text in backticks", "scopes: [`list_tasks`, `search`]"],
    ["a name in a template's code", "d(`Each of ${list_tasks} and ${f(list_tasks, search)} here.`);"],
    ["a key of the code", "endpoints: { list_tasks: one, search: two }"],
    ["a comment", "// Call list_tasks first.\nsearch();"],
    ["an ordinary word in prose", 'd("Text to search for.");'],
    ["a full name", 'd("Id; acme_list_tasks gives it.");'],
    ["a segment of a path", 'd("See /list_tasks of the API, or list_tasks/all, or api.list_tasks itself.");'],
    ["a longer name", 'd("Ids of list_tasks_of and relist_tasks and list_tasks-old.");'],
  ])("%s", (_, source) => {
    expect(rewritten(source)).toBe(source);
  });
});
