// How a source gets its events: pushed where it can be, polled where the operator's settings for a push are missing.
import { describe, expect, test } from "bun:test";
import type { Provider } from "../../src/plugin/index.ts";
import { sourceMode } from "../../src/sources/planned.ts";
import { resolveTarget } from "../../src/upstream/target.ts";
import { builtInPlugins } from "../support/built-in.ts";

const google = (await builtInPlugins()).find(({ id }) => id === "google") as Provider;
const modes = (settings: Parameters<typeof resolveTarget>[1], isPublic = true) =>
  ["gmail", "calendar", "drive"].map((name) => sourceMode({ target: resolveTarget(google, settings), isPublic }, name));

describe("a source that needs a setting for its push", () => {
  test("is polled without it, others are pushed", () => {
    expect(modes({})).toEqual(["poll", "push", "push"]);
    expect(modes({ webhookSecret: "secret" })).toEqual(["poll", "push", "push"]);
  });

  test("is pushed with it, where the gateway has a public address", () => {
    const settings = { settings: { PUBSUB_TOPIC: "projects/acme-1/topics/gmail" } };
    expect(modes(settings)).toEqual(["push", "push", "push"]);
    expect(modes(settings, false)).toEqual(["poll", "poll", "poll"]);
  });

  test("without a poll is pushed all the same, and fails with the plugin's sentence", () => {
    const { poll: _, ...pushed } = google.sources?.gmail ?? { description: "", permission: "gmail.read" };
    const only = { ...google, sources: { gmail: pushed as never } };
    expect(sourceMode({ target: resolveTarget(only), isPublic: true }, "gmail")).toBe("push");
  });
});
