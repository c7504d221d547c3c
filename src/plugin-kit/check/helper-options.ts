// The options of the contract's own functions: they take what they know out of an object, and lose a mistyped key in silence.
import type {
  ed25519,
  field,
  hmac,
  hmacSha256,
  jwtHs256,
  jwtRs256,
  pages,
  RecordFieldOptions,
  resource,
} from "../../plugin/index.ts";
import { unknownKey } from "../../providers/registry/unknown-keys.ts";
import { codeFiles, readSource } from "./source-files.ts";
import { keysIn } from "./source-keys.ts";
import type { Violation } from "./violation.ts";

type OptionsOf<F> = F extends (options: infer Options) => unknown ? Options : never;
type Keys<T> = Record<keyof Required<T>, true>;
/** The compiler wants every key of `T` here, and none besides. */
const namesOf = <T>(keys: Keys<T>): string[] => Object.keys(keys);

type Pages = typeof pages;
const SIZED = { size: true, param: true, max: true, min: true, in: true } as const;
const COUNTED = { ...SIZED, items: true, more: true } as const;
const RECORD_FIELD = namesOf<RecordFieldOptions>({ from: true, description: true, by: true });
/**
 * Keywords of every schema (JSON Schema 2020-12, sections 8 and 9 of its validation), and those that the gateway's
 * schemas add.
 */
const SCHEMA = [
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "$id",
  "$comment",
  // The gateway's own.
  "previousNames",
];
const STRING = [...SCHEMA, "minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType"];
const NUMBER = [...SCHEMA, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const ARRAY = [...SCHEMA, "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains"];
const OBJECT = [...SCHEMA, "additionalProperties", "minProperties", "maxProperties", "propertyNames"];

/** Function → the argument that has options, and their names. */
export const HELPER_OPTIONS: Readonly<Record<string, readonly [argument: number, names: readonly string[]]>> = {
  "pages.cursor": [0, namesOf<OptionsOf<Pages["cursor"]>>({ ...SIZED, read: true })],
  "pages.link": [0, namesOf<OptionsOf<Pages["link"]>>({ size: true, max: true, keys: true })],
  "pages.nextLink": [0, namesOf<OptionsOf<Pages["nextLink"]>>({ size: true, read: true, max: true })],
  "pages.number": [0, namesOf<OptionsOf<Pages["number"]>>({ ...COUNTED, first: true })],
  "pages.offset": [0, namesOf<OptionsOf<Pages["offset"]>>(COUNTED)],
  "pages.lastId": [0, namesOf<OptionsOf<Pages["lastId"]>>({ ...COUNTED, id: true })],
  "pages.relay": [0, namesOf<OptionsOf<Pages["relay"]>>({ at: true, max: true })],
  one: [1, ["at", "by"]],
  many: [2, ["at", "by", "pagination", "absentWhenEmpty"]],
  stream: [2, ["format", "at", "by", "end"]],
  resource: [0, namesOf<OptionsOf<typeof resource>>({ raw: true, shape: true, map: true })],
  record: [1, ["previousNames", "title"]],
  "field.of": [0, namesOf<OptionsOf<typeof field.of>>({ from: true, raw: true, shape: true, map: true })],
  "field.derived": [0, namesOf<OptionsOf<typeof field.derived>>({ reads: true, shape: true, map: true })],
  "field.one": [1, RECORD_FIELD],
  "field.nullableOne": [1, RECORD_FIELD],
  "field.many": [1, RECORD_FIELD],
  hmacSha256: [
    0,
    namesOf<OptionsOf<typeof hmacSha256>>({
      header: true,
      prefix: true,
      encoding: true,
      secret: true,
      keyEncoding: true,
    }),
  ],
  hmac: [
    0,
    namesOf<OptionsOf<typeof hmac>>({
      read: true,
      message: true,
      encoding: true,
      secret: true,
      keyEncoding: true,
      toleranceS: true,
    }),
  ],
  ed25519: [0, namesOf<OptionsOf<typeof ed25519>>({ signature: true, time: true, toleranceS: true })],
  sharedToken: [1, ["secret"]],
  jwtHs256: [0, namesOf<OptionsOf<typeof jwtHs256>>({ read: true, secret: true })],
  jwtRs256: [0, namesOf<OptionsOf<typeof jwtRs256>>({ read: true, claims: true })],
  "t.String": [0, STRING],
  "t.Number": [0, NUMBER],
  "t.Integer": [0, NUMBER],
  "t.Boolean": [0, SCHEMA],
  "t.Array": [1, ARRAY],
  "t.Object": [1, OBJECT],
  "t.Union": [1, SCHEMA],
  "t.Record": [2, OBJECT],
};
/** The other kinds of fields of a record. */
const PLAIN_FIELD = /^field\.(?!(?:of|derived|one|nullableOne|many)$)\w+$/;

export function helperViolations(folder: string): Violation[] {
  return codeFiles(folder).flatMap((file) =>
    keysIn(readSource(folder, file)).flatMap(({ name, callee, argument, line }) => {
      const [expected, names] = optionsOf(callee ?? "") ?? [];
      if (names === undefined || argument !== expected || names.includes(name)) return [];
      return [{ where: `${file}:${line}`, message: `${callee}: ${unknownKey(name, names)}` }];
    }),
  );
}

function optionsOf(callee: string): readonly [argument: number, names: readonly string[]] | undefined {
  if (Object.hasOwn(HELPER_OPTIONS, callee)) return HELPER_OPTIONS[callee];
  return PLAIN_FIELD.test(callee) ? [0, RECORD_FIELD] : undefined;
}
