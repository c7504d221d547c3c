// The export of personal data over HTTP, for the user whom it is about, and for a connected account of the user's.
import { Type as t } from "@sinclair/typebox";
import type { Deps } from "../../server/deps.ts";
import type { TypedStreamRoute } from "../../web/pipeline/key-route.ts";
import { authorizationOf, holderOf } from "../../web/pipeline/still-served.ts";
import { cursorErrors, exportHeaders, ownExportResponse } from "./export.ts";

const ExportLine = t.Object({
  kind: t.String({ description: "What the line is about. The first is `export`, the last is `end`." }),
  cursor: t.Optional(t.String({ description: "Continues an interrupted export behind this line." })),
  data: t.Optional(t.Object({}, { additionalProperties: true, description: "The record, without secrets." })),
});

type ExportRoute = TypedStreamRoute<"export_data", typeof ExportLine>;

export function exportRoutes(deps: Deps): ExportRoute[] {
  const route: ExportRoute = {
    id: "export_data",
    method: "GET",
    path: "/api/v1/export",
    summary: "Everything that is stored about you or a connected account, as JSON lines without secrets.",
    tag: { name: "export", description: "Everything that is stored about you." },
    access: "key",
    permissions: ["gateway:export.read"],
    owner: "user-or-account",
    responds: "lines",
    query: t.Object({
      cursor: t.Optional(
        t.String({ minLength: 1, maxLength: 4_096, description: "The cursor of the last line that you received." }),
      ),
    }),
    check: ({ query }) => cursorErrors(deps, query),
    data: ExportLine,
    async handle(call) {
      const { owner, caller, initiator, query } = call;
      if (call.request.method === "HEAD") return { response: new Response(null, { headers: exportHeaders(owner) }) };
      // The response goes out at once, so its usage row stands before.
      await call.commitPending();
      const served = { route, incoming: call, caller, owner };
      const response = await ownExportResponse(deps, owner, {
        cursor: (query.cursor as string | undefined) ?? null,
        signal: call.signal,
        initiator,
        hold: (end) => deps.longLived.hold("export", holderOf(call), authorizationOf(deps, served, end)),
      });
      return { response, isStream: true };
    },
  };
  return [route];
}
