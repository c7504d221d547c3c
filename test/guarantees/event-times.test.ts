// An event's time is a day or a time: whoever gives none or both is told so, and no provider is asked.
import { describe, expect, test } from "bun:test";
import type { TObject, TSchema } from "@sinclair/typebox";
import type { AnyCall } from "../../src/plugin/index.ts";
import { UpstreamFailure } from "../../src/upstream/failure.ts";
import { callOf, exchangesOf, recordedEndpoints, replay } from "../support/recorded-calls.ts";

const DAY = "2026-02-01";
const WRONG = [{}, { time_zone: "Europe/Madrid" }, { date: DAY, date_time: `${DAY}T09:00:00Z` }];

/** The fields of an input whose value is a day or a time. */
function timeFields(body: TSchema | null): string[] {
  return Object.entries((body as TObject | null)?.properties ?? {})
    .filter(([, { properties = {} }]) => "date" in properties && "date_time" in properties)
    .map(([name]) => name);
}

const takers = (await recordedEndpoints()).filter(({ endpoint }) => timeFields(endpoint.input.body).length > 0);

describe("an event's times that do not say when it is", () => {
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
      /"start.date_time" needs an offset .* or "time_zone" beside it/,
    ],
  ];
  const google = takers.filter(({ endpoint }) => endpoint.provider.id === "google");
  for (const { endpoint, fixtures } of google) {
    test.each(cases)(`are refused by ${endpoint.tool} before anything is sent: %s`, async (_, times, message) => {
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

describe("an event's time that is neither or both of a day and a time", () => {
  test("can be given to Google and Microsoft", () => {
    expect(takers.map(({ endpoint }) => endpoint.tool).sort()).toEqual([
      "google_calendar_create_event",
      "google_calendar_update_event",
      "microsoft_create_event",
      "microsoft_update_event",
    ]);
  });

  test.each(takers.map((taker) => [taker.endpoint.tool, taker] as const))(
    "is refused by %s with what would be right, before anything is sent",
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
            message: `"${field}" takes either "date" (a day: ${DAY}) or "date_time" (a time: ${DAY}T09:00:00Z), and one of them.`,
          });
        }
      }
    },
  );
});
