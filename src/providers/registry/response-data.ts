// The schema of `data` in an endpoint's successful response.
import { type TObject, type TSchema, Type as t } from "@sinclair/typebox";
import type { RegisteredEndpoint } from "./registry.ts";

const FileShape = t.Object(
  {
    id: t.String(),
    name: t.String(),
    mime_type: t.String(),
    size: t.Integer({ description: "Bytes." }),
    encoding: t.Union([t.Literal("utf-8"), t.Literal("base64")]),
    content: t.String(),
  },
  { title: "FileContent" },
);

export function dataSchema({ def: { returns } }: Pick<RegisteredEndpoint, "def">): TSchema {
  switch (returns.kind) {
    case "one":
      return returns.resource.shape;
    case "many":
      return t.Object({
        [returns.collection]: t.Array(returns.resource.shape),
        next_cursor: t.Union([t.String(), t.Null()], { description: "For the next page; null on the last one." }),
      });
    case "stream":
      return t.Object({
        [returns.collection]: t.Array(returns.resource.shape),
        is_complete: t.Boolean({ description: "False if there is more than one response can contain." }),
      });
    case "file":
      return FileShape;
    case "deleted":
      return t.Object({ deleted: t.Literal(true) });
  }
}

const WithRaw = t.Object(
  { raw: t.Optional(t.Unknown({ description: "With raw=true: the provider's own object." })) },
  { title: "WithRaw" },
);

/** The same by path, where the items of a list can have the provider's own objects too. */
export function routeDataSchema(endpoint: Pick<RegisteredEndpoint, "def">): TSchema {
  const { returns } = endpoint.def;
  if (returns.kind !== "many") return dataSchema(endpoint);
  const { properties } = dataSchema(endpoint) as TObject;
  return t.Object({ ...properties, [returns.collection]: t.Array(t.Intersect([returns.resource.shape, WithRaw])) });
}
