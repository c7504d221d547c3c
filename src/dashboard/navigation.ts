// The pages in the side bar, by group; a group shows only to whom it is for.
import type { TeamRole } from "../identity/people/team-roles.ts";
import type { IconName } from "../web/pages/components.tsx";
import { type Message, message } from "../web/pages/messages.ts";
import { ACCOUNTS_PATH, CLIENTS_PATH, HOME_PATH, INTEGRATIONS_PATH, SUBSCRIPTIONS_PATH } from "./paths.ts";
import { TEAM_PATH } from "./team/team-paths.ts";
import type { Access } from "./visit.ts";

export interface NavigationLink {
  title: Message;
  path: string;
  icon: IconName;
  /** Pressed after `g`. */
  key: string;
  /** Set if fewer people may visit the page than its group. */
  access?: Access;
  /** The role in the team that the page takes; without one everybody of the team visits it. */
  role?: TeamRole;
}

export const NAVIGATION: readonly { title: Message; access: Access; links: readonly NavigationLink[] }[] = [
  {
    title: message("Yours"),
    access: "user",
    links: [
      { title: message("Home"), path: HOME_PATH, icon: "home", key: "g" },
      { title: message("Integrations"), path: INTEGRATIONS_PATH, icon: "plug", key: "i" },
      { title: message("Tools"), path: "/tools", icon: "wrench", key: "t" },
      { title: message("Requests"), path: "/requests", icon: "list", key: "q" },
      { title: message("Inbox"), path: "/inbox", icon: "inbox", key: "n", role: "member" },
      { title: message("Subscriptions"), path: SUBSCRIPTIONS_PATH, icon: "refresh", key: "f" },
      { title: message("Webhooks"), path: "/webhooks", icon: "webhook", key: "w" },
    ],
  },
  {
    title: message("Partner"),
    access: "partner",
    links: [
      { title: message("Accounts"), path: ACCOUNTS_PATH, icon: "building", key: "a" },
      { title: message("OAuth apps"), path: "/partner/clients", icon: "client", key: "c" },
      { title: message("Connect page"), path: "/partner/connect-page", icon: "brush", key: "b" },
    ],
  },
  {
    title: message("Settings"),
    access: "person",
    links: [
      { title: message("API Keys"), path: "/settings/keys", icon: "key", key: "k", access: "user" },
      { title: message("AI clients"), path: CLIENTS_PATH, icon: "client", key: "m", access: "user" },
      { title: message("Team"), path: TEAM_PATH, icon: "people", key: "x", access: "user" },
      { title: message("Usage"), path: "/settings/usage", icon: "chart", key: "u", access: "user" },
      {
        title: message("Your data"),
        path: "/settings/export",
        icon: "download",
        key: "d",
        access: "user",
        role: "owner",
      },
      { title: message("Sign-in"), path: "/settings/sign-in", icon: "shield", key: "s" },
    ],
  },
  {
    title: message("Operator"),
    access: "viewer",
    links: [
      { title: message("Users"), path: "/operator/users", icon: "people", key: "p" },
      { title: message("People"), path: "/operator/people", icon: "person", key: "o" },
      { title: message("Partners"), path: "/operator/partners", icon: "building", key: "r" },
      { title: message("Providers"), path: "/operator/providers", icon: "plug", key: "v" },
      { title: message("Tiers"), path: "/operator/tiers", icon: "tiers", key: "e" },
      { title: message("Plugins"), path: "/operator/plugins", icon: "server", key: "y" },
      { title: message("Jobs"), path: "/operator/jobs", icon: "list", key: "j" },
      { title: message("Audit log"), path: "/operator/audit", icon: "log", key: "l" },
      { title: message("Health"), path: "/operator/health", icon: "heart", key: "h" },
    ],
  },
];
