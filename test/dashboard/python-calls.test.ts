// Calls to copy in Python: every JSON value is written so that Python reads the same one.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { pythonLiteral, pythonOf } from "../../src/dashboard/same-as-call.tsx";

/** Python's three words as JSON has them; a string's own words stay. */
const asJson = (python: string) =>
  python.replace(/"(?:[^"\\]|\\.)*"|\b(?:True|False|None)\b/g, (token) =>
    token.startsWith('"') ? token : { True: "true", False: "false", None: "null" }[token as "True" | "False" | "None"],
  );

test("any JSON value comes back", () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      const plain = JSON.parse(JSON.stringify(value));
      expect(JSON.parse(asJson(pythonLiteral(plain)))).toEqual(plain);
    }),
  );
});

test("a call has its query, its further headers and its body", () => {
  const line = { method: "POST", path: "/api/v1/slack/messages?raw=true&x=1&x=2", template: "", params: {} };
  const headers = { "X-Account-Id": 'customer "1"' };
  expect(
    pythonOf({ baseUrl: "https://gw.example", line, id: "call", headers, body: { text: "Hi", urgent: true } }),
  ).toBe(
    `import os
import requests

response = requests.post(
    "https://gw.example/api/v1/slack/messages",
    headers={"Authorization": f"Bearer {os.environ['KEY']}", "X-Account-Id": "customer \\"1\\""},
    params={"raw": "true", "x": ["1", "2"]},
    json={"text": "Hi", "urgent": True},
)
response.raise_for_status()
data = response.json()["data"]`,
  );
});
