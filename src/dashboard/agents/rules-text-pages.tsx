/** @jsxImportSource #pages */
// The rules of a scope as JSON, to read, copy and replace as a whole.
import { type AppError, type InputError, invalidInput } from "../../foundation/errors.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Button, ErrorText, LinkButton, Notice } from "../../web/pages/components.tsx";
import { MultilineField } from "../../web/pages/fields.tsx";
import { type Markup, NOTHING } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import type { Dashboard, FormResult, View } from "../pages.tsx";
import { RULES_PATH } from "../paths.ts";
import { SameAsCall } from "../same-as-call.tsx";
import type { PageRequest } from "../visit.ts";
import { AgentTabs } from "./agents-frame.tsx";
import { changedMeanwhile, isCurrent, type NewPolicy, policyError, Replay, savePolicy } from "./rules-save.tsx";
import {
  contentOf,
  type PolicyView,
  policyInput,
  policyMeant,
  RULES_ACCESS,
  type RulesScope,
  rulesPath,
  scopeMeant,
} from "./rules-scope.ts";

const PATH = `${RULES_PATH}/text`;
/** 512 KiB of JSON, in which a form may encode every character. */
const MAX_BYTES = 2 * 1024 * 1024;
const MAX_ERRORS = 20;

export const textPages = (dashboard: Dashboard): PublicRoute[] => [
  dashboard.page({
    ...{ id: "rules_text", path: PATH, access: "user" },
    async show(visit) {
      const scope = scopeMeant(visit);
      const policy = await policyMeant(dashboard, visit, scope);
      return textView(dashboard, visit, { scope, policy, text: JSON.stringify(contentOf(policy), null, 2) });
    },
  }),
  dashboard.form({
    ...{ ...RULES_ACCESS, id: "rules_text", path: PATH, maxBytes: MAX_BYTES },
    submit: (visit, form) => submit(dashboard, visit, form),
  }),
];

interface Entered {
  scope: RulesScope;
  policy: PolicyView;
  text: string;
  error?: AppError;
  tried?: NewPolicy;
}

async function submit(dashboard: Dashboard, visit: PageRequest, form: URLSearchParams): Promise<FormResult> {
  const scope = scopeMeant(visit);
  const policy = await policyMeant(dashboard, visit, scope);
  const text = form.get("text") ?? "";
  const entered = { scope, policy, text };
  if (!isCurrent(form, policy)) return textView(dashboard, visit, { ...entered, error: changedMeanwhile() });
  const read = contentIn(text);
  if ("error" in read) return textView(dashboard, visit, { ...entered, error: read.error });
  const wanted = { ...read.content, version: policy.version };
  const error = policyError(dashboard.deps, wanted);
  if (error) return textView(dashboard, visit, { ...entered, error });
  if (form.has("check")) return textView(dashboard, visit, { ...entered, tried: wanted });
  const saved = await savePolicy(dashboard, visit, { scope, policy: wanted, text: tr("The rules are saved.") });
  return "error" in saved ? textView(dashboard, visit, { ...entered, error: saved.error }) : saved.data;
}

function contentIn(text: string): { content: Record<string, unknown> } | { error: AppError } {
  const wrong = (message: string) => ({ error: invalidInput([{ in: "body", path: "/text", message }]) });
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content !== "object" || content === null || Array.isArray(content))
      return wrong(tr("The rules are an object such as {example}.", { example: '{"rules": []}' }));
    return { content: content as Record<string, unknown> };
  } catch (error) {
    // The engine's sentence says where the text stops to be JSON.
    return wrong(tr("This is not JSON: {message}", { message: (error as Error).message }));
  }
}

async function textView(dashboard: Dashboard, visit: PageRequest, entered: Entered): Promise<View> {
  const { deps, api } = dashboard;
  const { scope, policy, text, error, tried } = entered;
  return {
    title: tr("Rules as JSON"),
    lead: tr("The same as the API takes and gives. Saving replaces all rules at once."),
    ...(error && { error }),
    body: (
      <>
        <AgentTabs current="rules" />
        <Errors error={error} />
        {tried ? await Replay({ dashboard, visit, scope, policy: tried }) : null}
        <form method="post" action={rulesPath(scope, "/text")} class="fields">
          <FormToken visit={visit} />
          <input type="hidden" name="version" value={String(policy.version)} />
          <MultilineField
            name="text"
            label={tr("Rules")}
            value={text}
            isCode
            hint={rich("{guide} lists what a rule can say.", { guide: <code>docs/api/policies.md</code> })}
          />
          <div class="form-foot wrap">
            <Button kind="primary">{tr("Save the rules")}</Button>
            <Button kind="quiet" name="check" value="true">
              {tr("Try them on the last week")}
            </Button>
            <LinkButton kind="quiet" href={rulesPath(scope)}>
              {tr("Cancel")}
            </LinkButton>
          </div>
        </form>
        <SameAsCall
          baseUrl={deps.baseUrl}
          line={api.lineOf("replace_policy", policyInput(scope))}
          body={{ ...contentOf(policy), version: policy.version }}
          id="policy"
        />
      </>
    ),
  };
}

/** Each with the place in the text. */
function Errors({ error }: { error: AppError | undefined }): Markup {
  if (!error) return NOTHING;
  const errors = Array.isArray(error.details.errors) ? (error.details.errors as InputError[]) : [];
  return (
    <Notice tone="bad">
      {errors.length === 0 ? (
        <ErrorText text={error.message} />
      ) : (
        <ul class="sentences">
          {errors.slice(0, MAX_ERRORS).map(({ path, message }) => (
            <li class="field-error">
              {path === "/text" ? (
                message
              ) : (
                <>
                  <code>{path}</code> <ErrorText text={message} />
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
