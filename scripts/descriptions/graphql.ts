// The part of a GraphQL schema that documents and their variables use.
import {
  type DefinitionNode,
  type FieldDefinitionNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  type InputValueDefinitionNode,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  parse,
  print,
  printSchema,
  TypeInfo,
  type TypeNode,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from "graphql";
import type { Sent } from "./graphql-fixtures.ts";

/** Type → its members that are used: fields, and arguments as `field(argument`. */
type Used = Map<string, Set<string>>;

/** The used part as SDL, without prose; what the schema does not have is left out. */
export function cutSchema(schema: GraphQLSchema, sent: readonly Sent[]): string {
  const used: Used = new Map();
  for (const one of sent) collect(schema, one, used);
  const { definitions } = parse(printSchema(schema));
  const byName = new Map(definitions.flatMap((one) => ("name" in one && one.name ? [[one.name.value, one]] : [])));
  // What is required is used as well, and so is what it refers to.
  for (const open = [...used.keys()]; open.length > 0; ) {
    const node = byName.get(open.pop() ?? "");
    for (const type of node ? referredTypes(node, used) : []) {
      if (used.has(type)) continue;
      used.set(type, new Set());
      open.push(type);
    }
  }
  addImplemented(definitions, used);
  const keyOf = (name: string, kind: Kind) => (kind === Kind.DIRECTIVE_DEFINITION ? `@${name}` : name);
  const kept = definitions.filter(
    (node) =>
      node.kind === Kind.SCHEMA_DEFINITION ||
      ("name" in node && node.name !== undefined && used.has(keyOf(node.name.value, node.kind))),
  );
  return `${kept
    .map((node) => print(withoutUnused(node, used)))
    .sort()
    .join("\n\n")}\n`;
}

const use = (used: Used, type: string, member?: string) => {
  const members = used.get(type) ?? new Set();
  used.set(type, members);
  if (member !== undefined) members.add(member);
};

function collect(schema: GraphQLSchema, { document, variables }: Sent, used: Used): void {
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: () => {
        const [parent, field] = [info.getParentType(), info.getFieldDef()];
        // Every object has `__typename`.
        if (!parent || !field || field.name.startsWith("__")) return;
        use(used, parent.name, field.name);
        use(used, getNamedType(field.type).name);
      },
      Argument: () => {
        const [parent, field, argument] = [info.getParentType(), info.getFieldDef(), info.getArgument()];
        if (!parent || !field || !argument) return;
        use(used, parent.name, `${field.name}(${argument.name}`);
        use(used, getNamedType(argument.type).name);
      },
      InlineFragment: () => {
        const type = info.getType();
        if (type) use(used, getNamedType(type).name);
      },
      ObjectField: ({ name }) => {
        const parent = getNamedType(info.getParentInputType() ?? undefined);
        if (isInputObjectType(parent) && parent.getFields()[name.value]) use(used, parent.name, name.value);
      },
      Directive: ({ name }) => {
        use(used, `@${name.value}`);
        for (const { type } of schema.getDirective(name.value)?.args ?? []) use(used, getNamedType(type).name);
      },
      VariableDefinition: ({ variable, type }) => {
        const declared = typeFromAST(schema, type as never) as GraphQLInputType | undefined;
        if (declared) collectValue(declared, variables[variable.name.value], used);
      },
    }),
  );
}

function collectValue(type: GraphQLInputType, value: unknown, used: Used): void {
  if (isNonNullType(type) || isListType(type)) {
    for (const one of Array.isArray(value) ? value : [value]) collectValue(type.ofType, one, used);
    return;
  }
  use(used, type.name);
  if (!isInputObjectType(type) || typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const field = type.getFields()[name];
    if (!field) continue;
    use(used, type.name, name);
    collectValue(field.type, inner, used);
  }
}

const nameOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type));
const isRequired = ({ type, defaultValue }: InputValueDefinitionNode) =>
  type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;
const isField = (field: FieldDefinitionNode | InputValueDefinitionNode): field is FieldDefinitionNode =>
  field.kind === Kind.FIELD_DEFINITION;

/** The members of a type that are used, with their arguments that are used or required. */
function membersOf(node: DefinitionNode, used: Used): (FieldDefinitionNode | InputValueDefinitionNode)[] {
  if (!("fields" in node) || !("name" in node) || !node.name) return [];
  const members = used.get(node.name.value) ?? new Set();
  const fields = (node.fields ?? []) as readonly (FieldDefinitionNode | InputValueDefinitionNode)[];
  return fields.flatMap((field): (FieldDefinitionNode | InputValueDefinitionNode)[] => {
    const name = field.name.value;
    if (!isField(field)) return members.has(name) || isRequired(field) ? [{ ...field, description: undefined }] : [];
    if (!members.has(name)) return [];
    const args = (field.arguments ?? []).filter((one) => members.has(`${name}(${one.name.value}`) || isRequired(one));
    return [{ ...field, description: undefined, arguments: args.map((one) => ({ ...one, description: undefined })) }];
  });
}

const referredTypes = (node: DefinitionNode, used: Used): string[] =>
  membersOf(node, used).flatMap((field) => [
    nameOf(field.type),
    ...(isField(field) ? (field.arguments ?? []).map(({ type }) => nameOf(type)) : []),
  ]);

/** An object has the fields that are used of its interfaces. */
function addImplemented(definitions: readonly DefinitionNode[], used: Used): void {
  for (const node of definitions) {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION || !used.has(node.name.value)) continue;
    for (const { name } of node.interfaces ?? [])
      for (const member of used.get(name.value) ?? []) use(used, node.name.value, member);
  }
}

function withoutUnused(node: DefinitionNode, used: Used): DefinitionNode {
  const plain = { ...node, description: undefined } as DefinitionNode;
  switch (plain.kind) {
    case Kind.SCHEMA_DEFINITION:
      return { ...plain, operationTypes: plain.operationTypes.filter(({ type }) => used.has(type.name.value)) };
    case Kind.OBJECT_TYPE_DEFINITION:
    case Kind.INTERFACE_TYPE_DEFINITION: {
      const interfaces = (plain.interfaces ?? []).filter(({ name }) => used.has(name.value));
      return { ...plain, interfaces, fields: membersOf(node, used) as FieldDefinitionNode[] };
    }
    case Kind.INPUT_OBJECT_TYPE_DEFINITION:
      return { ...plain, fields: membersOf(node, used) as InputValueDefinitionNode[] };
    case Kind.UNION_TYPE_DEFINITION:
      return { ...plain, types: (plain.types ?? []).filter(({ name }) => used.has(name.value)) };
    case Kind.ENUM_TYPE_DEFINITION:
      return { ...plain, values: (plain.values ?? []).map((value) => ({ ...value, description: undefined })) };
    case Kind.DIRECTIVE_DEFINITION:
      return { ...plain, arguments: (plain.arguments ?? []).map((one) => ({ ...one, description: undefined })) };
    default:
      return plain;
  }
}
