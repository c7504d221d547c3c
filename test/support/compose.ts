// Reads compose.yaml as Compose does: its variables, its files of variables and what comes before what.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { ROOT } from "./sources.ts";

export interface Service {
  image?: string;
  ports?: string[];
  volumes?: string[];
  environment?: Record<string, string | number>;
  env_file?: { path: string; required: boolean }[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[]; interval: string };
  [name: string]: unknown;
}
export interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, null>;
}
type Variables = Record<string, string>;

export const COMPOSE_TEXT = readFileSync(join(ROOT, "compose.yaml"), "utf8");
const VARIABLE = /\$\{([A-Z_]+)(?:(:?[-?])([^}]*))?\}/g;
/** What the text interpolates, without its comments. */
const code = COMPOSE_TEXT.replace(/^\s*#.*$/gm, "");

export const interpolated = (): string[] => [...new Set([...code.matchAll(VARIABLE)].map(([, name = ""]) => name))];

/** The file with variables of `.env`; throws for one that is required. */
export function composeWith(env: Variables): Compose {
  const filled = (text: string) =>
    text.replace(VARIABLE, (_, name: string, operator = "", fallback = "") => {
      const value = env[name];
      const isMissing = operator.startsWith(":") ? !value : value === undefined;
      if (isMissing && operator.endsWith("?")) throw new Error(`${name} is required.`);
      return isMissing ? fallback : (value ?? "");
    });
  return parse(COMPOSE_TEXT, (_, value) => (typeof value === "string" ? filled(value) : value)) as Compose;
}

/** The variables of a service's process beside its image's: `environment` comes before the files, later files before earlier. */
export function environmentOf(service: Service, files: Record<string, Variables>): Variables {
  const given = (service.env_file ?? []).map(({ path }) => files[path] ?? {});
  const own = Object.entries(service.environment ?? {}).map(([name, value]) => [name, String(value)]);
  return Object.assign({}, ...given, Object.fromEntries(own));
}
