// Runs a plugin's endpoint over its fixtures' responses, with changed input or responses, and records the requests.

import type { AnyCall } from "../../src/plugin/index.ts";
import type { Fixture } from "../../src/plugin-kit/check/fixture.ts";
import { parseFixture, readFixtures } from "../../src/plugin-kit/check/fixture-files.ts";
import { pageOf, uploadOf } from "../../src/plugin-kit/check/replay-call.ts";
import { fileData } from "../../src/providers/calls/file.ts";
import { itemStreamData } from "../../src/providers/calls/item-stream.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../src/providers/registry/registry.ts";
import { execute, type Result } from "../../src/providers/upstream/execute.ts";
import { resolveTarget } from "../../src/providers/upstream/target.ts";
import { builtInPlugins, PLUGIN_IDS, PLUGINS_FOLDER } from "./built-in.ts";

export interface EndpointFixtures {
  endpoint: RegisteredEndpoint;
  fixtures: Fixture[];
}

/** Every endpoint of every plugin in plugins/ with its fixtures. */
export async function endpointFixtures(): Promise<EndpointFixtures[]> {
  const files = new Map(PLUGIN_IDS.map((id) => [id, readFixtures(PLUGINS_FOLDER + id)]));
  return buildRegistry(await builtInPlugins()).endpoints.map((endpoint) => ({
    endpoint,
    fixtures: (files.get(endpoint.provider.id) ?? [])
      .filter(({ name: key }) => key === endpoint.key)
      .map(({ text }) => parseFixture(text) as Fixture),
  }));
}

/** One fixture in full, with what it shares; `name` such as get_user. */
export function fixtureOf(plugin: string, name: string): Fixture {
  const found = readFixtures(PLUGINS_FOLDER + plugin).find(({ where }) => where === `fixtures/${name}.json`);
  if (!found) throw new Error(`There is no fixture ${name} of ${plugin}.`);
  return parseFixture(found.text) as Fixture;
}

/** A request as the provider would receive it. */
export interface SentRequest {
  method: string;
  url: URL;
  type: string;
  body: string;
}

export type Exchanges = readonly { request: Fixture["upstream"][number]["request"]; answer: Response }[];

const never = new AbortController().signal;
const NOW = Date.parse("2026-01-01T00:00:00Z");

/** The recorded exchanges, with responses that can be read once. */
export function exchangesOf(fixture: Fixture): Exchanges {
  return fixture.upstream.map(({ request, response: { status = 200, headers, json, text } }) => {
    const body = [204, 205, 304].includes(status) ? null : (text ?? (json === undefined ? "" : JSON.stringify(json)));
    const type = { "content-type": "application/json", ...headers };
    return { request, answer: new Response(body, { status, headers: type }) };
  });
}

export function callOf({ call }: Fixture): AnyCall {
  return {
    params: { ...call?.params },
    query: { ...call?.query } as Record<string, unknown>,
    body: { ...call?.body } as Record<string, unknown>,
    page: pageOf(call),
    identity: { id: "1", name: "ada", tenant: {}, ...call?.identity },
    idempotencyKey: "idempotency-key-of-the-fixture",
    upload: uploadOf(call?.upload),
  };
}

/** Runs the call; each request gets the next exchange of its method and path, or else the next exchange. */
export async function replay(
  endpoint: RegisteredEndpoint,
  call: AnyCall,
  exchanges: Exchanges,
): Promise<{ outcome: Result | Error; sent: SentRequest[] }> {
  const sent: SentRequest[] = [];
  const left = [...exchanges];
  const fetch = async (url: string, init: RequestInit) => {
    const { method = "GET", headers, body } = init;
    sent.push({
      method,
      url: new URL(url),
      type: (headers as Record<string, string>)["content-type"] ?? "",
      body: String(body ?? ""),
    });
    const path = url.split("?")[0];
    const fits = ({ request }: Exchanges[number]) =>
      (request.method ?? "GET") === method && request.url.split("?")[0] === path;
    const [next] = left.splice(Math.max(0, left.findIndex(fits)), 1);
    return next?.answer ?? new Response("{}");
  };
  const outcome = await execute(endpoint, call, {
    target: resolveTarget(endpoint.provider, { botToken: "bot" }),
    tokens: { access: "token", others: { [endpoint.def.credential ?? "other"]: "token" } },
    fetch,
    signal: never,
    now: () => NOW,
    countRequest: () => {},
  }).catch((error: unknown) => error as Error);
  return { outcome, sent };
}

/** The data of the gateway's response; an error is thrown. */
export async function dataOf(outcome: Result | Error): Promise<unknown> {
  if (outcome instanceof Error) throw outcome;
  if (outcome.kind === "file") return fileData(outcome.file, 1_000);
  if (outcome.kind === "stream") return itemStreamData(outcome, 1_000);
  if (outcome.kind === "deleted") return { deleted: true };
  return outcome.kind === "one" ? outcome.data : { [outcome.collection]: outcome.items, next_cursor: outcome.next };
}
