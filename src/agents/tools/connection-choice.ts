// The argument `connection` of tools whose provider their owner has several connections with: a model chooses one by its name.
import { type Static, Type as t } from "@sinclair/typebox";
import { ownAmong } from "../../connections/integrations/choice.ts";
import type { Connection } from "../../connections/integrations/model.ts";
import type { Json } from "../../web/http/openapi-shapes.ts";

/** The name of the argument; no endpoint has one of that name. */
export const CONNECTION = "connection";

/** More names would take a model's attention from everything else; the integrations' list has them all. */
const MAX_NAMED = 50;
/** Characters of an identity's name in a description. */
const MAX_IDENTITY = 80;

export const ConnectionsShape = t.Array(
  t.Object(
    {
      name: t.String(),
      identity: t.String({ description: "Whose account it is, such as an e-mail address, with its workspace." }),
      is_default: t.Boolean(),
    },
    { title: "ToolConnection" },
  ),
  { description: "The connections to choose among, where there are several. At most 50 of them." },
);

export interface ConnectionChoice {
  /** The same text for the same choice, for caches. */
  key: string;
  /** As a property of the arguments. */
  schema: Json;
  /** Whether a call must name one: its owner has chosen none. */
  isRequired: boolean;
  connections: Static<typeof ConnectionsShape>;
}

const choices = new WeakMap<object, ReadonlyMap<string, ConnectionChoice>>();

/** The choices of an owner by provider; none where there is only one of its own, or nothing. Kept with the list that it is made of. */
export function connectionChoices(
  integrations: ReadonlyMap<string, readonly Connection[]>,
): ReadonlyMap<string, ConnectionChoice> {
  const known = choices.get(integrations);
  if (known) return known;
  const several = [...integrations].filter(([, rows]) => rows.length > 1 || ownAmong(rows).length < rows.length);
  const made = new Map(several.map(([provider, rows]) => [provider, choiceAmong(rows)]));
  choices.set(integrations, made);
  return made;
}

function choiceAmong(rows: readonly Connection[]): ConnectionChoice {
  const named = rows.slice(0, MAX_NAMED);
  const own = ownAmong(rows);
  const chosen = own.length === 1 ? own[0] : own.find(({ isDefault }) => isDefault);
  const isRequired = chosen === undefined;
  const listed = named.map((row) => `${row.name} is ${identityText(row)}${row === chosen ? ", the default" : ""}`);
  const more = rows.length > named.length ? `; ${rows.length - named.length} more` : "";
  const schema = {
    type: "string",
    // Any name may be meant where more are there than are listed.
    ...(more === "" && { enum: named.map(({ name }) => name) }),
    description: `The account to act for: ${listed.join("; ")}${more}.`,
  };
  const connections = named.map((row) => ({
    name: row.name,
    identity: identityText(row),
    is_default: row === chosen,
  }));
  return { key: JSON.stringify([isRequired, schema, connections]), schema, isRequired, connections };
}

function identityText({ identity: { name, workspace }, share }: Connection): string {
  const text = plain(workspace && workspace.name !== name ? `${name} (${workspace.name})` : name);
  return share ? `${text}, lent by ${plain(share.lender)}` : text;
}

/** Without what could look like another line of the description. */
const plain = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp};]+/gu, " ").slice(0, MAX_IDENTITY);

/** The schema of a tool's arguments with the choice; as it is without one. */
export function withChoice(schema: Json, choice: ConnectionChoice | null): Json {
  if (choice === null) return schema;
  const required = [...((schema.required as string[] | undefined) ?? []), ...(choice.isRequired ? [CONNECTION] : [])];
  const properties = { ...(schema.properties as Json), [CONNECTION]: choice.schema };
  return { ...schema, properties, ...(required.length > 0 && { required }) };
}
