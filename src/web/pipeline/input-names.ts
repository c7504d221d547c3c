// The names of a call's inputs, for the usage log: those that the endpoint declares, never what a caller made up.
import type { TObject } from "@sinclair/typebox";
import type { Input, InputSchemas } from "../http/input.ts";

/** Characters of all names. */
const MAX_NAMES = 500;

/** Such as `path.repo,query.limit`, those of the path first; null where there are none. Parts of lists and objects are not named. */
export function inputNames({ params, query, body }: Input, schemas: InputSchemas): string | null {
  const names = [
    ...declared("path", params, schemas.params),
    ...declared("query", query, schemas.query),
    ...declared("body", body, schemas.body),
  ];
  let text = "";
  for (const name of names) {
    if (text.length + name.length >= MAX_NAMES) return `${text},…`;
    text += text === "" ? name : `,${name}`;
  }
  return text === "" ? null : text;
}

/** An open body takes any name: it could be a secret, or a text that the database refuses. */
function declared(
  part: string,
  values: Readonly<Record<string, unknown>>,
  schema: TObject | null | undefined,
): string[] {
  const properties = schema?.properties ?? {};
  return Object.keys(values).flatMap((name) => (Object.hasOwn(properties, name) ? [`${part}.${name}`] : []));
}
