// A made-up provider with many endpoints, as a plugin, and a folder of such plugins.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SearchableTool } from "../src/agents/tools/search.ts";
import { defineProvider, endpoint, one, type Provider, resource, t } from "../src/plugin/index.ts";
import { otherTools } from "./other-tools.ts";

export type VendorTool = Pick<SearchableTool, "name" | "description" | "method">;

const item = resource({
  raw: t.Object({ id: t.String(), name: t.String() }),
  shape: t.Object({ id: t.String(), name: t.String() }),
  map: ({ id, name }) => ({ id, name }),
});
const input = t.Object({
  id: t.String({ minLength: 1, description: "The id, as a list gives it." }),
  status: t.Optional(t.String({ description: "Only those of this status." })),
});

/** The plugin of a vendor's tools. */
export function vendor(id: string, tools: readonly VendorTool[]): Provider {
  const url = `https://${id}.example` as const;
  return defineProvider({
    id,
    name: `Vendor ${id.replace("vendor", "")}`,
    docs: `${url}/docs`,
    baseUrl: url,
    auth: {
      oauth2: { authorizationUrl: `${url}/authorize`, tokenUrl: `${url}/token`, pkce: true, clientAuth: "basic" },
    },
    services: { things: { use: { scopes: ["things"], description: "Use things." } } },
    identity: { upstream: "/me", resource: item },
    endpoints: Object.fromEntries(
      tools.map(({ name, description, method }) => {
        const key = name.slice(id.length + 1);
        const shared = { path: `/${key}`, permission: "things.use", description, upstream: `/${key}` } as const;
        const returns = one(item);
        const built =
          method === "GET"
            ? endpoint({ ...shared, method: "GET", query: input, returns })
            : endpoint({ ...shared, method: "POST", body: input, returns });
        return [key, built];
      }),
    ),
  });
}

/** A plugin folder with the benchmarks' provider, and vendors who have so many tools together. */
export function vendorFolder(count: number): string {
  const folder = mkdtempSync(join(tmpdir(), "gateway-vendors-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const here = JSON.stringify(join(import.meta.dirname, "vendor.ts"));
  const bench = JSON.stringify(join(import.meta.dirname, "plugins/bench/index.ts"));
  writeFileSync(join(folder, "bench.ts"), `export { default } from ${bench};\n`);
  for (const [provider, tools] of Map.groupBy(otherTools(count), (tool) => tool.provider)) {
    const kept = tools.map(({ name, description, method }): VendorTool => ({ name, description, method }));
    const text = `import { vendor } from ${here};\nexport default vendor("${provider}", ${JSON.stringify(kept)});\n`;
    writeFileSync(join(folder, `${provider}.ts`), text);
  }
  return folder;
}
