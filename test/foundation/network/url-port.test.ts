// The port of a URL, also where it is the scheme's own.
import { expect, test } from "bun:test";
import { portOf } from "../../../src/foundation/network/url-port.ts";

test.each<[url: string, port: number]>([
  ["http://127.0.0.1:3000", 3000],
  ["http://[::1]:80", 80],
  ["http://gateway.example.com", 80],
  ["https://0.0.0.0:443", 443],
  ["https://gateway.example.com/path", 443],
  ["https://gateway.example.com:80", 80],
])("%s leads to port %d", (url, port) => {
  expect(portOf(url)).toBe(port);
});
