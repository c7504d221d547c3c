// The operator's guide executes itself: from a bare machine, each command of its pages runs in the order of the guide.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LANES } from "../support/database.ts";
import { endProcesses, START_MS } from "../support/gateway-process.ts";
import { testPostgres } from "../support/postgres.ts";
import { ROOT } from "../support/sources.ts";
import { guideMachine, type Machine } from "./guide-machine.ts";

setDefaultTimeout(20 * START_MS);
afterAll(endProcesses);

/** Words with which a line of a code block is a command. */
const COMMANDS =
  /^(?:apt-get|base64|bun|caddy|createdb|curl|docker|echo|export|gateway|gateway-run|helm|install|journalctl|kubectl|ln|mv|npm|openssl|pg_\w+|psql|sed|sha256sum|skopeo|systemctl|systemd-run|tar|\(set) /;
/** Lines of a shell function, and of blocks that are settings, files or output. */
const FUNCTION = /^(?:[\w-]+\(\) \{|\}|\s.*)$/;
const NO_COMMANDS =
  /^(?:[A-Z][A-Z0-9_]*=|\{|\[Service\]|# gateway\.yaml|\/var\/|ok {4}|archive_mode|restore_command|Become )/;
/** Commands that no test machine has, with what holds them instead. */
const ELSEWHERE: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:docker|kubectl|helm|skopeo) /,
    "needs an engine or a cluster: compose.yaml, Dockerfile and chart have their own tests",
  ],
  [/^(?:apt-get|caddy|systemctl restart caddy)/, "test/proxies tries the file with Caddy where it is installed"],
  [/^systemd-run /, "needs systemd"],
  [
    /^gateway audit verify --expect /,
    "needs a minute until entries are sealed: test/operations/cli/audit-verify.test.ts",
  ],
  [
    /^(?:gateway restore|gateway backup list|createdb)\b/,
    "needs a stopped gateway, a role or a place of backups: test/operations/backup restores both databases",
  ],
  [/^gateway(?:-run)? upgrade /, "is for a binary and a release: test/operations/upgrade"],
  [/^curl -s \S+\/github\/repos /, "needs a consent in a browser: the product's tutorial has its lines run with one"],
];
/** Pages whose commands have a test of their own. */
const OWN_TESTS: Record<string, string> = { backups: "test/operations/backup/documented.test.ts" };
const INSTALL = "install -m 0755 gateway /usr/local/bin/gateway";
const USERS = ["ada", "acme", "grace"].map((name) => `${name}@example.com`);
/** Pages that begin without these users, since they create them. */
const CREATE_USERS = ["partners-and-tiers"];

/** The pages in the order of the guide. */
function pagesInOrder(): string[] {
  const guide = readFileSync(join(ROOT, "docs/operate.md"), "utf8");
  const names = [...guide.matchAll(/\]\(operate\/([\w-]+)\.md\)/g)].map(([, name = ""]) => name);
  return [...new Set(["first-hour", ...names])];
}

interface Block {
  page: string;
  lines: string[];
}

/** The code blocks of a page that are no file of a language. */
function codeOf(page: string): Block[] {
  const text = readFileSync(join(ROOT, `docs/operate/${page}.md`), "utf8");
  return [...text.matchAll(/^ *```(\w*)\n([\s\S]*?)^ *```$/gm)]
    .filter(([, language]) => language === "")
    .map(([, , block = ""]) => ({ page, lines: joined(block) }));
}

/** The commands of each code block that has some. */
const blocksOf = (page: string): string[][] =>
  codeOf(page)
    .map(({ lines }) => lines.filter((line) => COMMANDS.test(line)))
    .filter((lines) => lines.length > 0);

/** Lines that end with a backslash, or within quotes, go on in the next one. */
function joined(block: string): string[] {
  const lines: string[] = [];
  let open = "";
  for (const line of block.trimEnd().split("\n")) {
    open += (open && "\n") + line;
    const isOpen = line.endsWith("\\") || (open.match(/"/g)?.length ?? 0) % 2 === 1;
    if (isOpen) continue;
    lines.push(open.replaceAll(/\\\n\s*/g, ""));
    open = "";
  }
  return open ? [...lines, open] : lines;
}

/** What blocks take for granted: three users, of whom one is a partner with an account. */
async function prepare(machine: Machine, isFresh: boolean): Promise<void> {
  if (isFresh) await machine.admin("DELETE", `/users/${USERS[0]}`);
  for (const email of isFresh ? USERS.slice(1) : USERS) {
    await machine.admin("POST", "/users", { email });
    await machine.admin("POST", "/partners", { user: email });
  }
  const made = await machine.admin("POST", "/keys", { user: USERS[1] });
  const { data } = (await made.json()) as { data: { key: string } };
  await fetch(`${machine.url}/api/v1/accounts`, {
    method: "POST",
    headers: { authorization: `Bearer ${data.key}`, "content-type": "application/json" },
    body: JSON.stringify({ external_id: "customer-17" }),
  });
  await fetch(`${machine.url}/api/v1/webhooks/notion`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ verification_token: "secret_token_of_the_test" }),
  });
}

/** A command of this month. */
function filledIn(line: string): string {
  const month = new Date().toISOString().slice(0, 7);
  return line.replaceAll("2026-01", month).replaceAll("2026_01", month.replace("-", "_"));
}

for (const lane of LANES) {
  describe(`the operator's guide on ${lane}`, () => {
    test("each command runs, from the first hour on, or is said to run elsewhere", async () => {
      const databaseUrl = lane === "postgres" ? await (await testPostgres()).createDatabase() : null;
      const first = await guideMachine(databaseUrl);
      if (databaseUrl) first.variables.DATABASE_URL = databaseUrl;
      const failed: string[] = [];
      let ran = 0;
      const runLine = async (machine: Machine, page: string, line: string) => {
        const isOfPostgres = /DATABASE_URL|GATEWAY_SECRET_KEYS|GATEWAY_ADMIN_TOKEN=/.test(line);
        if (ELSEWHERE.some(([pattern]) => pattern.test(line)) || (isOfPostgres && !databaseUrl)) return;
        const { code, output } = await machine.run(filledIn(line));
        ran += 1;
        const key = output.match(/sk_live_\w+/)?.[0];
        if (key) machine.variables.KEY = key;
        const isRefused = line.startsWith("curl ") && /"error(?:_code)?":/.test(output);
        if (code !== 0 || isRefused) failed.push(`${page}: ${line}\n  ends with ${code}: ${output.slice(0, 500)}`);
      };
      for (const page of pagesInOrder().filter((name) => !OWN_TESTS[name])) {
        // A page that installs means a machine without a gateway.
        const isInstalling = page !== "first-hour" && blocksOf(page).flat().includes(INSTALL);
        const machine = isInstalling ? await guideMachine(null) : first;
        for (const [at, block] of blocksOf(page).entries()) {
          if (page !== "first-hour" && !isInstalling) await prepare(machine, at === 0 && CREATE_USERS.includes(page));
          for (const line of block) await runLine(machine, page, line);
        }
      }
      expect(failed).toEqual([]);
      expect(ran).toBeGreaterThan(50);
    });
  });
}

test("every code block is commands that the tests know, or settings, a file or output", () => {
  const wrong = pagesInOrder()
    .flatMap(codeOf)
    .flatMap(({ page, lines }) => {
      const isKnown = (line: string) => COMMANDS.test(line) || FUNCTION.test(line);
      const unknown = lines.some((line) => COMMANDS.test(line))
        ? lines.filter((line) => !isKnown(line))
        : lines.slice(0, 1).filter((line) => !NO_COMMANDS.test(line));
      return unknown.map((line) => `${page}: ${line}`);
    });
  expect(wrong).toEqual([]);
});

test("each reason for not running a command is one of some command", () => {
  const all = pagesInOrder().flatMap(blocksOf).flat();
  expect(ELSEWHERE.filter(([pattern]) => !all.some((line) => pattern.test(line)))).toEqual([]);
});

test("each page with its own test is named there", () => {
  for (const [page, file] of Object.entries(OWN_TESTS))
    expect(readFileSync(join(ROOT, file), "utf8")).toContain(`docs/operate/${page}.md`);
});
