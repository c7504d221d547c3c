// Which responses to a delivery are answers: whatever is changed of a signed one decides nothing.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { signDecision } from "../../../client/src/webhooks.ts";
import { MAX_DECISION_BYTES, readDecision } from "../../../src/events/webhooks/decision-response.ts";
import { newSecret, signedHeaders } from "../../../src/events/webhooks/signature.ts";

const NOW = Date.parse("2026-11-30T12:00:00Z");
const SECRET = newSecret();
const ID = "5f0c1f0e-7f52-4a0e-9a43-0d6c6a1c1b11";
const bytesOf = (text: string) => new TextEncoder().encode(text);

interface Sent {
  body?: string | Uint8Array;
  id?: string;
  at?: number;
  secrets?: string[];
  headers?: Record<string, string>;
}

/** What a response comes to; signed as it should be, but for what differs. */
function read(sent: Sent = {}, expected: { secrets?: string[]; deliveryId?: string } = {}) {
  const { body = '{"decision":"approve"}', id = ID, at = NOW, secrets = [SECRET] } = sent;
  const text = typeof body === "string" ? body : Buffer.from(body).toString("latin1");
  const headers = new Headers({ ...signedHeaders(secrets, id, at, text), ...sent.headers });
  for (const [name, value] of Object.entries(sent.headers ?? {})) if (value === "") headers.delete(name);
  const bytes = typeof body === "string" ? bytesOf(body) : body;
  return readDecision({ headers, bytes }, { deliveryId: ID, secrets: [SECRET], now: NOW, ...expected });
}

describe("an answer to a delivery", () => {
  test("a signed decision is one, with its note, under either secret of a rotation and within five minutes", () => {
    expect(read()).toEqual({ decision: "approve" });
    expect(read({ body: '{"note":"Grüße ✓","decision":"deny"}' })).toEqual({ decision: "deny", note: "Grüße ✓" });
    expect(read({ body: '{"decision":"deny","note":""}' })).toEqual({ decision: "deny" });
    const former = newSecret();
    for (const secrets of [[former], [SECRET], [former, SECRET]])
      expect(read({ secrets }, { secrets: [SECRET, former] })).toEqual({ decision: "approve" });
    for (const at of [NOW - 300_000, NOW + 300_000]) expect(read({ at })).toEqual({ decision: "approve" });
  });

  test("what the client signs is one", () => {
    const event = { type: "approval.requested", data: { id: ID } };
    const { body, headers } = signDecision(event, { decision: "deny", note: "Not today." }, [SECRET, newSecret()]);
    const given = { headers: new Headers(headers), bytes: bytesOf(body) };
    const expected = { deliveryId: ID, secrets: [SECRET], now: Date.now() };
    expect(readDecision(given, expected)).toEqual({ decision: "deny", note: "Not today." });
  });

  test("a response without a signature is none, unless it looks like a decision", () => {
    const unsigned = (body: string | Uint8Array) => read({ body, headers: { "webhook-signature": "" } });
    for (const body of [
      "",
      "ok",
      "{}",
      '{"ok":true}',
      "[1]",
      "null",
      '"decision"',
      new Uint8Array([0xff]),
      "x".repeat(9_000),
    ])
      expect(unsigned(body)).toBeNull();
    expect(unsigned('{"decision":"approve"}')).toEqual({ problem: "unsigned" });
    for (const name of ["webhook-id", "webhook-timestamp"])
      expect(read({ headers: { [name]: "" } })).toEqual({ problem: "unsigned" });
  });

  test("each thing that is wrong has its name", () => {
    expect(read({ id: crypto.randomUUID() })).toEqual({ problem: "other_delivery" });
    expect(read({ headers: { "webhook-id": crypto.randomUUID() } })).toEqual({ problem: "other_delivery" });
    for (const at of [NOW - 301_000, NOW + 301_000, 0]) expect(read({ at })).toEqual({ problem: "stale" });
    for (const timestamp of ["1e9", "-1", "0x5", "9".repeat(13)])
      expect(read({ headers: { "webhook-timestamp": timestamp } })).toEqual({ problem: "stale" });
    expect(read({ secrets: [newSecret()] })).toEqual({ problem: "bad_signature" });
    expect(read({ secrets: [newSecret(), newSecret()] })).toEqual({ problem: "bad_signature" });
    for (const signature of ["v1,", "v1", "v2,AAAA", "v1,AAAA"])
      expect(read({ headers: { "webhook-signature": signature } })).toEqual({ problem: "bad_signature" });
    for (const body of ["", "no", '{"decision":"approve"', "\ufeff?"])
      expect(read({ body })).toEqual({ problem: "not_json" });
    const others = [
      "null",
      "[]",
      '"approve"',
      "{}",
      '{"decision":"yes"}',
      '{"decision":true}',
      '{"decision":["approve"]}',
    ];
    for (const body of [
      ...others,
      '{"decision":"approve","note":1}',
      '{"decision":"approve","more":1}',
      '{"__proto__":{"decision":"approve"}}',
    ])
      expect(read({ body })).toEqual({ problem: "unknown_decision" });
    for (const note of ["x".repeat(501), "a\nb"])
      expect(read({ body: JSON.stringify({ decision: "approve", note }) })).toEqual({ problem: "unknown_decision" });
  });

  test("an answer has 4 KB at most", () => {
    const sized = (size: number) => {
      const body = '{"decision":"approve"}';
      return read({ body: body + " ".repeat(size - body.length) });
    };
    expect(sized(MAX_DECISION_BYTES)).toEqual({ decision: "approve" });
    expect(sized(MAX_DECISION_BYTES + 1)).toEqual({ problem: "too_large" });
  });

  test("whatever differs of body, id, time, secret or signature decides nothing", () => {
    const flipped = (text: string, at: number, bit: number) => {
      const bytes = bytesOf(text);
      const index = at % bytes.length;
      bytes[index] = (bytes[index] as number) ^ (1 << bit);
      return bytes;
    };
    const body = '{"decision":"deny","note":"no"}';
    const headers = signedHeaders([SECRET], ID, NOW, body);
    const expected = { deliveryId: ID, secrets: [SECRET], now: NOW };
    const given = (bytes: Uint8Array, more: Record<string, string> = {}) =>
      readDecision({ headers: new Headers({ ...headers, ...more }), bytes }, expected);
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 7 }), fc.nat({ max: 300_000 }), (at, bit, ms) => {
        expect(given(flipped(body, at, bit))).toEqual({ problem: "bad_signature" });
        expect(given(bytesOf(body.slice(0, at % body.length)))).toEqual({ problem: "bad_signature" });
        expect(given(bytesOf(`${body} `))).toEqual({ problem: "bad_signature" });
        const seconds = Math.floor((NOW - ms) / 1_000);
        const moved = { "webhook-timestamp": String(seconds) };
        if (seconds !== NOW / 1_000) expect(given(bytesOf(body), moved)).toEqual({ problem: "bad_signature" });
        const signature = headers["webhook-signature"] as string;
        const digest = Buffer.from(signature.slice(3), "base64");
        digest[at % digest.length] = (digest[at % digest.length] as number) ^ (1 << bit);
        expect(given(bytesOf(body), { "webhook-signature": `v1,${digest.toString("base64")}` })).toEqual({
          problem: "bad_signature",
        });
        const other = { ...expected, secrets: [newSecret()] };
        expect(readDecision({ headers: new Headers(headers), bytes: bytesOf(body) }, other)).toEqual({
          problem: "bad_signature",
        });
      }),
      { numRuns: 500 },
    );
    expect(given(bytesOf(body))).toEqual({ decision: "deny", note: "no" });
  });

  test("what the gateway itself signs is no answer to it, so that an echo decides nothing", () => {
    const sent = JSON.stringify({ type: "approval.requested", timestamp: "2026-11-30T12:00:00Z", data: { id: ID } });
    expect(read({ body: sent })).toEqual({ problem: "unknown_decision" });
  });
});
