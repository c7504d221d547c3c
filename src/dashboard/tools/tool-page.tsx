/** @jsxImportSource #pages */
// One tool: what it does and needs, its parameters as a form, and a real call with them.

import { Type as t } from "@sinclair/typebox";
import { CONNECTION } from "../../agents/tools/connection-choice.ts";
import { AppError, type InputError, invalidInput } from "../../foundation/errors.ts";
import { type ToolExamples, toolExamples } from "../../providers/calls/examples.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { accountHeader } from "../../web/http/account-header.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { Notice } from "../../web/pages/components.tsx";
import { Empty } from "../../web/pages/data.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { ProviderMark } from "../../web/pages/mark.tsx";
import { englishLang, rich, tr } from "../../web/pages/messages.ts";
import type { ApiInput } from "../api.ts";
import { AccessState, accessOf, ConnectButton, type ProviderAccess } from "../integrations/connecting.tsx";
import type { Dashboard, View } from "../pages.tsx";
import { connectionToName, readCall } from "../requests/recorded-calls.ts";
import { CallCode, type CallLine } from "../same-as-call.tsx";
import type { ActingUser, PageRequest } from "../visit.ts";
import { ToolForm } from "./tool-form.tsx";
import { fieldsOf, inputOf, type ToolField, valuesOf } from "./tool-input.ts";
import { ToolResult } from "./tool-result.tsx";
import { type TriedCall, tryTool } from "./tool-try.ts";

const PATH = "/tools/{tool}";
/** Room for what people type and paste; a program sends larger bodies over the API. */
const MAX_FORM_BYTES = 512 * 1024;
const params = t.Object({ tool: t.String({ maxLength: 100, description: "A tool's name." }) });

interface ToolState {
  endpoint: RegisteredEndpoint;
  fields: readonly ToolField[];
  values: ReadonlyMap<string, string>;
  errors: readonly InputError[];
  input: ApiInput;
  nonce: string;
  tried: TriedCall | null;
  /** Whether the values are those of a recorded call. */
  isRecorded?: boolean;
}

export function toolPage(dashboard: Dashboard): PublicRoute[] {
  let examples: Promise<ToolExamples> | null = null;
  const fieldsFor = async (endpoint: RegisteredEndpoint) => {
    // Read from the plugins' folders while developing, so once.
    examples ??= toolExamples(dashboard.deps.registry);
    return fieldsOf(endpoint, (await examples).get(endpoint.tool));
  };
  return [
    dashboard.page({
      id: "tool",
      path: PATH,
      access: "user",
      params,
      async show(visit) {
        const endpoint = requireTool(dashboard, visit);
        const fields = await fieldsFor(endpoint);
        const withExample = visit.url.searchParams.has("example");
        const example = new Map(fields.map(({ id, example }) => [id, withExample ? example : ""]));
        const recorded = await recordedValues(dashboard, visit, { endpoint, fields });
        const values = recorded ?? example;
        const form = new URLSearchParams([...values]);
        const { input } = inputOf(endpoint, fields, form);
        return viewOf(dashboard, visit, {
          endpoint,
          fields,
          values,
          errors: [],
          input,
          nonce: newNonce(),
          tried: null,
          isRecorded: recorded !== null,
        });
      },
    }),
    dashboard.form({
      id: "tool",
      path: PATH,
      access: "user",
      role: "member",
      params,
      maxBytes: MAX_FORM_BYTES,
      isIdempotent: true,
      async submit(visit, form) {
        const endpoint = requireTool(dashboard, visit);
        return submit(dashboard, visit, { endpoint, fields: await fieldsFor(endpoint), form });
      },
    }),
  ];
}

/** The values of the recorded call that the address names; null without one. */
async function recordedValues(
  dashboard: Dashboard,
  visit: PageRequest,
  { endpoint, fields }: { endpoint: RegisteredEndpoint; fields: readonly ToolField[] },
): Promise<Map<string, string> | null> {
  const { searchParams } = visit.url;
  const call = { id: searchParams.get("call") ?? "", timestamp: searchParams.get("at") ?? "" };
  if (call.id === "" || call.timestamp === "") return null;
  const entry = await readCall(dashboard, visit, call);
  if (entry.evidence === null || entry.endpoint !== endpoint.path || entry.method !== endpoint.method) return null;
  const values = valuesOf(fields, entry.evidence.request);
  return values.set("account", entry.external_id ?? "").set(CONNECTION, connectionToName(entry) ?? "");
}

const newNonce = () => crypto.randomUUID();

function requireTool({ deps }: Dashboard, { params }: PageRequest): RegisteredEndpoint {
  const endpoint = deps.registry.tools.get(params.tool ?? "");
  if (!endpoint) throw new AppError("NOT_FOUND", "There is no tool with this name.");
  return endpoint;
}

async function submit(
  dashboard: Dashboard,
  visit: PageRequest,
  { endpoint, fields, form }: { endpoint: RegisteredEndpoint; fields: readonly ToolField[]; form: URLSearchParams },
): Promise<View> {
  const { api } = dashboard;
  const { input: typed, errors: unreadable } = inputOf(endpoint, fields, form);
  const account = visit.user?.caller.partner ? (form.get("account") ?? "").trim() : "";
  const connection = (form.get(CONNECTION) ?? "").trim();
  const input = {
    ...typed,
    ...(account !== "" && { externalId: account }),
    ...(connection !== "" && { connection }),
  };
  const values = new Map([...fields.map(({ id }) => id), "account", CONNECTION].map((id) => [id, form.get(id) ?? ""]));
  // What the schemas refuse costs no call; the rest is decided as for every caller.
  const refused = await api.errorsOf(visit, endpoint.tool, typed);
  const isNew = ({ in: part, path }: InputError) => !unreadable.some((one) => one.in === part && one.path === path);
  const errors = [...unreadable, ...refused.filter(isNew)];
  // The same form with the same values is the same call, however often it is sent; to repeat it has a button of its own.
  const nonce = form.has("again") ? newNonce() : (form.get("nonce") ?? "").slice(0, 100) || newNonce();
  const state = { endpoint, fields, values, input, nonce };
  if (errors.length > 0) return viewOf(dashboard, visit, { ...state, errors, tried: null });
  const tried = await tryTool(api, visit, { endpoint, input, nonce });
  return viewOf(dashboard, visit, { ...state, errors: [], tried });
}

async function viewOf(dashboard: Dashboard, visit: PageRequest, given: ToolState): Promise<View> {
  const { endpoint, errors } = given;
  const access = (await accessOf(dashboard, visit.user as ActingUser)).get(endpoint.provider.id);
  const state = withOnlyBorrowed(given, access);
  return {
    title: endpoint.tool,
    lead: <span lang={englishLang()}>{endpoint.def.description}</span>,
    action: (
      <a class="button" href={`/tools?provider=${encodeURIComponent(endpoint.provider.id)}`}>
        {rich("All of {name}", { name: endpoint.provider.name })}
      </a>
    ),
    ...(errors.length > 0 && { error: invalidInput([...errors]) }),
    body: (
      <>
        <Facts visit={visit} endpoint={endpoint} access={access} />
        <div id="try" class="try">
          <section aria-label={tr("Parameters")}>
            {state.isRecorded ? (
              <Notice tone="neutral">
                {tr(
                  "These are the values of the recorded call. Secrets, files and long texts are not recorded: add them before you send it.",
                )}
              </Notice>
            ) : null}
            <ToolForm visit={visit} {...state} access={access} isSent={state.tried !== null} />
          </section>
          <section id="result" aria-label={tr("Result")} aria-live="polite" tabindex="-1">
            <ResultColumn dashboard={dashboard} visit={visit} state={state} access={access} />
          </section>
        </div>
      </>
    ),
  };
}

/** A borrowed connection is used only by its name: the only one there is stands in the form and in the call. */
function withOnlyBorrowed(state: ToolState, access: ProviderAccess | undefined): ToolState {
  const [only, ...more] = access?.names ?? [];
  const isOnly = only !== undefined && more.length === 0 && access?.borrowed.length === 1;
  if (!isOnly || state.values.has(CONNECTION)) return state;
  const input = { ...state.input, connection: only };
  return { ...state, input, values: new Map([...state.values, [CONNECTION, only]]) };
}

const Facts = (props: {
  visit: PageRequest;
  endpoint: RegisteredEndpoint;
  access: ProviderAccess | undefined;
}): Markup => {
  const { visit, endpoint, access } = props;
  const { provider, permissions, method, path } = endpoint;
  return (
    <div class="card tool-facts">
      <div class="card-head">
        <ProviderMark provider={provider} />
        <div>
          <p class="strong">{provider.name}</p>
          <AccessState access={access} />
        </div>
        {access?.status === "active" ? null : (
          <ConnectButton
            visit={visit}
            provider={provider}
            access={access}
            isPrimary={access === undefined || access.borrowed.length === 0}
          />
        )}
      </div>
      {access?.status == null && !access?.canConnect ? (
        <p class="small muted">
          {rich("The operator has not set up an OAuth app for {name} yet.", { name: provider.name })}
        </p>
      ) : null}
      <dl class="facts small">
        <dt>{tr("Call")}</dt>
        <dd>
          <code>
            {method} {path}
          </code>
        </dd>
        <dt>{permissions.length === 1 ? tr("Permission") : tr("Permissions")}</dt>
        <dd>
          <code>{permissions.join(", ")}</code>
        </dd>
      </dl>
    </div>
  );
};

function ResultColumn(props: {
  dashboard: Dashboard;
  visit: PageRequest;
  state: ToolState;
  access: ProviderAccess | undefined;
}): Markup {
  const { dashboard, visit, state, access } = props;
  const { endpoint, input, tried } = state;
  const isForAccount = input.externalId !== undefined;
  return (
    <>
      {tried ? (
        <ToolResult
          visit={visit}
          endpoint={endpoint}
          access={access}
          tried={tried}
          isForAccount={isForAccount}
          isBorrowed={!isForAccount && (access?.borrowed.includes(input.connection ?? "") ?? false)}
        />
      ) : (
        <Empty title={tr("The response appears here.")}>
          <p class="muted">{tr("Status, body, headers and time, as your own code receives them.")}</p>
        </Empty>
      )}
      <section class="section">
        <h2>{tr("The same as a call")}</h2>
        <CallCode
          id="call"
          baseUrl={dashboard.deps.baseUrl}
          line={lineOf(endpoint, input)}
          body={input.body}
          headers={{
            ...accountHeader(input.externalId ?? ""),
            ...(input.connection !== undefined && { "X-Connection": input.connection }),
          }}
        />
      </section>
    </>
  );
}

/** What is not typed yet stays in braces. */
function lineOf({ method, path: template }: RegisteredEndpoint, { params = {}, query = {} }: ApiInput): CallLine {
  const path = template.replace(/\{([^{}]+)\}/g, (braces, name: string) =>
    params[name] ? encodeURIComponent(params[name]) : braces,
  );
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const search = new URLSearchParams(pairs);
  return { method, path: search.size > 0 ? `${path}?${search}` : path, template, params };
}
