// Calls with their evidence, which holds what people wrote, as events do: a viewer of the team reads only that they were made.
import { FIRST_NAME } from "../../connections/integrations/choice.ts";
import type { Dashboard } from "../pages.tsx";
import { hasTeamRole, type PageRequest } from "../visit.ts";
import type { Call } from "./request-table.tsx";

const visible = (visit: PageRequest, call: Call): Call =>
  hasTeamRole(visit, "member") ? call : { ...call, evidence: null };

/** One call, by its entry in the usage log. */
export async function readCall(
  { api }: Pick<Dashboard, "api">,
  visit: PageRequest,
  entry: { id: string; timestamp: string },
): Promise<Call> {
  return visible(visit, await api.call(visit, "get_usage_entry", { params: entry }));
}

/** The connection's name, where a repeat without it could act as another account; null elsewhere. */
export const connectionToName = ({ connection, lent_by }: Pick<Call, "connection" | "lent_by">): string | null =>
  lent_by !== null || connection !== FIRST_NAME ? connection : null;

/** The calls of one request. */
export async function readRequest(
  { api }: Pick<Dashboard, "api">,
  visit: PageRequest,
  requestId: string,
): Promise<Call[]> {
  const { calls } = await api.call(visit, "get_request", { params: { request_id: requestId } });
  return calls.map((call) => visible(visit, call));
}
