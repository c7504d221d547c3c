// No body stops the process: what is done with it at once is bounded, for every route and in every shape.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { TObject } from "@sinclair/typebox";
import { AppError, type InputError } from "../../src/errors.ts";
import { checkInput, type ExtraChecks } from "../../src/http/input.ts";
import { buildRegistry } from "../../src/registry/registry.ts";
import { readArguments } from "../../src/tools/arguments.ts";
import { builtInPlugins } from "../support/built-in.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { largestBodies } from "./largest-bodies.ts";

/** Milliseconds of this process's own time, which other processes do not add to; 100 on a quiet machine. */
const MOST_MS = 300;
const DEFAULT_BYTES = 1024 * 1024;

interface Sized {
  body: TObject;
  maxBodyBytes?: number;
}

/** The process's own time that the work takes, in milliseconds. */
function cpuOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe("S-107: at once a request costs at most a part of a second,", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded" });
  }, 60_000);
  afterAll(() => gateway.close());

  /** Reads the body once, and names what took too long, or what gave too many errors. */
  const problemOf = (bytes: Uint8Array, read: (bytes: Uint8Array) => unknown): string | null => {
    let errors = 0;
    const once = () =>
      cpuOf(() => {
        try {
          read(bytes);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          const all = (error.details.errors ?? []) as InputError[];
          // Each part of a request has 20 at most.
          errors = Math.max(0, ...[...Map.groupBy(all, (one) => one.in).values()].map((part) => part.length));
        }
      });
    // The garbage of the request before is collected in one of them.
    const ms = once();
    const best = ms > MOST_MS ? Math.min(ms, once(), once()) : ms;
    if (best > MOST_MS) return `${best.toFixed(0)} ms`;
    return errors > 20 ? `${errors} errors` : null;
  };

  const problemsOf = (name: string, schemas: Sized, read: (bytes: Uint8Array) => unknown, around = ["", ""]) => {
    const size = (schemas.maxBodyBytes ?? DEFAULT_BYTES) - 1_000;
    return [...largestBodies(schemas.body, size)].flatMap(([shape, make]) => {
      const bytes = new TextEncoder().encode(around[0] + make() + around[1]);
      const problem = problemOf(bytes, read);
      return problem === null ? [] : [`${name}, ${shape}: ${problem}`];
    });
  };
  const request = new Request("http://gateway/", { method: "POST", headers: { "content-type": "application/json" } });
  const owner = { userId: crypto.randomUUID(), accountId: null };

  test("whatever the body of a route", () => {
    const problems = gateway.app.routes.flatMap((route) => {
      const { body } = route;
      if (!body) return [];
      const check: ExtraChecks = (passed, errors) =>
        route.access === "public" ? [] : (route.check?.(passed, errors, owner) ?? []);
      return problemsOf(`${route.method} ${route.path}`, { ...route, body }, (bytes) =>
        checkInput(route, request, {}, bytes, check),
      );
    });
    expect(problems).toEqual([]);
  }, 600_000);

  test("whatever the arguments of a call by name", async () => {
    const { endpoints } = buildRegistry(await builtInPlugins());
    const tools = ["google_gmail_send_message", "github_create_issue", "notion_create_page", "airtable_create_records"];
    const problems = endpoints.flatMap((endpoint) => {
      const { body } = endpoint.input;
      if (!body || !tools.includes(endpoint.tool)) return [];
      const { maxBodyBytes } = endpoint;
      const read = (bytes: Uint8Array) => readArguments(endpoint, request, bytes, () => []);
      return problemsOf(endpoint.tool, { body, maxBodyBytes }, read, ['{"arguments":', "}"]);
    });
    expect(problems).toEqual([]);
  }, 600_000);

  test("whatever its query", () => {
    const queries = ["a&".repeat(8_000), "limit=1&".repeat(2_000), "%&".repeat(8_000), "%ff=1&".repeat(2_700)];
    const problems = gateway.app.routes.flatMap((route) =>
      queries.flatMap((query) => {
        const asked = new Request(`http://gateway/?${query}`);
        const problem = problemOf(new Uint8Array(), () =>
          checkInput({ query: route.query }, asked, {}, new Uint8Array()),
        );
        return problem === null ? [] : [`${route.path}, ${query.slice(0, 10)}: ${problem}`];
      }),
    );
    expect(problems).toEqual([]);
  }, 120_000);
});
