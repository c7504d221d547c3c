/** @jsxImportSource #pages */
// The tabs over the pages about agents, and where else agents have access.
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, rich, tr } from "../../web/pages/messages.ts";
import { AGENTS_PATH, APPROVALS_PATH, CLIENTS_PATH, KEYS_PATH, RULES_PATH } from "../paths.ts";

type Tab = "sessions" | "rules" | "approvals";
const TABS: readonly { id: Tab; path: string; title: Message }[] = [
  { id: "sessions", path: AGENTS_PATH, title: message("Sessions") },
  { id: "approvals", path: APPROVALS_PATH, title: message("Approvals") },
  { id: "rules", path: RULES_PATH, title: message("Rules") },
];

export const AgentTabs = ({ current }: { current: Tab }): Markup => (
  <nav class="tabs" aria-label={tr("Agents")}>
    {TABS.map(({ id, path, title }) => (
      <a class="tab" href={path} aria-current={id === current ? "page" : undefined}>
        {tr(title)}
      </a>
    ))}
  </nav>
);

export const OtherAccess = (): Markup => (
  <p class="muted section">
    {rich(
      "Agents can also have access with <keys>an API key</keys>, or as <clients>AI clients</clients> that sign in.",
      {
        keys: (inner) => <a href={KEYS_PATH}>{inner}</a>,
        clients: (inner) => <a href={CLIENTS_PATH}>{inner}</a>,
      },
    )}
  </p>
);

/** On the pages of what lives longer than a task. */
export const SessionsHint = (): Markup => (
  <p class="muted section">
    {rich("For one task, give an agent <sessions>an agent session</sessions>: it ends by itself.", {
      sessions: (inner) => <a href={AGENTS_PATH}>{inner}</a>,
    })}
  </p>
);
