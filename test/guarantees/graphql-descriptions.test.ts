// Checks what GraphQL plugins send, and their fixtures' responses, against the provider's own schema (test/guarantees/descriptions/README.md).
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  buildSchema,
  type FieldNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getVariableValues,
  isEnumType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
  NoDeprecatedCustomRule,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { type Sent, sentBy } from "../../scripts/descriptions/graphql-fixtures.ts";

const FOLDER = fileURLToPath(new URL("descriptions/", import.meta.url));
const PLUGINS = fileURLToPath(new URL("../../plugins/", import.meta.url));
const PROVIDERS = readdirSync(FOLDER).flatMap((name) => /^(.+)\.graphql$/.exec(name)?.[1] ?? []);

/** What the schema refuses of a document and its variables, as sentences. */
function requestViolations(schema: GraphQLSchema, { document, variables }: Sent): string[] {
  const refused = validate(schema, document);
  if (refused.length > 0) return refused.map(({ message }) => message);
  return document.definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION) return [];
    const declared = new Set(node.variableDefinitions?.map(({ variable }) => variable.name.value));
    const unknown = Object.keys(variables).filter((name) => !declared.has(name));
    const { errors = [] } = getVariableValues(schema, node.variableDefinitions ?? [], variables);
    return [...errors.map(({ message }) => message), ...unknown.map((name) => `No variable $${name} is declared.`)];
  });
}

/** Fields of the fixture's response that the document does not select, or of another type. */
function responseViolations(schema: GraphQLSchema, { document, data }: Sent): string[] {
  if (typeof data !== "object" || data === null) return [];
  const selected = new Map<string, GraphQLOutputType>();
  const info = new TypeInfo(schema);
  const path: string[] = [];
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: {
        enter: (node: FieldNode) => {
          path.push((node.alias ?? node.name).value);
          const type = info.getType();
          if (type) selected.set(path.join("."), type);
        },
        leave: () => {
          path.pop();
        },
      },
    }),
  );
  return valueViolations(selected, "", data);
}

function valueViolations(selected: ReadonlyMap<string, GraphQLOutputType>, at: string, value: unknown): string[] {
  return Object.entries(value as object).flatMap(([name, inner]) => {
    const place = at === "" ? name : `${at}.${name}`;
    const type = selected.get(place);
    return type ? typeViolations(selected, place, type, inner) : [`${place} is not selected`];
  });
}

function typeViolations(
  selected: ReadonlyMap<string, GraphQLOutputType>,
  at: string,
  type: GraphQLOutputType,
  value: unknown,
): string[] {
  if (isNonNullType(type)) {
    return value === null
      ? [`${at} is never null`]
      : typeViolations(selected, at, type.ofType as GraphQLOutputType, value);
  }
  if (value === null) return [];
  if (isListType(type)) {
    if (!Array.isArray(value)) return [`${at} is a list`];
    return value.flatMap((one) => typeViolations(selected, at, type.ofType, one));
  }
  if (isScalarType(type) || isEnumType(type)) {
    try {
      // Scalars of the provider's own take any value.
      type.parseValue(value);
      return [];
    } catch (error) {
      return [`${at}: ${(error as Error).message}`];
    }
  }
  if (typeof value !== "object" || Array.isArray(value)) return [`${at} is an object`];
  return valueViolations(selected, at, value);
}

const within = (all: readonly Sent[], violationsOf: (one: Sent) => readonly string[]) =>
  all.flatMap((one) => violationsOf(one).map((text) => `${one.where}: ${text}`));

describe.each(PROVIDERS)("%s", (id) => {
  const schema = buildSchema(readFileSync(`${FOLDER}${id}.graphql`, "utf8"));
  const all = sentBy(`${PLUGINS}${id}`);

  test("each document has the fields, arguments and variables of the schema (else: bun scripts/take-graphql.ts)", () => {
    expect(all.length).toBeGreaterThan(20);
    expect(within(all, (one) => requestViolations(schema, one))).toEqual([]);
  });

  test("a fixture's response has the fields that were selected, of their types", () => {
    expect(within(all, (one) => responseViolations(schema, one))).toEqual([]);
  });

  test("no document uses what the provider will take away", () => {
    const deprecated = within(all, ({ document }) =>
      validate(schema, document, [NoDeprecatedCustomRule]).map(({ message }) => message),
    );
    expect([...new Set(deprecated)]).toEqual([]);
  });
});

test("the check refuses an unknown field, a wrong type, a missing argument and a response that was not selected", () => {
  const schema = buildSchema(`
    type Query { issue(id: ID!): Issue  issues(filter: Filter): [Issue!]! }
    type Issue { id: ID! title: String estimate: Int }
    input Filter { title: String! estimate: Int }
  `);
  const sent = (query: string, variables = {}, data?: unknown): Sent => ({
    where: "",
    document: parse(query),
    variables,
    data,
  });
  const filtered = "query($filter: Filter) { issues(filter: $filter) { id } }";
  for (const wrong of [
    sent("{ issue(id: 1) { id titel } }"),
    sent("{ issue { id } }"),
    sent("{ issue(id: 1, key: 2) { id } }"),
    sent("query($id: Int!) { issue(id: $id) { id } }", { id: 1 }),
    sent(filtered, { filter: { titel: "a" } }),
    sent(filtered, { filter: { title: 1 } }),
    sent(filtered, { filter: { estimate: 1 } }),
    sent(filtered, { filters: { title: "a" } }),
  ])
    expect(requestViolations(schema, wrong)).not.toEqual([]);
  expect(requestViolations(schema, sent(filtered, { filter: { title: "a" } }))).toEqual([]);
  for (const data of [
    { issues: [{ id: "1", title: "a" }] },
    { issues: null },
    { issues: [{ id: {} }] },
    { issues: {} },
  ])
    expect(responseViolations(schema, sent(filtered, {}, data))).not.toEqual([]);
  expect(responseViolations(schema, sent(filtered, {}, { issues: [{ id: "1" }] }))).toEqual([]);
});
