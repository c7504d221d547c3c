// Deliveries to three replicas that are killed one after another, with a Postgres restart in the middle: none lost, none twice.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { START_MS } from "../support/gateway-process.ts";
import { type DeliveryStage, deliveryStage } from "./delivery-run.ts";

setDefaultTimeout(4 * START_MS);

describe("deliveries to replicas that are killed", () => {
  let run: DeliveryStage;
  beforeAll(async () => {
    run = await deliveryStage();
  });
  afterAll(() => run.end());

  test("R-28, R-29: each accepted delivery is one event in its owner's inbox, however often it came", async () => {
    const result = await run.run({
      deliveries: 1_500,
      replicas: 3,
      owners: 6,
      killEveryMs: 700,
      minKills: 2,
      concurrency: 16,
    });
    expect(result.kills).toBeGreaterThan(1);
    expect(result.accepted.size).toBe(1_500);
    expect(result.strayed).toEqual([]);
    expect(result.stored.toSorted()).toEqual([...result.accepted].toSorted());
  });
});
