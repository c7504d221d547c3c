// Which sources an integration gets, and in which mode: the provider's ways, the grant, and the operator's settings.
import { describe, expect, test } from "bun:test";
import type { IntegrationRow } from "../../../src/connections/integrations/model.ts";
import { canBePushedTo, type EventSettings, plannedSources } from "../../../src/events/subscriptions/planned.ts";
import type { Provider, Webhook } from "../../../src/plugin/index.ts";
import { feedPlugin } from "./feed.ts";

const webhook = (pollTriggers?: string): Webhook => ({
  verify: () => true,
  eventId: () => null,
  subject: () => null,
  events: {},
  ...(pollTriggers && { triggersPoll: { [pollTriggers]: () => true } }),
});
const row = (changes: Partial<IntegrationRow> = {}) =>
  ({
    status: "active",
    scopes: ["mails", "chats", "files", "repos"],
    disabledServices: [],
    ...changes,
  }) as unknown as IntegrationRow;
const planned = (
  settings: { provider?: Partial<Provider>; isPublic?: boolean } & Partial<Omit<EventSettings["target"], "provider">>,
  integration = row(),
) => {
  const { provider, isPublic = true, ...target } = settings;
  const full = { events: null, webhookSecret: null, ...target, provider: { ...feedPlugin(), ...provider } };
  return Object.fromEntries(plannedSources({ target: full as EventSettings["target"], isPublic }, integration));
};

describe("planned sources", () => {
  test.each<[what: string, of: Record<string, string>, expected: Record<string, string>]>([
    ["where the gateway is public", planned({}), { mails: "poll", chats: "push", files: "push" }],
    ["where it is not", planned({ isPublic: false }), { mails: "poll", files: "poll" }],
    ["with polls forced", planned({ events: "poll" }), { mails: "poll", files: "poll" }],
    ["with events off", planned({ events: "off" }), {}],
    [
      "with an app-level webhook that brings the polled events",
      planned({ provider: { webhook: webhook() }, webhookSecret: "secret" }),
      { chats: "push", files: "push" },
    ],
    [
      "with an app-level webhook that only triggers their polls",
      planned({ provider: { webhook: webhook("mails") } }),
      { mails: "poll", chats: "push", files: "push" },
    ],
    ["of an integration that has ended", planned({}, row({ status: "revoked" })), {}],
    ["without the scopes of two", planned({}, row({ scopes: ["mails"] })), { mails: "poll" }],
    ["with a service off", planned({}, row({ disabledServices: ["chats.read"] })), { mails: "poll", files: "push" }],
  ])("%s", (_, of, expected) => {
    expect(of).toEqual(expected);
  });

  test("a source that is no default is planned once the operator sets the provider's events", () => {
    const { sources } = feedPlugin();
    const provider = { sources: { mails: { ...sources?.mails, isDefault: false } } } as Partial<Provider>;
    expect(planned({ provider })).toEqual({});
    expect(planned({ provider, events: "poll" })).toEqual({ mails: "poll" });
  });

  test.each([
    [null, "https://gw.example.com", true],
    [null, "http://gw.example.com", false],
    [null, "https://localhost", false],
    [true, "http://127.0.0.1:3000", true],
    [false, "https://gw.example.com", false],
  ])("GATEWAY_PUBLIC_WEBHOOKS %p at %s: providers can deliver is %p", (publicWebhooks, baseUrl, expected) => {
    expect(canBePushedTo({ publicWebhooks }, baseUrl)).toBe(expected);
  });
});
