// What fixtures cannot show: full pages, times of one second, and a resource that stays a name in query text.
import { describe, expect, test } from "bun:test";
import type { SourceContext, Upstream, UpstreamRequest } from "gateway/plugin";
import { polledEvents } from "../../src/providers/upstream/polled-events.ts";
import { sources } from "./sources.ts";

const NOON = Date.parse("2026-01-01T12:00:00Z");
const context: SourceContext = {
  identity: { id: "1", name: "ada", tenant: { instance: "acme.my.salesforce.com" } },
  resource: null,
  settings: {},
  now: NOON + 600_000,
};
const { poll } = sources.leads as { poll: NonNullable<typeof sources.leads.poll> };

interface Lead {
  id: string;
  changedAt: number;
}

const CONDITION =
  /^SystemModstamp >= (\S+)$|^\(SystemModstamp > (\S+) OR \(SystemModstamp = \2 AND Id > '(\w{18})'\)\)$/;

/** An org that understands the poll's queries, and writes its times as Salesforce does. */
function orgWith(leads: Lead[], queries: string[] = []): Upstream {
  const request = async ({ query }: UpstreamRequest) => {
    const q = String(query?.q);
    queries.push(q);
    const where = CONDITION.exec(/WHERE (.*) ORDER BY SystemModstamp, Id LIMIT 200$/.exec(q)?.[1] ?? "");
    const [, first, after = "", id = ""] = where ?? [];
    const records = leads
      .filter((lead) =>
        first === undefined
          ? lead.changedAt > Date.parse(after) || (lead.changedAt === Date.parse(after) && lead.id > id)
          : lead.changedAt >= Date.parse(first),
      )
      .toSorted((a, b) => a.changedAt - b.changedAt || (a.id < b.id ? -1 : 1))
      .slice(0, 200)
      .map((lead) => ({
        Id: lead.id,
        IsDeleted: false,
        CreatedDate: "2025-01-01T00:00:00.000+0000",
        SystemModstamp: new Date(lead.changedAt).toISOString().replace("Z", "+0000"),
        LastModifiedById: null,
      }));
    return { status: 200, headers: new Headers(), json: { records } };
  };
  return { request } as unknown as Upstream;
}

const idOf = (n: number) => `00Q5g0000${String(n).padStart(6, "0")}AAO`;

async function read(leads: Lead[], from = String(NOON), at = context) {
  const ids: string[] = [];
  let page = { position: from, more: true };
  for (let i = 0; page.more && i < 50; i++) {
    const next = await poll.next(page.position, at, orgWith(leads));
    ids.push(...polledEvents(sources.leads, next.items, at).map(({ id }) => id));
    page = next;
  }
  return { ids, position: page.position };
}

describe("Salesforce's poll", () => {
  test("reads every record once, also a thousand of one second", async () => {
    const leads = Array.from({ length: 1_000 }, (_, i) => ({
      id: idOf(i),
      changedAt: NOON + (i < 100 ? 1_000 : 2_000),
    }));
    const { ids } = await read(leads);
    expect(ids).toHaveLength(1_000);
    expect(new Set(ids).size).toBe(1_000);
  });

  test("finds a record whose transaction ended four minutes after its time", async () => {
    const { position } = await read([]);
    const late = [{ id: idOf(1), changedAt: context.now - 240_000 }];
    const { ids } = await read(late, position, { ...context, now: context.now + 300_000 });
    expect(ids).toHaveLength(1);
  });

  test("leaves a second that is not over to the next poll, so that a further change in it is no repetition", async () => {
    const leads = [{ id: idOf(1), changedAt: context.now - 1_000 }];
    const early = await read(leads, String(NOON), { ...context, now: context.now - 500 });
    expect(early.ids).toEqual([]);
    expect((await read(leads, early.position)).ids).toHaveLength(1);
  });

  test("S-69: takes only an object's name as the thing to watch", () => {
    const { pattern } = sources.records.resource;
    for (const good of ["CaseComment", "Invoice__c", "acme__Invoice__c"]) expect(good).toMatch(pattern);
    for (const bad of [
      "",
      "1a",
      "Case WHERE Id != null",
      "Case'",
      "Case,User",
      "Case\n",
      "a.b",
      "Ünit",
      "Case",
      "lead",
    ])
      expect(bad).not.toMatch(pattern);
  });
});
