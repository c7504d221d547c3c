// The curl lines for partners in the README and in docs/api.md, run in a shell as they stand, against the real gateway.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { consent } from "../../src/demo/consent.ts";
import { GRACE, HOOK_MS, land } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { ROOT } from "../support/sources.ts";

setDefaultTimeout(HOOK_MS);

interface Example {
  line: string;
  /** The answer that the page shows; empty where it shows none. */
  shown: string;
}

/** The curl lines under a heading of the second level, with what is printed below each. */
function examplesIn(page: string, heading: string): Example[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  const chapter = text.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`)) ?? "";
  const blocks = [...chapter.matchAll(/^```\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);
  return blocks.flatMap((block) =>
    [...block.matchAll(/^(curl (?:.*\\\n)*.*)\n([\s\S]*?)(?=^curl |(?![\s\S]))/gm)].map(
      ([, line = "", shown = ""]) => ({
        line,
        shown: shown.trim(),
      }),
    ),
  );
}

/** The names of fields in a text of JSON that may be shortened. */
const fieldsIn = (json: string) => [...json.matchAll(/"([a-z_]+)":/g)].map(([, name]) => name);

describe("the curl lines for partners", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google"] });
  });
  afterAll(() => gateway.close());

  async function inShell(line: string, variables: Record<string, string>): Promise<string> {
    const here = line.replaceAll("http://127.0.0.1:3000", gateway.url);
    const child = Bun.spawn(["sh", "-c", here], { env: { PATH: process.env.PATH, ...variables } });
    return new Response(child.stdout).text();
  }

  /** What later lines need of an answer; a consent is given where one is asked for. */
  async function learn(data: Record<string, string>, variables: Record<string, string>): Promise<void> {
    if (data.external_id && data.id) variables.ID = data.id;
    if (!data.connect_url) return;
    const { outcome } = await land(await consent(data.connect_url, GRACE.google));
    expect(outcome?.status).toBe("success");
    variables.SESSION_ID = outcome?.session_id ?? "";
    variables.CONFIRM_TOKEN = outcome?.confirm_token ?? "";
  }

  /** What a page takes away to show how, so that the lines after it find everything. */
  async function restore(line: string, key: string, variables: Record<string, string>): Promise<void> {
    if (!line.includes("-X DELETE $URL/api/v1/accounts/")) return;
    if (!line.includes("/integrations/")) variables.ID = await gateway.account(key, "customer-42");
    else await gateway.connect(key, "google", { person: GRACE.google, accountId: variables.ID });
  }

  for (const [page, heading, least] of [
    ["README.md", "For partners", 4],
    ["docs/api.md", "Connected accounts (for partners)", 18],
  ] as const) {
    test(`${page} shows lines that work, with the answers that they give`, async () => {
      const { key } = await gateway.partner({ tier: "pro" });
      const variables: Record<string, string> = { URL: gateway.url, KEY: key, PARTNER_KEY: key };
      const examples = examplesIn(page, heading);
      expect(examples.length).toBeGreaterThanOrEqual(least);
      for (const { line, shown } of examples) {
        const answer = await inShell(line, variables);
        const { data } = JSON.parse(answer);
        if (shown.startsWith('{"ok":false')) expect(`${line}\n${answer}`).toBe(`${line}\n${shown}`);
        else expect(data, `${line}\n${answer}`).toBeDefined();
        const missing = fieldsIn(shown).filter((name) => !fieldsIn(answer).includes(name));
        expect(missing, `${line}\n${answer}`).toEqual([]);
        if (!data) continue;
        await learn(data, variables);
        await restore(line, key, variables);
      }
    });
  }
});
