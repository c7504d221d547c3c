// `gateway plugin try`: one real call with a credential of the environment, shown with its requests and responses.
import { sources } from "gateway:plugins";
import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readConfig } from "../../foundation/config/config.ts";
import { StartupError } from "../../foundation/errors.ts";
import type { Platform } from "../../foundation/platform/platform.ts";
import type { Provider } from "../../plugin/index.ts";
import { PACKAGE_PREFIX } from "../../plugin-kit/check/declarations.ts";
import type { SeenBody, SeenExchange } from "../../plugin-kit/try/recorded-fetch.ts";
import { type TryResult, tryEndpoint } from "../../plugin-kit/try/try-endpoint.ts";
import { addedPlugins, loadPlugins, type PluginSource } from "../../providers/registry/load.ts";
import { RESERVED_IDS } from "../../server/reserved-ids.ts";
import { columns } from "./columns.ts";
import { print, printText } from "./print.ts";
import { terminal } from "./terminal.ts";

type Options = Record<string, unknown>;

/** The width if the output is not a terminal. */
const DEFAULT_WIDTH = 80;
/** Headers that say something to the writer of a plugin; `--json` has all. */
const PRINTED_HEADERS = /^(?:content-type|link|location|retry-after|etag)$|rate-?limit/;

/** Returns 1 where the call failed. */
export async function tryPlugin(
  platform: Platform,
  { plugin, endpoint }: { plugin: string; endpoint: string },
  options: Options,
): Promise<number> {
  const config = readConfig(terminal().env);
  const provider = await pluginOf(plugin, addedPlugins(config.pluginsDir, platform.binaryFolder).sources);
  const trial = await tryEndpoint({
    provider,
    endpoint,
    arguments: readArguments(String(options.arguments)),
    settings: config.provider(provider.id, Object.keys(provider.settings ?? {})),
    env: terminal().env,
    fetch: (url, init) => fetch(url, init),
    ...(options.auth !== undefined && { auth: String(options.auth) }),
    mayWrite: options.write === true,
    withIdentity: options.withIdentity === true,
  });
  const { outcome, ...seen } = trial;
  if (options.json === true) print({ ...seen, ...outcome }, true);
  else printText(textOf(trial, process.stdout.columns ?? (Number(terminal().env.COLUMNS) || DEFAULT_WIDTH)));
  return "failure" in outcome ? 1 : 0;
}

function readArguments(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The check below refuses what is no object.
    value = null;
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new StartupError("--arguments must be an object in JSON, such as '{\"limit\": 5}'.");
}

/** A plugin by its folder, or by its id among those that the gateway would serve. */
async function pluginOf(name: string, added: readonly PluginSource[]): Promise<Provider> {
  const file = join(resolve(name), "index.ts");
  const isFolder = existsSync(file) && statSync(file).isFile();
  const isOf = (source: PluginSource) =>
    source.file
      .replaceAll("\\", "/")
      .replace(/(?:\/index)?\.ts$/, "")
      .split("/")
      .at(-1)
      ?.replace(PACKAGE_PREFIX, "") === name;
  const load = () => import(pathToFileURL(file).href) as Promise<{ default?: unknown }>;
  const served = [...sources, ...added].filter(isOf);
  const [provider] = await loadPlugins(served.length > 0 || !isFolder ? served : [{ file, load }], RESERVED_IDS);
  if (provider) return provider;
  throw new StartupError(`There is no plugin "${name}": give its id (see plugin list) or its folder.`);
}

function textOf({ exchanges, outcome }: TryResult, width: number): string {
  const result =
    "result" in outcome
      ? { title: "Result", text: pretty(outcome.result) }
      : { title: "Failure", text: pretty(outcome.failure) };
  const blocks = exchanges.map((exchange, i) => {
    const number = exchanges.length === 1 ? "" : ` ${i + 1} of ${exchanges.length}`;
    const panels = [
      { title: `Request${number}`, text: requestText(exchange) },
      { title: `Response${number}`, text: responseText(exchange) },
    ];
    return columns(i === exchanges.length - 1 ? [...panels, result] : panels, width);
  });
  return blocks.length === 0 ? columns([result], width) : blocks.join("\n\n");
}

function requestText({ request }: SeenExchange): string {
  const headers = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`);
  return escaped([`${request.method} ${request.url}`, ...headers].join("\n") + bodyText(request));
}

function responseText({ response }: SeenExchange): string {
  if (!response) return "(none)";
  const headers = Object.entries(response.headers).filter(([name]) => PRINTED_HEADERS.test(name));
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return escaped([`Status ${response.status}`, ...lines].join("\n") + bodyText(response));
}

function bodyText({ json, text, isCut }: SeenBody): string {
  if (json === undefined && text === undefined) return "";
  const body = json === undefined ? text : JSON.stringify(json, null, 2);
  return `\n\n${body}${isCut ? "\n(truncated)" : ""}`;
}

const pretty = (value: unknown) => escaped(JSON.stringify(value, null, 2));

/** A provider's text must not steer the terminal. */
function escaped(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
