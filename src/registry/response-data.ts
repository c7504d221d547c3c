// The schema of `data` in an endpoint's successful response.
import { type TSchema, Type as t } from "@sinclair/typebox";
import type { RegisteredEndpoint } from "./registry.ts";

const FileShape = t.Object({
  id: t.String(),
  name: t.String(),
  mime_type: t.String(),
  size: t.Integer({ description: "Bytes." }),
  encoding: t.Union([t.Literal("utf-8"), t.Literal("base64")]),
  content: t.String(),
});

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
        is_complete: t.Boolean({ description: "False where more was to come than one answer holds." }),
      });
    case "file":
      return FileShape;
    case "deleted":
      return t.Object({ deleted: t.Literal(true) });
  }
}
