// The text of client/src/endpoints.ts: every provider's endpoints by name, with types of the schema and what a call sends where.
import type { Registry } from "../src/providers/registry/registry.ts";
import { firstSentence } from "../src/web/http/openapi-operation.ts";
import { API_ROOT } from "../src/web/http/route.ts";

type Endpoint = Registry["endpoints"][number];

const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
/** `gmail_list_messages` of the service gmail is `listMessages`. */
const methodOf = ({ key, service }: Endpoint) =>
  camel(key.startsWith(`${service}_`) ? key.slice(service.length + 1) : key);
/** Parameters in the query of a request with a body; every other one that is not in the path has one place. */
const besideBody = ({ input }: Endpoint) => (input.body === null ? [] : Object.keys(input.query.properties));

/** A loop over a list asks for page after page, so only a read is one. */
const isList = ({ effects, input }: Endpoint) =>
  effects.effect === "reads" && ["cursor", "offset"].some((name) => Object.hasOwn(input.query.properties, name));

export function endpointsText({ endpoints }: Pick<Registry, "endpoints">): string {
  const byProvider = Map.groupBy(endpoints, ({ provider }) => provider.id);
  const types = [...byProvider].map(([provider, of]) => {
    const services = [...Map.groupBy(of, ({ service }) => service)].map(([service, all]) => {
      const methods = all.map(
        (one) =>
          `      /** ${summaryOf(one)} */\n      ${methodOf(one)}: ${isList(one) ? "ListEndpoint" : "Endpoint"}<"${one.tool}">;`,
      );
      return `    ${camel(service)}: {\n${methods.join("\n")}\n    };`;
    });
    return `  ${provider}: {\n${services.join("\n")}\n  };`;
  });
  const requests = [...byProvider].map(([provider, of]) => {
    const services = [...Map.groupBy(of, ({ service }) => service)].map(([service, all]) => {
      const methods = all.map((one) => `      ${methodOf(one)}: "${requestOf(one)}",`);
      return `    ${camel(service)}: {\n${methods.join("\n")}\n    },`;
    });
    return `  ${provider}: {\n${services.join("\n")}\n  },`;
  });
  return `// Generated from the plugins by scripts/client-types.ts; do not edit.
import type { Endpoint, ListEndpoint } from "./endpoint.ts";

export interface Providers {
${types.join("\n")}
}

/** Method and path below ${API_ROOT}; with a body, also which arguments go to the query. */
export const REQUESTS: Record<string, Record<string, Record<string, string>>> = {
${requests.join("\n")}
};
`;
}

const summaryOf = ({ def }: Endpoint) => firstSentence(def.description).replaceAll("*/", "* /");
const requestOf = (endpoint: Endpoint) => {
  const { method, path, input } = endpoint;
  const words = [method.toLowerCase(), path.slice(API_ROOT.length)];
  return [...words, ...(input.body === null ? [] : ["body"]), ...besideBody(endpoint)].join(" ");
};
