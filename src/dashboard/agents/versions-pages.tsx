/** @jsxImportSource #pages */
// The versions of the rules: who set each and when, and the way back to one.
import { rulesOfVersion, versionsOf } from "../../agents/policies/versions.ts";
import { listKeysOf } from "../../identity/keys/service.ts";
import { listTeam } from "../../identity/people/team.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Tag } from "../../web/pages/components.tsx";
import { type Column, Empty, FormattedNumber, Table, Time } from "../../web/pages/data.tsx";
import { rich, tr } from "../../web/pages/messages.ts";
import { FormToken } from "../form-token.tsx";
import { maskedKey } from "../keys/key-form.tsx";
import type { Dashboard, View } from "../pages.tsx";
import { RULES_PATH } from "../paths.ts";
import { SameAsCall } from "../same-as-call.tsx";
import type { ActingUser, PageRequest } from "../visit.ts";
import { AgentTabs } from "./agents-frame.tsx";
import { changedMeanwhile, isCurrent, savePolicy } from "./rules-save.tsx";
import { policyInput, policyMeant, RULES_ACCESS, rulesPath, scopeMeant, storedScope } from "./rules-scope.ts";

const PATH = `${RULES_PATH}/versions`;

export const versionPages = (dashboard: Dashboard): PublicRoute[] => [
  dashboard.page({
    ...{ id: "rules_versions", path: PATH, access: "user" },
    show: (visit) => showVersions(dashboard, visit),
  }),
  dashboard.form({
    ...{ ...RULES_ACCESS, id: "rules_back", path: `${RULES_PATH}/back` },
    async submit(visit, form) {
      const scope = scopeMeant(visit);
      const policy = await policyMeant(dashboard, visit, scope);
      if (!isCurrent(form, policy)) throw changedMeanwhile();
      const to = Number(form.get("to"));
      const data = await rulesOfVersion(dashboard.deps, await storedScope(dashboard, visit, scope), to);
      const saved = await savePolicy(dashboard, visit, {
        ...{ scope, text: tr("The rules of version {version} are in force again.", { version: to }) },
        policy: { ...data, version: policy.version },
      });
      if ("error" in saved) throw saved.error;
      return saved.data;
    },
  }),
];

async function showVersions(dashboard: Dashboard, visit: PageRequest): Promise<View> {
  const { deps, api } = dashboard;
  const scope = scopeMeant(visit);
  const policy = await policyMeant(dashboard, visit, scope);
  const [versions, nameOf] = await Promise.all([
    versionsOf(deps, await storedScope(dashboard, visit, scope)),
    setters(dashboard, visit),
  ]);
  const columns: Column<(typeof versions)[number]>[] = [
    {
      title: tr("Version"),
      cell: ({ version }) => (
        <>
          <FormattedNumber reader={visit.reader} value={version} />{" "}
          {version === policy.version ? <Tag tone="good">{tr("In force")}</Tag> : null}
        </>
      ),
    },
    { title: tr("Set"), cell: ({ setAt }) => <Time reader={visit.reader} at={setAt} /> },
    { title: tr("By"), cell: ({ setBy }) => <bdi>{nameOf(setBy)}</bdi> },
    {
      ...{ title: tr("Rules"), isNumber: true, hideOnNarrow: true },
      cell: ({ rules }) => <FormattedNumber reader={visit.reader} value={rules} />,
    },
    {
      title: "",
      cell: ({ version }) =>
        version === policy.version ? null : (
          <form method="post" action={rulesPath(scope, "/back")}>
            <FormToken visit={visit} />
            <input type="hidden" name="version" value={String(policy.version)} />
            <input type="hidden" name="to" value={String(version)} />
            <button type="submit" class="button small">
              {rich("Go back to it{version}", { version: <span class="visually-hidden"> {version}</span> })}
            </button>
          </form>
        ),
    },
  ];
  return {
    title: tr("Versions of the rules"),
    lead: tr("The last 20. Going back makes a new version, so that nothing is lost."),
    body: (
      <>
        <AgentTabs current="rules" />
        {versions.length > 0 ? (
          <Table caption={tr("Versions of the rules")} columns={columns} rows={versions} />
        ) : (
          <Empty title={tr("No rules were ever set here")} />
        )}
        <p class="section">
          <a class="button" href={rulesPath(scope)}>
            {tr("Back to the rules")}
          </a>
        </p>
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("get_policy", policyInput(scope))} id="policy" />
      </>
    ),
  };
}

/** `set_by` is the kind of an actor with its id: people of the team and keys have names. */
async function setters({ deps }: Dashboard, visit: PageRequest): Promise<(setBy: string) => string> {
  const { id } = visit.user as ActingUser;
  const [people, keys] = await Promise.all([listTeam(deps, id), listKeysOf(deps, id)]);
  const names = new Map<string, string>([
    ...people.map((person) => [`person:${person.id}`, person.email] as const),
    ...keys.map((key) => [`key:${key.id}`, tr("the key {name}", { name: key.name ?? maskedKey(key) })] as const),
  ]);
  return (setBy) => names.get(setBy) ?? (setBy.startsWith("person:") ? tr("a person who has left the team") : setBy);
}
