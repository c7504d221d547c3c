// Examples of provider calls for the API document, from the plugins' fixtures.
import type { RouteExample } from "../../web/http/openapi-examples.ts";
import type { RegisteredEndpoint, Registry } from "../registry/registry.ts";

/** What an example takes of a fixture (plugin-kit/check/fixture.ts). */
export interface RecordedCall {
  call?: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
  result?: unknown;
}
export type RecordedCalls = Record<string, RecordedCall>;

/** Keyed by route id. A plugin from the operator's folder has none; its examples come from its schemas. */
export async function recordedExamples(registry: Registry): Promise<ReadonlyMap<string, RouteExample>> {
  const { examples } = await import("gateway:examples");
  const calls = await examples();
  return new Map(
    registry.endpoints.flatMap((endpoint): [string, RouteExample][] => {
      const recorded = Object.hasOwn(calls, endpoint.tool) ? calls[endpoint.tool] : undefined;
      if (!recorded) return [];
      const { params, query, body } = recorded.call ?? {};
      return [[endpoint.tool, { params, query, body, data: dataOf(endpoint, recorded.result) }]];
    }),
  );
}

/** A fixture's result in the form that callers get. */
function dataOf({ def: { returns } }: RegisteredEndpoint, result: unknown): unknown {
  switch (returns.kind) {
    case "one":
      return result;
    case "many": {
      const { items, next } = result as { items: unknown[]; next: unknown };
      return { [returns.collection]: items, next_cursor: next === null ? null : "eyJ…" };
    }
    case "stream":
      return { [returns.collection]: (result as { items: unknown[] }).items, is_complete: true };
    case "file": {
      const { id, name, mimeType, text } = result as Record<string, string>;
      const size = new TextEncoder().encode(text).byteLength;
      return { id, name, mime_type: mimeType, size, encoding: "utf-8", content: text };
    }
    case "deleted":
      return { deleted: true };
  }
}

export type ToolExamples = ReadonlyMap<string, Pick<RouteExample, "params" | "query" | "body">>;

/** What a recorded call of each tool was given, by the tool's name. */
export const toolExamples = (registry: Registry): Promise<ToolExamples> => recordedExamples(registry);
