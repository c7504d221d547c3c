// Writes a plugin out of an OpenAPI description: the operations that a pattern chooses, their records, and fixtures to fill in.
import { CONTRACT as CONTRACT_NUMBER } from "../../../plugin/contract.ts";
import { withFullToolNames } from "../../check/tool-names.ts";
import { type Code, call, calledIn, type Entry, entry, list, literal, object, print, withTexts } from "./code.ts";
import { type Description, listOf, objectOf, textOf } from "./document.ts";
import { type EndpointContext, endpointOf, type MadeEndpoint } from "./endpoints.ts";
import { foundIdentity, type Identity } from "./identity.ts";
import { chosenOperations } from "./operations.ts";
import { createRecords } from "./records.ts";
import { sampleOf } from "./samples.ts";
import { httpsUrl, type SignIn, signInOf } from "./sign-in.ts";
import { oneLine } from "./words.ts";

export interface WrittenPlugin {
  /** Text by path: `index.ts`, `records.ts`, `README.md` and fixtures without requests and results. */
  files: Record<string, string>;
  /** What a person must still do, a sentence each. */
  notes: string[];
  endpointCount: number;
}

/** Names that the plugin imports, which no record may have. */
const CONTRACT = [
  "defineProvider",
  "deleted",
  "endpoint",
  "field",
  "many",
  "one",
  "oneOf",
  "pages",
  "path",
  "record",
  "resource",
  "t",
];
const OWN_NAMES = ["anything", "done", "identity"];
/** Words of the language, which no constant may be. */
const WORDS =
  "await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof undefined var void while with yield arguments eval params query body".split(
    " ",
  );

const ANYTHING = `/** The description has no response schema: declare the provider's response in \`raw\`, and what callers get in \`shape\`. */
export const anything = resource({
  raw: t.Unknown(),
  shape: t.Object({ value: t.Unknown() }),
  map: (raw) => ({ value: raw }),
});
`;
const DONE = `/** The provider's response has no body. */
export const done = resource({
  raw: t.Unknown(),
  shape: t.Object({ done: t.Boolean() }),
  map: () => ({ done: true }),
});
`;

export function writePlugin(id: string, description: Description, patterns: readonly string[]): WrittenPlugin {
  const operations = chosenOperations(description, patterns);
  const info = objectOf(description.root.info);
  const title = oneLine(info.title) ?? "";
  // A long one is a sentence, and this is what people call the provider.
  const name = title !== "" && title.length <= 30 ? title : id.charAt(0).toUpperCase() + id.slice(1);
  const records = createRecords(description, [...CONTRACT, ...OWN_NAMES, ...WORDS]);
  const keys = new Set(["identity", "request"]);
  const context: EndpointContext = { description, records, provider: { id, name }, keys, routes: new Set() };
  const notes: string[] = [];
  const made = operations.flatMap((operation) => {
    const one = endpointOf(context, operation);
    if (typeof one !== "string") return [one];
    notes.push(`${oneLine(operation.label, 100)} is left out: ${one}`);
    return [];
  });
  for (const { key, notes: own } of made) notes.push(...own.map((note) => `${key}: ${note}.`));
  const base = baseUrlOf(description, id, notes);
  const signIn = signInOf(description, id, base);
  notes.push(...signIn.notes);
  const identity = foundIdentity(description);
  if (!identity.isFound)
    notes.push("The description has no operation that returns the connected user: see `identity`.");
  const code = providerCode({ id, name, description, base, made, signIn, identity });
  const tools = new Map(made.map(({ key }) => [key, `${id}_${key}`]));
  const withTools = (text: string) => withFullToolNames(text, tools);
  const declared = records.text(withTools);
  return {
    files: {
      "index.ts": indexText(name, withTexts(code, withTools), declared),
      ...recordsFile(code, declared),
      "README.md": readmeText(id, name, made, notes),
      ...fixturesOf(description, made, identity),
    },
    notes,
    endpointCount: made.length,
  };
}

interface Provider {
  id: string;
  name: string;
  description: Description;
  base: string;
  made: readonly MadeEndpoint[];
  signIn: SignIn;
  identity: Identity;
}

function providerCode({ id, name, description, base, made, signIn, identity }: Provider): Code {
  const docs = httpsUrl(objectOf(description.root.externalDocs).url) ?? `https://docs.${id}.example/`;
  const endpoints = made.map(({ key, code, operation }) => entry(key, code, [oneLine(operation.label, 110) ?? ""]));
  return call(
    "defineProvider",
    object(
      [
        entry("id", literal(id)),
        entry("name", literal(name)),
        entry("contract", literal(CONTRACT_NUMBER)),
        entry("version", literal("0.1.0")),
        entry("docs", literal(docs)),
        entry("baseUrl", literal(base)),
        entry("auth", signIn.auth),
        entry("services", object(servicesOf(made, signIn), true)),
        entry(
          "identity",
          identity.code,
          identity.isFound ? [] : ["Made up: use the provider's operation that returns the connected user."],
        ),
        entry("endpoints", object(endpoints, true)),
      ],
      true,
    ),
  );
}

/** Each service with the actions that its endpoints need; the scopes are those of all of them together. */
function servicesOf(made: readonly MadeEndpoint[], { scopesOf }: SignIn): Entry[] {
  const byService = Map.groupBy(made, ({ operation }) => operation.service);
  return [...byService].map(([service, endpoints]) => {
    const actions = Map.groupBy(endpoints, ({ permission }) => permission.split(".")[1] as string);
    const members = [...actions].map(([action, ones]) => {
      const scopes = [...new Set(ones.flatMap(({ operation }) => scopesOf(operation)))];
      const words = service.replaceAll("_", " ");
      return entry(
        action,
        object([
          entry("scopes", list(scopes.map(literal))),
          entry("description", literal(action === "read" ? `Read ${words}.` : `Change ${words}.`)),
        ]),
      );
    });
    return entry(service, object(members, true));
  });
}

function baseUrlOf(description: Description, id: string, notes: string[]): string {
  const { value: server } = description.resolve(listOf(description.root.servers)[0]);
  const variables = objectOf(server.variables);
  const url = (textOf(server.url) ?? "").replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const value = objectOf(Object.hasOwn(variables, name) ? variables[name] : null).default;
    return typeof value === "string" ? value : "";
  });
  const found = httpsUrl(url.replace(/^http:/, "https:"));
  if (found === null || new URL(found).search !== "") {
    notes.push("The description has no https server: set `baseUrl`.");
    return `https://api.${id}.example`;
  }
  if (Object.keys(variables).length > 0)
    notes.push("The server's URL has variables: `baseUrl` has their defaults; `tenant` is for values that differ.");
  return found.replace(/(?<!\/)\/+$/, "");
}

function indexText(name: string, code: Code, declared: string): string {
  const called = new Set(calledIn(code));
  const text = print(code);
  if (text.includes("path`")) called.add("path");
  const used = CONTRACT.filter((one) => called.has(one));
  const start = `// ${name}: generated from its OpenAPI description. Describe here in one sentence what it offers.\n`;
  const own = recordNames(text, declared);
  const imports = [importText(used, "gateway/plugin"), ...(own.length > 0 ? [importText(own, "./records.ts")] : [])];
  return `${start}${imports.join("")}\nexport default ${text};\n`;
}

/** Broken as the formatter breaks lists of names. */
function importText(names: readonly string[], from: string): string {
  const flat = `import { ${names.join(", ")} } from "${from}";\n`;
  return flat.length <= 121 ? flat : `import {\n${names.map((name) => `  ${name},\n`).join("")}} from "${from}";\n`;
}

/** The constants of records.ts that the provider mentions, sorted as the formatter sorts imports. */
function recordNames(text: string, declared: string): string[] {
  const names = [...declared.matchAll(/^export const (\w+) = /gm)].map(([, name = ""]) => name);
  const isUsed = (name: string) =>
    new RegExp(`\\b(?:one\\(|many\\("[a-z0-9_]+", )${name}\\b|many\\(\\s*"[a-z0-9_]+",\\s*${name}\\b`).test(text);
  return [...names, "anything", "done"].filter(isUsed).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

function recordsFile(code: Code, declared: string): Record<string, string> {
  const text = print(code);
  const needsAnything = recordNames(text, "").includes("anything");
  const needsDone = recordNames(text, "").includes("done");
  const parts = [declared, needsAnything ? ANYTHING : "", needsDone ? DONE : ""].filter((part) => part !== "");
  if (parts.length === 0) return {};
  const isPlain = needsAnything || needsDone;
  const used = [...(declared === "" ? [] : ["field", "record"]), ...(isPlain ? ["resource", "t"] : [])];
  return {
    "records.ts": `// The provider's responses, as far as its description declares them.\n${importText(used, "gateway/plugin")}\n${parts.join("\n")}`,
  };
}

function readmeText(id: string, name: string, made: readonly MadeEndpoint[], notes: readonly string[]): string {
  const rows = made.map(
    ({ operation, route, permission }) => `| \`${operation.method} /api/v1/${id}${route}\` | \`${permission}\` |`,
  );
  const prefix = id.toUpperCase();
  const todo = notes.map((note) => `- ${note.replaceAll("|", "\\|").replaceAll("<", "&lt;")}`);
  return `# ${name.replaceAll("<", "&lt;")}

| endpoint | permission |
| --- | --- |
${rows.join("\n")}

## OAuth app

Create an OAuth app at the provider with the callback \`{base_url}/api/v1/connect/callback\`, then set \`${prefix}_CLIENT_ID\` and
\`${prefix}_CLIENT_SECRET\`.

## To do

This plugin was generated from an OpenAPI description and is a starting point. Try each endpoint (\`gateway plugin try\`), and:

- Declare how each list is paged: \`pages.whole()\` marks lists where this is unknown.
- Compare scopes and permissions with the documentation: split a permission where its scopes differ.
${todo.join("\n")}
`;
}

/** A success of each endpoint, the identity, and the failures that every plugin shows. */
function fixturesOf(
  description: Description,
  made: readonly MadeEndpoint[],
  identity: Identity,
): Record<string, string> {
  const fixtures: Record<string, object> = { identity: { upstream: [{ response: { json: identity.sample } }] } };
  for (const { key, sample } of made) {
    const response = sample.isEmpty ? { status: 204 } : { json: sampleOf(description, sample.response) };
    fixtures[key] = { call: callOf(description, sample), upstream: [{ response }] };
  }
  const [first] = made;
  const failing = { expired: 401, missing: 404, limited: 429, down: 503 };
  for (const [word, status] of first ? Object.entries(failing) : []) {
    const response = { status, json: { message: "No." } };
    fixtures[`${first?.key}.${word}`] = {
      call: callOf(description, (first as MadeEndpoint).sample),
      upstream: [{ response }],
    };
  }
  return Object.fromEntries(
    Object.entries(fixtures).map(([name, value]) => [`fixtures/${name}.json`, `${JSON.stringify(value, null, 2)}\n`]),
  );
}

function callOf(description: Description, { params, query, body }: MadeEndpoint["sample"]): object {
  const required = (fields: MadeEndpoint["sample"]["query"]) =>
    Object.fromEntries(
      fields
        .filter(({ isRequired }) => isRequired)
        .map(({ name, field, schema }) => [field, sampleOf(description, schema, { name, isInput: true })]),
    );
  const parts = { query: required(query), body: required(body) };
  return {
    ...(params.length > 0 && { params: Object.fromEntries(params.map((name) => [name, "7"])) }),
    ...(Object.keys(parts.query).length > 0 && { query: parts.query }),
    ...(Object.keys(parts.body).length > 0 && { body: parts.body }),
  };
}
