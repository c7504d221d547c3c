// Every endpoint that sends mail refuses what is no address, by the field's path, before anything is sent.
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { Provider } from "gateway/plugin";
import microsoft from "../../plugins/microsoft/index.ts";
import { BUILT_IN, startTestGateway, type TestGateway } from "../support/gateway.ts";

const NEW = { to: "grace@b.example", subject: "Notes", text: "At noon." };
/** An endpoint, a body that it takes, and its fields of addresses. */
const ENDPOINTS: readonly [path: string, body: object, fields: string[]][] = [
  ["google/gmail/send", NEW, ["to", "cc", "bcc", "reply_to", "from"]],
  ["google/gmail/drafts", NEW, ["to", "cc", "bcc", "reply_to", "from"]],
  ["google/gmail/messages/m1/reply", { text: "Yes" }, ["cc", "bcc"]],
  ["google/gmail/messages/m1/forward", { to: "grace@b.example" }, ["to", "cc", "bcc"]],
  ["microsoft/mail/send", NEW, ["to", "cc", "bcc", "reply_to"]],
  ["microsoft/mail/drafts", NEW, ["to", "cc", "bcc", "reply_to"]],
  ["microsoft/mail/messages/m1/reply", { text: "Yes" }, ["cc", "bcc"]],
  ["microsoft/mail/messages/m1/forward", { to: "grace@b.example" }, ["to"]],
];
const NONE = ['["ada@b.example"]', "ada b@c.example", "mailto:ada@b.example", "ada@b.example, bob@c.example"];

let gateway: TestGateway;
let key: string;
beforeAll(async () => {
  gateway = await startTestGateway({
    lane: "embedded",
    emulate: ["google"],
    plugins: [...BUILT_IN, microsoft as unknown as Provider],
    settings: { microsoft: { clientId: "client", clientSecret: "secret" } },
  });
  key = (await gateway.user()).key;
  await gateway.connect(key, "google");
});
afterAll(() => gateway.close());

for (const [path, body, fields] of ENDPOINTS) {
  test(`POST ${path} says which of ${fields.join(", ")} holds no address`, async () => {
    const before = gateway.providers.google.log.length;
    for (const field of fields)
      for (const text of NONE)
        for (const value of field === "from" ? [text] : [text, ["ada@b.example", text]]) {
          const { status, json } = await gateway.call("POST", `/api/v1/${path}`, {
            key,
            body: { ...body, [field]: value },
          });
          expect([field, text, status, json.code]).toEqual([field, text, 400, "VALIDATION_ERROR"]);
          const [error] = json.details.errors as { path: string; message: string }[];
          expect(error?.path).toBe(typeof value === "string" ? `/${field}` : `/${field}/1`);
          expect(error?.message).toContain("must be one email address, such as ada@example.com");
        }
    expect(gateway.providers.google.log.slice(before)).toEqual([]);
  });
}
