// The steps of an erasure: declared by the rooms that own the rows, run in an order that never changes.
import { describe, expect, test } from "bun:test";
import { stepsOf } from "../../../src/identity/personal-data/steps.ts";
import { TABLES } from "../../../src/server/tables.ts";

const USER = { accountId: null };
const ACCOUNT = { accountId: "5a0dca5e-0000-4000-8000-000000000001" };
const namesOf = (owner: { accountId: string | null }) =>
  stepsOf(TABLES, owner).map(({ name, isAfterCalls }) => (isAfterCalls ? `${name}, after calls` : name));

describe("R-46: the steps of an erasure", () => {
  test("keep their names and order: an erasure that the version before began has stored where it is", () => {
    expect(namesOf(USER)).toEqual([
      "grants",
      "events",
      "inbox_increments",
      "inbox_counts",
      "webhook_messages",
      "webhook_drops",
      "webhook_endpoints",
      "imported_grants",
      "connect_sessions",
      "panel_sessions",
      "policies",
      "approvals",
      "standing_approvals",
      "partner_brands",
      "team_invitations",
      "idempotency_keys",
      "limit_windows",
      "accounts",
      "account_counts",
      "usage, after calls",
      "call_failures, after calls",
      "call_evidence, after calls",
      "audit, after calls",
      "revocations",
      "user",
    ]);
    expect(namesOf(ACCOUNT)).toEqual([
      "grants",
      "events",
      "inbox_increments",
      "inbox_counts",
      "imported_grants",
      "connect_sessions",
      "panel_sessions",
      "policies",
      "approvals",
      "standing_approvals",
      "idempotency_keys",
      "webhook_endpoints",
      "account",
      "usage, after calls",
      "call_failures, after calls",
      "call_evidence, after calls",
      "audit, after calls",
      "revocations",
    ]);
  });

  test("are refused where a room's is missing from the order, or one of the order is declared by no room", () => {
    const without = TABLES.filter(({ table }) => table !== "connect_sessions");
    expect(() => stepsOf(without, ACCOUNT)).toThrow("connect_sessions");
    const [users] = TABLES.filter(({ table }) => table === "users");
    const more = [...TABLES, { ...users, erasure: { user: { step: "more", sql: "" } } } as (typeof TABLES)[number]];
    expect(() => stepsOf(more, USER)).toThrow("more");
  });
});
