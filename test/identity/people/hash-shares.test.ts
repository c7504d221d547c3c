// Hashes of passwords that wait: one holder's network has a share of the queue, however many addresses it commands.
import { expect, setDefaultTimeout, test } from "bun:test";
import { newBrowser, signedIn } from "../../dashboard/browser.ts";
import { startTestGateway } from "../../support/gateway.ts";

setDefaultTimeout(120_000);

test("S-110: while a /48 signs in from 260 networks at once, somebody elsewhere waits a turn and no more", async () => {
  const gateway = await startTestGateway({ lane: "embedded", env: { TRUST_PROXY: "1" } });
  try {
    await signedIn(gateway);
    const browser = newBrowser(gateway);
    const page = await browser.get("/sign-in");
    const form_token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] as string;
    const signIn = async (address: string) => {
      const fields = {
        form_token,
        email: `${crypto.randomUUID()}@example.com`,
        password: "not the password of anybody",
      };
      return (await browser.post("/sign-in", fields, { "x-forwarded-for": address })).status;
    };
    const greedy = Array.from({ length: 260 }, (_, i) => signIn(`2001:db8:9:${i.toString(16)}::1`));
    const others = Array.from({ length: 10 }, (_, i) => signIn(`2001:db8:${(i + 100).toString(16)}::1`));
    expect(new Set(await Promise.all(others))).toEqual(new Set([400]));
    expect((await Promise.all(greedy)).filter((status) => status === 429).length).toBeGreaterThan(100);
  } finally {
    await gateway.close();
  }
});
