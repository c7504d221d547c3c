// `gateway plugin send`: a fixture's delivery reaches the running gateway, which accepts it by its own secret.
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { endProcesses, newDataDir, newFolder, run, START_MS, startServer } from "../../support/gateway-process.ts";
import { ROOT } from "../../support/sources.ts";

setDefaultTimeout(3 * START_MS);
afterAll(endProcesses);

test("plugin send signs a fixture for the running gateway; one with another secret is refused", async () => {
  const env = { DATA_DIR: newDataDir(), NOTION_WEBHOOK_SECRET: "secret-of-this-gateway", LOG_LEVEL: "warn" };
  const folder = join(ROOT, "plugins/notion");
  const send = (more: Record<string, string>, ...words: string[]) =>
    run(["plugin", "send", folder, "pages.created", ...words], { ...env, ...more });
  const none = await send({});
  expect([none.code, none.stderr]).toEqual([
    1,
    `No gateway runs on ${env.DATA_DIR}: start plugin dev, or set DATA_DIR.\n`,
  ]);
  await startServer(env);
  const sent = await send({}, "--identity", "4711");
  expect([sent.code, sent.stderr, sent.stdout]).toEqual([
    0,
    "",
    expect.stringMatching(/^POST \S+\/api\/v1\/webhooks\/notion: 200/),
  ]);
  const refused = await send({ NOTION_WEBHOOK_SECRET: "another-secret" });
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining(": 401")]);
  const unknown = await run(["plugin", "send", folder, "pages.nothing"], env);
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    `There is no fixtures/webhooks/pages.nothing.json in ${folder}.\n`,
  ]);
});

const SIGN = `import { hmacText, type WebhookSecrets } from "gateway/plugin";
export default ({ text }: { text: string }, { webhook }: WebhookSecrets) => ({
  headers: { "x-signature": "own=" + hmacText(webhook ?? "", text, "hex") },
});
`;
const WEBHOOK = `  webhook: {
    verify: ({ headers, text }, { webhook }) =>
      webhook !== null && headers.get("x-signature") === "own=" + hmacText(webhook, text, "hex"),
    eventId: () => null,
    subject: (_, item) => ({ matches: "identity", id: String(valueAt(item, "user")) }),
    events: {
      "tasks.created": event({
        description: "A task was created.",
        match: () => true,
        payload: record({ title: field.text() }),
        view: ({ title }) => ({ title }),
      }),
    },
  },
});
`;

test("plugin send signs by fixtures/webhooks/sign.ts where the plugin verifies in a function of its own", async () => {
  const parent = newFolder();
  const folder = join(parent, "acme");
  cpSync(join(ROOT, "docs/examples/acme"), folder, { recursive: true });
  const source = readFileSync(join(folder, "index.ts"), "utf8");
  const imports = "import { event, hmacText, valueAt, ";
  writeFileSync(join(folder, "index.ts"), source.replace("import { ", imports).replace(/\}\);\s*$/, WEBHOOK));
  mkdirSync(join(folder, "fixtures/webhooks"));
  const item = { user: "1", title: "Mend the mill" };
  const fixture = { inbound: { json: item }, events: [{ type: "tasks.created", subject: { id: "1" } }] };
  writeFileSync(join(folder, "fixtures/webhooks/tasks.created.json"), JSON.stringify(fixture));
  const env = { DATA_DIR: newDataDir(), ACME_WEBHOOK_SECRET: "secret-of-this-gateway", LOG_LEVEL: "warn" };
  await startServer({ ...env, GATEWAY_PLUGINS_DIR: parent });
  const file = "fixtures/webhooks/sign.ts";
  // A folder for each: this process imports a file once.
  const folderWith = (sign: string) => {
    const copy = join(newFolder(), "acme");
    cpSync(folder, copy, { recursive: true });
    writeFileSync(join(copy, file), sign);
    return copy;
  };
  const send = (from: string, more: Record<string, string> = {}) =>
    run(["plugin", "send", from, "tasks.created", "--identity", "4711"], { ...env, ...more });
  const sentence = async (from: string) => {
    const { code, stderr } = await send(from);
    return [code, stderr.trim()];
  };

  const cannot = "tasks.created cannot be sent: ";
  expect(await sentence(folder)).toEqual([
    1,
    `${cannot}The plugin verifies in a function of its own, or the provider signs with a private key: write ${file}, which signs as the provider does.`,
  ]);
  const signing = folderWith(SIGN);
  const sent = await send(signing);
  expect([sent.code, sent.stderr, sent.stdout]).toEqual([0, "", expect.stringContaining("/webhooks/acme: 200")]);
  // The gateway has another secret than the one that signed.
  const refused = await send(signing, { ACME_WEBHOOK_SECRET: "another-secret" });
  expect([refused.code, refused.stdout]).toEqual([1, expect.stringContaining(": 401")]);

  expect(await sentence(folderWith(SIGN.replace("own=", "other=")))).toEqual([
    1,
    `${cannot}The plugin's verify refuses what ${file} signed: compare the two, and set the secret that the provider signs with.`,
  ]);
  expect(await sentence(folderWith('export default () => { throw new Error("no key"); };'))).toEqual([
    1,
    `${cannot}${file} threw Error: no key.`,
  ]);
  expect(await sentence(folderWith("export const sign = null;"))).toEqual([
    1,
    `${file} has no function as its default export: see \`plugin send\` in the guide.`,
  ]);
  // The kit has nothing against the file.
  const check = await run(["plugin", "check", signing], {});
  expect(check.stdout + check.stderr).not.toContain("sign.ts");
});
