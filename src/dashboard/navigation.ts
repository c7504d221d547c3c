// The pages in the side bar, by group; a group shows only to whom it is for.
import type { TeamRole } from "../identity/people/team-roles.ts";
import type { IconName } from "../web/pages/components.tsx";
import { type Message, message, tr } from "../web/pages/messages.ts";
import {
  ACCOUNTS_PATH,
  AGENTS_PATH,
  APPROVALS_PATH,
  CLIENTS_PATH,
  HOME_PATH,
  INTEGRATIONS_PATH,
  SUBSCRIPTIONS_PATH,
} from "./paths.ts";
import { TEAM_PATH } from "./team/team-paths.ts";
import { type Access, hasTeamRole, mayVisit, type PageRequest } from "./visit.ts";

export interface NavigationLink {
  title: Message;
  path: string;
  /** More paths of its pages. */
  also?: string;
  icon: IconName;
  /** Pressed after `g`. */
  key: string;
  /** The page of docs/ that explains it, without the ending; that page leads here in turn. */
  guide: string;
  /** Set if fewer people may visit the page than its group. */
  access?: Access;
  /** The role in the team that the page takes; without one everybody of the team visits it. */
  role?: TeamRole;
}

interface NavigationGroup {
  title: Message;
  access: Access;
  links: readonly NavigationLink[];
}

export const NAVIGATION: readonly NavigationGroup[] = [
  {
    title: message("Yours"),
    access: "user",
    links: [
      { title: message("Home"), path: HOME_PATH, icon: "home", key: "g", guide: "concepts" },
      { title: message("Integrations"), path: INTEGRATIONS_PATH, icon: "plug", key: "i", guide: "api/connecting" },
      { title: message("Tools"), path: "/tools", icon: "wrench", key: "t", guide: "api/tools" },
      {
        title: message("Agents"),
        path: AGENTS_PATH,
        also: APPROVALS_PATH,
        icon: "agent",
        key: "1",
        guide: "api/agent-sessions",
      },
      { title: message("Requests"), path: "/requests", icon: "list", key: "q", guide: "api/usage-and-audit-logs" },
      { title: message("Inbox"), path: "/inbox", icon: "inbox", key: "n", guide: "api/inbox", role: "member" },
      {
        title: message("Subscriptions"),
        path: SUBSCRIPTIONS_PATH,
        icon: "refresh",
        key: "f",
        guide: "api/event-types",
      },
      { title: message("Webhooks"), path: "/webhooks", icon: "webhook", key: "w", guide: "api/webhooks" },
    ],
  },
  {
    title: message("Partner"),
    access: "partner",
    links: [
      { title: message("Accounts"), path: ACCOUNTS_PATH, icon: "building", key: "a", guide: "api/accounts" },
      { title: message("OAuth apps"), path: "/partner/clients", icon: "client", key: "c", guide: "api/oauth-apps" },
      {
        title: message("Connect page"),
        path: "/partner/connect-page",
        icon: "brush",
        key: "b",
        guide: "api/connect-page",
      },
    ],
  },
  {
    title: message("Settings"),
    access: "person",
    links: [
      {
        title: message("API Keys"),
        path: "/settings/keys",
        icon: "key",
        key: "k",
        guide: "api/authentication",
        access: "user",
      },
      {
        title: message("AI clients"),
        path: CLIENTS_PATH,
        icon: "client",
        key: "m",
        guide: "agents/mcp",
        access: "user",
      },
      { title: message("Team"), path: TEAM_PATH, icon: "people", key: "x", guide: "operate/teams", access: "user" },
      {
        title: message("Usage"),
        path: "/settings/usage",
        icon: "chart",
        key: "u",
        guide: "api/limits",
        access: "user",
      },
      {
        title: message("Your data"),
        path: "/settings/export",
        icon: "download",
        key: "d",
        guide: "api/export",
        access: "user",
        role: "owner",
      },
      { title: message("Sign-in"), path: "/settings/sign-in", icon: "shield", key: "s", guide: "operate/dashboard" },
      { title: message("Mails"), path: "/settings/mails", icon: "mail", key: "z", guide: "operate/mail" },
    ],
  },
  {
    title: message("Operator"),
    access: "viewer",
    links: [
      { title: message("Users"), path: "/operator/users", icon: "people", key: "p", guide: "operate" },
      { title: message("People"), path: "/operator/people", icon: "person", key: "o", guide: "operate/dashboard" },
      {
        title: message("Partners"),
        path: "/operator/partners",
        icon: "building",
        key: "r",
        guide: "operate/partners-and-tiers",
      },
      { title: message("Providers"), path: "/operator/providers", icon: "plug", key: "v", guide: "operate/providers" },
      {
        title: message("Tiers"),
        path: "/operator/tiers",
        icon: "tiers",
        key: "e",
        guide: "operate/partners-and-tiers",
      },
      { title: message("Plugins"), path: "/operator/plugins", icon: "server", key: "y", guide: "operate/plugins" },
      { title: message("Jobs"), path: "/operator/jobs", icon: "list", key: "j", guide: "operate/jobs" },
      { title: message("Audit log"), path: "/operator/audit", icon: "log", key: "l", guide: "operate/audit-log" },
      {
        title: message("End access"),
        path: "/operator/revocations",
        icon: "alert",
        key: "0",
        guide: "operate/revoke-all",
      },
      { title: message("Health"), path: "/operator/health", icon: "heart", key: "h", guide: "operate/health" },
    ],
  },
];

const isHere = ({ path, also }: NavigationLink, pathname: string) =>
  path === HOME_PATH
    ? pathname === HOME_PATH
    : pathname.startsWith(path) || (also !== undefined && pathname.startsWith(also));

/** The entry that a page belongs to; pages that none leads to have none. */
export const entryAt = (pathname: string): NavigationLink | undefined =>
  NAVIGATION.flatMap(({ links }) => links).find((link) => isHere(link, pathname));

/** The pages that the guides lead to, by their English titles. */
export const guidedPages = (): { title: string; path: string; guide: string }[] =>
  NAVIGATION.flatMap(({ links }) => links.map(({ title, path, guide }) => ({ title: tr(title), path, guide })));

/** The groups and pages that the person may visit. */
export const navigationOf = (visit: PageRequest): NavigationGroup[] =>
  NAVIGATION.filter(({ access }) => mayVisit(visit, access)).map((group) => ({
    ...group,
    links: group.links.filter(
      ({ access = group.access, role }) => mayVisit(visit, access) && (role === undefined || hasTeamRole(visit, role)),
    ),
  }));
