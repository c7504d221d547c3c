// The pages in the side bar, by group; a group shows only to whom it is for.
import type { TeamRole } from "../identity/people/team-roles.ts";
import type { IconName } from "../web/pages/components.tsx";
import { CLIENTS_PATH, HOME_PATH, INTEGRATIONS_PATH, SUBSCRIPTIONS_PATH } from "./paths.ts";
import { TEAM_PATH } from "./team/team-paths.ts";
import type { Access } from "./visit.ts";

export interface NavigationLink {
  title: string;
  path: string;
  icon: IconName;
  /** Pressed after `g`. */
  key: string;
  /** Set if fewer people may visit the page than its group. */
  access?: Access;
  /** The role in the team that the page takes; without one everybody of the team visits it. */
  role?: TeamRole;
}

export const NAVIGATION: readonly { title: string; access: Access; links: readonly NavigationLink[] }[] = [
  {
    title: "Yours",
    access: "user",
    links: [
      { title: "Home", path: HOME_PATH, icon: "home", key: "g" },
      { title: "Integrations", path: INTEGRATIONS_PATH, icon: "plug", key: "i" },
      { title: "Tools", path: "/tools", icon: "wrench", key: "t" },
      { title: "Requests", path: "/requests", icon: "list", key: "q" },
      { title: "Inbox", path: "/inbox", icon: "inbox", key: "n", role: "member" },
      { title: "Subscriptions", path: SUBSCRIPTIONS_PATH, icon: "refresh", key: "f" },
      { title: "Webhooks", path: "/webhooks", icon: "webhook", key: "w" },
    ],
  },
  {
    title: "Partner",
    access: "partner",
    links: [
      { title: "Accounts", path: "/partner/accounts", icon: "building", key: "a" },
      { title: "OAuth apps", path: "/partner/clients", icon: "client", key: "c" },
      { title: "Connect page", path: "/partner/connect-page", icon: "brush", key: "b" },
    ],
  },
  {
    title: "Settings",
    access: "person",
    links: [
      { title: "API Keys", path: "/settings/keys", icon: "key", key: "k", access: "user" },
      { title: "AI clients", path: CLIENTS_PATH, icon: "client", key: "m", access: "user" },
      { title: "Team", path: TEAM_PATH, icon: "people", key: "x", access: "user" },
      { title: "Usage", path: "/settings/usage", icon: "chart", key: "u", access: "user" },
      { title: "Your data", path: "/settings/export", icon: "download", key: "d", access: "user", role: "owner" },
      { title: "Sign-in", path: "/settings/sign-in", icon: "shield", key: "s" },
    ],
  },
  {
    title: "Operator",
    access: "viewer",
    links: [
      { title: "Users", path: "/operator/users", icon: "people", key: "p" },
      { title: "People", path: "/operator/people", icon: "person", key: "o" },
      { title: "Partners", path: "/operator/partners", icon: "building", key: "r" },
      { title: "Providers", path: "/operator/providers", icon: "plug", key: "v" },
      { title: "Tiers", path: "/operator/tiers", icon: "tiers", key: "e" },
      { title: "Plugins", path: "/operator/plugins", icon: "server", key: "y" },
      { title: "Jobs", path: "/operator/jobs", icon: "list", key: "j" },
      { title: "Audit log", path: "/operator/audit", icon: "log", key: "l" },
      { title: "Health", path: "/operator/health", icon: "heart", key: "h" },
    ],
  },
];
