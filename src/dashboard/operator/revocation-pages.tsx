/** @jsxImportSource #pages */
// Ending many grants, keys and sessions at once: the choices, a count before anything ends, how far each run is, and its report.

import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import type { AdminData } from "../../operations/admin/routes.ts";
import type { RevocationRunShape } from "../../operations/revocation-runs/model.ts";
import { reportOf } from "../../operations/revocation-runs/report.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Icon, LinkButton, Notice, type Tone } from "../../web/pages/components.tsx";
import { Code, Empty, Facts, FormattedNumber, Status, Table, Time } from "../../web/pages/data.tsx";
import { fieldError, TextField } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { done } from "../notice.tsx";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { mayVisit, type PageRequest } from "../visit.ts";
import { ChoiceForm, CountList, choicesIn, choicesText, commandOf, REVOCATIONS_PATH } from "./revocation-choices.tsx";
import { SameAsCommand } from "./same-as-command.tsx";
import { Section } from "./section.tsx";

type Counts = AdminData<"admin_count_revocations">;

const params = t.Object({ id: t.String({ format: "uuid", description: "The run's id." }) });
/** Typed before anything ends. */
const TYPED = "revoke-all";
const runPath = (id: string) => `${REVOCATIONS_PATH}/${id}`;

export function revocationPages(dashboard: Dashboard): PublicRoute[] {
  const { page, form } = dashboard;
  return [
    page({
      id: "operator_revocations",
      path: REVOCATIONS_PATH,
      access: "viewer",
      show: (visit) => listView(dashboard, visit),
    }),
    form({
      id: "operator_start_revocation",
      path: REVOCATIONS_PATH,
      access: "owner",
      needsRecentSignIn: true,
      submit: (visit, sent) => begin(dashboard, visit, sent.get("typed") ?? ""),
    }),
    page({
      id: "operator_revocation",
      path: `${REVOCATIONS_PATH}/{id}`,
      access: "viewer",
      params,
      show: (visit) => runView(dashboard, visit),
    }),
    page({
      id: "operator_revocation_report",
      path: `${REVOCATIONS_PATH}/{id}/export.jsonl`,
      access: "viewer",
      params,
      show: (visit) => reportFile(dashboard, visit),
    }),
  ];
}

async function listView({ api, deps }: Dashboard, visit: PageRequest, refused?: AppError): Promise<View> {
  const { revocation_runs } = await api.admin(visit, "admin_list_revocations");
  const query = choicesIn(visit.url);
  const result =
    visit.url.search === "" ? null : await attempt(() => api.admin(visit, "admin_count_revocations", { query }));
  const error = refused ?? (result && "error" in result ? result.error : undefined);
  return {
    title: tr("End access"),
    lead: tr("After a leak: end connections, keys and sessions at once, here and at the providers."),
    ...(error && { error }),
    body: (
      <>
        {mayVisit(visit, "owner") ? (
          <Section title={tr("What is to end")}>
            <ChoiceForm visit={visit} error={error} />
            {result && "data" in result ? <Counted visit={visit} counted={result.data} error={refused} /> : null}
          </Section>
        ) : null}
        <Section title={tr("Runs")}>
          <Runs visit={visit} runs={revocation_runs} />
        </Section>
        <SameAsCommand
          id="call"
          baseUrl={deps.baseUrl}
          line={api.lineOf("admin_list_revocations")}
          command="gateway revoke-all list"
        />
      </>
    ),
  };
}

/** What the choices would end, and the form that ends it. */
function Counted(props: { visit: PageRequest; counted: Counts; error?: AppError }): Markup {
  const { visit, counted, error } = props;
  if (counted.total === 0)
    return <Notice tone="neutral">{tr("There is nothing that falls under these choices.")}</Notice>;
  const number = (value: number) => <FormattedNumber reader={visit.reader} value={value} />;
  const choices = choicesIn(visit.url);
  return (
    <Section title={tr("End all of this?")}>
      <p>
        {rich("This ends {total} in all, of {owners} users and connected accounts:", {
          total: number(counted.total),
          owners: number(counted.owners),
        })}
      </p>
      <CountList visit={visit} counts={counted.counts} />
      <p>
        {tr(
          "It ends here within seconds, and then at the providers, which are tried for a day. People must connect again, and new keys must be made. This cannot be undone.",
        )}
      </p>
      <form method="post" action={`${REVOCATIONS_PATH}${visit.url.search}`} class="fields">
        <FormToken visit={visit} />
        <TextField
          name="typed"
          label={tr("Type {text}", { text: TYPED })}
          isRequired
          isCode
          autocomplete="off"
          error={fieldError(error, "typed")}
        />
        <div class="form-foot">
          <button type="submit" class="button danger">
            {tr("End it now")}
          </button>
        </div>
      </form>
      <Code id="dry-run" label={tr("Copy command")}>
        {`${commandOf(choices)} --dry-run`}
      </Code>
    </Section>
  );
}

function Runs({ visit, runs }: { visit: PageRequest; runs: readonly RevocationRunShape[] }): Markup {
  if (runs.length === 0)
    return (
      <Empty title={tr("No run yet")}>
        <p class="muted">{tr("Each run is listed here with its report.")}</p>
      </Empty>
    );
  return (
    <Table
      caption={tr("Runs")}
      rows={runs}
      columns={[
        {
          title: tr("Started"),
          cell: ({ id, requested_at }) => (
            <a href={runPath(id)}>
              <Time reader={visit.reader} at={requested_at} format="second" />
            </a>
          ),
        },
        { title: tr("By"), hideOnNarrow: true, cell: ({ requested_by }) => <bdi>{requested_by.name ?? "—"}</bdi> },
        { title: tr("Chosen"), cell: (run) => <bdi>{choicesText(run)}</bdi> },
        {
          title: tr("Ended here"),
          isNumber: true,
          cell: ({ ended }) => <FormattedNumber reader={visit.reader} value={sum(ended)} />,
        },
        { title: tr("State"), cell: (run) => <RunState run={run} /> },
      ]}
    />
  );
}

const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, rows) => total + rows, 0);

function RunState({ run: { state, ended_here_at, at_providers } }: { run: RevocationRunShape }): Markup {
  const [tone, text]: [Tone, string] =
    state === "done"
      ? at_providers.failed > 0
        ? ["warning", tr("done, some failed at providers")]
        : ["good", tr("done")]
      : ended_here_at === null
        ? ["bad", tr("running")]
        : ["warning", tr("ended here, waits for providers")];
  return <Status tone={tone}>{text}</Status>;
}

/** The choices stand in the form's address, as its page has counted them. */
async function begin(dashboard: Dashboard, visit: PageRequest, typed: string) {
  if (typed.trim() !== TYPED) {
    const text = tr("Type {text} to continue.", { text: TYPED });
    const errors = [{ in: "body", path: "/typed", message: text } as const];
    return listView(dashboard, visit, new AppError("VALIDATION_ERROR", text, { errors }));
  }
  const { what, ...choices } = choicesIn(visit.url);
  const body = { ...choices, ...(what !== undefined && { what: what.split(",") }) };
  const result = await attempt(() => dashboard.api.admin(visit, "admin_start_revocation", { body }));
  if ("error" in result) return listView(dashboard, visit, result.error);
  return done(runPath(result.data.id), tr("The run has started. It goes on by itself, whatever happens to this page."));
}

function AtProviders({ visit, run }: { visit: PageRequest; run: RevocationRunShape }): Markup {
  const { at_providers: at } = run;
  const number = (value: number) => <FormattedNumber reader={visit.reader} value={value} />;
  return (
    <Section title={tr("At the providers")}>
      <Facts
        of={[
          [tr("Revoked"), number(at.ended)],
          [tr("Nothing to revoke with"), number(at.no_endpoint)],
          [tr("Shared with another connection"), number(at.shared)],
          [tr("Failed"), number(at.failed)],
          [tr("Tried again"), number(at.trying)],
        ]}
      />
    </Section>
  );
}

async function runView({ api, deps }: Dashboard, visit: PageRequest): Promise<View> {
  const id = visit.params.id as string;
  const run = await api.admin(visit, "admin_show_revocation", { params: { id } });
  return {
    title: tr("Run of {choices}", { choices: choicesText(run) }),
    lead: <RunState run={run} />,
    action: (
      <a class="button primary" href={`${runPath(id)}/export.jsonl`} download="">
        {rich("{icon}Report", { icon: <Icon name="download" /> })}
      </a>
    ),
    body: (
      <>
        <Facts
          of={[
            [tr("Started"), <Time reader={visit.reader} at={run.requested_at} format="second" />],
            [tr("By"), <bdi>{run.requested_by.name ?? "—"}</bdi>],
            [tr("Made before"), <Time reader={visit.reader} at={run.cutoff} format="second" />],
            [tr("Steps"), tr("{steps_done} of {steps}", { steps_done: run.steps_done, steps: run.steps })],
            [tr("Ended here at"), <Time reader={visit.reader} at={run.ended_here_at} format="second" none="—" />],
            [tr("Done at"), <Time reader={visit.reader} at={run.finished_at} format="second" none="—" />],
          ]}
        />
        <Section title={tr("Ended here")}>
          {sum(run.ended) === 0 ? (
            <p class="muted">{tr("Nothing.")}</p>
          ) : (
            <CountList visit={visit} counts={run.ended} />
          )}
        </Section>
        <AtProviders visit={visit} run={run} />
        <LinkButton kind="quiet" href={runPath(id)}>
          {tr("Look again")}
        </LinkButton>
        <SameAsCommand
          id="call"
          baseUrl={deps.baseUrl}
          line={api.lineOf("admin_show_revocation", { params: { id } })}
          command={tr("gateway revoke-all show {id}", { id })}
        />
      </>
    ),
  };
}

async function reportFile({ deps }: Dashboard, visit: PageRequest): Promise<Response> {
  const id = visit.params.id as string;
  return new Response(await reportOf(deps, id), {
    headers: {
      "content-type": "application/x-ndjson",
      "content-disposition": `attachment; filename="revocation-${id}.jsonl"`,
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "no-store",
    },
  });
}
