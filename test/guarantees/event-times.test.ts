// A calendar event's time is either a date or a date-time; anything else is rejected before a request is sent.
import { describe, expect, test } from "bun:test";
import type { TObject, TSchema } from "@sinclair/typebox";
import type { AnyCall } from "../../src/plugin/index.ts";
import { UpstreamFailure } from "../../src/providers/upstream/failure.ts";
import { callOf, endpointFixtures, exchangesOf, replay } from "../support/fixture-replay.ts";

const DAY = "2026-02-01";
const WRONG = [{}, { time_zone: "Europe/Madrid" }, { date: DAY, date_time: `${DAY}T09:00:00Z` }];

/** The input fields that take a date or a date-time. */
function timeFields(body: TSchema | null): string[] {
  return Object.entries((body as TObject | null)?.properties ?? {})
    .filter(([, { properties = {} }]) => "date" in properties && "date_time" in properties)
    .map(([name]) => name);
}

const takers = (await endpointFixtures()).filter(({ endpoint }) => timeFields(endpoint.input.body).length > 0);

describe("an event whose start and end are inconsistent", () => {
  const good = { date_time: `${DAY}T09:00:00Z` };
  const cases: [what: string, body: object, message: RegExp][] = [
    [
      "a day and a time",
      { start: { date: DAY }, end: good },
      /"start" and "end" go together, both as days or both as times/,
    ],
    [
      "a time that is nowhere",
      { start: { date_time: `${DAY}T09:00:00` }, end: good },
      /"start.date_time" needs an offset .* or "time_zone" with it/,
    ],
  ];
  const google = takers.filter(({ endpoint }) => endpoint.provider.id === "google");
  for (const { endpoint, fixtures } of google) {
    test.each(cases)(`is rejected by ${endpoint.tool} before a request is sent: %s`, async (_, times, message) => {
      const right = fixtures.find(({ result }) => result !== undefined) as (typeof fixtures)[number];
      const call: AnyCall = { ...callOf(right), body: { title: "Lunch", ...times } };
      const { outcome, sent } = await replay(endpoint, call, exchangesOf(right));
      expect(sent).toEqual([]);
      expect((outcome as UpstreamFailure).detail).toMatchObject({
        failure: "invalid",
        message: expect.stringMatching(message),
      });
    });
  }
});

describe("an event time with neither or both of date and date_time", () => {
  test("is possible for Google and Microsoft", () => {
    expect(takers.map(({ endpoint }) => endpoint.tool).sort()).toEqual([
      "google_calendar_create_event",
      "google_calendar_update_event",
      "microsoft_create_event",
      "microsoft_update_event",
    ]);
  });

  test.each(takers.map((taker) => [taker.endpoint.tool, taker] as const))(
    "is rejected by %s before a request is sent, and the error names the valid forms",
    async (_, { endpoint, fixtures }) => {
      const right = fixtures.find(
        ({ result, call }) => result !== undefined && (call?.body as object),
      ) as (typeof fixtures)[number];
      const good = { date_time: `${DAY}T09:00:00Z` };
      for (const field of timeFields(endpoint.input.body)) {
        for (const wrong of WRONG) {
          const call: AnyCall = { ...callOf(right), body: { title: "Lunch", start: good, end: good, [field]: wrong } };
          const { outcome, sent } = await replay(endpoint, call, exchangesOf(right));
          expect(sent).toEqual([]);
          expect(outcome).toBeInstanceOf(UpstreamFailure);
          expect((outcome as UpstreamFailure).detail).toMatchObject({
            failure: "invalid",
            message: `"${field}" takes either "date" (a day: ${DAY}) or "date_time" (a time: ${DAY}T09:00:00Z); send exactly one of them.`,
          });
        }
      }
    },
  );
});
