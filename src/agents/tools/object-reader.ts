// The thing that a call is about: which endpoint reads it, with which arguments, and what of it tells it to a person.
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Input } from "../../web/http/input.ts";

/** What tells a thing to a person, in the order in which it is shown. */
const IDENTIFYING = [
  ...["title", "subject", "name", "summary", "display_name", "topic", "filename", "key", "number", "identifier"],
  ...[
    "from",
    "sender",
    "author",
    "organizer",
    "customer",
    "to",
    "email",
    "channel",
    "start",
    "starts_at",
    "start_time",
  ],
  ...["due_on", "due_date", "amount", "total", "currency", "status", "state", "text", "content", "snippet", "body"],
];
const MAX_FIELDS = 4;

/** The endpoint that gets what this one changes: a GET of the same path, or of that up to its last parameter. */
function readerOf(
  endpoints: readonly RegisteredEndpoint[],
  { path }: Pick<RegisteredEndpoint, "path">,
): RegisteredEndpoint | null {
  const own = path.slice(0, path.lastIndexOf("}") + 1);
  if (own === "") return null;
  const isReader = (one: RegisteredEndpoint) =>
    one.method === "GET" && one.def.returns.kind === "one" && shapeOf(one.path) === shapeOf(own);
  return endpoints.find(isReader) ?? null;
}

const shapeOf = (path: string) => path.replace(/\{[^{}]*\}/g, "{}");

/** The call that reads what this one is about; null where nothing does. */
export function readOf(
  endpoints: readonly RegisteredEndpoint[],
  endpoint: Pick<RegisteredEndpoint, "path">,
  { params, query }: Pick<Input, "params" | "query">,
): { reader: RegisteredEndpoint; args: Record<string, unknown> } | null {
  const reader = readerOf(endpoints, endpoint);
  if (!reader) return null;
  const { properties, required = [] } = reader.input.query;
  const shared = Object.entries(query).filter(([name]) => Object.hasOwn(properties, name));
  if (!required.every((name) => Object.hasOwn(query, name))) return null;
  const values = Object.values(params);
  const named = Object.keys(reader.input.params.properties).map((name, i) => [name, params[name] ?? values[i]]);
  return { reader, args: Object.fromEntries([...named, ...shared]) };
}

/** The telling fields of the reader's response; null where it has none. */
export async function identifyingPart(response: Response): Promise<Record<string, unknown> | null> {
  if (!response.ok) return null;
  const body = (await response.json()) as { data?: Record<string, unknown> };
  return body.data ? identifyingFields(body.data) : null;
}

function identifyingFields(data: Record<string, unknown>): Record<string, unknown> | null {
  const isPresent = (name: string) => data[name] !== undefined && data[name] !== null && data[name] !== "";
  const identifying = IDENTIFYING.filter(isPresent).slice(0, MAX_FIELDS);
  return identifying.length > 0 ? Object.fromEntries(identifying.map((name) => [name, plain(data[name])])) : null;
}

/** The plain form of a person or a time that the provider returns in parts. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 3).map(plain).join(", ");
  if (typeof value !== "object" || value === null) return value;
  return Object.values(value)
    .filter((one) => typeof one === "string" && one !== "")
    .slice(0, 2)
    .join(" ");
}
