// A provider whose every name is given, so that two versions of it differ in nothing but names, with or without `previousNames`.
import fc from "fast-check";
import {
  defineProvider,
  endpoint,
  event,
  field,
  many,
  one,
  type Provider,
  pages,
  polledEvent,
  record,
  t,
  valueAt,
} from "../../src/plugin/index.ts";

/** What can be renamed. */
export interface Names {
  service: string;
  action: string;
  event: string;
  source: string;
  tool: string;
  input: string;
  result: string;
}
export const KINDS = ["service", "action", "event", "source", "tool", "input", "result"] as const;

const word = fc.stringMatching(/^[a-z]{3,6}(_[a-z]{2,5})?$/);

export interface Renaming {
  before: Names;
  after: Names;
}

/** Names of one version, then those of the next, of which some are new. */
export const renamings: fc.Arbitrary<Renaming> = fc
  .tuple(
    fc.uniqueArray(word, { minLength: KINDS.length * 2, maxLength: KINDS.length * 2 }),
    fc.subarray([...KINDS], { minLength: 1 }),
  )
  .map(([words, renamed]) => {
    // No word of the plugin's own, or of the gateway's.
    const free = words.map((one) => `x_${one}`);
    const before = Object.fromEntries(KINDS.map((kind, i) => [kind, free[i]])) as unknown as Names;
    const after = { ...before };
    KINDS.forEach((kind, i) => {
      if (renamed.includes(kind)) after[kind] = free[KINDS.length + i] as string;
    });
    return { before, after };
  });

/** The provider under these names; `before` are those that it says it had. */
export function namedPlugin(names: Names, before: Names = names, id = "acme"): Provider {
  const formerOf = (kind: keyof Names, text = (name: string) => name) =>
    before[kind] === names[kind] ? {} : { previousNames: [text(before[kind])] };
  const read = `${names.service}.${names.action}`;
  const item = record(
    { id: field.id(), [names.result]: field.text({ from: "title", description: "The title." }) },
    { previousNames: before.result === names.result ? {} : { [names.result]: [before.result] } },
  );
  const view = (payload: unknown) => ({
    ...{ title: String(valueAt(payload, "id")), summary: null, actor: null, url: null, occurredAt: null },
  });
  const raw = t.Object({ id: t.String(), title: t.String() });
  const pushed = { match: () => true, raw, shape: item.shape, map: (one: never) => item.map(one, undefined as never) };
  const type = `${names.service}.${names.event}`;
  return defineProvider({
    ...{ id, name: "Acme", docs: "https://acme.example.com", baseUrl: "https://api.acme.example.com" },
    auth: { api_key: { fields: { api_key: { label: "API key", secret: true } } } },
    services: {
      [names.service]: {
        [names.action]: {
          scopes: [],
          description: "Read.",
          ...formerOf("action", (action) => `${names.service}.${action}`),
        },
        other: { scopes: [], description: "Read others." },
      },
    },
    ...(before.service !== names.service && { previousNames: { [names.service]: [before.service] } }),
    identity: { upstream: "/me", resource: record({ id: field.id(), name: field.text() }) },
    webhook: {
      verify: () => true,
      eventId: (_: unknown, one: unknown) => String(valueAt(one, "id")),
      subject: (_: unknown, one: unknown) => ({ matches: "identity", id: String(valueAt(one, "user")) }),
      events: {
        [type]: event({
          ...{ description: "Something came.", ...pushed, view },
          ...formerOf("event", (what) => `${names.service}.${what}`),
        } as never),
      },
    },
    sources: {
      [names.source]: {
        description: "What comes.",
        permission: read,
        ...formerOf("source"),
        pollsWithWebhook: true,
        poll: { start: async () => "0", next: async (position: string) => ({ items: [], position, more: false }) },
        events: {
          [`${names.service}.polled`]: polledEvent({
            description: "Something was polled.",
            id: () => "",
            raw,
            shape: raw,
            map: (one) => one,
            view,
          }),
        },
      },
    },
    endpoints: {
      [names.tool]: endpoint({
        ...{ method: "GET", path: "/items", permission: read, description: "List the items of Acme." },
        ...formerOf("tool"),
        query: t.Object({
          [names.input]: t.Optional(t.String({ description: "Only those with it.", ...formerOf("input") })),
        }),
        upstream: ({ query }) => ({ path: "/items" as never, query: { state: query[names.input] as string } }),
        returns: many("items", item, {
          at: "items",
          pagination: pages.cursor({ size: "limit", param: "cursor", read: "next", max: 100 }),
        }),
      }),
      get_other: endpoint({
        ...{ method: "GET", path: "/other", permission: `${names.service}.other`, description: "Get another item." },
        upstream: "/other",
        returns: one(item),
      }),
    },
  } as never) as unknown as Provider;
}
