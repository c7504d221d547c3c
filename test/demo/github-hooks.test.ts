// The emulated GitHub's hooks: pinged, signed and told of pushes as the real ones are.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { consent } from "../../emulators/consent.ts";
import { type EmulatedProvider, startEmulatedProvider } from "../../emulators/emulators.ts";
import { type Receiver, startReceiver, status } from "../events/webhooks/receiver.ts";
import { until } from "../support/until.ts";

const REDIRECT = "http://127.0.0.1:3000/api/v1/connect/callback";
const SECRET = "a-secret-of-one-hook";
const HOOKS = "/repos/ada/engine/hooks";

let github: EmulatedProvider;
let receiver: Receiver;
let token: string;

beforeAll(async () => {
  github = await startEmulatedProvider("github", { redirectUri: REDIRECT });
});
beforeEach(async () => {
  await github.reset();
  await receiver?.close();
  receiver = await startReceiver();
  token = await connected();
});
afterAll(async () => {
  await github.close();
  await receiver.close();
});

async function connected(): Promise<string> {
  const { authorizationUrl = "", tokenUrl = "", clientId = "", clientSecret = "" } = github.settings;
  const url = new URL(authorizationUrl);
  url.search = new URLSearchParams({
    client_id: clientId,
    redirect_uri: REDIRECT,
    scope: "repo",
    state: "s",
  }).toString();
  const code = (await consent(url, "ada")).searchParams.get("code") ?? "";
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, code, redirect_uri: REDIRECT });
  const response = await fetch(tokenUrl, { method: "POST", headers: { accept: "application/json" }, body });
  return ((await response.json()) as { access_token: string }).access_token;
}

async function call(method: string, path: string, body?: unknown, bearer = token) {
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  const response = await fetch(github.url + path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, text, json: text === "" ? null : JSON.parse(text) };
}

const hook = (url: string) => ({ name: "web", events: ["push", "issues"], config: { url, secret: SECRET } });
const eventsOf = () => receiver.received.map(({ headers }) => headers["x-github-event"]);
const write = (path: string) => call("PUT", `/repos/ada/engine/contents/${path}`, { message: "Note", content: "Tm8=" });

describe("a hook of the emulated GitHub", () => {
  test("is pinged, and shows its owner's URL", async () => {
    const made = await call("POST", HOOKS, hook(receiver.url));
    expect([made.status, made.json.config.url]).toEqual([201, receiver.url]);
    await until(() => eventsOf().length === 1);
    expect(eventsOf()).toEqual(["ping"]);
    expect(JSON.parse(receiver.received[0]?.body ?? "").hook_id).toBe(made.json.id);
    expect((await call("GET", `${HOOKS}/${made.json.id}`)).json.config.url).toBe(receiver.url);
    expect((await call("GET", HOOKS)).json).toHaveLength(1);
  });

  test("gets a push with GitHub's headers and every field, signed with its secret", async () => {
    await call("POST", HOOKS, hook(receiver.url));
    const written = await write("NOTE.md");
    await until(() => eventsOf().includes("push"));
    const { headers, body } = receiver.received.find((one) => one.headers["x-github-event"] === "push") ?? {};
    const signature = createHmac("sha256", SECRET)
      .update(body ?? "")
      .digest("hex");
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "x-hub-signature-256": `sha256=${signature}`,
      "x-github-delivery": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "user-agent": expect.stringMatching(/^GitHub-Hookshot\//),
    });
    const { sha } = written.json.commit;
    const commit = { id: sha, message: "Note", url: expect.stringContaining(sha), added: ["NOTE.md"] };
    expect(JSON.parse(body ?? "")).toMatchObject({
      ref: "refs/heads/main",
      after: sha,
      created: false,
      deleted: false,
      forced: false,
      compare: expect.stringContaining("/compare/"),
      commits: [commit],
      head_commit: commit,
      pusher: { name: "ada" },
      repository: { full_name: "ada/engine" },
    });
  });

  test("gets other events as they are", async () => {
    await call("POST", HOOKS, hook(receiver.url));
    await call("POST", "/repos/ada/engine/issues", { title: "A moth" });
    await until(() => eventsOf().includes("issues"));
    const { body } = receiver.received.find((one) => one.headers["x-github-event"] === "issues") ?? {};
    expect(JSON.parse(body ?? "")).toMatchObject({ action: "opened", issue: { title: "A moth" } });
  });

  test("is silent after it was deleted, or the provider reset", async () => {
    const { json } = await call("POST", HOOKS, hook(receiver.url));
    await until(() => eventsOf().length === 1);
    expect((await call("DELETE", `${HOOKS}/${json.id}`)).status).toBe(204);
    expect((await call("GET", `${HOOKS}/${json.id}`)).status).toBe(404);
    const other = await startReceiver();
    await call("POST", HOOKS, hook(other.url));
    await write("AFTER.md");
    await until(() => other.received.length === 2);
    await other.close();
    expect(eventsOf()).toEqual(["ping"]);
  });

  test("whose receiver refuses or is gone keeps GitHub as it is", async () => {
    receiver.respondWith(status(500));
    await call("POST", HOOKS, hook(receiver.url));
    await call("POST", HOOKS, hook("http://127.0.0.1:1/"));
    expect((await write("STILL.md")).status).toBe(201);
    await until(() => eventsOf().includes("push"));
    expect((await call("GET", "/user")).status).toBe(200);
  });

  test("is made by whoever has a live token for the repository, and takes deliveries of the emulator alone", async () => {
    expect((await call("POST", HOOKS, hook(receiver.url), "made-up")).status).toBe(401);
    expect((await call("POST", HOOKS, { name: "web" })).status).toBe(422);
    expect((await call("POST", "/repos/ada/none/hooks", hook(receiver.url))).status).toBe(404);
    expect((await call("POST", "/_hooks/made-up", { ref: "refs/heads/main" })).status).toBe(404);
    expect(receiver.received).toEqual([]);
  });
});
