/** @jsxImportSource #pages */
// Which approvals a page lists: those that wait, all of them, or what is approved for later calls too.
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { type Message, message, tr } from "../../web/pages/messages.ts";
import { APPROVALS_PATH, STANDING_PATH } from "../paths.ts";

type Tab = "waiting" | "all" | "standing";
const TABS: readonly { id: Tab; path: string; title: Message }[] = [
  { id: "waiting", path: APPROVALS_PATH, title: message("Waiting") },
  { id: "all", path: `${APPROVALS_PATH}?all=true`, title: message("All") },
  { id: "standing", path: STANDING_PATH, title: message("Always allowed") },
];

export const ApprovalTabs = ({ current }: { current: Tab }): Markup => (
  <nav class="bulk" aria-label={tr("Which approvals")}>
    {TABS.map(({ id, path, title }) => (
      <a
        class={id === current ? "button small" : "button small quiet"}
        href={path}
        aria-current={id === current ? "page" : undefined}
      >
        {tr(title)}
      </a>
    ))}
  </nav>
);
