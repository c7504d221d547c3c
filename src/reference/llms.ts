// /llms.txt and /llms-full.txt (llmstxt.org): what the gateway is and can do, for language models.

import type { Registry } from "../providers/registry/registry.ts";
import type { RouteData } from "../web/http/route.ts";
import { GUIDES_PATH, type Guide } from "./guides.ts";

export interface LlmsSource {
  baseUrl: string;
  registry: Registry;
  guides: readonly Guide[];
  routes: readonly RouteData[];
}

const INTRODUCTION = `# Integration Gateway

> Calls third-party providers on behalf of your users: connect an account once, then call Google, Slack, GitHub and others
> with one API key, one error format and one usage log.

Send the API key as \`Authorization: Bearer sk_live_…\`. Success is \`{"data": …}\`; lists come in pages by \`next_cursor\`.
With \`X-Account-Id\` a call is made for a partner's connected account. Writes take an \`Idempotency-Key\`.`;

/** The short form: what there is, and where to read more. */
export function llmsText({ baseUrl, registry, guides }: LlmsSource): string {
  const providers = [...registry.providers.values()].map(({ id, name }) => {
    const endpoints = registry.endpointsOf(id);
    const services = [...new Set(endpoints.map(({ service }) => service))].join(", ");
    return `- [${name}](${baseUrl}/docs#tag/${id}): ${endpoints.length} endpoints: ${services}`;
  });
  const guideLines = guides.map(
    ({ name, title, summary }) => `- [${title}](${baseUrl}${GUIDES_PATH}/${name}.md): ${summary}`,
  );
  return `${INTRODUCTION}

## Reference

- [OpenAPI 3.1 document](${baseUrl}/openapi.json): every operation with its schemas, permissions, errors and an example
- [API reference](${baseUrl}/docs): the same as a page
- [Everything in one file](${baseUrl}/llms-full.txt): every operation and all guides

## Providers

${providers.join("\n")}

## Guides

${guideLines.join("\n")}
`;
}

/** The long form: every operation in a line, then the guides. */
export function llmsFullText(source: LlmsSource): string {
  const byTag = Map.groupBy(
    source.routes.filter(({ access }) => access !== "admin"),
    ({ tag }) => tag.name,
  );
  const operations = [...byTag].map(([tag, routes]) => `### ${tag}\n\n${routes.map(operationLine).join("\n")}`);
  const guides = source.guides.map(({ markdown }) => markdown.trim());
  return `${INTRODUCTION}

## Operations

${operations.join("\n\n")}

${guides.join("\n\n")}
`;
}

function operationLine(route: RouteData): string {
  const names = [
    ...Object.keys(route.query?.properties ?? {}).map((name) => `?${name}`),
    ...Object.entries(route.body?.properties ?? {}).map(
      ([name]) => name + ((route.body?.required ?? []).includes(name) ? "" : "?"),
    ),
  ];
  const permissions =
    route.access === "key" && route.permissions.length > 0 ? ` (${route.permissions.join(", ")})` : "";
  const input = names.length > 0 ? ` Input: ${names.join(", ")}.` : "";
  return `- \`${route.method} ${route.path}\`${permissions}: ${route.summary}${input}`;
}
