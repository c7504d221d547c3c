// Prints docs/endpoints.md: every endpoint of the built-in providers, read from the plugins themselves.
import { fileURLToPath } from "node:url";
import { loadPlugins, pluginsInFolder } from "../src/registry/load.ts";
import { buildRegistry, type RegisteredEndpoint } from "../src/registry/registry.ts";

const INTRODUCTION = `# Endpoints

Every provider endpoint, as a REST route and as a tool. The arguments are in the tool's definition
(\`GET /api/v1/tools/provider/{provider}\`) and in \`GET /openapi.json\`; how calls work is in [api.md](api.md). "Gives" is what
\`data\` holds: a list under the given name, one thing, a file, or \`{"deleted": true}\`. More than one permission means that
the call needs all of them.

This page is made from the plugins: \`bun scripts/list-endpoints.ts > docs/endpoints.md\`.
`;

function gives({ returns }: RegisteredEndpoint["def"]): string {
  const texts = { one: "one", file: "a file", deleted: "`deleted`" };
  return returns.kind === "many" ? `list \`${returns.collection}\`` : texts[returns.kind];
}

function row(endpoint: RegisteredEndpoint): string {
  const permissions = endpoint.needs.map((permission) => `\`${permission}\``).join(", ");
  return `| ${endpoint.method} | \`${endpoint.path}\` | \`${endpoint.tool}\` | ${permissions} | ${gives(endpoint.def)} |`;
}

/** The whole page as Markdown. */
export async function endpointsPage(): Promise<string> {
  const folder = fileURLToPath(new URL("../plugins/", import.meta.url));
  const registry = buildRegistry(await loadPlugins(pluginsInFolder(folder)));
  const sections = [...registry.providers.values()].map(({ id, name }) => {
    const rows = registry.endpointsOf(id).map(row);
    const head = "| Method | Path | Tool | Permission | Gives |\n|---|---|---|---|---|";
    return `\n## ${name}\n\n${rows.length} endpoints.\n\n${head}\n${rows.join("\n")}\n`;
  });
  return INTRODUCTION + sections.join("");
}

if (import.meta.main) process.stdout.write(await endpointsPage());
