// Which media types and codings a request names, and which it rules out.
import { expect, test } from "bun:test";
import { acceptsCoding, acceptsType } from "../../../src/web/http/accept.ts";

const requestWith = (headers: Record<string, string>) => new Request("http://gateway.test/", { headers });
const BYTES = "application/octet-stream";

test.each([
  [BYTES, true],
  ["Application/Octet-Stream", true],
  [`${BYTES};q=0.1`, true],
  [`${BYTES};q=0`, false],
  [`${BYTES}; Q=0.000`, false],
  [`${BYTES};q=0, */*`, false],
  [`${BYTES}; v=1`, true],
  [`application/json, ${BYTES}`, true],
  [`${BYTES}, application/json`, true],
  [`application/json, ${BYTES};q=0`, false],
  ["*/*", false],
  ["application/*", false],
  ["application/json, text/plain, */*", false],
  [`text/plain;a="x, ${BYTES}"`, false],
  [BYTES.split("/")[0] as string, false],
  ["", false],
])("Accept %p names bytes: %p", (accept, isNamed) => {
  expect(acceptsType(requestWith({ accept }), BYTES)).toBe(isNamed);
});

test.each([
  ["gzip", true],
  ["GZIP", true],
  ["br, gzip", true],
  ["gzip, br", true],
  ["br;q=1.0, gzip;q=0.5, *;q=0", true],
  ["gzip;q=0", false],
  ["br, gzip; q=0.0", false],
  ["gzip;q=0, *", false],
  ["*", false],
  ["*;q=0", false],
  ["x-gzip", false],
  ["", false],
])("Accept-Encoding %p names gzip: %p", (codings, isNamed) => {
  expect(acceptsCoding(requestWith({ "accept-encoding": codings }), "gzip")).toBe(isNamed);
});

test("a request without the headers names nothing", () => {
  expect(acceptsType(requestWith({}), BYTES)).toBe(false);
  expect(acceptsCoding(requestWith({}), "gzip")).toBe(false);
});
