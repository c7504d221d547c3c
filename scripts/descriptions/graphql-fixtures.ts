// The GraphQL documents that a plugin's fixtures show, with their variables and responses.
import { type DocumentNode, parse } from "graphql";
import { readFixtures } from "../../src/plugin-kit/check/fixture-files.ts";

/** A document with the variables that are sent with it, and the data of its response. */
export interface Sent {
  /** The fixture's file. */
  where: string;
  document: DocumentNode;
  variables: Record<string, unknown>;
  /** Undefined without a response, and with errors, which make fields null that are never null otherwise. */
  data?: unknown;
}

interface Exchange {
  request?: { json?: { query?: unknown; variables?: Record<string, unknown> } };
  response?: { json?: { data?: unknown; errors?: unknown } };
}

/** In calls, and in polls and subscriptions. */
const FOLDERS = ["fixtures", "fixtures/sources"];

export function sentBy(folder: string): Sent[] {
  return FOLDERS.flatMap((within) => readFixtures(folder, within)).flatMap(({ where, text }) => {
    const { upstream = [] } = JSON.parse(text) as { upstream?: Exchange[] };
    return upstream.flatMap(({ request, response }): Sent[] => {
      const { query, variables = {} } = request?.json ?? {};
      if (typeof query !== "string") return [];
      return [
        {
          where,
          document: parse(query),
          variables,
          data: response?.json?.errors === undefined ? response?.json?.data : undefined,
        },
      ];
    });
  });
}
