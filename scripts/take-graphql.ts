// Writes test/guarantees/descriptions/*.graphql: what the providers' own GraphQL schemas say of what the fixtures send.
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { buildClientSchema, buildSchema, type GraphQLSchema, type IntrospectionQuery } from "graphql";
import { cutSchema } from "./descriptions/graphql.ts";
import { sentBy } from "./descriptions/graphql-fixtures.ts";
import { fetchPackage } from "./descriptions/packages.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SHOPIFY = {
  name: "@shopify/dev-mcp",
  version: "1.16.0",
  integrity: "sha512-tqgRnK7sQhjew+htxtleTH23nXB5fZcsrhWgEkomsorGXvLOB2mh2upwZm8uzuTDNTZnqtLMe64yIwh6s2awtw==",
  licence: "ISC",
};
/** Linear's client on npm has the types of the schema only; the schema is in its repository. */
const LINEAR = {
  file: "https://raw.githubusercontent.com/linear/linear/8335e09a17dd8aa351dace3d05a94a55e78dad2a/packages/sdk/src/schema.graphql",
  sha256: "b00d24d8d252a306f5e2088267b1a17dd6e4442f8b793928410b8d4673a7081d",
  licence: "MIT",
};

interface Taken {
  schema: GraphQLSchema;
  source: string;
}

function shopify(): Taken {
  const version = /API_VERSION = "([\d-]+)"/.exec(readPlugin("shopify/graphql.ts"))?.[1] ?? "";
  const folder = mkdtempSync(join(tmpdir(), "descriptions-"));
  try {
    const file = `dist/data/admin_${version}.json.gz`;
    const text = gunzipSync(readFileSync(join(fetchPackage(SHOPIFY, folder, [file]), file))).toString();
    const { data } = JSON.parse(text) as { data: IntrospectionQuery };
    return {
      schema: buildClientSchema(data),
      source: `${SHOPIFY.name} ${SHOPIFY.version}, ${file}, ${SHOPIFY.licence}`,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** `path`: a copy of the file, where the network does not reach it. */
async function linear(path: string | undefined): Promise<Taken> {
  const text = path === undefined ? await (await fetch(LINEAR.file)).text() : readFileSync(path, "utf8");
  const hash = createHash("sha256").update(text).digest("hex");
  if (hash !== LINEAR.sha256) throw new Error(`The file has the hash ${hash}: ${LINEAR.file}`);
  return { schema: buildSchema(text), source: `${LINEAR.file}, ${LINEAR.licence}` };
}

const readPlugin = (path: string) => readFileSync(join(ROOT, "plugins", path), "utf8");

const [linearFile] = process.argv.slice(2);
for (const [provider, { schema, source }] of [
  ["shopify", shopify()],
  ["linear", await linear(linearFile)],
] as const) {
  const text = `# ${source}\n\n${cutSchema(schema, sentBy(join(ROOT, "plugins", provider)))}`;
  writeFileSync(join(ROOT, "test/guarantees/descriptions", `${provider}.graphql`), text);
  console.log(`${provider}: ${Math.ceil(text.length / 1024)} KB`);
}
