// Who granted: the operation of a description that looks like it, or a made-up one.
import { type Code, call, entry, literal, object } from "./code.ts";
import { type Description, objectOf } from "./document.ts";
import { allOperations, type Operation } from "./operations.ts";
import { sampleOf } from "./samples.ts";
import { reduced } from "./schema.ts";

export interface Identity {
  isFound: boolean;
  code: Code;
  /** A response of it. */
  sample: unknown;
}

const PATHS =
  /^\/(?:[a-z0-9._-]+\/){0,3}(?:me|whoami|self|user|users\/me|users\/self|account|profile|viewer|current_user|currentUser)$/;
const IDS = ["id", "user_id", "userId", "account_id", "accountId", "uuid", "gid", "sub"];
const NAMES = ["name", "display_name", "displayName", "full_name", "login", "username", "email", "title"];

export function foundIdentity(description: Description): Identity {
  for (const operation of allOperations(description)) {
    const found = operation.method === "GET" && PATHS.test(operation.path) ? identityOf(description, operation) : null;
    if (found) return found;
  }
  return { isFound: false, ...made("/me", "id", "name"), sample: { id: 42, name: "Ada" } };
}

function identityOf(description: Description, { path, value, parameters }: Operation): Identity | null {
  if (parameters.some(({ isRequired }) => isRequired)) return null;
  const { value: response } = description.resolve(objectOf(value.responses)["200"]);
  const schema = objectOf(objectOf(response.content)["application/json"]).schema;
  const { properties } = reduced(description, schema);
  const of = (names: readonly string[], types: readonly string[]) =>
    names.find((name) => {
      const own = properties.get(name);
      return own !== undefined && types.includes(reduced(description, own.schema).type);
    });
  const id = of(IDS, ["string", "integer"]);
  const name = of(NAMES, ["string"]);
  if (id === undefined || name === undefined) return null;
  return { isFound: true, ...made(path, id, name), sample: sampleOf(description, schema) };
}

function made(upstream: string, id: string, name: string): { code: Code } {
  const from = (field: string, own: string) => (field === own ? [] : [object([entry("from", literal(field))])]);
  const record = call(
    "record",
    object([
      entry("id", call("field.id", ...from(id, "id"))),
      entry("name", call("field.text", ...from(name, "name"))),
    ]),
  );
  return { code: object([entry("upstream", literal(upstream)), entry("resource", record)]) };
}
