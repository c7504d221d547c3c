/** @jsxImportSource #pages */
// The usage log as CSV or JSON: the page that says what the file holds, and the files, streamed at any size.

import { invalidInput } from "../../foundation/errors.ts";
import { checkText } from "../../foundation/schema/check.ts";
import { EXPORT_FORMATS, type ExportFormat, exportTexts } from "../../metering/usage/export.ts";
import { SummaryQuery } from "../../metering/usage/model.ts";
import { type Filters, timeRangeErrors } from "../../metering/usage/service.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { watchedTextStream } from "../../web/http/text-stream.ts";
import { Icon } from "../../web/pages/components.tsx";
import { Facts } from "../../web/pages/data.tsx";
import type { Child } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, tr } from "../../web/pages/messages.ts";
import type { Dashboard, View } from "../pages.tsx";
import { type ActingUser, initiatorOf, type PageRequest, sessionAuthorization } from "../visit.ts";
import { readFilters, USAGE_PATH, usagePath } from "./usage-filters.tsx";

const FORMATS = Object.keys(EXPORT_FORMATS) as ExportFormat[];

export function exportRoutes(dashboard: Dashboard): PublicRoute[] {
  const { page } = dashboard;
  return [
    page({
      id: "usage_export",
      path: `${USAGE_PATH}/export`,
      access: "user",
      needsRecentSignIn: true,
      show: (visit) => showChoice(dashboard, visit),
    }),
    ...FORMATS.map((format) =>
      page({
        id: `usage_export_${format}`,
        path: `${USAGE_PATH}/export.${format}`,
        access: "user",
        needsRecentSignIn: true,
        show: (visit) => exported(dashboard, visit, format),
      }),
    ),
  ];
}

const NAMES: Record<string, Message> = {
  provider: message("Provider"),
  action: message("Permission"),
  status: message("Status"),
  key_id: message("Key"),
  account_id: message("Account"),
};

async function showChoice({ deps }: Dashboard, visit: PageRequest): Promise<View> {
  const { fields, query } = await readFilters(deps, visit);
  const facts: [string, Child][] = [
    [tr("Since"), <code>{query.since}</code>],
    [tr("Before"), query.until === undefined ? tr("now") : <code>{query.until}</code>],
    ...Object.entries(fields).flatMap(([name, value]): [string, Child][] =>
      NAMES[name] && value !== "" ? [[tr(NAMES[name]), <bdi>{value}</bdi>]] : [],
    ),
  ];
  return {
    title: tr("Export usage"),
    lead: tr("Every entry of the log that matches, newest first, with all of its fields. The file can be large."),
    body: (
      <div class="fields">
        <Facts of={facts} />
        <div class="form-foot">
          {FORMATS.map((format) => (
            <a class="button primary" href={usagePath(fields, `${USAGE_PATH}/export.${format}`)} download="">
              <Icon name="download" />
              {format.toUpperCase()}
            </a>
          ))}
          <a class="button quiet" href={usagePath(fields)}>
            {tr("Back")}
          </a>
        </div>
        <p class="small muted">
          {tr(
            "CSV has a first line with the names of the fields. A cell that a spreadsheet would run as a formula starts with an apostrophe.",
          )}
        </p>
      </div>
    ),
  };
}

async function exported(dashboard: Dashboard, visit: PageRequest, format: ExportFormat): Promise<Response> {
  const { deps } = dashboard;
  const { query } = await readFilters(deps, visit);
  const checked = checkText(SummaryQuery, Object.entries(query) as [string, string][], "query");
  const errors = "value" in checked ? timeRangeErrors(checked.value as Filters) : checked.errors;
  if (errors.length > 0 || !("value" in checked)) throw invalidInput(errors);
  const { id: userId } = visit.user as ActingUser;
  const filters = checked.value as Filters;
  const holder = { userId, credentialId: visit.session.id, address: visit.address };
  const body = watchedTextStream(exportTexts(deps, { userId, query: filters, format }), visit.request.signal, (end) =>
    deps.longLived.hold("export", holder, sessionAuthorization(dashboard, visit, end)),
  );
  try {
    const details = { format, ...checked.value };
    await deps.audit.record(initiatorOf(visit), { event: "usage_exported", userId, details });
  } catch (error) {
    await body.cancel();
    throw error;
  }
  const day = new Date(deps.clock.now()).toISOString().slice(0, 10);
  return new Response(body, {
    headers: {
      "content-type": EXPORT_FORMATS[format],
      "content-disposition": `attachment; filename="usage-${day}.${format}"`,
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "no-store",
    },
  });
}
