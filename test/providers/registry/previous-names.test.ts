// Former names: each means one thing, none is in use, and none stands where nobody could use it.
import { describe, expect, test } from "bun:test";
import { field, type Provider, record, t } from "../../../src/plugin/index.ts";
import { pluginViolations } from "../../../src/providers/registry/plugin-violations.ts";
import { previousNamesOf } from "../../../src/providers/registry/previous-names.ts";
import { type Names, namedPlugin } from "../../support/renamed-plugin.ts";

const NAMES: Names = {
  ...{ service: "boards", action: "read", event: "moved", source: "moves" },
  ...{ tool: "list_boards", input: "query", result: "title" },
};

function messagesOf(change: (plugin: Provider) => void): string[] {
  const plugin = namedPlugin(NAMES);
  change(plugin);
  return pluginViolations(plugin, []).map(({ field, message }) => `${field} ${message}`);
}
const part = (plugin: Provider, ...path: string[]) =>
  path.reduce((one, name) => Reflect.get(one as object, name), plugin as unknown) as Record<string, unknown>;
const set =
  (previousNames: unknown, ...path: string[]) =>
  (plugin: Provider) =>
    void Object.assign(part(plugin, ...path), { previousNames });

describe("a former name", () => {
  test.each<[string, (plugin: Provider) => void, string]>([
    [
      "of a service in use",
      set({ boards: ["boards"] }),
      'previousNames.boards "boards" is already a name of services.boards.',
    ],
    ["of no service", set({ bords: ["kanban"] }), "previousNames.bords unknown key `bords`; did you mean `boards`?"],
    [
      "of a permission in use",
      set(["boards.other"], "services", "boards", "read"),
      'services.boards.read.previousNames "boards.other" is already a name of services.boards.other.',
    ],
    [
      "of a permission without its service",
      set(["view"], "services", "boards", "read"),
      "services.boards.read.previousNames must contain permissions as <service>.<action>.",
    ],
    [
      "of an event that another one is",
      set(["boards.polled"], "webhook", "events", "boards.moved"),
      'webhook.events.boards.moved.previousNames "boards.polled" is already a name of sources.moves.events.boards.polled.',
    ],
    [
      "of a source, as a text",
      set("moved", "sources", "moves"),
      "sources.moves.previousNames must be a list of names.",
    ],
    [
      "of an endpoint in use",
      set(["get_other"], "endpoints", "list_boards"),
      'endpoints.list_boards.previousNames "get_other" is already a name of endpoints.get_other.',
    ],
    [
      "of an input that is one of it itself",
      (plugin) =>
        Object.assign(part(plugin, "endpoints", "list_boards"), {
          query: t.Object({ query: t.String({ description: "Query.", previousNames: ["query"] }) }),
        }),
      'endpoints.list_boards.query.query.previousNames "query" is already a name of endpoints.list_boards.query.query.',
    ],
    [
      "of an input within an input",
      (plugin) =>
        Object.assign(part(plugin, "endpoints", "list_boards"), {
          query: t.Object({ a: t.Object({ b: t.String({ previousNames: ["c"] }) }) }),
        }),
      "endpoints.list_boards.query.a.b.previousNames are only for fields at the top of a query, and for those of a body, of its objects and of those in its lists.",
    ],
    [
      "of a result's field that another one has",
      (plugin) =>
        Object.assign(part(plugin, "endpoints", "get_other", "returns"), {
          resource: record({ id: field.id(), title: field.text() }, { previousNames: { title: ["id"] } }),
        }),
      "endpoints.get_other.returns.title.previousNames are names of other fields, or are only for the fields at the top of a shape.",
    ],
  ])("%s is refused", (_, change, message) => {
    expect(messagesOf(change)).toContain(message);
  });
});

test("names of before follow a service, also where a part was renamed before or after it", () => {
  const plugin = namedPlugin(NAMES);
  set({ boards: ["kanban", "lists"] })(plugin);
  set(["boards.shifted", "cards.shifted"], "webhook", "events", "boards.moved")(plugin);
  const { events } = previousNamesOf(plugin);
  expect(events.before("boards.moved")).toEqual([
    ...["kanban.shifted", "lists.shifted", "boards.shifted", "cards.shifted", "kanban.moved", "lists.moved"],
  ]);
  expect(events.first("boards.moved")).toBe("kanban.shifted");
  expect(["cards.shifted", "kanban.moved", "kanban.polled", "boards.moved"].map(events.today)).toEqual([
    ...["boards.moved", "boards.moved", "boards.polled", "boards.moved"],
  ]);
});
