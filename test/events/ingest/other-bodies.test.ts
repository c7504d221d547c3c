// Inbound webhooks that are no JSON, and addresses that a provider checks with HEAD or OPTIONS, over HTTP.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { event, type Provider, t, type Webhook } from "../../../src/plugin/index.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { integrate, pushingPlugin, sendInbound, WEBHOOK_SECRET } from "../../support/pushing-plugin.ts";

/** `Message` with `From` and `Body`, as a form or as the XML element `sms`. */
function posting(id: string, webhook: Partial<Webhook>): Provider {
  const plugin = pushingPlugin(id);
  const { verify } = plugin.webhook as Webhook;
  const message = t.Object({ From: t.String(), Body: t.Union([t.String(), t.Array(t.String())]) });
  plugin.webhook = {
    verify,
    eventId: () => null,
    subject: (_, item) => ({ matches: "identity", id: String((item as { From: string }).From) }),
    events: {
      "items.texted": event({
        description: "A message came.",
        match: () => true,
        raw: message,
        shape: t.Object({ lines: t.Array(t.String()) }),
        map: ({ Body }) => ({ lines: [Body].flat() }),
        view: ({ lines }) => ({ title: lines.join(), summary: null, actor: null, url: null, occurredAt: null }),
      }),
    },
    ...webhook,
  };
  return plugin;
}

/** CloudEvents, HTTP 1.1 Web Hooks, section 4: the server says whose events it takes. */
const cloudEvents: Webhook["handshake"] = ({ method, headers }) => {
  const origin = headers.get("webhook-request-origin");
  if (method !== "OPTIONS" || origin === null) return null;
  return { type: "text/plain", body: "", headers: { "webhook-allowed-origin": origin, "webhook-allowed-rate": "*" } };
};

const TYPES = { form: "application/x-www-form-urlencoded", xml: "application/xml", json: "application/json" };
const BODIES = {
  form: "From=u1&Body=Hello%20you&Body=Bye",
  xml: '<sms From="x"><From>u1</From><Body>Hello you</Body><Body>Bye</Body></sms>',
  json: '{"From":"u1","Body":["Hello you","Bye"]}',
};

for (const lane of laneOf(import.meta.file)) {
  describe(`bodies and checks of addresses, ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        plugins: [
          pushingPlugin(),
          posting("formed", { bodyFormat: "form", addressChecks: ["HEAD", "OPTIONS"], handshake: cloudEvents }),
          posting("tagged", { bodyFormat: "xml", items: "r.sms", addressChecks: ["HEAD"] }),
        ],
        settings: Object.fromEntries(["acme", "formed", "tagged"].map((id) => [id, { webhookSecret: WEBHOOK_SECRET }])),
      });
    }, 30_000);
    afterAll(() => gateway.close());

    const at = (method: string, path: string, headers: Record<string, string> = {}) =>
      fetch(`${gateway.url}/api/v1/webhooks${path}`, { method, headers });
    const inboxOf = async (key: string) => {
      await gateway.app.deps.inboundWebhooks.drain();
      const { json } = await gateway.call("GET", "/api/v1/inbox/events", { key });
      const events = json.data.events as { type: string; payload: unknown }[];
      return events.flatMap(({ type, payload }) => (type.includes("texted") ? [payload] : []));
    };

    test("a form and XML are read by declaration, and JSON where it says that it is, when received and when processed", async () => {
      for (const [provider, formats] of [
        ["formed", ["form", "json"]],
        ["tagged", ["xml"]],
      ] as const) {
        for (const format of formats) {
          const { key, userId } = await gateway.user();
          const user = `u-${crypto.randomUUID()}`;
          await integrate(gateway, { userId, accountId: null }, { user }, provider);
          const body = BODIES[format].replace("u1", user).replace("<sms", "<r><sms").replace("</sms>", "</sms></r>");
          const options = { path: `/${provider}`, headers: { "content-type": TYPES[format] } };
          expect([format, (await sendInbound(gateway, body, options)).status]).toEqual([format, 200]);
          expect(await inboxOf(key)).toEqual([{ lines: ["Hello you", "Bye"] }]);
        }
      }
    });

    test("a signed body of another format is refused, with the format in the sentence", async () => {
      for (const [path, body, format] of [
        ["/formed", "a=%", "form"],
        ["/tagged", "<r><sms></r>", "xml"],
        ["/tagged", `<!DOCTYPE r [<!ENTITY a "b">]><r><sms>&a;</sms></r>`, "xml"],
      ] as const) {
        const response = await sendInbound(gateway, body, { path, headers: { "content-type": TYPES[format] } });
        const { code, details } = await response.json();
        expect([response.status, code, details.errors[0].message]).toEqual([
          400,
          "VALIDATION_ERROR",
          `The body cannot be read as ${format}, the format of this provider's webhooks, nor as JSON. Check the webhook's format at the provider.`,
        ]);
      }
    });

    test("HEAD is 200 without a body where the plugin declares it, and 405 as before elsewhere", async () => {
      for (const path of ["/formed", "/tagged"]) {
        const response = await at("HEAD", path);
        expect([response.status, await response.text()]).toEqual([200, ""]);
      }
      for (const path of ["/acme", "/nobody", "/formed/unknown-source", `/formed/${crypto.randomUUID()}`])
        expect([path, (await at("HEAD", path)).status]).toEqual([path, 405]);
    });

    test("OPTIONS gets what the plugin's handshake says, and what it got before elsewhere", async () => {
      const asked = { "webhook-request-origin": "eventgrid.example" };
      const response = await at("OPTIONS", "/formed", asked);
      expect([response.status, response.headers.get("webhook-allowed-origin")]).toEqual([200, "eventgrid.example"]);
      for (const [path, headers] of [
        ["/formed", {}],
        ["/tagged", asked],
        ["/acme", asked],
        ["/nobody", asked],
      ] as const) {
        const other = await at("OPTIONS", path, headers);
        expect([path, other.status, other.headers.get("webhook-allowed-origin")]).toEqual([path, 204, null]);
        expect(other.headers.get("allow")).toBe("GET, OPTIONS, POST");
      }
    });
  });
}
