/** @jsxImportSource #pages */
// What an operator chooses to end at once: the form's fields, what they say, and the same as a command.
import type { AppError } from "../../foundation/errors.ts";
import type { RevocationRunShape } from "../../operations/revocation-runs/model.ts";
import { Button } from "../../web/pages/components.tsx";
import { FormattedNumber } from "../../web/pages/data.tsx";
import { Check, FormError, fieldError, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, tr } from "../../web/pages/messages.ts";
import type { PageRequest } from "../visit.ts";

export const REVOCATIONS_PATH = "/operator/revocations";

const TEXTS = ["provider", "partner", "user"] as const;
const WHAT_TITLES: readonly { name: string; title: Message }[] = [
  { name: "connections", title: message("Connections, and connects under way") },
  { name: "keys", title: message("API keys") },
  { name: "sessions", title: message("Agent sessions") },
  { name: "mcp", title: message("AI clients’ access") },
  { name: "panels", title: message("Panel sessions") },
];

const KIND_TITLES: Readonly<Record<string, Message>> = {
  connection: message("Connections"),
  pending_grant: message("Grants without a confirmation"),
  connect_session: message("Connects under way"),
  key: message("API keys"),
  agent_session: message("Agent sessions"),
  mcp_grant: message("AI clients’ access"),
  panel_session: message("Panel sessions"),
};

export const kindTitle = (kind: string): string => {
  const title = KIND_TITLES[kind];
  return title === undefined ? kind : tr(title);
};

export type FormChoices = {
  provider?: string;
  partner?: string;
  user?: string;
  before?: string;
  what?: string;
  everything?: true;
};

/** A browser's time without a zone is UTC, as the field says. */
const timeOf = (value: string) =>
  /T\d\d:\d\d(:\d\d)?$/.test(value) ? `${value}Z`.replace(/T(\d\d:\d\d)Z$/, "T$1:00Z") : value;

export function choicesIn({ searchParams }: URL): FormChoices {
  const entered = TEXTS.flatMap((name) => {
    const value = searchParams.get(name)?.trim() ?? "";
    return value === "" ? [] : [[name, value] as const];
  });
  const before = searchParams.get("before")?.trim() ?? "";
  const what = searchParams.getAll("what").join(",");
  return {
    ...Object.fromEntries(entered),
    ...(before !== "" && { before: timeOf(before) }),
    ...(what !== "" && { what }),
    ...(searchParams.has("everything") && { everything: true as const }),
  };
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export const commandOf = ({ everything, ...texts }: FormChoices): string =>
  [
    "gateway revoke-all",
    ...Object.entries(texts).map(([name, value]) => `--${name} ${quoted(value)}`),
    ...(everything ? ["--everything"] : []),
  ].join(" ");

/** The form is sent by GET: its page counts, and nothing has ended before that is confirmed. */
export function ChoiceForm({ visit, error }: { visit: PageRequest; error?: AppError }): Markup {
  const { searchParams } = visit.url;
  const field = (name: string, label: string) => ({
    ...{ name, label, value: searchParams.get(name), autocomplete: "off" },
    error: fieldError(error, name),
  });
  return (
    <form method="get" action={REVOCATIONS_PATH} class="fields">
      <FormError error={error} fields={[...TEXTS, "before"]} />
      <div class="field-row">
        <TextField {...field("provider", tr("Provider"))} placeholder="google" isCode />
        <TextField {...field("partner", tr("Partner, with connected accounts"))} placeholder={tr("E-mail or id")} />
      </div>
      <div class="field-row">
        <TextField {...field("user", tr("User, without connected accounts"))} placeholder={tr("E-mail or id")} />
        <TextField {...field("before", tr("Made before (UTC)"))} type="datetime-local" hint={tr("Empty: until now.")} />
      </div>
      <fieldset class="checks">
        <legend>{tr("What ends")}</legend>
        {WHAT_TITLES.map(({ name, title }) => (
          <Check name="what" value={name} isChecked={searchParams.getAll("what").includes(name)}>
            {tr(title)}
          </Check>
        ))}
        <p class="hint">{tr("None chosen: connections where a provider is named, otherwise all of them.")}</p>
      </fieldset>
      <Check name="everything" value="true" isChecked={searchParams.has("everything")}>
        {tr("Everything there is, where no other choice is made")}
      </Check>
      <div class="form-foot">
        <Button kind="primary">{tr("Count what would end")}</Button>
      </div>
    </form>
  );
}

/** The choices of a run in a line. */
export function choicesText({ selection }: Pick<RevocationRunShape, "selection">): string {
  const { provider, partner_id, user_id, before } = selection;
  const chosen = Object.entries({ provider, partner: partner_id, user: user_id, before });
  const text = chosen.flatMap(([name, value]) => (value === null ? [] : [`${name} ${value}`])).join(", ");
  return text === "" ? tr("everything") : text;
}

/** Kinds with their numbers. */
export const CountList = (props: { visit: PageRequest; counts: Readonly<Record<string, number>> }): Markup => (
  <ul>
    {Object.entries(props.counts)
      .filter(([, rows]) => rows > 0)
      .map(([kind, rows]) => (
        <li>
          {kindTitle(kind)}: <FormattedNumber reader={props.visit.reader} value={rows} />
        </li>
      ))}
  </ul>
);
