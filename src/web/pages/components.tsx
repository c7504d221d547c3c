/** @jsxImportSource #pages */
// The parts that pages are made of: icon, button, panel, notice, tag, disclosure, and a page with one message.

import heartSvg from "lucide-static/icons/activity.svg" with { type: "text" };
import back from "lucide-static/icons/arrow-left.svg" with { type: "text" };
import arrow from "lucide-static/icons/arrow-right.svg" with { type: "text" };
import agentSvg from "lucide-static/icons/bot.svg" with { type: "text" };
import buildingSvg from "lucide-static/icons/building-2.svg" with { type: "text" };
import chartSvg from "lucide-static/icons/chart-column.svg" with { type: "text" };
import check from "lucide-static/icons/check.svg" with { type: "text" };
import chevron from "lucide-static/icons/chevron-right.svg" with { type: "text" };
import alert from "lucide-static/icons/circle-alert.svg" with { type: "text" };
import copySvg from "lucide-static/icons/copy.svg" with { type: "text" };
import downloadSvg from "lucide-static/icons/download.svg" with { type: "text" };
import homeSvg from "lucide-static/icons/house.svg" with { type: "text" };
import clientSvg from "lucide-static/icons/id-card.svg" with { type: "text" };
import inboxSvg from "lucide-static/icons/inbox.svg" with { type: "text" };
import keySvg from "lucide-static/icons/key-round.svg" with { type: "text" };
import tiersSvg from "lucide-static/icons/layers.svg" with { type: "text" };
import listSvg from "lucide-static/icons/list.svg" with { type: "text" };
import lock from "lucide-static/icons/lock.svg" with { type: "text" };
import mailSvg from "lucide-static/icons/mail.svg" with { type: "text" };
import menuSvg from "lucide-static/icons/menu.svg" with { type: "text" };
import minus from "lucide-static/icons/minus.svg" with { type: "text" };
import brushSvg from "lucide-static/icons/palette.svg" with { type: "text" };
import playSvg from "lucide-static/icons/play.svg" with { type: "text" };
import plugSvg from "lucide-static/icons/plug.svg" with { type: "text" };
import plusSvg from "lucide-static/icons/plus.svg" with { type: "text" };
import refreshSvg from "lucide-static/icons/refresh-cw.svg" with { type: "text" };
import logSvg from "lucide-static/icons/scroll-text.svg" with { type: "text" };
import searchSvg from "lucide-static/icons/search.svg" with { type: "text" };
import serverSvg from "lucide-static/icons/server.svg" with { type: "text" };
import shieldSvg from "lucide-static/icons/shield-check.svg" with { type: "text" };
import personSvg from "lucide-static/icons/user-round.svg" with { type: "text" };
import peopleSvg from "lucide-static/icons/users-round.svg" with { type: "text" };
import webhookSvg from "lucide-static/icons/webhook.svg" with { type: "text" };
import wrenchSvg from "lucide-static/icons/wrench.svg" with { type: "text" };
import cross from "lucide-static/icons/x.svg" with { type: "text" };
import { type Child, type Markup, Raw } from "./jsx-runtime.ts";
import { translationOf } from "./messages.ts";

/** Only drawings, without the file's comment: they say nothing that the text beside them does not. The style sheet has their strokes. */
const iconMarkup = (svg: string) =>
  svg
    .replace(/<!--[^<>]*-->/, "")
    .replace(/\s+/g, " ")
    .replace(/^[^>]*>/, (tag) => tag.replace(/ (?:xmlns|fill|stroke[a-z-]*|width|height)="[^"]*"/g, ""))
    .replace(/ ?(\/?>) ?/g, "$1")
    .replace(/class="[^"]*"/, 'class="icon" aria-hidden="true"')
    .trim();
/** An icon that points along the line, and the other way where the line runs from right to left. */
const directional = (svg: string) => iconMarkup(svg).replace('class="icon"', 'class="icon directional"');
const ICONS = {
  agent: iconMarkup(agentSvg),
  alert: iconMarkup(alert),
  arrow: directional(arrow),
  back: directional(back),
  check: iconMarkup(check),
  chevron: directional(chevron),
  cross: iconMarkup(cross),
  lock: iconMarkup(lock),
  minus: iconMarkup(minus),
  menu: iconMarkup(menuSvg),
  home: iconMarkup(homeSvg),
  plug: iconMarkup(plugSvg),
  wrench: iconMarkup(wrenchSvg),
  inbox: iconMarkup(inboxSvg),
  mail: iconMarkup(mailSvg),
  webhook: iconMarkup(webhookSvg),
  key: iconMarkup(keySvg),
  chart: iconMarkup(chartSvg),
  person: iconMarkup(personSvg),
  people: iconMarkup(peopleSvg),
  building: iconMarkup(buildingSvg),
  brush: iconMarkup(brushSvg),
  shield: iconMarkup(shieldSvg),
  tiers: iconMarkup(tiersSvg),
  server: iconMarkup(serverSvg),
  list: iconMarkup(listSvg),
  log: iconMarkup(logSvg),
  heart: iconMarkup(heartSvg),
  search: iconMarkup(searchSvg),
  copy: iconMarkup(copySvg),
  refresh: iconMarkup(refreshSvg),
  plus: iconMarkup(plusSvg),
  download: iconMarkup(downloadSvg),
  play: iconMarkup(playSvg),
  client: iconMarkup(clientSvg),
};
export type IconName = keyof typeof ICONS;

export const Icon = ({ name }: { name: IconName }): Markup => <Raw html={ICONS[name]} />;

export type Tone = "good" | "warning" | "bad" | "neutral";
const TONE_ICONS: Record<Tone, IconName> = { good: "check", warning: "alert", bad: "cross", neutral: "alert" };

/** An error's text, which is English where the reader's language lacks it, and is then read out as English. */
export function ErrorText({ text }: { text: string }): Markup {
  const translation = translationOf(text);
  return <span lang={translation === null ? "en" : undefined}>{translation ?? text}</span>;
}

/** The one panel of a page that has a single matter. */
export const Panel = ({ children }: { children?: Child }): Markup => (
  <main class="sheet">
    <div class="panel">{children}</div>
  </main>
);

/** A button that sends its form. */
export const Button = (props: {
  kind: "primary" | "quiet";
  name?: string;
  value?: string;
  /** Whether the browser sends the form with fields that it would refuse. */
  skipsChecks?: boolean;
  children?: Child;
}): Markup => (
  <button
    type="submit"
    class={`button ${props.kind}`}
    name={props.name}
    value={props.value}
    formnovalidate={props.skipsChecks}
  >
    {props.children}
  </button>
);

/** A link that looks like a button. Scripts find those that lead back out of a pop-up, and that open one. */
export const LinkButton = (props: {
  kind: "primary" | "quiet";
  href: string;
  isBack?: boolean;
  opens?: boolean;
  children?: Child;
}): Markup => (
  <a
    class={`button ${props.kind}`}
    href={props.href}
    rel="noreferrer"
    target={props.opens ? "_blank" : undefined}
    data-back={props.isBack}
    data-opens={props.opens}
  >
    {props.children}
  </a>
);

export const Notice = ({ tone, children }: { tone: Tone; children?: Child }): Markup => (
  <div class={`notice ${tone}`} role="note">
    <Icon name={TONE_ICONS[tone]} />
    <div>{children}</div>
  </div>
);

export const Tag = ({ tone, children }: { tone: Tone; children?: Child }): Markup => (
  <span class={`tag ${tone}`}>{children}</span>
);

/** A small round sign before a line. */
export const StatusIcon = ({ tone, icon }: { tone: Tone; icon: IconName }): Markup => (
  <span class={`sign ${tone}`}>
    <Icon name={icon} />
  </span>
);

export const Disclosure = ({ summary, children }: { summary: string; children?: Child }): Markup => (
  <details>
    <summary>{summary}</summary>
    {children}
  </details>
);

/** A page that says one thing. */
export const Message = (props: { tone: Tone; icon?: IconName; title: Child; children?: Child }): Markup => (
  <Panel>
    <div class="centred">
      <span class={`seal ${props.tone}`}>
        <Icon name={props.icon ?? TONE_ICONS[props.tone]} />
      </span>
      <h1>{props.title}</h1>
      {props.children}
    </div>
  </Panel>
);
