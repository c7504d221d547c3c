// A file that a caller sends within JSON. Every endpoint takes it in the same form, and its plugin gets the bytes.
import { type TObject, type TOptional, type TSchema, type TUnsafe, Type as t } from "@sinclair/typebox";

/** How a file's content is written as text: as itself, or as base64 (RFC 4648). */
export type FileEncoding = "utf-8" | "base64";

/** What the gateway knows of the fields that hold one file. */
export interface FileSpec {
  /** What content is without `encoding`. */
  encoding: FileEncoding;
  /** Whether there may be no file at all. */
  isOptional: boolean;
  /** The fields that a fetched file fills in where the caller leaves them out. */
  filled: readonly (keyof Named)[];
  /** Those of them that a caller must give beside content. */
  required: readonly string[];
  /** The fields that the gateway reads and no plugin sees. */
  ofGateway: readonly string[];
}

/** Marks the content of a file. It is a symbol, so no document of the schema shows it. */
const FILE = Symbol.for("gateway.plugin.file");

/** What the content of a file says of it; undefined for any other schema. */
export const fileSpecOf = (content: TSchema | undefined): FileSpec | undefined =>
  (content as unknown as { [FILE]?: FileSpec } | undefined)?.[FILE];

/** Whether a plugin never sees this field beside a file's content, since the gateway reads it. */
export const isOfGateway = (spec: FileSpec | undefined, name: string): boolean =>
  spec?.ofGateway.includes(name) === true;

export interface FileInputOptions<Optional extends boolean> {
  /** What content without `encoding` is: text, or `base64` for an endpoint that took only base64 before. */
  encoding?: FileEncoding;
  /** Whether there may be no file at all. */
  optional?: Optional;
  /** Characters of the content at most; the size of the request's body bounds it anyway. */
  maxLength?: number;
  /** What the content is, for callers. */
  description?: string;
}

type Named = { name?: TSchema; mime_type?: TSchema; content_type?: TSchema };
const NAMED = ["name", "mime_type", "content_type"] as const;
type Bytes = TUnsafe<Uint8Array<ArrayBuffer>>;
/** The fields as a plugin gets them: the content is bytes, and nothing is left of how they came. */
export type FileInput<Fields extends Named, Optional extends boolean> = Fields & {
  content: Optional extends true ? TOptional<Bytes> : Bytes;
  encoding: TOptional<TUnsafe<undefined>>;
  from: TOptional<TUnsafe<undefined>>;
};

const MAX_TOOL_NAME = 200;
const source = t.Object(
  {
    tool: t.String({ minLength: 1, maxLength: MAX_TOOL_NAME, description: "A tool that returns a file." }),
    arguments: t.Optional(t.Object({}, { additionalProperties: true, description: "Its arguments." })),
  },
  { additionalProperties: false, description: "Fetches the file from this tool, in place of content." },
);

/** What a download has and this provider does not store, so that a file can be sent on as it came. */
const MAX_UNSTORED = 1_000;
const unstored = t.Optional(
  t.String({ maxLength: MAX_UNSTORED, description: "As a download has it; not stored here." }),
);
const OF_DOWNLOADS = ["name", "mime_type"] as const;

/**
 * The fields of a file in a body, or in the objects of one of its lists: `content` and `encoding`, or `from`, a tool that the file
 * is fetched from. `name`, `mime_type` and `content_type`, that of the content alone, are as the provider takes them: a fetched file fills in those
 * that the caller leaves out. A name or type that the provider does not store may be sent, and no plugin gets it.
 */
export function fileInput<Fields extends Named, Optional extends boolean = false>(
  fields: Fields,
  { encoding = "utf-8", optional, maxLength, description = "The file's content." }: FileInputOptions<Optional> = {},
): FileInput<Fields, Optional> {
  const named = Object.entries(fields as Record<string, TSchema>);
  const { required = [] } = t.Object(fields as Record<string, TSchema>) as TObject;
  const others = OF_DOWNLOADS.filter((name) => !Object.hasOwn(fields, name));
  const spec: FileSpec = {
    encoding,
    isOptional: optional === true,
    filled: NAMED.filter((name) => Object.hasOwn(fields, name)),
    required,
    ofGateway: ["encoding", "from", ...others],
  };
  const content = t.String({ ...(maxLength !== undefined && { maxLength }), description });
  const made = {
    ...Object.fromEntries(named.map(([name, field]) => [name, t.Optional(field)])),
    content: t.Optional({ ...content, [FILE]: spec }),
    encoding: t.Optional(
      t.Union([t.Literal("utf-8"), t.Literal("base64")], {
        default: encoding,
        previousValues: { text: "utf-8" },
        description: "How content is written: utf-8 for text.",
      }),
    ),
    from: t.Optional(source),
    ...Object.fromEntries(others.map((name) => [name, unstored])),
  };
  return made as unknown as FileInput<Fields, Optional>;
}
