// Runs the curl lines of docs/api/ and the tutorials in a shell against a real gateway, and the commands of the tutorials.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEMO_PERMISSIONS } from "../../demo/operator.ts";
import { consent } from "../../emulators/consent.ts";
import { GRACE, HOOK_MS, landAndReplace } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { endProcesses, migratedDataDir, newFolder, run, START_MS } from "../support/gateway-process.ts";
import { ROOT } from "../support/sources.ts";

setDefaultTimeout(Math.max(HOOK_MS, 3 * START_MS));

interface Example {
  line: string;
  /** The response on the page; empty if there is none. */
  documented: string;
}

/** The curl lines of pages that are read one after the other, with the response below each. */
function examplesIn(pages: readonly string[]): Example[] {
  const text = pages.map((page) => readFileSync(join(ROOT, page), "utf8")).join("\n");
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);
  return blocks.flatMap((block) =>
    [...block.matchAll(/^(curl (?:.*\\\n)*.*)\n([\s\S]*?)(?=^curl |(?![\s\S]))/gm)].map(
      ([, line = "", documented = ""]) => ({ line, documented: documented.trim() }),
    ),
  );
}

/** Webhooks go nowhere in these tests; every host counts as public. */
const PUBLIC = { resolve: async () => ["93.184.215.14"] };

/** The field names in possibly abbreviated JSON. */
const fieldsIn = (json: string) => [...json.matchAll(/"([a-z_]+)":/g)].map(([, name]) => name);

describe("the curl lines of the guides", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google", "github"], webhooks: PUBLIC });
  });
  afterAll(() => gateway.close());

  async function inShell(line: string, variables: Record<string, string>): Promise<string> {
    const here = line.replaceAll("http://127.0.0.1:3000", gateway.url);
    const child = Bun.spawn(["sh", "-c", here], { env: { PATH: process.env.PATH, ...variables } });
    return new Response(child.stdout).text();
  }

  /** Variables for later lines from a response; consents to a connect URL. */
  async function learn(data: Record<string, string>, variables: Record<string, string>): Promise<void> {
    if (data.external_id && data.id) variables.ID = data.id;
    if (!data.connect_url) return;
    const { outcome } = await landAndReplace(await consent(data.connect_url, GRACE.google));
    expect(outcome?.status).toBe("success");
    variables.SESSION_ID = outcome?.session_id ?? "";
    variables.CONFIRM_TOKEN = outcome?.confirm_token ?? "";
  }

  /** Restores what an example deletes, so that later lines work. */
  async function restore(line: string, key: string, variables: Record<string, string>): Promise<void> {
    if (!line.includes("-X DELETE $URL/api/v1/accounts/")) return;
    if (!line.includes("/integrations/")) variables.ID = await gateway.account(key, "customer-42");
    else await gateway.connect(key, "google", { person: GRACE.google, accountId: variables.ID });
  }

  const withProxy = [...DEMO_PERMISSIONS, "proxy.use"];
  const aboutAccounts = ["accounts", "connecting-accounts", "calling-for-accounts", "oauth-apps", "partner-limits"];
  for (const [title, pages, least, permissions] of [
    ["docs/tutorial-product.md", ["docs/tutorial-product.md"], 7, DEMO_PERMISSIONS],
    ["docs/tutorial-agent.md", ["docs/tutorial-agent.md"], 5, DEMO_PERMISSIONS],
    ["docs/agents/by-name.md", ["docs/agents/by-name.md"], 2, withProxy],
    ["docs/api/ about accounts", aboutAccounts.map((name) => `docs/api/${name}.md`), 18, DEMO_PERMISSIONS],
  ] as const) {
    test(`${title} has working lines with their real responses`, async () => {
      const { key } = await gateway.partner({ tier: "pro", permissions });
      const variables: Record<string, string> = { URL: gateway.url, KEY: key, PARTNER_KEY: key };
      await gateway.connect(key, "github");
      const examples = examplesIn(pages);
      expect(examples.length).toBeGreaterThanOrEqual(least);
      for (const { line, documented } of examples) {
        const response = await inShell(line, variables);
        const { data, code } = JSON.parse(response);
        if (documented.startsWith('{"error"')) expect(code).toBe(JSON.parse(documented).code);
        else if (documented.startsWith('{"ok":false')) expect(`${line}\n${response}`).toBe(`${line}\n${documented}`);
        else expect(data, `${line}\n${response}`).toBeDefined();
        const missing = fieldsIn(documented).filter((name) => !fieldsIn(response).includes(name));
        expect(missing, `${line}\n${response}`).toEqual([]);
        if (!data) continue;
        await learn(data, variables);
        await restore(line, key, variables);
      }
    });
  }
});

describe("the commands of the tutorials", () => {
  afterAll(endProcesses);

  test("work one after the other on an embedded database of their own", async () => {
    const env = { DATA_DIR: await migratedDataDir() };
    const folder = newFolder();
    const pages = ["docs/tutorial-operator.md", "docs/tutorial-agent.md"].map((page) =>
      readFileSync(join(ROOT, page), "utf8"),
    );
    const commands = pages.flatMap((text) =>
      [...text.matchAll(/^npm run gateway -- (.+)$/gm)].map(([, words = ""]) => words),
    );
    expect(commands.length).toBeGreaterThan(8);
    for (const words of commands) {
      const { code, stdout, stderr } = await run(words.split(" "), env, folder);
      expect(`${words}: ${code} ${code === 0 ? "" : stdout + stderr}`).toBe(`${words}: 0 `);
    }
  });
});
