// `gateway plugin record`: a recorded call of an emulated provider becomes a fixture that the check takes, without what is about people.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LANES } from "../../support/database.ts";
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { endProcesses, newFolder, run, START_MS, type Variables } from "../../support/gateway-process.ts";
import { ROOT } from "../../support/sources.ts";

setDefaultTimeout(3 * START_MS);
afterAll(endProcesses);

const REPO = "/api/v1/github/repos/ada/engine";

for (const lane of LANES) {
  describe(`plugin record on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    let userId: string;
    let keyId: string;
    let env: Variables;
    let folder: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["github"] });
      ({ key, userId, keyId } = await gateway.user());
      await gateway.connect(key, "github");
      await gateway.admin("PATCH", `/keys/${keyId}`, { record_evidence: true });
      await gateway.heard();
      const dataDir = newFolder();
      const server = { url: gateway.url, admin_token: ADMIN_TOKEN, pid: process.pid };
      writeFileSync(join(dataDir, "server.json"), JSON.stringify(server));
      const { url, issued } = gateway.providers.github;
      writeFileSync(
        join(dataDir, "providers.json"),
        JSON.stringify({ github: { baseUrl: url, identityUrl: `${url}/user` } }),
      );
      // The author's own token: the emulator knows those that it issued.
      const token = issued.find(({ kind }) => kind === "access")?.token;
      env = {
        DATA_DIR: dataDir,
        GATEWAY_PROVIDERS_FILE: join(dataDir, "providers.json"),
        GITHUB_ACCESS_TOKEN: token,
      };
      folder = join(newFolder(), "github");
      cpSync(join(ROOT, "plugins/github"), folder, { recursive: true });
    });
    afterAll(() => gateway.close());

    const made = async (method: string, path: string, body?: object) => {
      const response = await gateway.call(method, path, { key, ...(body && { body }) });
      return { status: response.status, id: response.headers.get("x-request-id") as string };
    };
    const record = (id: string, ...words: string[]) =>
      run(["plugin", "record", folder, "--request", id, ...words], env);
    const textOf = (file: string) => readFileSync(join(folder, file), "utf8");
    const sent = () => gateway.providers.github.log.length;

    test("a read becomes a fixture that the check takes, and a further one never replaces it", async () => {
      const { status, id } = await made("GET", `${REPO}/issues?state=open&limit=2`);
      expect(status).toBe(200);
      const { code, stdout, stderr } = await record(id);
      expect([code, stderr]).toEqual([0, ""]);
      const file = /^Wrote (fixtures\/\w+(?:\.recorded)?\.json) with made-up/.exec(stdout)?.[1] ?? "";
      const fixture = JSON.parse(textOf(file));
      expect(fixture.call).toMatchObject({
        params: { owner: "ada", repo: "engine" },
        query: { state: "open" },
        limit: 2,
      });
      expect(fixture.result.items.length).toBeGreaterThan(0);
      expect(textOf(file)).not.toContain(env.GITHUB_ACCESS_TOKEN as string);
      expect(textOf(file)).toContain("Made-up text");
      const check = await run(["plugin", "check", folder], {});
      expect([check.code, check.stdout]).toEqual([0, expect.not.stringContaining("recorded")]);
      const again = await record(id);
      expect(again.stdout).not.toContain(`Wrote ${file} `);
      const named = await record(id, "--case", "open");
      expect(named.stdout).toContain(".open.json with made-up");
      expect((await record(id, "--case", "open")).stderr).toContain("is there: give another name, as in --case empty");
    });

    test("a call that failed becomes a fixture of its failure; one that ends otherwise says so", async () => {
      const { status, id } = await made("GET", `/api/v1/github/repos/ada/nothing/issues`);
      expect(status).toBe(404);
      const { code, stdout, stderr } = await record(id);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(/^Wrote fixtures\/\w+\.not-found\.json /);
      expect(JSON.parse(textOf(/fixtures\/\S+/.exec(stdout)?.[0] as string)).failure).toBe("not_found");
      const other = await run(["plugin", "record", folder, "--request", id, "--set", "repo=engine", "--json"], env);
      expect(JSON.parse(other.stdout).differs).toStartWith("The recorded call failed with GitHub's 404 (");
      const expired = await run(["plugin", "record", folder, "--request", id, "--json"], {
        ...env,
        GITHUB_ACCESS_TOKEN: "token-of-nobody",
      });
      expect(JSON.parse(expired.stdout)).toMatchObject({
        file: expect.stringContaining(".expired"),
        missing: null,
        differs: expect.stringContaining("this one failed with expired (401)"),
      });
      expect((await run(["plugin", "check", folder], {})).code).toBe(0);
    });

    test("a change is made again only with --write; what was redacted is asked for first", async () => {
      const { status, id } = await made("POST", `${REPO}/issues`, { title: "It breaks", body: "password: hunter2" });
      expect(status).toBe(200);
      const before = sent();
      const missing = await record(id);
      expect(missing.stderr).toContain("github_create_issue: body (redacted). Give each of them: --set 'body=…'");
      expect(missing.stderr + missing.stdout).not.toContain("hunter2");
      const refused = await record(id, "--set", "body=Like this");
      expect([refused.code, refused.stderr]).toEqual([
        1,
        "github_create_issue changes something at GitHub, and other people get something of it. Recording it makes the call again with your own credential, so that happens once more: add --write if it may.\n",
      ]);
      expect(sent()).toBe(before);
      const { code, stdout, stderr } = await record(id, "--set", "body=Like this", "--write");
      expect([code, stderr]).toEqual([
        0,
        expect.stringContaining("github_create_issue is called again, which changes"),
      ]);
      expect(sent()).toBe(before + 1);
      const fixture = JSON.parse(textOf(/fixtures\/\S+/.exec(stdout)?.[0] as string));
      expect(fixture.upstream[0].request).toMatchObject({ method: "POST" });
      expect(JSON.stringify(fixture)).not.toContain("It breaks");
      expect((await run(["plugin", "check", folder], {})).code).toBe(0);
    });

    test("each refusal is a sentence with a next step, and sends nothing", async () => {
      const before = sent();
      const own = await made("GET", "/api/v1/usage");
      expect((await record(own.id)).stderr).toContain("is the gateway's own and no provider's");
      const unknown = await record("no-such-request");
      expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining("No call has this request id.")]);
      await gateway.admin("PATCH", `/keys/${keyId}`, { record_evidence: false });
      await gateway.heard();
      const silent = await made("GET", `${REPO}/issues`);
      expect((await record(silent.id)).stderr).toContain("--record-evidence on");
      await gateway.admin("PATCH", `/keys/${keyId}`, { record_evidence: true });
      await gateway.heard();
      const read = await made("GET", `${REPO}/issues`);
      expect((await record(read.id, "--user", "nobody@example.com")).stderr).toContain("There is no user");
      const other = join(newFolder(), "acme");
      cpSync(join(ROOT, "docs/examples/acme"), other, { recursive: true });
      const words = ["plugin", "record", other, "--request", read.id];
      expect((await run(words, env)).stderr).toContain("give the folder of github's plugin");
      expect((await run(["plugin", "record", "github", "--request", read.id], env)).stderr).toContain(
        "plugin record needs the folder of the plugin",
      );
      expect((await run(words, {})).stderr).toContain("and no gateway runs on it: set DATA_DIR");
      gateway.clock.move(8 * 86_400_000);
      const late = await record(read.id);
      gateway.clock.move(-8 * 86_400_000);
      // The command's own clock has not moved: it only sees that there is none.
      expect(late.stderr).toContain("make the call again");
      expect(sent()).toBe(before + 2);
    });

    test("evidence is shown to owners alone, and each reading is in the audit log", async () => {
      const { id } = await made("GET", `${REPO}/issues`);
      const as = async (role: string) => {
        const made = await gateway.admin("POST", "/admin-tokens", { name: `${role}-${lane}`, role });
        const { token } = made.json.data;
        const response = await fetch(`${gateway.url}/admin/v1/requests/${id}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        return [response.status, (await response.text()).includes("engine")];
      };
      expect([await as("viewer"), await as("operator"), await as("owner")]).toEqual([
        [403, false],
        [403, false],
        [200, true],
      ]);
      const { entries } = (await gateway.admin("GET", "/audit?event=evidence_read&limit=3")).json.data;
      expect(
        entries.map(({ actor, outcome, user_id }: Record<string, { name?: string }>) => [
          actor?.name,
          outcome,
          user_id,
        ]),
      ).toEqual([
        [`owner-${lane}`, "success", userId],
        [`operator-${lane}`, "refused", null],
        [`viewer-${lane}`, "refused", null],
      ]);
      expect(JSON.stringify(entries)).not.toContain("engine");
    });

    test("an id that several users chose needs the user", async () => {
      const other = await gateway.user();
      const headers = { "x-request-id": `same-${lane}` };
      for (const one of [key, other.key]) await gateway.call("GET", `${REPO}/issues`, { key: one, headers });
      const ambiguous = await gateway.admin("GET", `/requests/same-${lane}`);
      expect([ambiguous.status, ambiguous.json.code]).toEqual([409, "CONFLICT"]);
      expect((await record(`same-${lane}`, "--user", userId)).code).toBe(0);
      expect((await gateway.admin("GET", `/requests/same-${lane}?user=${other.userId}`)).json.data.user_id).toBe(
        other.userId,
      );
    });
  });
}
