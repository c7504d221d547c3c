// Converts TypeScript types to JSON Schemas, for providers whose official description is a package of types.
import ts from "typescript";
import type { Schema } from "./format.ts";

/** A property or a parameter. */
export interface Member {
  name: string;
  type: ts.Type;
  isOptional: boolean;
}

export interface Types {
  checker: ts.TypeChecker;
  files: readonly ts.SourceFile[];
  /** A type declared at the top of one of the files, or of `file`, by its name. */
  named(name: string, file?: string): ts.Type | undefined;
  memberOf(symbol: ts.Symbol): Member;
  schemaOf(type: ts.Type): Schema;
  /** What schemas refer to as `#/components/schemas/<name>`. */
  schemas: Record<string, Schema>;
}

export function readTypes(paths: readonly string[]): Types {
  const program = ts.createProgram([...paths], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noLib: false,
    types: [],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
  });
  const checker = program.getTypeChecker();
  const files = paths.map((path) => program.getSourceFile(path) as ts.SourceFile);
  const declared = new Map<string, ts.Type>();
  for (const file of files) {
    for (const node of file.statements) {
      if (ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
        if (!node.name) continue;
        const type = checker.getTypeAtLocation(node.name);
        declared.set(node.name.text, type);
        declared.set(`${file.fileName}#${node.name.text}`, type);
      }
    }
  }
  const schemas: Record<string, Schema> = {};
  const memberOf = (symbol: ts.Symbol): Member => {
    const { valueDeclaration: node } = symbol;
    const isOptional =
      (symbol.flags & ts.SymbolFlags.Optional) !== 0 ||
      (node !== undefined && ts.isParameter(node) && checker.isOptionalParameter(node));
    return { name: symbol.name, type: checker.getTypeOfSymbol(symbol), isOptional };
  };
  const named = (name: string, file?: string) => declared.get(file === undefined ? name : `${file}#${name}`);
  return { checker, files, named, memberOf, schemaOf: converter(checker, schemas), schemas };
}

function converter(checker: ts.TypeChecker, schemas: Record<string, Schema>): (type: ts.Type) => Schema {
  const names = new Map<ts.Type, string>();

  const schemaOf = (type: ts.Type): Schema => {
    const simple = simpleSchema(type, checker);
    if (simple) return simple;
    if (checker.isArrayType(type) || checker.isTupleType(type)) return arrayOf(type as ts.TypeReference);
    const name = type.aliasSymbol?.name ?? type.symbol?.name;
    if (name === undefined || name === "__type" || type.aliasTypeArguments) return bodyOf(type);
    return refer(type, name);
  };

  const refer = (type: ts.Type, wanted: string): Schema => {
    let name = names.get(type);
    if (name === undefined) {
      name = wanted;
      for (let i = 2; Object.hasOwn(schemas, name); i++) name = `${wanted}${i}`;
      names.set(type, name);
      schemas[name] = {};
      schemas[name] = bodyOf(type);
    }
    return { $ref: `#/components/schemas/${name}` };
  };

  const bodyOf = (type: ts.Type): Schema => {
    if (type.isUnion()) return unionOf(type.types.filter((one) => !(one.flags & ts.TypeFlags.Undefined)));
    if (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return objectOf(type);
    throw new Error(`The type ${checker.typeToString(type)} cannot be written as a schema.`);
  };

  const arrayOf = (type: ts.TypeReference): Schema => {
    const items = checker.getTypeArguments(type).map(schemaOf);
    return { type: "array", items: items.length === 1 ? items[0] : { anyOf: items } };
  };

  const unionOf = (types: readonly ts.Type[]): Schema => {
    const schemas = types.map(schemaOf);
    const values = schemas.filter((one) => "const" in one).map((one) => one.const);
    const rest = schemas.filter((one) => !("const" in one));
    const both = values.includes(true) && values.includes(false);
    const literals = both ? values.filter((one) => typeof one !== "boolean") : values;
    if (both) rest.push({ type: "boolean" });
    if (literals.length > 0) rest.push({ enum: literals });
    return rest.length === 1 ? (rest[0] as Schema) : { anyOf: rest };
  };

  const objectOf = (type: ts.Type): Schema => {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const symbol of checker.getPropertiesOfType(type)) {
      const of = typeOf(symbol, checker);
      // A forbidden field.
      if (of.flags & (ts.TypeFlags.Never | ts.TypeFlags.Undefined)) continue;
      properties[symbol.name] = schemaOf(of);
      if (!(symbol.flags & ts.SymbolFlags.Optional)) required.push(symbol.name);
    }
    const index = checker.getIndexInfosOfType(type)[0]?.type;
    const others = index && (index.flags & ts.TypeFlags.Never ? false : schemaOf(index));
    return {
      type: "object",
      properties,
      ...(required.length > 0 && { required }),
      ...(others !== undefined && { additionalProperties: others }),
    };
  };

  return schemaOf;
}

function simpleSchema(type: ts.Type, checker: ts.TypeChecker): Schema | undefined {
  const { flags } = type;
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Void)) return {};
  if (flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) return { type: "string" };
  if (flags & ts.TypeFlags.Number) return { type: "number" };
  if (flags & ts.TypeFlags.NonPrimitive) return { type: "object" };
  if (flags & ts.TypeFlags.Null) return { type: "null" };
  if (flags & ts.TypeFlags.BooleanLiteral) return { const: checker.typeToString(type) === "true" };
  if (flags & ts.TypeFlags.Boolean) return { type: "boolean" };
  if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
  // The clients' own forms of texts.
  if ([type.symbol?.name, type.aliasSymbol?.name].some((name) => name === "Date" || name === "Decimal"))
    return { type: "string" };
  // A branded string, which lets editors offer the known values.
  if (type.isIntersection() && type.types.some((one) => one.flags & ts.TypeFlags.String)) return { type: "string" };
  return undefined;
}

/** Prefers the declared type: the type of an optional property has lost its name. */
function typeOf(symbol: ts.Symbol, checker: ts.TypeChecker): ts.Type {
  const { valueDeclaration: node } = symbol;
  const isGeneric = (symbol.flags & ts.SymbolFlags.Transient) !== 0;
  if (!isGeneric && node && ts.isPropertySignature(node) && node.type) {
    const declared = checker.getTypeFromTypeNode(node.type);
    if (!(declared.flags & (ts.TypeFlags.TypeParameter | ts.TypeFlags.Conditional | ts.TypeFlags.IndexedAccess)))
      return declared;
  }
  return checker.getTypeOfSymbol(symbol);
}
