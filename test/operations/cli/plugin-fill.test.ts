// `gateway plugin check --fill`: fixtures that have only the call and the responses are completed, and nothing else changes.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { conforming } from "../../support/conforming.ts";
import { endProcesses, newFolder, run, runJson, START_MS } from "../../support/gateway-process.ts";
import { ROOT } from "../../support/sources.ts";

setDefaultTimeout(2 * START_MS);
afterAll(endProcesses);

interface Exchange {
  like?: string;
  request?: { headers?: unknown };
  response?: unknown;
}
interface Fixture {
  like?: string;
  call?: object;
  upstream?: Exchange[];
  result?: unknown;
  failure?: unknown;
}

/** A copy of a plugin's folder, whose fixtures are read and written by name. */
function copyOf(plugin: string) {
  const folder = join(newFolder(), plugin.split("/").at(-1) as string);
  cpSync(join(ROOT, plugin), folder, { recursive: true });
  const file = (name: string) => join(folder, "fixtures", `${name}.json`);
  return {
    folder,
    text: (name: string) => readFileSync(file(name), "utf8"),
    read: (name: string): Fixture => JSON.parse(readFileSync(file(name), "utf8")),
    write: (name: string, fixture: Fixture) => writeFileSync(file(name), `${JSON.stringify(fixture, null, 2)}\n`),
    names: () =>
      readdirSync(join(folder, "fixtures"))
        .sort()
        .flatMap((name) => name.match(/^(.*)\.json$/)?.[1] ?? []),
  };
}

/** What a contributor would write: the call, and the responses or exchanges that others share. */
const bare = ({ like, call, upstream = [] }: Fixture): Fixture => ({
  ...(like !== undefined && { like }),
  ...(call && { call }),
  ...((like === undefined || upstream.some(hasResponse)) && { upstream: upstream.map(bareExchange) }),
});
const hasResponse = ({ like, response }: Exchange) => like !== undefined || response !== undefined;
const bareExchange = (exchange: Exchange): Exchange =>
  exchange.like === undefined && exchange.response !== undefined ? { response: exchange.response } : exchange;
/** Which headers a request must have is a person's to write. */
const hasOwnHeaders = ({ upstream = [] }: Fixture) =>
  upstream.some(({ request }) => Object.keys(request?.headers ?? {}).includes("user-agent"));

describe("plugin check --fill", () => {
  for (const plugin of ["docs/examples/acme", "plugins/notion", "plugins/discord"]) {
    test(`writes requests, results and failures of ${plugin} as they were`, async () => {
      const copy = copyOf(plugin);
      const before = new Map(copy.names().map((name) => [name, copy.read(name)]));
      // A failure that carries more than its name, or that a provider says with 200, is a person's to write.
      const plain = [...before].filter(
        ([, { failure, upstream = [], ...fixture }]) =>
          !hasOwnHeaders({ upstream, ...fixture }) &&
          (failure === undefined ||
            (typeof failure === "string" &&
              upstream.some(({ response }) => Number((response as { status?: number }).status) >= 300))),
      );
      // One that is like another in all but its call is bare already.
      const bared = plain.filter(([, fixture]) => !isDeepStrictEqual(bare(fixture), fixture));
      expect(plain.length).toBeGreaterThan(5);
      for (const [name, fixture] of plain) copy.write(name, bare(fixture));
      const { json } = await runJson(["plugin", "check", copy.folder, "--fill"], {});
      const [{ filled, findings }] = json.plugins;
      expect(findings).toEqual([]);
      expect(filled.map(({ file }: { file: string }) => file)).toEqual(
        bared.map(([name]) => `fixtures/${name}.json`).sort(),
      );
      for (const [name, { result, failure }] of plain) {
        expect([name, copy.read(name).result, copy.read(name).failure]).toEqual([name, result, failure]);
      }
    });
  }

  for (const plugin of ["plugins/shopify", "plugins/github"]) {
    test(`writes requests and results of the sources of ${plugin} as they were`, async () => {
      const copy = copyOf(plugin);
      const results = ["subscribed", "isActive", "page"];
      const names = readdirSync(join(copy.folder, "fixtures/sources")).map((name) => `sources/${name.slice(0, -5)}`);
      const before = names.flatMap((name): [string, Fixture & Record<string, unknown>][] => {
        const fixture = copy.read(name) as Fixture & Record<string, unknown>;
        return fixture.failure === undefined ? [[name, fixture]] : [];
      });
      for (const [name, { upstream = [], ...fixture }] of before) {
        const given = Object.entries(fixture).filter(
          ([part]) => !results.includes(part) && !(part === "position" && name.includes(".start")),
        );
        copy.write(name, { ...Object.fromEntries(given), ...bare({ like: fixture.like, upstream }) });
      }
      const { json } = await runJson(["plugin", "check", copy.folder, "--fill"], {});
      expect(json.plugins[0].findings).toEqual([]);
      expect(before.length).toBeGreaterThan(3);
      const endOf = (fixture: object) =>
        [...results, "position"].map((part) => (fixture as Record<string, unknown>)[part]);
      for (const [name, fixture] of before)
        expect([name, ...endOf(copy.read(name))]).toEqual([name, ...endOf(fixture)]);
    });
  }

  test("prints what it wrote, and writes nothing the second time", async () => {
    const copy = copyOf("docs/examples/acme");
    const whole = copy.read("update_task");
    copy.write("update_task", bare(whole));
    const { code, stdout } = await run(["plugin", "check", copy.folder, "--fill"], {});
    expect([code, stdout]).toEqual([
      0,
      `fixtures/update_task.json: wrote upstream[0].request, result\n${conforming(copy.folder)}`,
    ]);
    const text = copy.text("update_task");
    expect((await run(["plugin", "check", copy.folder, "--fill"], {})).stdout).toBe(conforming(copy.folder));
    expect(copy.text("update_task")).toBe(text);
  });

  test("writes the request alone where a response is missing, and says which", async () => {
    const copy = copyOf("docs/examples/acme");
    const { call } = copy.read("update_task");
    copy.write("update_task", { call: call as object });
    const fixture = join(copy.folder, "fixtures/update_task.json");
    const { code, stdout } = await run(["plugin", "check", fixture, "--fill"], {});
    expect(code).toBe(1);
    expect(stdout).toStartWith(
      "fixtures/update_task.json: wrote upstream[0].request\n" +
        "fixtures/update_task.json: not filled: upstream[0] needs the response to PATCH https://api.acme.example/v1/tasks/1: add it, and run --fill again.\n",
    );
    const { upstream, result } = copy.read("update_task");
    expect(upstream?.[0]?.request).toMatchObject({ method: "PATCH", url: "https://api.acme.example/v1/tasks/1" });
    expect([upstream?.[0]?.response, result]).toEqual([undefined, undefined]);
  });

  test("keeps a request and a result that are there, right or wrong, unless --overwrite says so", async () => {
    const copy = copyOf("docs/examples/acme");
    const whole = copy.read("update_task");
    copy.write("update_task", { ...whole, result: { id: "wrong" } });
    const text = copy.text("update_task");
    const fixture = join(copy.folder, "fixtures/update_task.json");
    const kept = await run(["plugin", "check", fixture, "--fill"], {});
    expect(kept.code).toBe(1);
    expect(kept.stdout).not.toContain("wrote");
    expect(copy.text("update_task")).toBe(text);
    const others = new Map(copy.names().map((name) => [name, copy.text(name)]));
    const { code, stdout } = await run(["plugin", "check", fixture, "--fill", "--overwrite"], {});
    expect([code, stdout]).toEqual([0, `fixtures/update_task.json: wrote result\n${conforming(copy.folder)}`]);
    expect(copy.read("update_task")).toEqual(whole);
    for (const [name, before] of others) if (name !== "update_task") expect(copy.text(name)).toBe(before);
  });

  test("takes no failure of the plugin's own for an expectation", async () => {
    const copy = copyOf("docs/examples/acme");
    const { call } = copy.read("update_task");
    copy.write("update_task", { call: call as object, upstream: [{ response: { json: { name: "no task" } } }] });
    const { code, stdout } = await run(["plugin", "check", copy.folder, "--fill"], {});
    expect(code).toBe(1);
    expect(stdout).toContain(
      'not filled: The call failed with "error" (The provider\'s response lacks a required field',
    );
    expect(copy.read("update_task")).not.toHaveProperty("failure");
  });

  test("takes a refusal with status 200 for what the fixture declares", async () => {
    const copy = copyOf("plugins/slack");
    const { call, upstream, failure } = copy.read("update_message.not-own");
    expect(failure).toBeDefined();
    expect(upstream?.map(({ response }) => response)).toEqual([
      expect.not.objectContaining({ status: expect.anything() }),
    ]);
    copy.write("update_message.not-own", { ...bare({ call, upstream }), failure });
    const fixture = join(copy.folder, "fixtures/update_message.not-own.json");
    const { code, stdout } = await run(["plugin", "check", fixture, "--fill"], {});
    expect([code, stdout.split("\n")[0]]).toEqual([
      0,
      "fixtures/update_message.not-own.json: wrote upstream[0].request",
    ]);
    expect(stdout).not.toContain("not filled");
  });

  test("leaves a fixture alone that it could not write again as it is", async () => {
    const copy = copyOf("docs/examples/acme");
    const file = join(copy.folder, "fixtures/update_task.json");
    const text =
      '{ "call": { "params": { "id": "7" } }, "upstream": [{ "response": { "json": { "id": 12345678901234567890 } } }] }';
    writeFileSync(file, text);
    expect((await run(["plugin", "check", file, "--fill"], {})).stdout).toContain(
      "It contains the number 12345678901234567890, which would change when it is written: fill it by hand.",
    );
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test("needs a folder, and --overwrite needs --fill", async () => {
    const sentences = await Promise.all([
      run(["plugin", "check", "--fill"], {}),
      run(["plugin", "check", newFolder(), "--overwrite"], {}),
    ]);
    expect(sentences.map(({ code, stderr }) => [code, stderr])).toEqual([
      [1, "--fill needs the folder of a plugin, or one of its fixtures.\n"],
      [1, "--overwrite needs --fill.\n"],
    ]);
  });
});
