// What sessions have received, stored with the first of a tree: what one has read, any other may be told.
import type { Database } from "../../foundation/db/database.ts";
import type { StoredFacts } from "../../foundation/db/schema/agent-sessions.ts";
import type { AgentSession } from "../../identity/keys/model.ts";

type Chain = Pick<AgentSession, "userId" | "chain">;

const rootOf = ({ chain }: Chain) => chain.at(-1) as string;

/** Stores facts that the tree does not have; of those that it has, the first source stays. */
export async function storeFacts(database: Pick<Database, "query">, session: Chain, facts: StoredFacts): Promise<void> {
  await database.query(
    `update agent_sessions set facts = $3::text::jsonb || facts
     where id = $1::text::uuid and user_id = $2::text::uuid and facts <> $3::text::jsonb || facts`,
    [rootOf(session), session.userId, JSON.stringify(facts)],
  );
}

export async function findFacts(database: Pick<Database, "query">, session: Chain): Promise<StoredFacts> {
  const [row] = await database.query<{ facts: StoredFacts }>(
    "select facts from agent_sessions where id = $1::text::uuid and user_id = $2::text::uuid",
    [rootOf(session), session.userId],
  );
  return row?.facts ?? {};
}
