// Runs the partner curl examples of the README and docs/api.md in a shell against a real gateway.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { consent } from "../../emulators/consent.ts";
import { GRACE, HOOK_MS, land } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { ROOT } from "../support/sources.ts";

setDefaultTimeout(HOOK_MS);

interface Example {
  line: string;
  /** The response on the page; empty if there is none. */
  documented: string;
}

/** The curl lines under a level-two heading, with the response below each. */
function examplesIn(page: string, heading: string): Example[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  const chapter = text.split(/^(?=## )/m).find((part) => part.startsWith(`## ${heading}\n`)) ?? "";
  const blocks = [...chapter.matchAll(/^```\n([\s\S]*?)^```/gm)].map(([, block = ""]) => block);
  return blocks.flatMap((block) =>
    [...block.matchAll(/^(curl (?:.*\\\n)*.*)\n([\s\S]*?)(?=^curl |(?![\s\S]))/gm)].map(
      ([, line = "", documented = ""]) => ({ line, documented: documented.trim() }),
    ),
  );
}

/** The field names in possibly abbreviated JSON. */
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

  /** Variables for later lines from a response; consents to a connect URL. */
  async function learn(data: Record<string, string>, variables: Record<string, string>): Promise<void> {
    if (data.external_id && data.id) variables.ID = data.id;
    if (!data.connect_url) return;
    const { outcome } = await land(await consent(data.connect_url, GRACE.google));
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

  for (const [page, heading, least] of [
    ["README.md", "For partners", 4],
    ["docs/api.md", "Connected accounts (for partners)", 18],
  ] as const) {
    test(`${page} has working lines with their real responses`, async () => {
      const { key } = await gateway.partner({ tier: "pro" });
      const variables: Record<string, string> = { URL: gateway.url, KEY: key, PARTNER_KEY: key };
      const examples = examplesIn(page, heading);
      expect(examples.length).toBeGreaterThanOrEqual(least);
      for (const { line, documented } of examples) {
        const response = await inShell(line, variables);
        const { data } = JSON.parse(response);
        if (documented.startsWith('{"ok":false')) expect(`${line}\n${response}`).toBe(`${line}\n${documented}`);
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
