// The admin API of imports: grants that were made elsewhere, with their tokens or credentials.
import type { AdminRoute } from "../http/route.ts";
import { ImportBody, ImportResults, MAX_IMPORT_BYTES } from "../imports/model.ts";
import type { Imports } from "../imports/service.ts";
import type { Admin } from "./routes.ts";

export function importRoutes(imports: Imports, admin: Admin): AdminRoute[] {
  return [
    admin(
      {
        id: "admin_import_integrations",
        method: "POST",
        path: "/integrations",
        summary: "Import integrations with their tokens: each is checked at its provider, and told of by itself.",
        body: ImportBody,
        data: ImportResults,
        maxBodyBytes: MAX_IMPORT_BYTES,
        event: "integrations_imported",
        about: ({ imported, unchanged, valid, refused }) => ({ details: { imported, unchanged, valid, refused } }),
      },
      ({ body, initiator }) => imports.run(body as unknown as ImportBody, initiator),
    ),
  ];
}
