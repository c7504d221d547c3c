// A description's path as a route of the contract, and as the path of the request.
import { freeName, snake } from "./words.ts";

export interface RoutePath {
  route: string;
  /** Our name of each parameter → the provider's, in their order. */
  params: Map<string, string>;
  /** For an endpoint that needs no function; null where a parameter is only a part of a segment. */
  template: string | null;
  /** As a `path` template literal. */
  tagged: string;
}

/** `service` stands first where the contract does not allow what does. */
export function pathOf(path: string, service: string): RoutePath {
  const params = new Map<string, string>();
  const taken = new Set<string>();
  const fieldOf = (name: string) => {
    const known = [...params].find(([, theirs]) => theirs === name);
    if (known) return known[0];
    const field = freeName(snake(name) || "value", taken);
    params.set(field, name);
    return field;
  };
  const isOfFullSegments = path.split("/").every((segment) => /^[^{}]*$|^\{[^{}]+\}$/.test(segment));
  const template = path.replace(/\{([^{}]+)\}/g, (_, name: string) => `{${fieldOf(name)}}`);
  // The static parts hold no character that means something in a template literal (STATIC_PATH in endpoints.ts).
  const inTag = path.replace(/\{([^{}]+)\}/g, (_, name: string) => `\${params.${fieldOf(name)}}`);
  const segments = path.split("/").flatMap((segment) => {
    const names = [...segment.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => `{${fieldOf(name)}}`);
    const word = segment
      .toLowerCase()
      .replace(/[^a-z0-9_-]+/g, "-")
      .replace(/^-+|(?<!-)-+$/g, "");
    return names.length > 0 ? names : word === "" ? [] : [word];
  });
  const isFit = segments[0] !== undefined && !segments[0].startsWith("{") && segments[0] !== "proxy";
  const route = `/${[...(isFit ? [] : [service.replaceAll("_", "-")]), ...segments].join("/")}`;
  return { route, params, template: isOfFullSegments ? template : null, tagged: `path\`${inTag}\`` };
}
