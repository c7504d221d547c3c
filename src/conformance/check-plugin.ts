// The conformance kit: everything a plugin must fulfil beyond its types, in sentences a contributor can act on.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { TSchema } from "@sinclair/typebox";
import type { Provider } from "../plugin/index.ts";
import { pluginProblems } from "../registry/plugin-problems.ts";
import { buildRegistry, type RegisteredEndpoint } from "../registry/registry.ts";
import { permissionsOf } from "../registry/scopes.ts";
import { type Fixture, fixtureProblems } from "./fixture.ts";

export interface Finding {
  /** The file or field the finding is about. */
  where: string;
  message: string;
}

/** Statuses that every provider needs a fixture of, beside successes. */
const NEEDED_FAILURES = ["401", "404", "429", "5xx"] as const;

/** Checks a loaded plugin and its folder; an empty list means that it conforms. */
export async function checkPlugin(plugin: Provider, folder: string): Promise<Finding[]> {
  const broken = pluginProblems(plugin).map(({ field, message }) => ({ where: field, message }));
  if (broken.length > 0) return broken;
  const endpoints = buildRegistry([plugin]).endpoints;
  return [
    ...declarationFindings(plugin, folder, endpoints),
    ...importFindings(folder),
    ...(await fixtureFindings(plugin, folder, endpoints)),
  ];
}

function declarationFindings(plugin: Provider, folder: string, endpoints: readonly RegisteredEndpoint[]): Finding[] {
  const findings: Finding[] = [];
  if (basename(folder) !== plugin.id)
    findings.push({ where: "id", message: `is "${plugin.id}" but the folder is "${basename(folder)}".` });
  const used = new Set(endpoints.flatMap((endpoint) => endpoint.needs));
  for (const permission of permissionsOf(plugin)) {
    if (!used.has(permission)) findings.push({ where: `services.${permission}`, message: "is used by no endpoint." });
  }
  for (const endpoint of endpoints) {
    const where = `endpoints.${endpoint.key}`;
    const parts = { params: endpoint.input.params, query: endpoint.input.query, body: endpoint.input.body };
    const names = new Map<string, string>();
    for (const [part, schema] of Object.entries(parts)) {
      for (const [name, field] of Object.entries(schema?.properties ?? {}) as [string, TSchema][]) {
        if (!field.description) findings.push({ where: `${where}.${part}.${name}`, message: "has no description." });
        const other = names.get(name);
        if (other)
          findings.push({
            where: `${where}.${part}.${name}`,
            message: `stands in ${other} as well; a tool's arguments are one object.`,
          });
        names.set(name, part);
      }
    }
    if (endpoint.def.description.length < 15)
      findings.push({ where: `${where}.description`, message: "says too little." });
  }
  return findings;
}

/** A plugin may import `gateway/plugin` and its own files, and may not reach for the network, timers or the machine. */
function importFindings(folder: string): Finding[] {
  const findings: Finding[] = [];
  for (const file of readdirSync(folder, { recursive: true }).map(String)) {
    if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
    const source = readFileSync(join(folder, file), "utf8");
    for (const [, from = ""] of source.matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)) {
      if (from !== "gateway/plugin" && !(from.startsWith("./") && !from.includes(".."))) {
        findings.push({
          where: file,
          message: `imports "${from}"; a plugin imports gateway/plugin and its own files.`,
        });
      }
    }
    const code = source
      .replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, " ")
      .replace(/(["'`])(?:\\.|(?!\1)[^\\\n])*\1/g, '""');
    const reach = code.match(
      /(?<![.\w])(fetch|setTimeout|setInterval|process|Bun|Deno|require|eval|Function|WebSocket|XMLHttpRequest)\s*[.(]/,
    );
    if (reach) findings.push({ where: file, message: `uses ${reach[1]}, which a plugin must not.` });
  }
  return findings;
}

async function fixtureFindings(
  plugin: Provider,
  folder: string,
  endpoints: readonly RegisteredEndpoint[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const files = existsSync(join(folder, "fixtures"))
    ? readdirSync(join(folder, "fixtures"))
        .filter((f) => f.endsWith(".json"))
        .sort()
    : [];
  const statuses = new Set<string>();
  const pages = new Map<string, Set<string>>();
  const covered = new Set<string>();
  for (const file of files) {
    const where = `fixtures/${file}`;
    const text = readFileSync(join(folder, "fixtures", file), "utf8");
    findings.push(...hygieneFindings(where, text));
    const endpoint = endpoints.find((e) => e.key === file.split(".")[0]);
    if (!endpoint) {
      findings.push({ where, message: "names no endpoint: the file is <endpoint>.json or <endpoint>.<case>.json." });
      continue;
    }
    const fixture = parseFixture(text);
    if (!fixture) {
      findings.push({ where, message: "is not { call, upstream: […], result or failure } in JSON." });
      continue;
    }
    for (const { response } of fixture.upstream) statuses.add(statusClass(response.status ?? 200));
    if (fixture.failure === undefined) {
      covered.add(endpoint.key);
      if (endpoint.def.returns.kind === "many") {
        const kinds = pages.get(endpoint.key) ?? new Set();
        pages.set(endpoint.key, kinds.add((fixture.result as { next?: unknown })?.next == null ? "last" : "middle"));
      }
    } else if (
      fixture.failure === "rate_limited" ||
      (fixture.failure as { failure?: string }).failure === "rate_limited"
    )
      statuses.add("429");
    for (const message of await fixtureProblems(plugin, endpoint, fixture)) findings.push({ where, message });
  }
  for (const endpoint of endpoints) {
    if (!covered.has(endpoint.key))
      findings.push({ where: `fixtures/${endpoint.key}.json`, message: "is missing: each endpoint needs a fixture." });
    else if (endpoint.def.returns.kind === "many") {
      const wholeList =
        endpoint.def.returns.pagination.next(
          { status: 200, headers: new Headers(), json: null },
          { limit: 1, position: null },
        ) === null && endpoint.def.returns.pagination.max === Number.MAX_SAFE_INTEGER;
      for (const kind of wholeList ? ["last"] : ["middle", "last"]) {
        if (!pages.get(endpoint.key)?.has(kind))
          findings.push({ where: `fixtures/${endpoint.key}.json`, message: `has no ${kind} page among its fixtures.` });
      }
    }
  }
  for (const status of NEEDED_FAILURES) {
    if (!statuses.has(status)) findings.push({ where: "fixtures", message: `hold no case of ${status}.` });
  }
  return findings;
}

function statusClass(status: number): string {
  return status >= 500 ? "5xx" : String(status);
}

function parseFixture(text: string): Fixture | null {
  try {
    const value = JSON.parse(text) as Fixture;
    return Array.isArray(value.upstream) && (value.result !== undefined) !== (value.failure !== undefined)
      ? value
      : null;
  } catch {
    return null;
  }
}

/** Fixtures are synthetic: nobody's address, no token, no real id. */
function hygieneFindings(where: string, text: string): Finding[] {
  const findings: Finding[] = [];
  for (const [, domain = ""] of text.matchAll(/[A-Za-z0-9._%+-]+@([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)/g)) {
    if (
      !/(^|\.)example\.(com|org|net)$|\.(example|test|invalid)$/.test(domain.toLowerCase()) &&
      !/\.google\.com$/.test(domain)
    ) {
      findings.push({ where, message: `holds an address at ${domain}; use example.com.` });
    }
  }
  if (/\b(gh[opsu]_|xox[abposr]-|ya29\.|eyJ[A-Za-z0-9_-]{20,}\.)/.test(text))
    findings.push({ where, message: "holds what looks like a token." });
  if (/(?<![\dA-Za-z])\d{20,}(?![\dA-Za-z])/.test(text))
    findings.push({ where, message: "holds an id of 20 or more digits; use a short made-up one." });
  return findings;
}
