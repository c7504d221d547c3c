// A usage row as a call would write it.
import type { UsageRow } from "../../src/metering/usage/writer.ts";

/** When the call was made. */
export const NOW = Date.UTC(2026, 2, 4, 12);

export function usageRow(userId: string, more: Partial<UsageRow> = {}): UsageRow {
  return {
    id: crypto.randomUUID(),
    occurredAt: NOW,
    userId,
    keyId: crypto.randomUUID(),
    personId: null,
    agentSessionId: null,
    agent: null,
    accountId: null,
    integrationId: null,
    connection: null,
    lentBy: null,
    externalId: null,
    requestId: "request-1",
    method: "GET",
    endpoint: "/api/v1/github/repos/{owner}/{repo}",
    provider: "github",
    action: "repos.read",
    state: "done",
    status: 200,
    units: 1,
    durationMs: 12,
    callCount: 1,
    isAggregate: false,
    inputs: null,
    steps: null,
    failure: null,
    surface: "user",
    isNew: false,
    ...more,
  };
}
