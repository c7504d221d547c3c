// Violations of webhooks, sources and settings: each broken field is named with its sentence.
import { describe, expect, test } from "bun:test";
import { event, type Provider, polledEvent, type Source, t } from "../../../src/plugin/index.ts";
import { pluginViolations } from "../../../src/providers/registry/plugin-violations.ts";
import { acmePlugin, changed } from "../../support/acme-plugin.ts";

const thing = t.Object({ id: t.String() });
const view = (payload: { id: string }) => ({
  title: payload.id,
  summary: null,
  actor: null,
  url: null,
  occurredAt: null,
});
const changedItem = polledEvent({
  description: "An item changed.",
  id: (raw) => raw.id,
  raw: thing,
  shape: thing,
  map: (raw) => raw,
  view,
});
const request = () => ({ path: "/hooks" as never });

/** Has a source that pushes to its own address, one that polls, and one that does both at the provider's address. */
function plugin(): Provider {
  const push = { deliversTo: "source" as const, subscribe: request, subscribed: () => ({ id: "1", expiresAt: null }) };
  const poll = { start: async () => "1", next: async () => ({ items: [], position: "1", more: false }) };
  const common = { description: "Items.", permission: "items.read" as const };
  const events = { "items.changed": changedItem };
  const sources: Record<string, Source<`${string}.${string}`>> = {
    hooks: { ...common, push: { ...push, renew: request, renewed: push.subscribed, renewEveryS: 60, check: request } },
    polled: { ...common, poll: { ...poll, everyS: 30, positionLostOn: ["not_found"] }, events, isDefault: false },
    watched: {
      ...common,
      resource: { description: "A project.", pattern: /^[a-z]+$/ },
      push: { ...push, deliversTo: "provider", needs: ["TOPIC"], unsubscribe: request },
      poll,
      events,
    },
  };
  const made = event({
    description: "An item was made.",
    match: () => true,
    raw: thing,
    shape: thing,
    map: (raw) => raw,
    view,
  });
  return {
    ...acmePlugin(),
    webhook: {
      verify: () => false,
      jwksUrl: "https://acme.example.com/keys",
      eventId: () => null,
      subject: () => null,
      triggersPoll: { watched: () => true },
      endsSubscription: () => false,
      events: { "items.created": { ...made, fetch: () => null, revokes: true } },
    },
    sources,
    settings: { TOPIC: { description: "The topic.", pattern: /^[a-z/]+$/ } },
  };
}
const sentencesOf = (value: unknown) => pluginViolations(value, []).map(({ field, message }) => `${field}: ${message}`);

const NO_FUNCTION = "must be a function.";
const NO_PATTERN = "must be a regular expression of the whole value: /^…$/, without the flags g and y.";
/** Names of events have dots: they are changed as a whole. */
const eventWith = (changes: object, type = "items.changed") => ({ [type]: { ...changedItem, ...changes } });
const NAME = "must be named <service>.<what>, with a declared service.";
const EVENT = "sources.polled.events.items.changed";

describe("violations of webhooks, sources and settings", () => {
  test("a full plugin has none, nor has one whose webhook only triggers polls", () => {
    expect(sentencesOf(plugin())).toEqual([]);
    expect(sentencesOf(changed(plugin(), "webhook.events", {}))).toEqual([]);
  });

  test("a webhook without subject needs sources that all push to their own addresses", () => {
    const sentence =
      "webhook.subject: is missing: it is optional only if every request comes to a source's own address.";
    const without = () => changed(plugin(), "webhook.subject", undefined) as Provider;
    expect(sentencesOf(without())).toContain(sentence);
    expect(sentencesOf(changed(without(), "sources.watched.push.deliversTo", "source"))).toEqual([]);
    expect(
      sentencesOf(changed(changed(without(), "webhook.triggersPoll", undefined) as Provider, "sources", undefined)),
    ).toContain(sentence);
  });

  test.each<[path: string, value: unknown, field: string, message: string]>([
    ["webhook.jwksUrl", "http://acme.example.com/keys", "webhook.jwksUrl", "must be an https URL."],
    ["webhook.endsSubscription", true, "webhook.endsSubscription", NO_FUNCTION],
    ["webhook.triggersPoll", 5, "webhook.triggersPoll", "must be an object."],
    ["webhook.triggersPoll.watched", true, "webhook.triggersPoll.watched", NO_FUNCTION],
    ["webhook.triggersPoll.mail", () => true, "webhook.triggersPoll.mail", "is not a source of the plugin."],
    ["webhook.triggersPoll.hooks", () => true, "webhook.triggersPoll.hooks", "is a source without a poll."],
    ["webhook", undefined, "sources.hooks.push", "needs a webhook that reads what the provider sends."],
    ["sources", 5, "sources", "must be an object."],
    ["sources.Mail", {}, "sources.Mail", "must be named by a lower-case word."],
    ["sources.mail", null, "sources.mail", "must be an object."],
    ["sources.hooks.description", "", "sources.hooks.description", "is missing."],
    [
      "sources.hooks.permission",
      "items.list",
      "sources.hooks.permission",
      '"items.list" is not declared under services.',
    ],
    ["sources.polled.isDefault", true, "sources.polled.isDefault", "must be false, or left out."],
    [
      "sources.hooks.pollsWithWebhook",
      true,
      "sources.hooks.pollsWithWebhook",
      "must be true, in a source without push, or left out.",
    ],
    ["sources.watched.resource.description", "", "sources.watched.resource.description", "is missing."],
    ["sources.watched.resource.pattern", "^a$", "sources.watched.resource.pattern", NO_PATTERN],
    ["sources.watched.resource.pattern", /[a-z]+/, "sources.watched.resource.pattern", NO_PATTERN],
    ["sources.watched.resource.pattern", /^[a-z]+$/g, "sources.watched.resource.pattern", NO_PATTERN],
    ["sources.hooks.push", undefined, "sources.hooks", "needs push or poll."],
    ["sources.hooks.push", 5, "sources.hooks.push", "must be an object."],
    ["sources.hooks.push.deliversTo", "own", "sources.hooks.push.deliversTo", 'must be "source" or "provider".'],
    [
      "sources.hooks.push.needs",
      ["KEY"],
      "sources.hooks.push.needs",
      "must be a list of names in the plugin's settings.",
    ],
    ["sources.hooks.push.subscribe", undefined, "sources.hooks.push.subscribe", NO_FUNCTION],
    ["sources.hooks.push.subscribed", {}, "sources.hooks.push.subscribed", NO_FUNCTION],
    [
      "sources.hooks.push.readSecret",
      () => ({}),
      "sources.hooks.push.secretIn",
      "and readSecret need each other: the request, and what its response says.",
    ],
    ["sources.hooks.push.unsubscribe", true, "sources.hooks.push.unsubscribe", NO_FUNCTION],
    [
      "sources.hooks.push.renew",
      undefined,
      "sources.hooks.push.renewed",
      "reads the response to renew, which is missing.",
    ],
    [
      "sources.watched.push.isActive",
      () => true,
      "sources.watched.push.isActive",
      "reads the response to check, which is missing.",
    ],
    ["sources.hooks.push.renewEveryS", 1, "sources.hooks.push.renewEveryS", "must be at least 60 seconds."],
    ["sources.polled.poll", 5, "sources.polled.poll", "must be an object."],
    ["sources.polled.poll.start", undefined, "sources.polled.poll.start", NO_FUNCTION],
    ["sources.polled.poll.next", "next", "sources.polled.poll.next", NO_FUNCTION],
    ["sources.polled.poll.everyS", 1, "sources.polled.poll.everyS", "must be at least 10 seconds."],
    [
      "sources.polled.poll.requiresSubscription",
      true,
      "sources.polled.poll.requiresSubscription",
      "must be true, in a source with push, or left out.",
    ],
    [
      "sources.polled.poll.positionLostOn",
      ["gone"],
      "sources.polled.poll.positionLostOn",
      "must be a list of expired, revoked, forbidden, not_found, invalid, conflict, rate_limited, busy, unavailable, error.",
    ],
    [
      "sources.polled.events",
      undefined,
      "sources.polled.events",
      "must name at least one kind of event that the poll finds.",
    ],
    [
      "sources.polled.poll",
      undefined,
      "sources.polled.events",
      "are only for events of a poll: declare pushed events under webhook.events.",
    ],
    ["sources.polled.events", eventWith({}, "changed"), "sources.polled.events.changed", NAME],
    ["sources.polled.events", eventWith({}, "orders.changed"), "sources.polled.events.orders.changed", NAME],
    ["sources.polled.events", eventWith({ id: undefined }), `${EVENT}.id`, NO_FUNCTION],
    ["sources.polled.events", eventWith({ match: true }), `${EVENT}.match`, NO_FUNCTION],
    ["sources.polled.events", eventWith({ map: undefined }), `${EVENT}.map`, NO_FUNCTION],
    ["sources.polled.events", eventWith({ raw: {} }), EVENT, "needs the schemas raw and shape."],
    ["sources.polled.events", eventWith({ description: "" }), `${EVENT}.description`, "is missing."],
    ["sources.polled.events", { "items.changed": null }, `${EVENT}.id`, NO_FUNCTION],
    ["settings", null, "settings", "must be an object."],
    ["settings.topic", { description: "x", pattern: /^a$/ }, "settings.topic", "must be named in UPPER_SNAKE."],
    ["settings.EVENTS", { description: "x", pattern: /^a$/ }, "settings.EVENTS", "is a setting of every provider."],
    [
      "settings.CLIENT_ID",
      { description: "x", pattern: /^a$/ },
      "settings.CLIENT_ID",
      "is a setting of every provider.",
    ],
    ["settings.WEBHOOK_SECRET", null, "settings.WEBHOOK_SECRET", "is a setting of every provider."],
    ["settings.TOPIC.description", undefined, "settings.TOPIC.description", "is missing."],
    ["settings.TOPIC.pattern", /topic/, "settings.TOPIC.pattern", NO_PATTERN],
  ])("S-97: a wrong %s is named (case %#)", (path, value, field, message) => {
    expect(sentencesOf(changed(plugin(), path, value))).toContain(`${field}: ${message}`);
  });

  test.each<[changes: object, field: string, message: string]>([
    [{ fetch: {} }, "fetch", NO_FUNCTION],
    [{ revokes: false }, "revokes", "must be true, or left out."],
  ])("S-97: a pushed event with %j is named", (changes, field, message) => {
    const broken = plugin();
    const made = { ...broken.webhook?.events["items.created"], ...changes };
    const sentences = sentencesOf(changed(broken, "webhook.events", { "items.created": made }));
    expect(sentences).toContain(`webhook.events.items.created.${field}: ${message}`);
  });
});
