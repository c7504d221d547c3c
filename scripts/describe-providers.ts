// Prints docs/providers.md from the built-in plugins and their READMEs.
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { previousNamesIn } from "../src/foundation/schema/previous-names.ts";
import type { OAuth, Provider, Source } from "../src/plugin/index.ts";
import { loadPlugins, pluginsInFolder } from "../src/providers/registry/load.ts";
import { buildRegistry, type RegisteredEndpoint, type Registry } from "../src/providers/registry/registry.ts";

const FOLDER = fileURLToPath(new URL("../plugins/", import.meta.url));

const INTRODUCTION = `# Providers

Every built-in provider: how it connects, its OAuth app, its permissions with the scopes behind them, its endpoints, and its
events with the fields of their payloads. The arguments of an endpoint are in the tool's definition
(\`GET /api/v1/tools/provider/{provider}\`) and in \`GET /openapi.json\`, which has the types of all fields; how calls work is in
[api.md](api.md).

This page is made from the plugins: \`bun scripts/describe-providers.ts > docs/providers.md\`.
`;

const COLUMNS = `
- **PKCE**: whether the authorization code is bound to us (RFC 7636). Where it is not, the plugin's \`oauth.ts\` says why.
- **Client**: how the gateway proves itself at the token endpoint, by HTTP Basic or in the body.
- **Revoke**: whether disconnecting ends the grant at the provider too, and how far that reaches. What reaches wider than
  one token is done only when no other integration is left that it would end.
- **Tenant**: what differs between customers in the provider's addresses, and is checked before it is used.
- **Events**: how many kinds of event come into the inbox, and how: *webhook*, pushed to the provider's address, which the
  operator registers once; *subscription*, which the gateway makes for each integration; *poll*, read again and again.
- **Lines**: of the plugin's code, without fixtures, tests and translations.

Refresh needs no column: a token answer with a refresh token is all it takes.
`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

const code = (text: string) => `\`${text}\``;
const codes = (texts: readonly string[]) => texts.map(code).join(", ");

function revoke({ revoke, revocationUrl, revocationScope = "token" }: OAuth): string {
  if (!revoke && !revocationUrl) return "no";
  return { token: "the token", identity: "all of the same person", workspace: "all of the same workspace" }[
    revocationScope
  ];
}

/** The kinds of event with their descriptions, pushed and polled. */
function eventsOf({ webhook, sources }: Provider): Map<string, string> {
  const defs = [webhook, ...Object.values(sources ?? {})].flatMap((part) => Object.entries(part?.events ?? {}));
  return new Map(defs.map(([type, { description }]) => [type, description]));
}

/** Whether the operator registers the provider's address: then deliveries there say whose they are. */
const hasOperatorsWebhook = ({ webhook }: Provider) => webhook?.subject !== undefined;

/** How a source gets its events. */
function waysOf({ push, poll }: Source): string[] {
  return [...(push ? ["subscription"] : []), ...(poll ? ["poll"] : [])];
}

function events(provider: Provider): string {
  const count = eventsOf(provider).size;
  if (count === 0) return "-";
  const isPushed = Object.keys(provider.webhook?.events ?? {}).length > 0 && hasOperatorsWebhook(provider);
  const ways = new Set([...(isPushed ? ["webhook"] : []), ...Object.values(provider.sources ?? {}).flatMap(waysOf)]);
  return `${count}: ${[...ways].join(", ")}`;
}

/** Lines of a plugin's TypeScript files without tests. */
function linesOf(id: string): number {
  const files = readdirSync(join(FOLDER, id)).filter(
    (name) => name.endsWith(".ts") && !/(\.test|^translations)\.ts$/.test(name),
  );
  return files.reduce(
    (sum, name) =>
      sum +
      readFileSync(join(FOLDER, id, name), "utf8")
        .trimEnd()
        .split("\n").length,
    0,
  );
}

function overview(registry: Registry): string {
  const rows = [...registry.providers.values()].map((provider) => [
    `[${provider.name}](#${anchor(provider.name)})`,
    String(registry.endpointsOf(provider.id).length),
    provider.auth.oauth2 ? (provider.auth.oauth2.pkce ? "yes" : "no") : "-",
    provider.auth.oauth2 ? (provider.auth.oauth2.clientAuth === "basic" ? "Basic" : "body") : "-",
    provider.auth.oauth2 ? revoke(provider.auth.oauth2) : "-",
    codes(Object.keys(provider.tenant ?? {})) || "-",
    events(provider),
    String(linesOf(provider.id)),
  ]);
  const total = `${registry.providers.size} providers, ${registry.endpoints.length} endpoints.`;
  const head = ["Provider", "Endpoints", "PKCE", "Client", "Revoke", "Tenant", "Events", "Lines"];
  return `\n${total}\n\n${table(head, rows)}\n${COLUMNS}`;
}

/** The anchor that Markdown viewers give a heading. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

/** The README's chapter on what connecting needs, "OAuth app" or "API key", its links relative to this page. */
function connecting(id: string, title: string): string {
  const readme = readFileSync(join(FOLDER, id, "README.md"), "utf8");
  const chapter = readme.match(new RegExp(`^## ${title}\\n(.*?)(?=^## |$(?![\\s\\S]))`, "ms"))?.[1];
  if (!chapter) throw new Error(`plugins/${id}/README.md has no chapter "${title}".`);
  return chapter.trim().replace(/\]\((?!https?:|#)([^)]+)\)/g, (_, target: string) => {
    return `](${posix.relative("docs", posix.join("plugins", id, target))})`;
  });
}

function permissions({ services }: Provider): string {
  const rows = Object.entries(services).flatMap(([service, actions]) =>
    Object.entries(actions).map(([action, { scopes, description }]) => [
      code(`${service}.${action}`),
      codes(scopes) || "-",
      description,
    ]),
  );
  return table(["Permission", "Scopes", "Allows"], rows);
}

function gives({ returns }: RegisteredEndpoint["def"]): string {
  const texts = { one: "one", file: "a file", deleted: "`deleted`" };
  if (returns.kind === "stream") return `\`${returns.collection}\`, as they come`;
  return returns.kind === "many" ? `list \`${returns.collection}\`` : texts[returns.kind];
}

function endpoints(found: readonly RegisteredEndpoint[]): string {
  const rows = found.map(({ method, path, tool, needs, def }) => [
    method,
    code(path),
    code(tool),
    codes(needs),
    gives(def),
  ]);
  return table(["Method", "Path", "Tool", "Permission", "Gives"], rows);
}

/** Names that calls may still use; the lists of tools and the API document leave them out. */
function formerInputs(found: readonly RegisteredEndpoint[]): string {
  const renamed = found.flatMap(({ tool, def }) =>
    [def.query, def.body].flatMap((schema) =>
      Object.entries(schema?.properties ?? {}).flatMap(([name, field]) =>
        previousNamesIn(field).map((before) => ({ names: `${code(before)} is ${code(name)} now`, tool: code(tool) })),
      ),
    ),
  );
  const lines = [...Map.groupBy(renamed, ({ names }) => names)].map(
    ([names, ones]) => `- ${names}: ${ones.map(({ tool }) => tool).join(", ")}`,
  );
  return lines.length === 0 ? "" : `\nFormer names of inputs, which calls may still use:\n\n${lines.join("\n")}\n`;
}

function eventTable(provider: Provider): string {
  const found = [...eventsOf(provider)];
  if (found.length === 0) return "";
  const rows = found.map(([type, description]) => [code(type), description]);
  return `\n**Events**\n\n${table(["Event", "When"], rows)}\n${payloads(provider)}${sourceTable(provider)}${operatorsPart(provider)}`;
}

/** The fields of each payload, with the types that have it. */
function payloads({ webhook, sources = {} }: Provider): string {
  const defs = [webhook, ...Object.values(sources)].flatMap((part) => Object.entries(part?.events ?? {}));
  const typesOf = Map.groupBy(defs, ([, { shape }]) => codes(Object.keys(shape.properties ?? {})));
  const lines = [...typesOf].map(([fields, own]) => `- ${codes([...new Set(own.map(([type]) => type))])}: ${fields}`);
  return `\nFields of ${code("payload")}:\n\n${lines.join("\n")}\n`;
}

function sourceTable({ sources = {} }: Provider): string {
  if (Object.keys(sources).length === 0) return "";
  const rows = Object.entries(sources).map(([name, source]) => [
    code(name),
    source.description,
    waysOf(source).join(", "),
    code(source.permission),
    source.resource?.description ?? (source.isDefault === false ? "only when chosen" : "-"),
  ]);
  return `\n${table(["Source", "Gives", "By", "Permission", "For each"], rows)}\n`;
}

/** What the operator sets, beside the OAuth client. */
function operatorsPart(provider: Provider): string {
  const prefix = provider.id.toUpperCase();
  const lines = [
    ...(hasOperatorsWebhook(provider)
      ? [
          `- ${code(`${prefix}_WEBHOOK_SECRET`)}, for the webhook at ${code(`{base_url}/api/v1/webhooks/${provider.id}`)}`,
        ]
      : []),
    ...Object.entries(provider.settings ?? {}).map(
      ([name, { description }]) => `- ${code(`${prefix}_${name}`)}: ${description}`,
    ),
  ];
  return lines.length === 0 ? "" : `\nFor the operator to set:\n\n${lines.join("\n")}\n`;
}

function section(registry: Registry, provider: Provider): string {
  const { id, name, docs } = provider;
  const found = registry.endpointsOf(id);
  const title = provider.auth.oauth2 ? "OAuth app" : "API key";
  return `
## ${name}

\`${id}\`, ${found.length} endpoints, ${linesOf(id)} lines. [The plugin](../plugins/${id}/README.md) tells of limits and oddities;
[the provider's own pages](${docs}).

**${title}**

${connecting(id, title)}

**Permissions**

${permissions(provider)}

**Endpoints.** "Gives" is what \`data\` holds. More than one permission means that the call needs all of them.

${endpoints(found)}
${formerInputs(found)}${eventTable(provider)}`;
}

export async function providersPage(): Promise<string> {
  const registry = buildRegistry(await loadPlugins(pluginsInFolder(FOLDER), []));
  const sections = [...registry.providers.values()].map((provider) => section(registry, provider));
  return INTRODUCTION + overview(registry) + sections.join("");
}

if (import.meta.main) process.stdout.write(await providersPage());
