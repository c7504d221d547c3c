// What fixtures cannot show: full pages, and records that have all changed in one millisecond.
import { describe, expect, test } from "bun:test";
import { type SourceContext, type Upstream, type UpstreamRequest, valueAt } from "gateway/plugin";
import { polledEvents } from "../../src/providers/upstream/polled-events.ts";
import { sources } from "./sources.ts";

const NOON = Date.parse("2026-01-01T12:00:00Z");
const context: SourceContext = {
  identity: { id: "62515:7", name: "ada", workspace: { id: "62515", name: "62515" }, tenant: {} },
  resource: null,
  settings: {},
  now: NOON + 600_000,
};

interface Contact {
  id: number;
  changedAt: number;
}
interface Search {
  filterGroups: [{ filters: { propertyName: string; operator: string; value: string }[] }];
  sorts: [{ propertyName: string }];
  limit: number;
}

/** HubSpot's search: one sort order, and no order among records of one millisecond. */
function searchOf(contacts: Contact[], requests: UpstreamRequest[]): Upstream {
  const request = async (req: UpstreamRequest) => {
    requests.push(req);
    const { filterGroups, sorts, limit } = req.json as Search;
    const has = (contact: Contact) =>
      filterGroups[0].filters.every(({ propertyName, operator, value }) => {
        const own = propertyName === "hs_object_id" ? contact.id : contact.changedAt;
        return operator === "GTE"
          ? own >= Number(value)
          : operator === "GT"
            ? own > Number(value)
            : own === Number(value);
      });
    const isById = sorts[0].propertyName === "hs_object_id";
    const key = (contact: Contact) => (isById ? contact.id : contact.changedAt);
    const shuffled = contacts.toSorted((a, b) => ((a.id * 7_919) % 1_009) - ((b.id * 7_919) % 1_009));
    const results = shuffled
      .filter(has)
      .toSorted((a, b) => key(a) - key(b))
      .slice(0, limit)
      .map(({ id, changedAt }) => ({
        id: String(id),
        createdAt: "2025-01-01T00:00:00Z",
        properties: { lastmodifieddate: new Date(changedAt).toISOString() },
      }));
    return { status: 200, headers: new Headers(), json: { results } };
  };
  return { request } as unknown as Upstream;
}

async function idsRead(contacts: Contact[], requests: UpstreamRequest[] = []): Promise<string[]> {
  const { poll } = sources.contacts;
  const ids: string[] = [];
  let page = { position: String(NOON), more: true };
  for (let i = 0; page.more && i < 100; i++) {
    const next = await (poll as NonNullable<typeof poll>).next(page.position, context, searchOf(contacts, requests));
    ids.push(...polledEvents(sources.contacts, next.items, context).map(({ id }) => id));
    page = next;
  }
  expect(page.more).toBe(false);
  return ids;
}

describe("HubSpot's poll", () => {
  test("reads every record of many pages, each under one id", async () => {
    const contacts = Array.from({ length: 950 }, (_, i) => ({ id: i + 1, changedAt: NOON + Math.floor(i / 3) }));
    const ids = await idsRead(contacts);
    expect(new Set(ids).size).toBe(950);
  });

  test("reads every record of an import that changed them all in one millisecond", async () => {
    const same = Array.from({ length: 700 }, (_, i) => ({ id: i + 1, changedAt: NOON + 5 }));
    const ids = await idsRead([...same, { id: 5_000, changedAt: NOON + 6 }, { id: 5_001, changedAt: NOON }]);
    expect(new Set(ids).size).toBe(702);
  });

  test("S-70: sends only searches, which are safe to retry, and within HubSpot's limits", async () => {
    const requests: UpstreamRequest[] = [];
    await idsRead([{ id: 1, changedAt: NOON }], requests);
    expect(requests.length).toBeGreaterThan(0);
    for (const { method, safe, json } of requests) {
      expect({ method, safe }).toEqual({ method: "POST", safe: true });
      expect((json as Search).limit).toBeLessThanOrEqual(200);
      expect((json as Search).sorts).toHaveLength(1);
    }
  });

  test("only contacts have a property of their own for the last change", async () => {
    const sorts: unknown[] = [];
    for (const { poll } of Object.values(sources)) {
      const requests: UpstreamRequest[] = [];
      await poll?.next(String(NOON), context, searchOf([], requests));
      sorts.push(valueAt(requests[0]?.json, "sorts"));
    }
    const modified = ["lastmodifieddate", "hs_lastmodifieddate", "hs_lastmodifieddate", "hs_lastmodifieddate"];
    expect(sorts).toEqual(modified.map((propertyName) => [{ propertyName, direction: "ASCENDING" }]));
  });
});
