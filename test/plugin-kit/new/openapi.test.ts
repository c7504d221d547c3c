// `plugin new --openapi`: plugins out of descriptions load, conform, compile and are formatted; hostile descriptions are refused.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyDocument } from "../../../scripts/client-types.ts";
import { readDescription } from "../../../src/plugin-kit/new/openapi/document.ts";
import { matches } from "../../../src/plugin-kit/new/openapi/operations.ts";
import { writePlugin } from "../../../src/plugin-kit/new/openapi/plugin.ts";
import { conforming } from "../../support/conforming.ts";
import { endProcesses, newFolder, run, runJson, START_MS } from "../../support/gateway-process.ts";
import { ROOT } from "../../support/sources.ts";
import { compile } from "../../support/type-check.ts";

setDefaultTimeout(3 * START_MS);
afterAll(endProcesses);

const noYaml = () => {
  throw new Error("no YAML");
};
const read = (document: unknown) => readDescription(JSON.stringify(document), noYaml);

/** A description of everything that the writer knows, made up. */
const PETS = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  externalDocs: { url: "https://docs.pets.example/" },
  servers: [{ url: "https://{region}.pets.example/v2", variables: { region: { default: "eu" } } }],
  security: [{ oauth: ["pets:read"] }, { key: [] }],
  paths: {
    "/me": { get: { responses: { "200": json({ $ref: "#/components/schemas/Owner" }) } } },
    "/pets": {
      parameters: [{ name: "X-Region", in: "header", required: true, schema: { type: "string" } }],
      get: {
        operationId: "listPets",
        tags: ["Pets"],
        summary: "List the pets of the shop, newest first",
        parameters: [
          {
            name: "petStatus",
            in: "query",
            schema: { type: "string", enum: ["sold", "free"] },
            description: "Which ones.",
          },
          { name: "filter[tag]", in: "query", schema: { type: "array", items: { type: "string" } }, explode: false },
          {
            name: "sort",
            in: "query",
            schema: { type: "string" },
            description: "Which come first; list_pets is slow.",
          },
          {
            name: "bornAfter",
            in: "query",
            schema: { type: "string", format: "date-time" },
            description: "Since then.",
          },
          { $ref: "#/components/parameters/limit" },
          { name: "cursor", in: "query", schema: { type: "string" } },
          {
            name: "deep",
            in: "query",
            style: "deepObject",
            schema: { type: "object", properties: { a: { type: "string" } } },
          },
        ],
        responses: {
          "200": json({
            type: "object",
            properties: {
              data: { type: "array", items: { $ref: "#/components/schemas/Pet" } },
              next: { type: "string" },
            },
          }),
        },
      },
      post: {
        operationId: "createPet",
        tags: ["Pets"],
        summary: "Create a pet in the shop.",
        security: [{ oauth: ["pets:write"] }],
        requestBody: {
          content: {
            "application/json": {
              schema: { allOf: [{ $ref: "#/components/schemas/NewPet" }, { required: ["name"] }] },
            },
          },
        },
        responses: { "201": json({ $ref: "#/components/schemas/Pet" }) },
      },
    },
    "/pets/{petId}": {
      parameters: [
        { name: "petId", in: "path", required: true, description: "The pet's id.", schema: { type: "integer" } },
      ],
      get: {
        operationId: "getPet",
        responses: { "200": json({ anyOf: [{ $ref: "#/components/schemas/Pet" }, { type: "null" }] }) },
      },
      delete: { operationId: "deletePet", responses: { "204": { description: "Gone." } } },
    },
    "/pets/{petId}/photo.{format}": {
      get: { operationId: "getPhoto", responses: { "200": { content: { "image/png": {} } } } },
      post: {
        operationId: "setPhoto",
        requestBody: { content: { "multipart/form-data": {} } },
        responses: { "204": {} },
      },
    },
    "/export.{format}": {
      get: { operationId: "exportPets", responses: { "200": json({ type: "array", items: { type: "string" } }) } },
    },
    "/{tenant}/ping": { post: { operationId: "ping", responses: { "202": {} } } },
    "/Vets": {
      post: {
        operationId: "addVet",
        requestBody: {
          content: {
            "application/x-www-form-urlencoded": {
              schema: { type: "object", properties: { fullName: { type: "string" } } },
            },
          },
        },
        responses: { "200": json({}) },
      },
    },
  },
  components: {
    parameters: { limit: { name: "limit", in: "query", schema: { type: "integer" } } },
    securitySchemes: {
      oauth: {
        type: "oauth2",
        flows: {
          authorizationCode: { authorizationUrl: "https://pets.example/authorize", tokenUrl: "/token", scopes: {} },
        },
      },
      key: { type: "apiKey", in: "header", name: "X-Api-Key" },
      basic: { type: "http", scheme: "basic" },
    },
    schemas: {
      Pet: {
        type: "object",
        required: ["id", "name", "bornAt"],
        properties: {
          id: { type: "integer", format: "int64" },
          name: { type: "string", description: 'The pet\'s "name".' },
          bornAt: { type: "string", format: "date-time" },
          soldOn: { type: ["string", "null"], format: "date" },
          tags: { type: "array", items: { type: "string" } },
          owner: { $ref: "#/components/schemas/Owner" },
          parent: { $ref: "#/components/schemas/Pet" },
          siblings: { type: "array", items: { $ref: "#/components/schemas/Pet" } },
          weight: { oneOf: [{ type: "number" }, { type: "null" }] },
          extra: { type: "object", additionalProperties: true },
          password: { type: "string", writeOnly: true },
          "a.b": { type: "string" },
        },
      },
      NewPet: {
        type: "object",
        properties: {
          id: { type: "integer", readOnly: true },
          name: { type: "string", minLength: 1 },
          home: { type: "object", required: ["city"], properties: { city: { type: "string" } } },
          parent: { $ref: "#/components/schemas/NewPet" },
        },
      },
      Owner: {
        type: "object",
        required: ["id"],
        properties: { id: { type: "string" }, displayName: { type: "string" } },
      },
    },
  },
};

function json(schema: object) {
  return { content: { "application/json": { schema } } };
}

interface Excerpt {
  operations: Record<string, ExcerptOperation>;
  answered?: object;
}
interface Fields {
  properties?: Record<string, object>;
  required?: string[];
}
interface ExcerptOperation {
  path?: Fields;
  query?: Fields;
  body?: object;
  answers: Record<string, object>;
}

/** GitHub's own description of what our plugin calls, out of the excerpt that the tests hold. */
function githubDescription(): object {
  const text = readFileSync(join(ROOT, "test/guarantees/descriptions/github.json"), "utf8");
  const excerpt: Excerpt = JSON.parse(text.replaceAll("#/answered/", "#/components/schemas/"));
  const { operations, answered: schemas = {} } = excerpt;
  // The excerpt lacks what no fixture has values for.
  dropDangling(excerpt, schemas);
  const paths: Record<string, Record<string, object>> = {};
  for (const [label, operation] of Object.entries(operations)) {
    const [method = "", url = ""] = label.split(" ");
    const parameters = (["path", "query"] as const).flatMap((where) =>
      Object.entries(operation[where]?.properties ?? {}).map(([name, schema]) => ({
        name,
        in: where,
        schema,
        required: operation[where]?.required?.includes(name),
      })),
    );
    const responses = Object.fromEntries(
      Object.entries(operation.answers).map(([status, schema]) => [status, json(schema)]),
    );
    const body = operation.body && { requestBody: json(operation.body) };
    const path = decodeURI(new URL(url).pathname);
    paths[path] = { ...paths[path], [method.toLowerCase()]: { parameters, responses, ...body } };
  }
  return { openapi: "3.0.3", servers: [{ url: "https://api.github.com" }], paths, components: { schemas } };
}

/** Takes out references to schemas that are not there. */
function dropDangling(value: unknown, schemas: object): void {
  if (typeof value !== "object" || value === null) return;
  for (const inner of Object.values(value)) {
    const name = (inner as { $ref?: string } | null)?.$ref?.replace("#/components/schemas/", "");
    if (name !== undefined && !Object.hasOwn(schemas, name)) delete (inner as { $ref?: string }).$ref;
    dropDangling(inner, schemas);
  }
}

/** Writes a plugin by the real command. */
async function write(id: string, document: unknown, only: readonly string[]) {
  const dir = newFolder();
  const file = join(dir, "description.json");
  writeFileSync(file, JSON.stringify(document));
  const words = [
    "plugin",
    "new",
    id,
    "--dir",
    dir,
    "--openapi",
    file,
    ...only.flatMap((pattern) => ["--only", pattern]),
  ];
  const { code, json, stdout } = await runJson(words, {});
  return { code, json, stdout, folder: join(dir, id) };
}

/** What the project's formatter and linter say of the plugin's source. */
function styleErrors(folder: string): string {
  const within = join(ROOT, "docs/examples", `scratch-${process.pid}`);
  try {
    for (const name of readdirSync(folder).filter((one) => one.endsWith(".ts")))
      cpSync(join(folder, name), join(within, name));
    const biome = join(ROOT, "node_modules/@biomejs/biome/bin/biome");
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--bun", biome, "check", within], {
      encoding: "utf8",
    });
    return status === 0 ? "" : stdout + stderr;
  } finally {
    rmSync(within, { recursive: true, force: true });
  }
}

async function expectSound(folder: string): Promise<void> {
  expect(await run(["plugin", "check", folder], {})).toMatchObject({ code: 0, stdout: conforming(folder) });
  expect(await compile(folder)).toEqual([]);
  expect(styleErrors(folder)).toBe("");
}

describe("a plugin out of a description", () => {
  test("of a made-up shop has its parameters, bodies, records, sign-in and services, and conforms", async () => {
    const { code, json, folder } = await write("pets", PETS, ["/**"]);
    expect([code, json.endpoints]).toEqual([0, 8]);
    await expectSound(folder);
    const index = readFileSync(join(folder, "index.ts"), "utf8");
    for (const text of [
      'baseUrl: "https://eu.pets.example/v2"',
      'tokenUrl: "https://eu.pets.example/token"',
      'credential: { header: "X-Api-Key" }',
      'read: { scopes: ["pets:read"], description: "Read pets." }',
      'write: { scopes: ["pets:write", "pets:read"], description: "Change pets." }',
      'identity: { upstream: "/me", resource: record({ id: field.id(), name: field.text({ from: "displayName" }) }) }',
      'pet_status: t.Optional(oneOf(["sold", "free"], "Which ones."))',
      '"filter[tag]": query.filter_tag?.join(","),',
      "sort: query.order,",
      "bornAfter: query.born_since,",
      'description: "Which come first; pets_list_pets is slow."',
      "// The provider pages with limit, cursor: declare it with",
      'path: "/pets/{pet_id}"',
      'path: "/api/{tenant}/ping"'.replace("/api", "/ping"),
      "path: path`/export.${params.format}`",
      "form: { fullName: body.full_name }",
      "name: t.String({ minLength: 1,",
    ]) {
      expect(index).toContain(text);
    }
    expect(index).not.toContain("readOnly");
    const records = readFileSync(join(folder, "records.ts"), "utf8");
    expect(records).toContain("// Left out, because their type is unknown: parent, siblings, extra, a.b.");
    expect(records).toContain('born_at: field.time({ from: "bornAt" })');
    expect(records).toContain('sold_on: field.nullableDay({ from: "soldOn" })');
    expect(records).not.toContain("password");
    expect(json.to_do).toEqual(
      expect.arrayContaining([
        "GET /pets/{petId}/photo.{format} is left out: its response is image/png, not JSON.",
        expect.stringContaining("POST /pets/{petId}/photo.{format} is left out: its body is multipart/form-data"),
        "listPets: the header X-Region is required: add it to `headers`, or to the request.".replace(
          "listPets",
          "list_pets",
        ),
        "list_pets: the parameter deep is left out: it is not a string, number, boolean or list of these.",
      ]),
    );
  });

  test("of GitHub's own conforms", async () => {
    const { code, json, folder } = await write("hub", githubDescription(), ["/repos/{owner}/{repo}/**", "GET /user*"]);
    expect(code).toBe(0);
    expect(json.endpoints).toBeGreaterThan(10);
    await expectSound(folder);
  });

  test("of the gateway's own API conforms", async () => {
    const { code, json, folder } = await write("inner", await keyDocument(), [
      "/api/v1/notion/**",
      "/api/v1/usage*",
      "/api/v1/accounts*",
    ]);
    expect(code).toBe(0);
    expect(json.endpoints).toBeGreaterThan(10);
    await expectSound(folder);
  });

  test("in YAML is the same", async () => {
    const dir = newFolder();
    const file = join(dir, "pets.yaml");
    const yaml = `openapi: 3.0.3
info: { title: Pets }
servers:
  - url: https://api.pets.example
paths:
  /pets/{id}:
    get:
      operationId: getPet
      responses:
        "200":
          content:
            application/json:
              schema: { type: object, nullable: true, properties: { id: { type: string }, name: { type: string, nullable: true } } }
`;
    writeFileSync(file, yaml);
    const { code } = await runJson(["plugin", "new", "pets", "--dir", dir, "--openapi", file, "--only", "get*"], {});
    expect(code).toBe(0);
    expect((await run(["plugin", "check", join(dir, "pets")], {})).stdout).toBe(conforming(join(dir, "pets")));
  });
});

describe("patterns", () => {
  const filesOf = (...only: string[]) => writePlugin("pets", read(PETS), only).files["index.ts"] ?? "";
  const keysOf = (...only: string[]) =>
    [...filesOf(...only).matchAll(/^ {4}(\w+): endpoint\(/gm)].map(([, key]) => key);

  test("choose by operationId, by path, and by method with path", () => {
    expect(keysOf("getPet")).toEqual(["get_pet"]);
    expect(keysOf("*Pet")).toEqual(["create_pet", "get_pet", "delete_pet"]);
    expect(keysOf("/pets")).toEqual(["list_pets", "create_pet"]);
    expect(keysOf("GET /pets*")).toEqual(["list_pets"]);
    expect(keysOf("get /pets/*", "ping")).toEqual(["get_pet", "ping"]);
  });

  test("that match nothing, or too much, are refused", () => {
    expect(() => keysOf("nothing")).toThrow("--only matches none of the 10 operations, such as GET /me, GET /pets,");
    const paths = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`/p${i}`, { get: {} }]));
    expect(() => writePlugin("pets", read({ ...PETS, paths }), ["/**"])).toThrow(
      "--only matches 101 operations; choose at most 100.",
    );
  });

  test("take time in proportion to text and pattern", () => {
    expect(matches("a".repeat(500), "*a".repeat(200).concat("b"))).toBe(false);
    expect([matches("/a/b", "/*"), matches("/a/b", "/**"), matches("/a", "/a"), matches("", "*")]).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

describe("a hostile description", () => {
  const refused = (document: unknown) => () =>
    writePlugin("pets", typeof document === "string" ? readDescription(document, Bun.YAML.parse) : read(document), [
      "/**",
    ]);
  const withSchema = (schema: unknown, schemas: object = {}) => ({
    ...PETS,
    paths: { "/a": { get: { responses: { "200": json(schema as object) } } } },
    components: { schemas },
  });

  test("is refused where it is no OpenAPI 3.0 or 3.1, too deep, or too large", () => {
    expect(refused("{")).toThrow("The description is neither JSON nor YAML: ");
    expect(refused({ swagger: "2.0" })).toThrow("This is Swagger 2: convert it first.");
    expect(refused({ openapi: "4.0.0" })).toThrow("of version 3.0 or 3.1");
    expect(refused("[".repeat(200) + "]".repeat(200))).toThrow("nested deeper than 100 levels");
    expect(() => readDescription(" ".repeat(32 * 1024 * 1024 + 1), noYaml)).toThrow("larger than 32 MiB");
    // As YAML with aliases is read: little text, and lists that stand in each other ten times each.
    const bomb = Array.from({ length: 9 }).reduce<unknown[]>((inner) => Array(10).fill(inner), []);
    expect(() => readDescription("openapi: 3.0.0", () => ({ openapi: "3.0.0", bomb }))).toThrow(
      "contains more than 3000000 values",
    );
    const endless: Record<string, unknown> = { openapi: "3.0.0" };
    endless.self = endless;
    expect(() => readDescription("openapi: 3.0.0", () => endless)).toThrow("nested deeper than 100 levels");
  });

  test("is refused where it refers to other files or addresses, to nothing, or in a circle", () => {
    for (const reference of ["https://evil.example/x.json", "./other.yaml#/a", "file:///etc/passwd"]) {
      expect(refused(withSchema({ $ref: reference }))).toThrow(`refers to another file or address, ${reference}`);
    }
    expect(refused(withSchema({ $ref: "#/components/schemas/none" }))).toThrow(
      "has nothing at #/components/schemas/none",
    );
    expect(refused(withSchema({ $ref: "#/__proto__/constructor" }))).toThrow("has nothing at #/__proto__");
    const circle = { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } };
    expect(refused(withSchema({ $ref: "#/components/schemas/A" }, circle))).toThrow("never end at a value");
    const bush = { A: { allOf: Array(50).fill({ $ref: "#/components/schemas/A" }) } };
    expect(refused(withSchema({ $ref: "#/components/schemas/A" }, bush))).toThrow("too many schemas");
  });

  test("puts no code of its own into the plugin", async () => {
    const evil = '"]); evil(); /* ` ${evil()} */ // \u2028 \n */ evil("';
    const { folder, code } = await write(
      "pets",
      {
        ...PETS,
        info: { title: evil.slice(0, 20) },
        servers: [{ url: `https://api.pets.example/${evil}` }],
        paths: {
          "/a`${evil()}": { get: { responses: { "200": json({}) } } },
          "/b/{x}${evil}": { get: { responses: { "200": json({}) } } },
          "/c/{`}": { get: { responses: { "200": json({}) } } },
          "/ok/{constructor}": {
            get: {
              operationId: evil,
              tags: [evil],
              summary: evil,
              description: evil,
              parameters: [
                { name: evil, in: "query", description: evil, schema: { type: "string", enum: [evil, "b"] } },
                { name: "__proto__", in: "query", schema: { type: "string" } },
              ],
              responses: {
                "200": json({
                  type: "object",
                  properties: {
                    [evil]: { type: "string", description: evil },
                    constructor: { type: "string" },
                    ok: { type: "array" },
                  },
                }),
              },
            },
          },
        },
      },
      ["/**"],
    );
    expect(code).toBe(0);
    await expectSound(folder);
    for (const name of ["index.ts", "records.ts"]) {
      const source = readFileSync(join(folder, name), "utf8");
      const bare = source.replace(/\/\/.*$/gm, "").replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/g, "");
      expect(bare).not.toContain("evil()");
    }
  });

  test("is not fetched, and goes with --only", async () => {
    const dir = newFolder();
    const base = ["plugin", "new", "pets", "--dir", dir];
    const errors = await Promise.all([
      run([...base, "--openapi", "https://evil.example/openapi.json", "--only", "x"], {}),
      run([...base, "--openapi", join(dir, "none.json"), "--only", "x"], {}),
      run([...base, "--only", "x"], {}),
    ]);
    expect(errors.map(({ code, stderr }) => [code, stderr])).toEqual([
      [1, "--openapi takes a file: download the description first.\n"],
      [1, `There is no file ${join(dir, "none.json")}.\n`],
      [1, "--only needs --openapi.\n"],
    ]);
    expect(readdirSync(dir)).toEqual([]);
  });
});

test("without --only the operations are listed, the first 50", async () => {
  const dir = newFolder();
  const file = join(dir, "many.json");
  const paths = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`/things/${at}`, { get: at === 0 ? { operationId: "getThing" } : {} }]),
  );
  writeFileSync(file, JSON.stringify({ openapi: "3.0.0", info: { title: "Many" }, paths }));
  const { code, stderr } = await run(["plugin", "new", "pets", "--dir", dir, "--openapi", file], {});
  const lines = stderr.trimEnd().split("\n");
  expect([code, lines.length, lines[0], lines[1], lines[2], lines.at(-1)]).toEqual([
    1,
    52,
    "--openapi needs --only. Name operations, by path or operationId, of these 60:",
    "  GET /things/0 (getThing)",
    "  GET /things/1",
    "  and 10 more",
  ]);
});
