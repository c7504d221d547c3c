// The page to which an agent sends its person: sign-in leads back to it, and it says for whom a provider is connected.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { addUserOf } from "../../src/identity/people/store.ts";
import { mcpSender } from "../agents/mcp/message.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type SignedIn, signedIn } from "./browser.ts";

const PATH = "/integrations?connect=github";
let gateway: TestGateway;
let person: SignedIn;
beforeAll(async () => {
  gateway = await startTestGateway({
    lane: "embedded",
    settings: { github: { clientId: "client", clientSecret: "secret" } },
  });
  person = await signedIn(gateway);
}, 60_000);
afterAll(() => gateway.close());

test("who is not signed in comes back to what was asked", async () => {
  const response = await fetch(`${gateway.url}${PATH}`, { redirect: "manual", headers: { accept: "text/html" } });
  expect([response.status, response.headers.get("location")]).toEqual([
    303,
    `/sign-in?next=${encodeURIComponent(PATH)}`,
  ]);
});

test("the address of earlier versions leads to it", async () => {
  const { status, headers } = await person.get("/?connect=github");
  expect([status, headers.get("location")]).toEqual([303, PATH]);
});

test("it names the provider and the user, and connects nothing without a click", async () => {
  const { text } = await person.get(PATH);
  expect(text).toContain("An agent needs GitHub.");
  expect(text).toContain('action="/integrations/github/connect"');
  const { json } = await gateway.admin("GET", `/users/${person.userId}`);
  expect(text).toContain(json.data.email);
});

test("the address that an agent gives leads to the key's user, for a person of several users too, and for nobody else", async () => {
  const { key, userId, email } = await gateway.user();
  await addUserOf(gateway.database.database, person.personId, userId);
  const asked = await mcpSender(gateway, { key })("tools/call", { name: "github_get_user", arguments: {} });
  const [address = ""] = /http:[^ ]+/.exec(asked.json.result.content[0].text) ?? [];
  const { pathname, search } = new URL(address);
  // The person has looked at the other user last.
  await person.get(`/u/${person.userId}/`);
  const { status, text } = await person.get(pathname + search);
  expect([status, text.includes("An agent needs GitHub.")]).toEqual([200, true]);
  expect(text).toContain(email);
  expect(text).toContain(`action="/u/${userId}/integrations/github/connect"`);
  const other = await (await signedIn(gateway)).get(pathname + search);
  expect([other.status, other.text.includes("An agent needs")]).toEqual([403, false]);
  expect(other.text).toContain("You do not act for this user");
});

test("it shows nothing of what is no provider", async () => {
  for (const name of ["nobody", "<script>alert(1)</script>", "__proto__"]) {
    const { status, text } = await person.get(`/u/${person.userId}/integrations?connect=${encodeURIComponent(name)}`);
    expect([status, text.includes("An agent needs"), text.includes("alert(1)")]).toEqual([200, false, false]);
  }
});
