// The workflow transitions of a Jira issue.
import {
  checked,
  endpoint,
  InvalidInput,
  many,
  maybeFlag,
  one,
  pages,
  path,
  resource,
  t,
  textAt,
  valueAt,
} from "gateway/plugin";
import { issueKey } from "./fields.ts";
import { rawStatus, statusShape, toStatus } from "./issue.ts";
import { toAdf } from "./to-adf.ts";

const rawTransition = t.Object({
  id: t.String(),
  name: t.String(),
  to: rawStatus,
  hasScreen: maybeFlag,
});
const transitionShape = t.Object({
  id: t.String(),
  name: t.String({ description: "Name of the step in the workflow." }),
  to: statusShape,
  has_screen: t.Boolean({
    description: "Whether the step has a screen, which may require fields such as a resolution.",
  }),
});
const transition = resource({
  raw: rawTransition,
  shape: transitionShape,
  map: (raw) => ({ id: raw.id, name: raw.name, to: toStatus(raw.to), has_screen: raw.hasScreen ?? false }),
});

/** Finds the transition by id, else by target status, else by name; throws `InvalidInput` if none or several match. */
function findTransition(transitions: unknown, wanted: string): unknown {
  const steps = checked(t.Array(rawTransition), transitions);
  const normalize = (text: string | null) => text?.trim().toLowerCase();
  for (const name of ["id", "to.name", "name"]) {
    const [only, ...others] = steps.filter((step) => normalize(textAt(step, name)) === normalize(wanted));
    if (only && others.length === 0) return only;
    if (only)
      throw new InvalidInput(
        `Several steps are called so; name one by its id: ${describeTransitions([only, ...others])}.`,
      );
  }
  throw new InvalidInput(`The issue has no step to "${wanted}". It has: ${describeTransitions(steps) || "none"}.`);
}

const describeTransitions = (steps: readonly unknown[]) =>
  steps.map((step) => `${textAt(step, "id")} (${textAt(step, "name")} → ${textAt(step, "to.name")})`).join(", ");

export const transitionEndpoints = {
  list_transitions: endpoint({
    method: "GET",
    path: "/issues/{key}/transitions",
    permission: "issues.read",
    description: "List the steps that a Jira issue can take now from its current status to another one.",
    keywords: ["workflow", "statuses", "next status", "available"],
    params: { key: issueKey },
    upstream: "/issue/{key}/transitions",
    returns: many("transitions", transition, { at: "transitions", pagination: pages.whole() }),
  }),
  transition_issue: endpoint({
    method: "POST",
    recipients: ["key"],
    reaches: { when: ["comment"] },
    path: "/issues/{key}/transitions",
    permission: "issues.write",
    alsoNeeds: ["issues.read"],
    description: "Move a Jira issue to another status, such as In Progress or Done, optionally with a comment.",
    keywords: ["change status", "close", "resolve", "reopen", "start", "finish", "workflow", "ticket"],
    params: { key: issueKey },
    body: t.Object({
      to: t.String({
        minLength: 1,
        maxLength: 255,
        description: "Name of the status, or a step's name or id, from jira_list_transitions.",
      }),
      resolution: t.Optional(
        t.String({ minLength: 1, maxLength: 255, description: "Name of the resolution, if the step needs one." }),
      ),
      comment: t.Optional(t.String({ minLength: 1, description: "A comment as Markdown." })),
    }),
    run: async ({ params, body: { to, resolution, comment } }, upstream) => {
      const request = { path: path`/issue/${params.key}/transitions` };
      const response = await upstream.request(request);
      const transition = findTransition(valueAt(response.json, "transitions") ?? [], to);
      await upstream.request({
        ...request,
        method: "POST",
        json: {
          transition: { id: textAt(transition, "id") },
          ...(resolution !== undefined && { fields: { resolution: { name: resolution } } }),
          ...(comment !== undefined && { update: { comment: [{ add: { body: toAdf(comment) } }] } }),
        },
      });
      return { ...response, json: transition };
    },
    returns: one(transition),
  }),
};
