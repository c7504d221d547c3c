// How the sources of real plugins get their events, by what the operator has set.
import { describe, expect, test } from "bun:test";
import discord from "../../../plugins/discord/index.ts";
import github from "../../../plugins/github/index.ts";
import google from "../../../plugins/google/index.ts";
import linkedin from "../../../plugins/linkedin/index.ts";
import twitter from "../../../plugins/twitter/index.ts";
import { type EventSettings, sourceMode } from "../../../src/events/subscriptions/planned.ts";
import type { Provider } from "../../../src/plugin/index.ts";

const PUBLIC = { isPublic: true, webhookSecret: "secret", events: null } as const;

function modeOf(
  provider: unknown,
  name: string,
  {
    isPublic,
    webhookSecret,
    events,
    settings = {},
  }: { isPublic: boolean; webhookSecret: string | null; settings?: Record<string, string> } & Pick<
    EventSettings["target"],
    "events"
  >,
) {
  return sourceMode({ target: { provider: provider as Provider, webhookSecret, events, settings }, isPublic }, name);
}

describe("A source that is only polled", () => {
  test("stands in for the operator's webhook: it is polled without one, and not beside it", () => {
    expect(modeOf(github, "notifications", PUBLIC)).toBeNull();
    expect(modeOf(github, "notifications", { ...PUBLIC, webhookSecret: null })).toBe("poll");
    expect(modeOf(github, "notifications", { ...PUBLIC, isPublic: false })).toBe("poll");
    expect(modeOf(github, "notifications", { ...PUBLIC, events: "poll" })).toBe("poll");
    expect(modeOf(github, "notifications", { ...PUBLIC, webhookSecret: null, events: "push" })).toBeNull();
    expect(modeOf(github, "notifications", { ...PUBLIC, events: "off" })).toBeNull();
  });
  test("is polled beside the webhook where it brings what that does not", () => {
    for (const settings of [PUBLIC, { ...PUBLIC, webhookSecret: null }, { ...PUBLIC, isPublic: false }])
      expect(modeOf(discord, "channel", settings)).toBe("poll");
    expect(modeOf(discord, "channel", { ...PUBLIC, events: "off" })).toBeNull();
  });
});

describe("A source that the provider can push", () => {
  test.each([
    [github, "repository"],
    [linkedin, "organization"],
    [twitter, "mentions"],
    [twitter, "reactions"],
  ])("is pushed where the gateway is public", (provider, name) => {
    expect(modeOf(provider, name, { ...PUBLIC, webhookSecret: null })).toBe("push");
  });
  test("is polled where it is not, or does not run", () => {
    const hidden = { ...PUBLIC, isPublic: false };
    expect(modeOf(linkedin, "organization", hidden)).toBe("poll");
    expect(modeOf(twitter, "messages", hidden)).toBe("poll");
    expect(modeOf(github, "repository", hidden)).toBeNull();
    expect(modeOf(twitter, "reactions", hidden)).toBeNull();
  });
});

describe("A source whose push needs a setting", () => {
  const topic = { settings: { PUBSUB_TOPIC: "projects/acme-1/topics/gmail" } };
  test("is polled without the setting, while others are pushed", () => {
    expect(modeOf(google, "gmail", PUBLIC)).toBe("poll");
    expect(modeOf(google, "calendar", PUBLIC)).toBe("push");
  });
  test("is pushed with it, where the gateway is public", () => {
    expect(modeOf(google, "gmail", { ...PUBLIC, ...topic })).toBe("push");
    expect(modeOf(google, "gmail", { ...PUBLIC, ...topic, isPublic: false })).toBe("poll");
  });
});
