/** @jsxImportSource #pages */
// A link with which somebody without a login decides on a call: for whom and how long, then the link, once.
import { Type as t } from "@sinclair/typebox";
import type { AppError } from "../../foundation/errors.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { LinkButton } from "../../web/pages/components.tsx";
import { Code, Time } from "../../web/pages/data.tsx";
import { fieldError, Select, TextField } from "../../web/pages/fields.tsx";
import { rich, tr } from "../../web/pages/messages.ts";
import { EntryForm } from "../entry-form.tsx";
import type { OwnData } from "../own-operations.ts";
import { attempt, type Dashboard, type View } from "../pages.tsx";
import { APPROVALS_PATH } from "../paths.ts";
import type { PageRequest } from "../visit.ts";

const SECONDS = [900, 1_800, 3_600];

export function approvalLinkPages(dashboard: Dashboard): PublicRoute[] {
  const base = {
    id: "approval_link_new",
    path: `${APPROVALS_PATH}/{id}/link`,
    access: "user",
    role: "admin",
    params: t.Object({ id: t.String({ format: "uuid", description: "The approval's id." }) }),
  } as const;
  return [
    dashboard.page({ ...base, show: (visit) => showForm(dashboard, visit) }),
    dashboard.form({
      ...base,
      async submit(visit, form) {
        const name = (form.get("name") ?? "").trim();
        const body = { expires_in: Number(form.get("expires_in")), ...(name !== "" && { name }) };
        const { params } = visit;
        const made = await attempt(() => dashboard.api.call(visit, "create_approval_link", { params, body }));
        return "error" in made ? showForm(dashboard, visit, { form, error: made.error }) : madeView(visit, made.data);
      },
    }),
  ];
}

const backOf = ({ params }: PageRequest) => `${APPROVALS_PATH}/${params.id}`;

async function showForm(
  { api }: Dashboard,
  visit: PageRequest,
  refused?: { form: URLSearchParams; error: AppError },
): Promise<View> {
  const approval = await api.call(visit, "get_approval", { params: visit.params });
  const { form, error } = refused ?? {};
  return {
    title: tr("Let somebody else decide"),
    lead: tr("A link to one page with this call, for one person without a sign-in here."),
    ...(error && { error }),
    body: (
      <EntryForm
        visit={visit}
        action={visit.url.pathname}
        error={error}
        fields={["name", "expires_in"]}
        button={tr("Make the link")}
        back={backOf(visit)}
      >
        <p class="strong">{approval.title}</p>
        <TextField
          name="name"
          label={tr("For whom it is")}
          value={form?.get("name")}
          maxLength={100}
          autocomplete="off"
          hint={tr("The page and the decision show this name. The gateway cannot check who holds the link.")}
          error={fieldError(error, "name")}
        />
        <Select
          name="expires_in"
          label={tr("How long it works")}
          value={form?.get("expires_in")}
          options={SECONDS.map((seconds) => ({
            value: String(seconds),
            title: tr("{minutes} minutes", { minutes: seconds / 60 }),
          }))}
          error={fieldError(error, "expires_in")}
        />
      </EntryForm>
    ),
  };
}

/** Visible once: the link's secret is not stored. */
const madeView = (visit: PageRequest, { url, expires_at }: OwnData<"create_approval_link">): View => ({
  title: tr("Link that decides"),
  isSecret: true,
  lead: rich("Send it only to this person. It works until {time}, in the first browser that continues.", {
    time: <Time reader={visit.reader} at={expires_at} />,
  }),
  body: (
    <>
      <Code id="link" label={tr("Copy link")}>
        {url}
      </Code>
      <p class="section">
        <LinkButton kind="quiet" href={backOf(visit)}>
          {tr("Back to the call")}
        </LinkButton>
      </p>
    </>
  ),
});
