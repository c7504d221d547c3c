// Checks the documentation against the program: links, generated pages, the example, and every public name.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { providersPage } from "../../scripts/describe-providers.ts";
import { roomsPage, WINGS } from "../../scripts/describe-rooms.ts";
import { settingsFileErrors } from "../../src/foundation/config/providers-file.ts";
import { ERROR_REASONS, REASONS } from "../../src/foundation/error-reasons.ts";
import { AppError, type ErrorCode } from "../../src/foundation/errors.ts";
import { GATEWAY_PERMISSIONS } from "../../src/identity/keys/permissions.ts";
import { checkPlugin } from "../../src/plugin-kit/check/check-plugin.ts";
import { loadPlugins, pluginsInFolder } from "../../src/providers/registry/load.ts";
import { buildRegistry } from "../../src/providers/registry/registry.ts";
import { guideNames } from "../../src/reference/files.ts";
import { errorResponse, STATUS } from "../../src/web/http/errors.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { ROOT, textsIn } from "../support/sources.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const namesIn = (folder: string) => readdirSync(join(ROOT, folder));
const GUIDES = guideNames(join(ROOT, "docs")).map((name) => `docs/${name}.md`);
const PAGES = [
  ...namesIn(".").filter((name) => name.endsWith(".md")),
  "bench/RESULTS.md",
  "test/README.md",
  "client/README.md",
  ...GUIDES,
  ...WINGS.map((name) => `src/${name}/README.md`),
  ...namesIn("plugins").flatMap((name) =>
    existsSync(join(ROOT, `plugins/${name}/README.md`)) ? [`plugins/${name}/README.md`] : [],
  ),
];
const CODE = /^ *```[\s\S]*?^ *```/gm;

/** The text of a guide with all its pages. */
const guideText = (guide: string) =>
  GUIDES.filter((page) => page === guide || dirname(page) === guide.slice(0, -".md".length))
    .map(read)
    .join("\n");

/** Names that begin no code span of the pages. */
function missingFrom(pages: string | readonly string[], names: Iterable<string>): string[] {
  const text = [pages].flat().map(read).join("\n");
  const isDocumented = (name: string) => new RegExp(`\`${RegExp.escape(name)}(?![\\w-])`).test(text);
  return [...new Set(names)].filter((name) => !isDocumented(name));
}

/** All captures of `pattern` in src/. */
function namesInCore(pattern: RegExp): string[] {
  return ["src", "demo", "emulators"]
    .flatMap(textsIn)
    .flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
}

/** The anchors of a page's headings, as Git hosts generate them. */
function anchorsOf(text: string): string[] {
  const headings = text.replace(CODE, "").matchAll(/^#{1,6} (.+)$/gm);
  return [...headings].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-"),
  );
}

function deadLinks(page: string): string[] {
  const text = read(page).replace(CODE, "");
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return targets
    .filter((target) => !/^[a-z]+:/.test(target))
    .filter((target) => {
      const [path = "", anchor] = target.split("#");
      const file = path === "" ? page : join(dirname(page), path);
      if (!existsSync(join(ROOT, file))) return true;
      return anchor !== undefined && !anchorsOf(read(file)).includes(anchor);
    })
    .map((target) => `${page}: ${target}`);
}

/** What a path of a page may stand below, beside the page's own folder. A contributor's guide names files of a plugin. */
const BELOW = ["", "src/", "test/", "docs/", "docs/examples/acme/"];
/** No file here: the path of an upstream API, and a file that only a plugin with a `verify` of its own has. */
const NO_FILES = ["api/", "fixtures/webhooks/sign.ts"];

/** Paths with a folder in code spans, such as `web/http/route.ts` or `test/faults/`, that lead nowhere. */
function deadPaths(page: string): string[] {
  const text = read(page).replace(CODE, "");
  const paths = [...text.matchAll(/`((?:[a-z][\w-]*\/)+(?:[\w.-]+\.(?:tsx?|js|mjs|css|json))?)`/g)].map(
    ([, path = ""]) => path,
  );
  return paths
    .filter((path) => !NO_FILES.includes(path))
    .filter((path) => ![...BELOW, `${dirname(page)}/`].some((folder) => existsSync(join(ROOT, folder, path))))
    .map((path) => `${page}: ${path}`);
}

describe("pages", () => {
  test("every relative link leads to a file, and to a heading of it", () => {
    expect(PAGES.length).toBeGreaterThan(8);
    expect(PAGES.flatMap(deadLinks)).toEqual([]);
  });

  test("docs/providers.md is what scripts/describe-providers.ts prints", async () => {
    expect(read("docs/providers.md")).toBe(await providersPage());
  });

  test("the README lists every provider with its number of endpoints", async () => {
    const registry = buildRegistry(await loadPlugins(pluginsInFolder(join(ROOT, "plugins")), []));
    const rows = read("README.md").split("\n");
    const undocumented = [...registry.providers.values()].filter(({ id, name }) => {
      const documented = rows.find((row) => row.startsWith(`| ${name} |`) && row.includes(`(plugins/${id}/README.md)`));
      return !documented?.includes(`| ${registry.endpointsOf(id).length} |`);
    });
    expect(undocumented.map(({ id }) => id)).toEqual([]);
  });
});

describe("the example provider", () => {
  const isPlugin = (name: string) => existsSync(join(ROOT, "docs/examples", name, "index.ts"));
  for (const name of namesIn("docs/examples").filter(isPlugin)) {
    test(`docs/examples/${name} conforms`, async () => {
      const folder = join(ROOT, "docs/examples", name);
      const [plugin] = await loadPlugins([{ file: name, load: () => import(join(folder, "index.ts")) }], []);
      expect(plugin && (await checkPlugin(plugin, folder))).toEqual([]);
    });
  }

  test("docs/add-a-provider/ quotes the examples and a fixture verbatim", () => {
    const page = guideText("docs/add-a-provider.md");
    expect(page).toContain(`\`\`\`ts\n${read("docs/examples/notes/index.ts")}\`\`\``);
    expect(page).toContain(`\`\`\`ts\n${read("docs/examples/acme/index.ts")}\`\`\``);
    expect(page).toContain(`\`\`\`json\n${read("docs/examples/acme/fixtures/list_tasks.json")}\`\`\``);
  });
});

describe("every public name is documented", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded" });
  });
  afterAll(() => gateway.close());

  test("every route is in a page of docs/", () => {
    const lines = GUIDES.flatMap((page) => read(page).split("\n"));
    const isDocumented = ({ method, path }: { method: string; path: string }) =>
      lines.some((line) => line.startsWith(`| ${method} |`) && line.includes(`\`${path}\``)) ||
      lines.some((line) => line.includes(`\`${method} ${path}\``));
    expect(
      gateway.app.routes
        .filter((route) => !("isPage" in route && route.isPage) && !isDocumented(route))
        .map(({ method, path }) => `${method} ${path}`),
    ).toEqual([]);
  });

  test("every gateway permission is in docs/api/authentication.md", () => {
    expect(missingFrom("docs/api/authentication.md", GATEWAY_PERMISSIONS)).toEqual([]);
  });

  test("every error code is in docs/api/errors.md with its status", () => {
    const rows = read("docs/api/errors.md").split("\n");
    const undocumented = (Object.keys(STATUS) as ErrorCode[]).filter((code) => {
      const { headers, status } = errorResponse(new AppError(code, "A text."), "user");
      return !rows.some((row) => row.startsWith(`| \`${headers.get("x-error-code")}\` | ${status} |`));
    });
    expect(undocumented).toEqual([]);
  });

  test("every reason of errors is in docs/api/error-reasons.md with what it means", () => {
    const rows = read("docs/api/error-reasons.md").split("\n");
    const documented = ERROR_REASONS.map((reason) => `| \`${reason}\` | ${REASONS[reason].means} |`);
    expect(documented.filter((row) => !rows.includes(row))).toEqual([]);
    expect(rows.filter((row) => /^\| `/.test(row)).length).toBe(documented.length);
  });

  test("every environment variable is in docs/operate/settings.md", () => {
    const settings = [...read("src/foundation/config/config.ts").matchAll(/\bvalue\("([A-Z_]+)"\)/g)].map(
      ([, name = ""]) => name,
    );
    expect(settings.length).toBeGreaterThan(9);
    expect(missingFrom("docs/operate/settings.md", settings)).toEqual([]);
  });

  test("every name in baseUrl is in docs/operate/providers.md, with its URL", async () => {
    const named = (await loadPlugins(pluginsInFolder(join(ROOT, "plugins")), [])).flatMap(({ id, baseUrl }) =>
      typeof baseUrl === "string" ? [] : Object.entries(baseUrl).map(([name, url]) => `${id} ${name} ${url}`),
    );
    let provider = "";
    const listed = read("docs/operate/providers.md")
      .split("\n")
      .flatMap((line) => {
        const [, id = "", names = "", url = ""] = /^\| (\w*) ?\| ([^|]+) \| `(https:[^`]+)` \|/.exec(line) ?? [];
        if (id !== "") provider = id;
        return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => `${provider} ${name} ${url}`);
      });
    expect(named.length).toBeGreaterThan(0);
    expect(listed.sort()).toEqual(named.sort());
  });

  test("every key of the providers file is in docs/operate/providers.md", () => {
    const listed = [
      ...read("src/foundation/config/providers-file.ts").matchAll(/(?:TEXT|URL)_SETTINGS = \[([^\]]+)\]/g),
    ];
    const keys = listed.flatMap(([, list = ""]) => [...list.matchAll(/"(\w+)"/g)].map(([, key = ""]) => key));
    expect(keys.length).toBeGreaterThan(8);
    expect(
      settingsFileErrors(Object.fromEntries(keys.map((key) => [key, "https://example.com"])), "production"),
    ).toEqual([]);
    expect(missingFrom("docs/operate/providers.md", [...keys, "baseUrl", "scopes"])).toEqual([]);
  });

  test("every log event is in a page docs/operate/logs-*.md", () => {
    const logged = namesInCore(/\blog\.(?:info|warn|error)\(\s*"([a-z_]+)"/g);
    const recorded = namesInCore(/\bevent(?::| =) (?:[\w.]+ \? )?"([a-z_]+)"/g);
    expect(recorded.length).toBeGreaterThan(30);
    const events = [...logged, ...recorded];
    expect(events.length).toBeGreaterThan(20);
    expect(
      missingFrom(
        GUIDES.filter((page) => page.startsWith("docs/operate/logs-")),
        events,
      ),
    ).toEqual([]);
  });

  test("every command is in docs/operate/command-line.md", () => {
    const source = `${read("src/operations/cli/program.ts")}${read("src/operations/cli/plugin-commands.ts")}`;
    const commands = [...source.matchAll(/\bcommand\((program|user|key|partner|plugin|secrets), "([a-z]+)/g)];
    expect(commands.length).toBeGreaterThan(15);
    const names = commands.map(([, group, name]) =>
      group === "program" ? `gateway ${name}` : `gateway ${group} ${name}`,
    );
    expect(missingFrom("docs/operate/command-line.md", names)).toEqual([]);
  });

  test("every dependency is in docs/architecture/dependencies.md", () => {
    const { dependencies, devDependencies } = JSON.parse(read("package.json"));
    expect(
      missingFrom("docs/architecture/dependencies.md", Object.keys({ ...dependencies, ...devDependencies })),
    ).toEqual([]);
  });

  test("the wings in docs/architecture/rooms.md are what scripts/describe-rooms.ts writes", () => {
    expect(read("docs/architecture/rooms.md")).toBe(roomsPage());
  });

  test("every file and folder that a page names is there", () => {
    const pages = PAGES.filter((page) => page.endsWith(".md"));
    expect(pages.flatMap(deadPaths)).toEqual([]);
  });
});

test("no page contains a path of a developer's machine", () => {
  const found = PAGES.filter((page) => /\/(home|Users|root|work|tmp)\/[a-z]/.test(read(page)));
  expect(found).toEqual([]);
});

/** Pages that are one table, which people search and do not read through; in pieces they would be harder to search. */
const LOOKED_UP = [
  // Each operation of the admin API.
  "docs/operate/admin-api.md",
  // Made by scripts/describe-providers.ts: every endpoint.
  "docs/providers.md",
  // Each package with its reason.
  "docs/architecture/dependencies.md",
  // Each sentence of the check, with what happened.
  "docs/add-a-provider/check-messages.md",
  // Each command with its options.
  "docs/operate/command-line.md",
  // Each environment variable.
  "docs/operate/settings.md",
  // Each table with its bound.
  "docs/operate/retention.md",
];

describe("the records of decisions", () => {
  const records = GUIDES.filter((page) => page.startsWith("docs/decisions/"));

  test("are numbered without a gap", () => {
    const numbers = records.map((page) => Number(/\/(\d{4})-[a-z0-9-]+\.md$/.exec(page)?.[1]));
    expect(numbers.sort((a, b) => a - b)).toEqual(records.map((_, index) => index + 1));
  });

  test("say context, decision, reason, cost and when to revisit", () => {
    const parts = ["Context", "Decision", "Reason", "Cost", "When to revisit"];
    const incomplete = records.filter((page) => {
      const text = read(page);
      const places = parts.map((part) => text.indexOf(`\n**${part}.** `));
      return places.includes(-1) || places.some((place, index) => place < (places[index - 1] ?? 0));
    });
    expect(incomplete).toEqual([]);
  });
});

describe("the pages of a guide", () => {
  const pages = GUIDES.filter((page) => page.split("/").length > 2);

  test("are each in their guide's lists", () => {
    const unlisted = pages.filter((page) => {
      const guide = `${dirname(page)}.md`;
      return !read(guide).includes(`](${page.slice("docs/".length)})`);
    });
    expect(unlisted).toEqual([]);
  });

  test("begin with a title and a sentence, which llms.txt shows", () => {
    expect(pages.filter((page) => !/^# .+\n\n[\p{L}`[]/u.test(read(page)))).toEqual([]);
  });

  test("have 200 to 1,100 words, but for tables that are looked up", () => {
    const sizes = GUIDES.map((page) => [page, read(page).split(/\s+/).length] as const);
    const wrong = sizes.filter(([page, words]) => (words < 200 || words > 1_100) && !LOOKED_UP.includes(page));
    expect(wrong).toEqual([]);
    expect(LOOKED_UP.filter((page) => !GUIDES.includes(page))).toEqual([]);
  });

  test("and the guide itself have at most 1,000 words beside tables and code", () => {
    const guides = new Set(pages.map((page) => `${dirname(page)}.md`));
    const wordsOf = (page: string) =>
      read(page)
        .replace(CODE, "")
        .replace(/^\|.*$/gm, "")
        // The list of rooms, which is looked up.
        .replace(/^- `[a-z/-]+`: .*$/gm, "")
        .split(/\s+/).length;
    expect([...guides, ...pages].filter((page) => wordsOf(page) > 1000)).toEqual([]);
  });
});
