// Why a call failed, on its page: for every kind of failure a sentence with the reason, and the next step.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { builtInPlugins } from "../support/built-in.ts";
import {
  callerOf,
  FAILED_CALLS,
  type FailingGateway,
  failedCall,
  startFailingGateway,
} from "../support/failed-calls.ts";
import { unescaped } from "../support/page-browser.ts";
import { type SignedIn, signedIn } from "./browser.ts";

describe("why a call failed", () => {
  let gateway: FailingGateway;
  let person: SignedIn;
  let caller: Awaited<ReturnType<typeof callerOf>>;
  beforeAll(async () => {
    gateway = await startFailingGateway({ lane: "embedded", plugins: await builtInPlugins() });
    person = await signedIn(gateway, { partner: true });
    caller = await callerOf(gateway, person.userId);
  }, 60_000);
  afterAll(() => gateway.close());

  test.each(FAILED_CALLS.map((call) => [call.name, call] as const))("%s", async (_name, call) => {
    const response = await failedCall(caller, call);
    const page = await person.get(`/requests/${response.headers.get("x-request-id")}`);
    const reason = /<section[^>]*aria-labelledby="reason">(.*?)<dl/s.exec(page.text)?.[1] ?? "";
    const [why = "", next = ""] = [...reason.matchAll(/<p[^>]*>(.*?)<\/p>/gs)].map(([, text = ""]) =>
      unescaped(text.replace(/<[^>]+>/g, "")),
    );
    expect({ status: response.status, why, next }).toEqual({
      status: call.status,
      why: expect.stringContaining(call.why),
      next: expect.stringContaining(call.next),
    });
  });
});
