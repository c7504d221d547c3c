// `gateway plugin try`: one real call with a credential of the environment, shown with its requests and responses.
import { sources } from "gateway:plugins";
import { readConfig } from "../../foundation/config/config.ts";
import { StartupError } from "../../foundation/errors.ts";
import type { Platform } from "../../foundation/platform/platform.ts";
import type { Provider } from "../../plugin/index.ts";
import type { SeenBody, SeenExchange } from "../../plugin-kit/try/recorded-fetch.ts";
import { type TryResult, tryEndpoint } from "../../plugin-kit/try/try-endpoint.ts";
import { addedPlugins } from "../../providers/registry/load.ts";
import { columns } from "./columns.ts";
import { namedPlugin } from "./named-plugin.ts";
import { print, printText } from "./print.ts";
import { terminal } from "./terminal.ts";
import { assertFolder, freeFile, writeFixture, writtenText } from "./write-fixture.ts";

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
  const provider = await namedPlugin(plugin, [
    ...sources,
    ...addedPlugins(config.pluginsDir, platform.binaryFolder).sources,
  ]);
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
  if (options.fixture !== undefined)
    return recordTrial(provider, { folder: plugin, name: options.fixture }, trial, options);
  const { outcome, identity: _, ...seen } = trial;
  if (options.json === true) print({ ...seen, ...outcome }, true);
  else printText(textOf(trial, process.stdout.columns ?? (Number(terminal().env.COLUMNS) || DEFAULT_WIDTH)));
  return "failure" in outcome ? 1 : 0;
}

/** `--fixture` alone is `<endpoint>.json`, with a word `<endpoint>.<word>.json`. Returns 1 where it must be completed by hand. */
async function recordTrial(
  provider: Provider,
  { folder, name }: { folder: string; name: unknown },
  trial: TryResult,
  options: Options,
): Promise<number> {
  assertFolder(folder, "--fixture");
  const key = trial.endpoint.slice(provider.id.length + 1);
  const file = freeFile(folder, key, typeof name === "string" ? name : null, "--fixture empty");
  const filled = await writeFixture(provider, { folder, file }, trial, readArguments(String(options.arguments)));
  if (options.json === true) print({ file, missing: filled.missing }, true);
  else printText(writtenText(file, filled));
  return filled.missing === null ? 0 : 1;
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
