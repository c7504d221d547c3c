// Notes what an agent session receives, before it has it: a call that is judged afterwards, on any replica, finds the fact.
import type { StoredFacts } from "../../foundation/db/schema/agent-sessions.ts";
import type { AgentSession } from "../../identity/keys/model.ts";
import { factsIn } from "../../identity/keys/session-store.ts";
import type { Deps } from "../../server/deps.ts";
import type { Input } from "../../web/http/input.ts";
import type { Reply } from "../../web/http/route.ts";
import { findFacts, storeFacts } from "./fact-store.ts";
import { receivedIn } from "./received.ts";

export interface SessionFactLog {
  /** Notes what the reply of a provider's tool tells a session; resolves once it is stored. */
  note(session: AgentSession, call: { tool: string; input: Input; requestId: string }, reply: Reply): Promise<void>;
  /** What the session's tree has received, as the database has it now. */
  read(session: AgentSession): Promise<AgentSession["facts"]>;
}

export function createSessionFacts({
  database,
  registry,
  clock,
}: Pick<Deps, "database" | "registry" | "clock">): SessionFactLog {
  return {
    async note(session, { tool, input, requestId }, reply) {
      const { facts } = session;
      if (facts.has_read_private && facts.has_read_untrusted) return;
      const endpoint = registry.tool(tool);
      if (!endpoint) return;
      const at = new Date(clock.now()).toISOString();
      const sources: StoredFacts = {};
      for (const [fact, path] of Object.entries(receivedIn(endpoint, input, reply)) as [keyof StoredFacts, string][])
        if (!facts[fact]) sources[fact] = { tool, path, request_id: requestId, session_id: session.id, at };
      if (Object.keys(sources).length === 0) return;
      await storeFacts(database, session, sources);
      Object.assign(facts, ...Object.keys(sources).map((fact) => ({ [fact]: true })));
    },
    async read(session) {
      const stored = factsIn(await findFacts(database, session));
      // A session that reads is not told less than this process knows.
      for (const fact of ["has_read_private", "has_read_untrusted"] as const) session.facts[fact] ||= stored[fact];
      return session.facts;
    },
  };
}
