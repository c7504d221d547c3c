// Which texts of results others may have written: unmarked prose always, the provider's own words and the owner's never.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { endpoint, field, many, one, record, resource, type TSchema, t, writtenBy } from "../../../src/plugin/index.ts";
import { pages } from "../../../src/plugin/pages.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../../src/providers/registry/registry.ts";
import { type ResultText, resultTexts, untrustedFields } from "../../../src/providers/registry/untrusted-fields.ts";
import { builtInPlugins } from "../../support/built-in.ts";

const registry = buildRegistry(await builtInPlugins());
const of = (tool: string) => untrustedFields(registry.tool(tool) as RegisteredEndpoint);
const returning = (returns: ReturnType<typeof one> | ReturnType<typeof many>) => ({
  def: endpoint({
    ...{ method: "GET", path: "/x", permission: "x.read", description: "Get the example.", upstream: "/x" },
    returns,
  }),
});

const note = record({
  id: field.id(),
  title: field.text(),
  status: field.text(),
  mood: field.text({ by: "provider" }),
  state: field.text({ by: "others" }),
  html_url: field.nullableText(),
  seen_at: field.time(),
  tags: field.texts(),
  author: field.nullableOne(record({ id: field.id(), name: field.text() })),
});

describe("the texts that others may have written", () => {
  test("are those whose names or marks do not say otherwise, at any depth", () => {
    const expected = ["title", "state", "tags[]", "author.name"];
    expect(untrustedFields(returning(one(note)))).toEqual(expected);
    const list = many("notes", note, { pagination: pages.whole() });
    expect(untrustedFields(returning(list))).toEqual(expected.map((path) => `notes[].${path}`));
  });

  test("are the nearest mark's", () => {
    expect(untrustedFields(returning(one(note, { by: "owner" })))).toEqual(["state"]);
    const shape = t.Object({
      inner: writtenBy("owner", t.Object({ a: t.String(), b: writtenBy("others", t.String()) })),
    });
    expect(untrustedFields(returning(one(resource({ raw: shape, shape, map: (raw) => raw }))))).toEqual(["inner.b"]);
  });

  test("are the names that a workspace gives the states of its issues and projects", () => {
    expect(of("linear_get_issue")).toContain("state");
    expect(of("linear_list_projects")).toContain("projects[].status");
    expect(of("jira_get_issue")).toContain("state");
  });

  test("are also values of which nothing is known, under any name", () => {
    const shape = t.Object({
      id: t.Unknown(),
      status: t.Record(t.String(), t.String()),
      open: t.Object({}, { additionalProperties: true }),
      word: t.Union([t.Literal("a"), t.Literal("b")]),
    });
    const found = untrustedFields(returning(one(resource({ raw: shape, shape, map: (raw) => raw }))));
    expect(found).toEqual(["id", "status.*", "open"]);
  });

  test("contain no text twice, and every free text once, whatever the shape", () => {
    const name = fc.constantFrom("id", "body", "status", "title", "from_url", "note");
    const shapes = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.constant(t.String()),
        fc.constant(t.Integer()),
        fc.constant(t.String({ format: "date-time" })),
        fc.dictionary(name, tie("node")).map((fields) => t.Object(fields as never)),
        tie("node").map((inner) => t.Array(inner as never)),
        tie("node").map((inner) => t.Union([inner as never, t.Null()])),
      ),
    })).node;
    fc.assert(
      fc.property(fc.dictionary(name, shapes), (fields) => {
        const shape = t.Object(fields as never);
        const texts = resultTexts(returning(one(resource({ raw: shape, shape, map: (raw) => raw }))));
        expect(new Set(texts.map(({ path }) => path)).size).toBe(texts.length);
        expect(texts.map(({ path }) => path).sort()).toEqual([...new Set(freeTexts(shape, ""))].sort());
        for (const { path, by } of texts)
          expect(by).toBe(/(?:id|status|url)(?:\[\])*$/.test(path) ? "provider" : "others");
      }),
    );
  });
});

/** The paths of free texts, written again without the marks. */
function freeTexts({ type, format, properties, items, anyOf }: TSchema, path: string): string[] {
  if (anyOf) return (anyOf as TSchema[]).flatMap((one) => freeTexts(one, path));
  if (type === "array") return freeTexts(items, `${path}[]`);
  if (type === "object")
    return Object.entries<TSchema>(properties).flatMap(([name, one]) =>
      freeTexts(one, path === "" ? name : `${path}.${name}`),
    );
  return type === "string" && !format ? [path] : [];
}

describe("of the built-in providers", () => {
  test.each<[tool: string, ...paths: string[]]>([
    ["google_gmail_get_message", "subject", "from.name", "snippet", "body.text", "body.html", "attachments[].filename"],
    ["google_calendar_list_events", "events[].title", "events[].description", "events[].attendees[].name"],
    ["google_drive_download_file", "content"],
    ["slack_list_messages", "messages[].text", "messages[].plain_text"],
    ["github_get_issue", "title", "body", "labels[].name", "user.login"],
    ["jira_get_issue", "title", "state"],
    ["notion_get_page", "title"],
    ["zendesk_list_comments", "comments[].body"],
    ["airtable_list_records", "records[].fields"],
  ])("%s has others' words", (tool, ...paths) => {
    expect(of(tool)).toEqual(expect.arrayContaining(paths));
  });

  test("the owner's own profile has none", () => {
    const profiles = registry.endpoints.filter(({ key }) => key === "get_me");
    expect(profiles.length).toBeGreaterThan(15);
    expect(profiles.filter((profile) => untrustedFields(profile).length > 0).map(({ tool }) => tool)).toEqual([]);
  });

  test("each read of a thing with a title, subject, body or text has others' words", () => {
    const isProse = ({ path }: ResultText) => /(?:^|\.)(?:title|subject|body|text|message|description)$/.test(path);
    const wrong = registry.endpoints.filter(
      (one) => one.key !== "get_me" && resultTexts(one).some((text) => isProse(text) && text.by !== "others"),
    );
    expect(wrong.map(({ tool }) => tool)).toEqual([]);
  });
});
