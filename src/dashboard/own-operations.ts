// What the gateway's own routes return, by their ids: a page that names a route which does not exist does not compile.
import type { Static } from "@sinclair/typebox";
import type { ToolList } from "../agents/tools/tool.ts";
import type { ApiOperation } from "../server/api-routes.ts";
import type { TypedKeyRoute } from "../web/pipeline/key-route.ts";

/** Pages ask for tools in no format and by no name, so that their lists are whole. */
type WholeLists<Operation extends ApiOperation> = Operation extends { id: `${"list" | "search"}_${string}tools` }
  ? TypedKeyRoute<Operation["id"], typeof ToolList>
  : Operation;

export type OwnOperation = WholeLists<ApiOperation>;
export type OwnOperationId = OwnOperation["id"];
/** What an operation returns as `data`. */
export type OwnData<Id extends OwnOperationId> = Static<Extract<OwnOperation, { id: Id }>["data"]>;
