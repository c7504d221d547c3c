// Outgoing webhooks and streams of three replicas that are killed one after another, with a Postgres restart in the middle.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { START_MS } from "../support/gateway-process.ts";
import { type OutgoingResult, type OutgoingStage, outgoingStage } from "./outgoing-run.ts";

setDefaultTimeout(6 * START_MS);

const EVENTS = 600;

describe("what goes out of replicas that are killed", () => {
  let stage: OutgoingStage;
  let result: OutgoingResult;
  beforeAll(async () => {
    stage = await outgoingStage();
    result = await stage.run({
      deliveries: EVENTS,
      replicas: 3,
      owners: 4,
      killEveryMs: 700,
      minKills: 2,
      concurrency: 8,
      manners: ["takes", "fails", "cuts"],
      oneOf: 50,
    });
  });
  afterAll(() => stage.end());

  test("R-28, R-29: every event reaches each endpoint that wants it, signed, under its id, and nobody else's", () => {
    expect(result.incoming.kills).toBeGreaterThan(1);
    expect(result.incoming.stored.length).toBe(EVENTS);
    expect(result.wanted).toBe(2 * EVENTS);
    expect(result.refused).toBeGreaterThan(0);
    expect({ lost: result.lost, wrong: result.wrong }).toEqual({ lost: [], wrong: [] });
  });

  test("R-28: a stream reader that goes on elsewhere gets each event once, in the order of their ids", () => {
    expect(result.streams).toMatchObject({ lost: [], doubled: 0, wrong: [] });
    expect(result.streams.reconnects).toBeGreaterThan(0);
  });
});
