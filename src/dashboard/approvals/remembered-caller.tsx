/** @jsxImportSource #pages */
// Whose later calls a standing approval lets pass: of agent sessions, those that the same key makes for the same agent.
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { rich, tr } from "../../web/pages/messages.ts";
import type { OwnData } from "../own-operations.ts";

type Caller = OwnData<"list_standing_approvals">["standing_approvals"][number]["for"];

export const RememberedCaller = ({ of: caller }: { of: Caller }): Markup =>
  caller.kind !== "agent_session" ? (
    <bdi>{caller.name ?? caller.id}</bdi>
  ) : caller.agent === null ? (
    <span>{tr("agent sessions without an agent's name")}</span>
  ) : (
    <span>{rich("sessions of {agent}", { agent: <bdi class="strong">{caller.agent}</bdi> })}</span>
  );
