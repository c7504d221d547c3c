// The reserved ids are the first segments of the gateway's own routes, the announced ones, and those with settings of another meaning.
import { expect, test } from "bun:test";
import { RESERVED_IDS } from "../../src/server/reserved-ids.ts";
import { startTestGateway } from "../support/gateway.ts";

const ANNOUNCED = ["webhooks"];
const WITH_SETTINGS = ["oidc"];

test("S-97: every first segment of the gateway's own routes is reserved, and no other but those with a reason", async () => {
  const gateway = await startTestGateway({ lane: "embedded", plugins: [] });
  try {
    const own = gateway.app.routes.flatMap(({ path }) => /^\/api\/v1\/([^/{]+)/.exec(path)?.[1] ?? []);
    expect(own).toContain("tools");
    expect([...RESERVED_IDS].sort()).toEqual([...new Set([...own, ...ANNOUNCED, ...WITH_SETTINGS])].sort());
  } finally {
    await gateway.close();
  }
}, 30_000);
