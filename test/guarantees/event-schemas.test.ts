// Every event that a plugin's fixtures recorded, and each of the gateway's own, fits what the API document says of its type.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { OWN_EVENTS, type OwnEventType } from "../../src/events/log/own-events.ts";
import { readFixtures } from "../../src/plugin-kit/check/fixture-files.ts";
import { parseSourceFixture } from "../../src/plugin-kit/check/source-fixture.ts";
import { parseWebhookFixture } from "../../src/plugin-kit/check/webhook-fixture.ts";
import { builtInPlugins, PLUGINS_FOLDER } from "../support/built-in.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

setDefaultTimeout(HOOK_MS);
interface Recorded {
  provider: string;
  type: string;
  payload: unknown;
}
const UUID = "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001";
const AT = "2026-01-01T09:30:00.000Z";

/** As the inbox would have it. */
const wire = ({ provider, type, payload }: Recorded) => ({
  id: UUID,
  provider,
  service: type.split(".")[0],
  type,
  title: "Title",
  summary: null,
  actor: null,
  url: null,
  account_id: null,
  external_id: null,
  connection: "default",
  status: "unread",
  occurred_at: AT,
  received_at: AT,
  payload,
});
function message(event: Recorded) {
  const { status: _, ...data } = wire(event);
  return { type: event.type, timestamp: AT, data };
}

function recordedOf(provider: string): Recorded[] {
  const folder = join(PLUGINS_FOLDER, provider);
  const pushed = readFixtures(folder, "fixtures/webhooks").flatMap(({ text }) => {
    const fixture = parseWebhookFixture(text);
    if (typeof fixture === "string") throw new Error(fixture);
    return fixture.events ?? [];
  });
  const polled = readFixtures(folder, "fixtures/sources")
    .filter(({ where }) => where.split(".")[1] === "poll")
    .flatMap(({ text }) => {
      const fixture = parseSourceFixture("poll", text);
      if (typeof fixture === "string") throw new Error(fixture);
      return fixture.page?.events ?? [];
    });
  return [...pushed, ...polled].map(({ type, payload }) => ({ provider, type, payload }));
}

const IDENTITY = { id: "1", name: "ada@example.com" };
const ended = { integration_id: UUID, provider: "google", identity: IDENTITY, reason: "code", action: "Do something." };
const approval = {
  approval_id: UUID,
  status: "pending",
  provider: "google",
  tool: "google_gmail_send",
  connection: "default",
  requested_by: { kind: "agent_session", name: "ticket 4711", agent: null },
  reason: "Deleting needs a person.",
  url: "https://example.com/approvals/1",
  expires_at: AT,
};
const session = {
  agent_session_id: UUID,
  parent_id: null,
  key_id: UUID,
  name: "ticket 4711",
  agent: "triage",
  expires_at: AT,
};
const OWN: Record<OwnEventType, Record<string, unknown>> = {
  "integration.connected": { ...ended, reason: null, action: null },
  "integration.disconnected": { ...ended, reason: null, action: null },
  "integration.expired": ended,
  "integration.revoked": ended,
  "integration.subscription_failed": { ...ended, source: "mail", resource: null, error: "Refused." },
  "integration.events_missed": { ...ended, reason: "position_lost", source: "mail", resource: "ada/engine", since: AT },
  "approval.requested": approval,
  "approval.decided": approval,
  "approval.expired": approval,
  "agent_session.created": session,
  "agent_session.changed": { ...session, fields: ["allow"] },
  "agent_session.ended": { ...session, reason: "expired" },
  "webhooks.endpoint_disabled": { endpoint_id: UUID, url: "https://example.com/", reason: "gone", disabled_at: AT },
};
const own = Object.entries(OWN).map(([type, payload]) => ({
  provider: type.startsWith("integration.") ? "google" : "gateway",
  type,
  payload,
}));

describe("the API document's events", () => {
  let gateway: TestGateway;
  let checks: Record<"Event" | "WebhookEvent", ValidateFunction>;
  let recorded: Recorded[];
  let declared: string[];
  beforeAll(async () => {
    const plugins = await builtInPlugins();
    gateway = await startTestGateway({ lane: "embedded", plugins });
    const document = (await gateway.call("GET", "/openapi.json")).json;
    const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false });
    ajv.addSchema(document, "document");
    const compiled = (name: string) => ajv.compile({ $ref: `document#/components/schemas/${name}` });
    checks = { Event: compiled("Event"), WebhookEvent: compiled("WebhookEvent") };
    recorded = plugins.flatMap(({ id }) => recordedOf(id));
    declared = plugins.flatMap(({ id, webhook, sources = {} }) =>
      [webhook, ...Object.values(sources)].flatMap((part) =>
        Object.keys(part?.events ?? {}).map((type) => `${id} ${type}`),
      ),
    );
  });
  afterAll(() => gateway.close());

  const refused = (events: readonly Recorded[]) =>
    events
      .filter((event) => !checks.Event(wire(event)) || !checks.WebhookEvent(message(event)))
      .map(({ provider, type, payload }) => `${provider} ${type} ${JSON.stringify(payload).slice(0, 200)}`);

  test("take what the fixtures recorded, of every type that a plugin declares", () => {
    expect(refused(recorded)).toEqual([]);
    const covered = new Set(recorded.map(({ provider, type }) => `${provider} ${type}`));
    expect(declared.filter((one) => !covered.has(one))).toEqual([]);
    expect(new Set(declared).size).toBeGreaterThan(200);
  });

  test("take the gateway's own, of every type", () => {
    expect(own.map(({ type }) => type).sort()).toEqual(Object.keys(OWN_EVENTS).sort());
    expect(refused(own)).toEqual([]);
  });

  test("refuse a known type with another payload: one without a required field, and one of another kind", () => {
    const events = [...recorded, ...own].filter(({ payload }) => Object.keys(payload as object).length > 0);
    const broken = events.flatMap((event) => [
      { ...event, payload: { something: "else" } },
      { ...event, payload: [event.payload] },
    ]);
    expect(broken.filter((event) => checks.Event(wire(event)) || checks.WebhookEvent(message(event)))).toEqual([]);
  });

  test("take a type that nobody declares, one of a provider that is gone, and a payload that was too large", () => {
    const other = [
      { provider: "google", type: "gmail.later", payload: { any: 1 } },
      { provider: "acme", type: "issues.opened", payload: [1] },
      { provider: "google", type: "gmail.message_received", payload: { omitted: "Too large." } },
    ];
    expect(refused(other)).toEqual([]);
  });

  test("take a test message, and refuse one without the endpoint", () => {
    const sent = { type: "webhook.test", timestamp: AT, data: { endpoint_id: UUID } };
    expect(checks.WebhookEvent(sent)).toBe(true);
    expect(checks.WebhookEvent({ ...sent, data: {} })).toBe(false);
  });
});
