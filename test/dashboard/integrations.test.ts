// The integrations of a person: what is connected with its last calls, and who can set up what is not.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createUsageWriter } from "../../src/metering/usage/writer.ts";
import { HOOK_MS, land, startAndConsent } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { unescaped } from "../support/page-browser.ts";
import { insertGrant } from "../support/test-partners.ts";
import { usageRow } from "../support/usage-row.ts";
import { signedIn } from "./browser.ts";

setDefaultTimeout(HOOK_MS);
const PATH = "/integrations";

describe("integrations at the dashboard", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["google"] });
  });
  afterAll(() => gateway.close());

  const textOf = (html: string) => unescaped(html.replace(/<[^>]*>/g, " ")).replace(/\s+/g, " ");
  const cardOf = (html: string, id: string) => html.split(`<li class="card" id="${id}">`)[1]?.split("</li>")[0] ?? "";

  test("a connected provider says its last call and its last error, each with its request", async () => {
    const person = await signedIn(gateway);
    const { json } = await gateway.admin("POST", "/keys", { user: person.userId });
    await land((await startAndConsent(gateway, json.data.key, "google")).callback);
    expect(textOf(cardOf((await person.get(PATH)).text, "google"))).toContain("Not among your newest calls.");
    const { database } = gateway.database;
    const [row] = await database.query<{ id: string }>("select id from integrations where user_id = $1::uuid", [
      person.userId,
    ]);
    const integrationId = row?.id as string;
    const writer = createUsageWriter(database.requests);
    for (const [at, status] of [200, 502, 404].entries())
      await writer.write(
        usageRow(person.userId, { integrationId, occurredAt: gateway.clock.now() - 1_000 * (at + 1), status }),
      );
    const card = cardOf((await person.get(PATH)).text, "google");
    expect(textOf(card)).toMatch(/Last call .* 200 OK Last error .* 502 Bad gateway/);
    const links = [...card.matchAll(/href="(\/requests[^"]*)"/g)].map(([, href]) => unescaped(href as string));
    expect(links.length).toBe(2);
    expect(textOf((await person.get(links[1] as string)).text)).toContain("502 Bad gateway");
  });

  test("several connections with a provider have a card each, are renamed, and one is used without a name", async () => {
    const person = await signedIn(gateway);
    const ids: Record<string, string> = {};
    for (const name of ["work", "private"])
      ids[name] = await insertGrant(gateway, { userId: person.userId, accountId: null }, "google", { name });
    /** With the lists in it. */
    const wholeCard = (html: string, id: string) =>
      textOf(html.split(`<li class="card" id="${id}">`)[1]?.split('<li class="card"')[0] ?? "");
    const cards = async () => {
      const { text } = await person.get(PATH);
      return Object.values(ids).map((id) => wholeCard(text, id));
    };
    expect(await cards()).toEqual([
      expect.stringMatching(/Google work .*Rename Google work .*Disconnect Google work/),
      expect.stringMatching(/Google private .*Rename Google private/),
    ]);
    expect((await cards())[0]).toContain("Add another account");
    const path = `${PATH}/${ids.work}/name`;
    const taken = await person.submit(path, { name: "private" });
    expect(textOf(taken.text)).toContain('Another connection with this provider is called "private"');
    const renamed = await person.submit(path, { name: "office", is_default: "1" });
    expect(renamed.status).toBe(303);
    expect((await cards())[0]).toMatch(/Google office used without a name/);
    // A provider's own address means none of several.
    for (const page of ["name", "disconnect"])
      expect(textOf((await person.get(`${PATH}/google/${page}`)).text)).toContain("There are several connections");
    const question = await person.get(`${PATH}/${ids.private}/disconnect`);
    expect(textOf(question.text)).toContain("Disconnect Google?");
    await person.submit(`${PATH}/${ids.private}/disconnect`, {});
    const { text } = await person.get(PATH);
    expect([cardOf(text, ids.private as string), textOf(cardOf(text, "google"))]).toEqual([
      "",
      expect.stringContaining("office"),
    ]);
  });

  test("the search finds a provider by its name and by what it can do", async () => {
    const person = await signedIn(gateway);
    const found = async (q: string) => {
      const { text } = await person.get(`${PATH}?q=${encodeURIComponent(q)}`);
      return [...text.matchAll(/<span class="with-mark" id="([^"]+)"/g)].map(([, id]) => id);
    };
    expect(await found("git")).toEqual(["github"]);
    expect(await found("GMAIL")).toEqual(["google"]);
    expect(await found("<b>nothing")).toEqual([]);
    expect((await person.get(`${PATH}?q=%3Cb%3Enothing`)).text).toContain("No provider matches “&lt;b&gt;nothing”.");
  });

  test("an operator sets up what nobody can connect; others hear who can", async () => {
    const operator = await (await signedIn(gateway, { role: "operator" })).get(PATH);
    expect(operator.text).toContain('href="/operator/providers/github"');
    const member = await (await signedIn(gateway)).get(PATH);
    expect(member.text).not.toContain("/operator/");
    expect(member.text).toContain("An operator must set it up first");
  });
});
