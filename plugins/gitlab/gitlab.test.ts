// What fixtures cannot show: hosts, project paths, signatures, the marks of logs, and errors in all their forms.
import { describe, expect, test } from "bun:test";
import { type event, hmacText, type InboundWebhook, type Push, type UpstreamResponse } from "gateway/plugin";
import { hookTime } from "./event.ts";
import { readFailure } from "./failure.ts";
import { PROJECT } from "./fields.ts";
import gitlab from "./index.ts";
import { plainLog } from "./jobs.ts";
import { host } from "./oauth.ts";
import { sources } from "./sources.ts";
import { webhook } from "./webhook.ts";

describe("S-32: the host without the operator's leave", () => {
  test("is gitlab.com alone", () => {
    expect(host.pattern.exec("gitlab.com")?.[0]).toBe("gitlab.com");
    expect([host.default, host.selfHosted]).toEqual(["gitlab.com", true]);
  });

  test.each([
    "",
    "GITLAB.com",
    "gitlab.com.",
    "gitlab.com.evil.example",
    "evil-gitlab.com",
    "x.gitlab.com",
    "gitlab.com:8443",
    "gitlab.com/evil",
    "ada@gitlab.com",
    "https://gitlab.com",
    "gitlab.com\n",
    "gitlаb.com",
    "xn--gitlb-7ve.com",
    "169.254.169.254",
    "localhost",
  ])("is never %j", (value) => {
    expect(host.pattern.test(value)).toBe(false);
  });
});

describe("a project", () => {
  test.each(["1", "501", "acme/site", "acme/tools/cli", "a.b/c_d-e", "acme/..site"])("may be %j", (project) => {
    expect(new RegExp(PROJECT).test(project)).toBe(true);
  });

  test.each([
    "",
    "0",
    "site",
    "/acme/site",
    "acme/site/",
    "acme//site",
    "../site",
    "acme/..",
    "acme/./site",
    "acme/si te",
    "acme%2Fsite",
    "acme/site?x=1",
    "acme/site#1",
    "acme\\site",
    "acme/site\n",
    `${"a/".repeat(22)}a`,
  ])("is never %j", (project) => {
    expect(new RegExp(PROJECT).test(project)).toBe(false);
  });
});

describe("a signed inbound webhook", () => {
  // GitLab's documentation, "Signing tokens": the key is what base64 holds, not its text.
  const secret = "whsec_Zml4dHVyZS1zZWNyZXQtb2YtYS1zaWduZWQtaG9vayE=";
  const [id, time] = ["f5e5f430-f57b-4e6e-9fac-d9128cd7232f", 1_790_000_000];
  const verify = async (
    text: string,
    signature: string,
    more: { secret?: string; now?: number; token?: string } = {},
  ) => {
    const headers = new Headers({
      "webhook-id": id,
      "webhook-timestamp": String(time),
      "webhook-signature": signature,
    });
    if (more.token) headers.set("x-gitlab-token", more.token);
    const inbound = { headers, text, body: new TextEncoder().encode(text) } as unknown as InboundWebhook;
    const secrets = { webhook: null, client: null, subscription: more.secret ?? secret };
    return webhook.verify(inbound, secrets, (more.now ?? time) * 1_000);
  };
  const push = '{"object_kind":"push","project_id":15}';
  const good = "v1,UNRcronOwZXqFpFWvPmFkHs6BWuo1F+TI+Jg8An/BTo=";

  test("is taken with GitLab's own signature, also beside another and around other letters", async () => {
    expect(await verify(push, good)).toBe(true);
    expect(await verify(push, `v1,AAAA ${good}`)).toBe(true);
    const note = '{"object_kind":"note","object_attributes":{"note":"café ✓"}}';
    expect(await verify(note, "v1,XLVObSOdIimSTptv/eASY+9hvYDx8moOGGBfJp/+Zcw=")).toBe(true);
  });

  test.each<[string, string, { secret?: string; now?: number; token?: string }]>([
    ["made with the token's text", "v1,bdoSoCfgMiPj/+PSkz2OplWAjJnz9oKLjmpW3HWqKs4=", {}],
    ["missing, though the token is there", "", { token: secret }],
    ["of another version", good.replace("v1", "v2"), {}],
    ["too old", good, { now: time + 301 }],
    ["of the future", good, { now: time - 301 }],
    ["the fifth of many", `${"v1,AAAA ".repeat(4)}${good}`, {}],
  ])("is refused where its signature is %s", async (_, signature, more) => {
    expect(await verify(push, signature, more)).toBe(false);
  });

  test("of an older instance needs the token", async () => {
    expect(await verify(push, "", { secret: "a-token", token: "a-token" })).toBe(true);
    expect(await verify(push, good, { secret: "a-token", token: "another" })).toBe(false);
    expect(await verify(push, good, { secret: "a-token" })).toBe(false);
  });

  test("fits what is registered: 32 bytes, known from then on by the stored secret", async () => {
    const subscription = sources.project.push as Push;
    const context = { resource: "acme/site", address: "https://gw.example.com/x", secret: `${"A-_".repeat(14)}b` };
    const request = subscription.subscribe(context as never);
    const { signing_token } = request.json as { signing_token: string };
    expect(atob(signing_token.slice("whsec_".length))).toBe(context.secret.slice(0, 32));
    const answer = (json: object) => subscription.subscribed({ json } as never, context as never).secret;
    expect(answer({ id: 1, signing_token_present: true })).toBe(signing_token);
    expect(answer({ id: 1 })).toBeUndefined();
    const signature = hmacText(context.secret.slice(0, 32), `${id}.${time}.${push}`, "base64");
    expect(await verify(push, `v1,${signature}`, { secret: signing_token })).toBe(true);
  });
});

test("a new branch and a deleted one have no commit on one side", () => {
  const { map } = webhook.events["code.pushed"] as ReturnType<typeof event>;
  const payload = map(
    { ref: "refs/heads/a", before: "0".repeat(40), after: "a1".repeat(20), project: { id: 1 } } as never,
    {} as never,
    null,
    {} as never,
  );
  expect(payload).toMatchObject({ ref: "a", before: null, after: "a1".repeat(20), commits_count: 0, commits: [] });
});

test.each([
  ["2016-08-12 15:23:28 UTC", "2016-08-12T15:23:28.000Z"],
  ["2026-01-01T10:00:00+01:00", "2026-01-01T09:00:00.000Z"],
  ["2026-13-41 15:23:28 UTC", null],
  ["yesterday", null],
  [7, null],
  [null, null],
])("the time %j of a delivery is %j", (time, utc) => {
  expect(hookTime(time)).toBe(utc);
});

test("a log is text: without colours, folds and carriage returns, in linear time", () => {
  expect(plainLog("section_start:1:a[collapsed=true]\r\u001b[0K\u001b[0;33mx\u001b[0;m\r\ny\u001b[1A")).toBe("x\ny");
  const long = "section_start:1:".repeat(12_500);
  const begun = performance.now();
  expect(plainLog(long)).toBe(long);
  expect(performance.now() - begun).toBeLessThan(2_000);
});

describe("a failure", () => {
  const read = (status: number, json: unknown, headers: Record<string, string> = {}) =>
    readFailure({ status, json, headers: new Headers(headers) } as UpstreamResponse);

  test.each<[string, unknown, string | undefined]>([
    ["a text", { message: "404 Project Not Found" }, "404 Project Not Found"],
    ["a list", { message: ["One", "Two"] }, "One Two"],
    ["lists by field", { message: { title: ["can't be blank"], base: ["No."] } }, "title can't be blank No."],
    ["nested", { message: { author: { name: ["is too long"] } } }, "name is too long"],
    ["an error in it", { message: { error: "Not now." } }, "Not now."],
    [
      "one of the token guard",
      { error: "invalid_token", error_description: "Token was revoked." },
      "Token was revoked.",
    ],
    ["one of parameters", { error: "title is missing" }, "title is missing"],
    ["nothing", null, undefined],
  ])("with %s is a sentence", (_, json, message) => {
    expect(read(400, json)?.message).toBe(message as string);
  });

  test("of the status alone leaves the rest to the gateway", () => {
    expect(read(200, { message: "fine" })).toBeUndefined();
    expect(read(401, { message: "401 Unauthorized" })).toEqual({ message: "401 Unauthorized" });
    expect(read(409, { message: "SHA does not match" })).toEqual({ message: "SHA does not match" });
  });

  test("that is a limit waits until GitLab's reset, or a minute", () => {
    const date = "Thu, 01 Jan 2026 00:00:00 GMT";
    expect(read(429, null, { date, "ratelimit-reset": "1767225630" })).toMatchObject({ retryAfter: 30 });
    expect(read(429, null, { date, "ratelimit-reset": "1767225000" })).toMatchObject({ retryAfter: 60 });
    expect(read(429, null)).toMatchObject({ retryAfter: 60, limits: "integration" });
    expect(read(429, null, { "retry-after": "5" })).not.toHaveProperty("retryAfter");
    expect(read(429, { message: { error: "Too many." } })).not.toHaveProperty("limits");
  });
});

test("writing includes reading, and reading the profile", () => {
  expect(gitlab.auth.oauth2?.implies?.api).toContain("read_api");
  expect(gitlab.auth.oauth2?.implies?.read_api).toEqual(["read_user"]);
});
