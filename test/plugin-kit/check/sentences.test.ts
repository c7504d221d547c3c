// The rule that descriptions end as sentences do: where it looks, and which ends it takes.
import { expect, test } from "bun:test";
import { endpoint, one, type Provider, t } from "../../../src/plugin/index.ts";
import { sentenceViolations } from "../../../src/plugin-kit/check/sentences.ts";
import { buildRegistry } from "../../../src/providers/registry/registry.ts";
import { feedPlugin } from "../../events/subscriptions/feed.ts";
import { acme } from "../../support/acme.ts";

const wheresIn = (plugin: Provider) =>
  sentenceViolations(plugin, [...buildRegistry([plugin]).endpoints.values()]).map(({ where }) => where);

/** The feed with `end` after each description that the rule reads. */
function ending(end: string): Provider {
  const feed = feedPlugin();
  const { returns } = feed.endpoints.get_me as (typeof feed.endpoints)[string];
  if (!("resource" in returns)) throw new Error("The feed returns no person.");
  const description = `Text${end}`;
  const word = t.String({ description });
  const search = endpoint({
    method: "POST",
    path: "/search/{id}",
    permission: "mails.read",
    description,
    params: { id: description },
    effect: "reads",
    query: t.Object({ word: t.Optional(word) }),
    body: t.Object({ list: t.Array(t.Object({ inner: word }), { description }) }),
    returns: one(returns.resource as never),
    upstream: "/search/{id}",
  });
  const { mails } = feed.sources as NonNullable<Provider["sources"]>;
  const events = Object.fromEntries(
    Object.entries(mails?.events ?? {}).map(([type, event]) => [type, { ...event, description }]),
  );
  return {
    ...feed,
    services: { ...feed.services, mails: { read: { scopes: ["mails"], description } } },
    sources: { ...feed.sources, mails: { ...mails, events } },
    webhook: { ...acme.webhook, events: { "mails.gone": { description } } },
    endpoints: { ...feed.endpoints, search },
  } as unknown as Provider;
}

test("it looks at permissions, events, endpoints and their inputs at any depth", () => {
  expect(wheresIn(ending(", open")).sort()).toEqual([
    "endpoints.search.body.list.description",
    "endpoints.search.body.list.inner.description",
    "endpoints.search.description",
    "endpoints.search.params.id.description",
    "endpoints.search.query.word.description",
    "services.mails.read.description",
    "sources.mails.events.mails.came.description",
    "webhook.events.mails.gone.description",
  ]);
});

test.each([".", "?", "!", ' as "this."', " (so it is.)", " …"])("a text that ends with %s passes", (end) => {
  expect(wheresIn(ending(end))).toEqual([]);
});
