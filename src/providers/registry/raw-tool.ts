// The tool of every provider that sends one raw request: any path of its API, for keys that name the permission.
import { Type as t } from "@sinclair/typebox";
import { type Endpoint, one, type Provider, resource } from "../../plugin/index.ts";

/** `<provider>_request`; no plugin may have an endpoint of this key. */
export const RAW_TOOL = "request";
/** A permission of every provider, which no `*` includes. */
export const RAW_PERMISSION = "proxy.use";
/** Below `/api/v1/<provider>`. */
export const RAW_PATH = "/proxy/{path}";

/** Characters of a body in the tool's answer: a model reads no more at once. */
export const MAX_RAW_BODY = 64 * 1024;

const RawResultShape = t.Object(
  {
    status: t.Integer({ description: "The provider's HTTP status." }),
    headers: t.Object({}, { additionalProperties: true, description: "The provider's headers that are passed on." }),
    body: t.Unknown({ description: "The body: a JSON value, or text with `encoding`; null without a body." }),
    encoding: t.Union([t.Literal("json"), t.Literal("utf-8"), t.Literal("base64")]),
    is_truncated: t.Boolean({ description: `Whether the body was longer than ${MAX_RAW_BODY} bytes and was cut.` }),
  },
  { title: "RawResult" },
);

export type RawResult = {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  encoding: "json" | "utf-8" | "base64";
  is_truncated: boolean;
};

export function rawEndpoint({ name }: Pick<Provider, "name">): Endpoint {
  return {
    method: "POST",
    path: RAW_PATH,
    permission: RAW_PERMISSION,
    description: `Send a request to any path of ${name}'s own API with the stored credentials. Use it if no other tool does the task.`,
    effect: "destroys",
    reaches: true,
    body: t.Object({
      method: t.Optional(
        t.Union(
          ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => t.Literal(method)),
          { description: "The default is GET." },
        ),
      ),
      path: t.String({
        minLength: 1,
        maxLength: 4096,
        description: "The full path at the API's host, percent-encoded: /user/repos.",
      }),
      query: t.Optional(
        t.Object({}, { additionalProperties: true, description: "Query parameters: text, numbers, or lists of them." }),
      ),
      json: t.Optional(
        t.Object({}, { additionalProperties: true, description: "The JSON body; not allowed with GET." }),
      ),
      host: t.Optional(
        t.String({ maxLength: 253, description: "Another host of the provider's API. The default is its first one." }),
      ),
    }),
    returns: one(resource({ raw: t.Object({}), shape: RawResultShape, map: () => null as never })),
  };
}
