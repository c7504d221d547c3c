// The admin API of imports: grants that were made elsewhere, with their tokens or credentials.

import { ImportBody, ImportResults, MAX_IMPORT_BYTES } from "../../connections/imports/model.ts";
import type { Imports } from "../../connections/imports/service.ts";
import { operation } from "./operation.ts";

export function importRoutes(imports: Imports) {
  return [
    operation(
      {
        id: "admin_import_integrations",
        method: "POST",
        path: "/integrations",
        summary: "Import integrations with their tokens. Each is checked at its provider and has its own result.",
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
