// A refusal's text and value: beside every format of success, in XML and in a form.
import { describe, expect, test } from "bun:test";
import type { BodyFormat } from "../../../src/plugin/index.ts";
import { FORMATS } from "../../../src/providers/bodies/read.ts";
import { readResponse } from "../../../src/providers/upstream/response.ts";

const JSON_TYPE = "application/problem+json";
const refused = async (format: BodyFormat, type: string, body: string, status = 403) => {
  const response = new Response(body, { status, headers: { "content-type": type } });
  const { json, text } = await readResponse(response, { signal: new AbortController().signal, format, secrets: [] });
  return { json, text };
};

describe.each(FORMATS)("beside %s", (format) => {
  test("a refusal that says it is JSON is read as JSON, and has no text", async () => {
    expect(await refused(format, JSON_TYPE, '{"message":"Not today."}')).toEqual({
      json: { message: "Not today." },
      text: undefined,
    });
  });

  test("JSON that breaks off gives its text", async () => {
    expect(await refused(format, JSON_TYPE, '{"message":"Not')).toEqual({ json: null, text: '{"message":"Not' });
  });

  test("a page gives its words without markup, and of a failure only its title", async () => {
    const page = "<html><head><title></title></head><body><h1>Not</h1> <p>today.</p></body></html>";
    expect((await refused(format, "text/html", page)).text).toBe("Not today.");
    expect((await refused(format, "text/html", page, 502)).text).toBe("");
  });

  test("a success has no text", async () => {
    expect((await refused(format, "text/plain", "message=Fine", 200)).text).toBeUndefined();
  });
});

const XML = "<Error><Code>Denied</Code> <Message>Not today.</Message></Error>";
const FORM = "error=denied&message=Not+today.";

test.each(["json", "text", "csv", "sse"] as const)(
  "beside %s, XML and a form are a text for people",
  async (format) => {
    expect(await refused(format, "application/xml", XML)).toEqual({ json: null, text: "Denied Not today." });
    expect(await refused(format, "application/x-www-form-urlencoded", FORM)).toEqual({ json: null, text: FORM });
  },
);

test("beside XML a refusal in XML has its value and its text, and another one only its text", async () => {
  const { json, text } = await refused("xml", "application/xml", XML);
  expect(JSON.stringify(json)).toContain("Not today.");
  expect(text).toBe("Denied Not today.");
  expect(await refused("xml", "text/plain", "Not today.")).toEqual({ json: null, text: "Not today." });
});

test("beside a form a refusal in a form has its value and its text, and another one only its text", async () => {
  expect(await refused("form", "application/x-www-form-urlencoded", FORM)).toEqual({
    json: { error: "denied", message: "Not today." },
    text: FORM,
  });
  expect(await refused("form", "text/plain", "100 % wrong.")).toEqual({ json: null, text: "100 % wrong." });
});
