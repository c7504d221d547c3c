// One decision on many approvals: each is decided by itself, so that one that cannot be decided stops no other.
import { type Static, Type as t } from "@sinclair/typebox";
import type { Initiator } from "../../identity/initiator.ts";
import type { Caller } from "../../identity/keys/model.ts";
import type { Deps } from "../../server/deps.ts";
import { publicCode, toAppError } from "../../web/http/errors.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import { DecideBody, STATES, type State } from "./model.ts";
import { decideApproval } from "./service.ts";

/** Approvals of one request: each has a transaction of its own. */
export const MAX_AT_ONCE = 100;

const DecideManyBody = t.Object({
  ids: t.Array(t.String({ minLength: 1, maxLength: 64 }), {
    minItems: 1,
    maxItems: MAX_AT_ONCE,
    uniqueItems: true,
    description: "Ids of approvals.",
  }),
  decision: DecideBody.properties.decision,
  note: DecideBody.properties.note,
});
type DecideManyBody = Static<typeof DecideManyBody>;

const Result = t.Object(
  {
    id: t.String(),
    decided: t.Boolean({ description: "Whether this request has decided it." }),
    status: t.Union(
      [t.Unsafe<State>(t.String({ enum: [...STATES], description: "Its state after the decision." })), t.Null()],
      { description: "Null where it was not decided." },
    ),
    code: t.Union([t.String(), t.Null()], { description: "The error code where it was not decided." }),
    error: t.Union([t.String(), t.Null()], { description: "Why it was not decided." }),
  },
  { title: "ApprovalDecision" },
);

export function manyApprovalRoutes(deps: Deps) {
  return [
    keyRoute({
      access: "key",
      tag: { name: "approvals", description: "Calls that wait for a person's yes." },
      owner: "user-and-accounts",
      id: "decide_approvals",
      method: "POST",
      path: "/api/v1/approvals/decide",
      summary: "Approve or deny up to 100 pending calls; each has a result of its own, in the order of ids.",
      permissions: ["gateway:approvals.decide"],
      body: DecideManyBody,
      data: t.Object({ results: t.Array(Result) }),
      handle: async ({ caller, body, initiator, requestId }) => ({
        data: { results: await decideMany(deps, caller, body, { initiator, requestId }) },
      }),
    }),
  ];
}

async function decideMany(
  deps: Deps,
  who: Caller,
  { ids, ...decision }: DecideManyBody,
  { initiator, requestId }: { initiator: Initiator; requestId: string },
): Promise<Static<typeof Result>[]> {
  const results: Static<typeof Result>[] = [];
  for (const id of ids) {
    try {
      const { status } = await decideApproval(deps, who, id, decision, initiator);
      results.push({ id, decided: true, status, code: null, error: null });
    } catch (thrown) {
      const { code, message } = toAppError(thrown, deps.log, requestId);
      results.push({ id, decided: false, status: null, code: publicCode(code), error: message });
    }
  }
  return results;
}
