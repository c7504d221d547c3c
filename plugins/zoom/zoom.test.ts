// What fixtures cannot show: the signature's vector, the encoding of UUIDs, spans of days, and Zoom's error codes.
import { deepStrictEqual } from "node:assert";
import { test } from "node:test";
import { checkPlugin } from "gateway/testing";
import plugin from "./index.ts";

test("zoom conforms", async () => {
  deepStrictEqual(await checkPlugin(plugin, import.meta.dirname), []);
});
