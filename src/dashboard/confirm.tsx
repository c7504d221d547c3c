/** @jsxImportSource #pages */
// A page that says what an act ends and what stays, and the form that carries it out; with a name to type where nothing undoes it.
import { AppError } from "../foundation/errors.ts";
import type { PublicRoute } from "../web/http/route.ts";
import { LinkButton } from "../web/pages/components.tsx";
import { FormError, fieldError, TextField } from "../web/pages/fields.tsx";
import type { Child } from "../web/pages/jsx-runtime.ts";
import { tr } from "../web/pages/messages.ts";
import { FormToken } from "./form-token.tsx";
import type { Done } from "./notice.tsx";
import { attempt, type Dashboard, type FormDefinition, type View } from "./pages.tsx";
import type { PageRequest } from "./visit.ts";

interface Question {
  title: string;
  body: Child;
  /** What the button says. */
  button: string;
  /** Whether it takes something away. */
  isDangerous?: boolean;
  /** The address of the other button: "Keep it" if something would be removed, otherwise "Back". */
  back: string;
  /** A text that must be typed, and what it is. */
  typed?: { label: string; text: string };
}

export interface ConfirmationDefinition extends Omit<FormDefinition, "submit"> {
  ask(visit: PageRequest): Promise<Question>;
  /** The next page and what it says, or what is visible once. */
  act(visit: PageRequest): Promise<Done | View>;
}

export function confirmationPages(
  { page, form }: Dashboard,
  { ask, act, role = "owner", ...rest }: ConfirmationDefinition,
): PublicRoute[] {
  const definition = { ...rest, role };
  return [
    page({ ...definition, show: async (visit) => questionView(visit, await ask(visit)) }),
    form({
      ...definition,
      async submit(visit, sent) {
        const question = await ask(visit);
        if (!isTyped(question, sent.get("typed") ?? "")) return mistyped(visit, question);
        const result = await attempt(() => act(visit));
        return "data" in result ? result.data : questionView(visit, question, result.error);
      },
    }),
  ];
}

/** An external_id may begin or end with a space, which few people would type. */
const isTyped = ({ typed }: Question, text: string) => !typed || [text, text.trim()].includes(typed.text);

function mistyped(visit: PageRequest, question: Question): View {
  const text = tr("Type {text} to continue.", { text: question.typed?.text ?? "" });
  const errors = [{ in: "body", path: "/typed", message: text }];
  return questionView(visit, question, new AppError("VALIDATION_ERROR", text, { errors }));
}

function questionView(visit: PageRequest, question: Question, error?: AppError): View {
  const { title, body, button, isDangerous, back, typed } = question;
  return {
    title,
    ...(error && { error }),
    body: (
      <form method="post" action={visit.url.pathname} class="fields">
        <FormToken visit={visit} />
        <FormError error={error} fields={["typed"]} />
        <div class="prose">{body}</div>
        {typed ? (
          <TextField
            name="typed"
            label={typed.label}
            isRequired
            isCode
            autocomplete="off"
            error={fieldError(error, "typed")}
          />
        ) : null}
        <div class="form-foot">
          <button type="submit" class={isDangerous ? "button danger" : "button primary"}>
            {button}
          </button>
          <LinkButton kind="quiet" href={back}>
            {isDangerous ? tr("Keep it") : tr("Back")}
          </LinkButton>
        </div>
      </form>
    ),
  };
}
