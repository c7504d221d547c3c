/** @jsxImportSource #pages */
// The part of an approval's form that answers later calls too: what the box covers, and which arguments may differ.
import { DEFAULT_LIFE_S, type Remember } from "../../agents/approvals/standing-model.ts";
import { Check, fieldError } from "../../web/pages/fields.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import type { OwnData } from "../own-operations.ts";
import type { View } from "../pages.tsx";
import { RememberedCaller } from "./remembered-caller.tsx";

type Detail = OwnData<"get_approval">;

const DAYS = DEFAULT_LIFE_S / 86_400;

export const RememberFields = (props: {
  approval: Detail;
  refused?: { form: URLSearchParams; error: View["error"] & object } | undefined;
}): Markup => {
  const { approval, refused } = props;
  const error = fieldError(refused?.error, "remember");
  return (
    <fieldset class="field">
      <legend>{tr("Later calls")}</legend>
      <Check name="remember" value="true" isChecked={refused?.form.get("remember") === "true"}>
        {tr("With a yes, approve the same call for the next {days} days too", { days: DAYS })}
      </Check>
      {approval.may_differ.map((name) => (
        <Check name="differs" value={name} isChecked={refused?.form.getAll("differs").includes(name) ?? false}>
          {rich("<code>{name}</code> may then differ each time", {
            name,
            code: (inner) => <code>{inner}</code>,
          })}
        </Check>
      ))}
      {error === null ? NOTHING : <p class="field-error">{error}</p>}
      <p class="hint">
        {rich(
          "It counts for calls of {requester} at {identity} that send these arguments and no others, and for what asks this time. You can end it at any time under Always allowed.",
          { requester: <RememberedCaller of={approval.requested_by} />, identity: <bdi>{approval.identity}</bdi> },
        )}
      </p>
    </fieldset>
  );
};

/** What the form remembers; null where the box is not ticked. */
export function rememberedBy(
  form: URLSearchParams,
  { arguments: args, may_differ: mayDiffer }: Detail,
): Remember | null {
  if (form.get("remember") !== "true") return null;
  const differs = form.getAll("differs");
  if (differs.length === 0) return {};
  // With those that are too long to be shown: one that is left out here would be free.
  const names = new Set([...Object.keys(args ?? {}), ...mayDiffer]);
  return { arguments: [...names].filter((name) => !differs.includes(name)) };
}
