/** @jsxImportSource #pages */
// Everything that is stored about the user, as a file: the page that says what it holds, and the file.
import { ownExportResponse } from "../../identity/personal-data/export.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Icon } from "../../web/pages/components.tsx";
import { rich, tr } from "../../web/pages/messages.ts";
import type { Dashboard, View } from "../pages.tsx";
import { SameAsCall } from "../same-as-call.tsx";
import { type ActingUser, initiatorOf, type PageRequest, sessionAuthorization } from "../visit.ts";

const PATH = "/settings/export";
const FILE_PATH = `${PATH}/everything.jsonl`;

export function exportPages(dashboard: Dashboard): PublicRoute[] {
  const { page } = dashboard;
  const common = { access: "user", role: "owner", needsRecentSignIn: true } as const;
  return [
    page({ ...common, id: "export", path: PATH, show: async (visit) => showExport(dashboard, visit) }),
    page({ ...common, id: "export_file", path: FILE_PATH, show: (visit) => exportFile(dashboard, visit) }),
  ];
}

function showExport({ api, deps }: Dashboard, visit: PageRequest): View {
  const { email, caller } = visit.user as ActingUser;
  return {
    title: tr("Your data"),
    lead: rich(
      caller.partner
        ? "Everything that is stored about {email} and its connected accounts: integrations, keys, events, webhooks, the usage log and the audit log. Secrets are not in it."
        : "Everything that is stored about {email}: integrations, keys, events, webhooks, the usage log and the audit log. Secrets are not in it.",
      { email: <bdi>{email}</bdi> },
    ),
    body: (
      <>
        <p>
          <a class="button primary" href={FILE_PATH} download="">
            {rich("{icon}Export as JSON lines", { icon: <Icon name="download" /> })}
          </a>
        </p>
        <p class="small muted">
          {rich("The file can be large. Its last line is {end}; without that line, it is incomplete.", {
            end: <code>{'{"kind":"end"}'}</code>,
          })}
          {caller.partner ? ` ${tr("With X-Account-Id, the call below exports only that account.")}` : ""}
        </p>
        <SameAsCall baseUrl={deps.baseUrl} line={api.lineOf("export_data")} id="call" />
      </>
    ),
  };
}

async function exportFile(dashboard: Dashboard, visit: PageRequest): Promise<Response> {
  const { deps } = dashboard;
  const { id: userId } = visit.user as ActingUser;
  const holder = { userId, credentialId: visit.session.id, address: visit.address };
  const response = await ownExportResponse(
    deps,
    { userId, accountId: null },
    {
      cursor: null,
      signal: visit.request.signal,
      initiator: initiatorOf(visit),
      hold: (end) => deps.longLived.hold("export", holder, sessionAuthorization(dashboard, visit, end)),
    },
  );
  response.headers.set("content-security-policy", "sandbox; default-src 'none'");
  return response;
}
