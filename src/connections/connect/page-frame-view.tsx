/** @jsxImportSource #pages */
// A session's page in a partner's frame: it asks for nothing itself, but opens the window in which the person consents.

import type { Provider } from "../../plugin/index.ts";
import { Icon, LinkButton, StatusIcon } from "../../web/pages/components.tsx";
import type { Child, Markup } from "../../web/pages/jsx-runtime.ts";
import { filled } from "../../web/pages/texts.ts";
import type { Texts } from "./page-texts.ts";
import { Brandmark, choiceTitle, consentTitle, ForWhom, Pair, type Party, PartyName } from "./page-views.tsx";

interface FrameProps {
  party: Party;
  texts: Texts;
  /** Null where the person is to choose one. */
  provider: Provider | null;
  /** The same link for a window of its own. */
  windowPath: string;
  /** The path at which its script asks for the outcome of a window that it has lost. */
  outcomePath: string;
  /** The one origin that is told the outcome. */
  to: string;
}

/** scripts/frame.browser.js shows one of its states; without it the link opens a tab, which leads back to the partner. */
export const FrameView = ({ party, texts, provider, windowPath, outcomePath, to }: FrameProps): Markup => (
  <main class="sheet" data-to={to} data-outcome-at={outcomePath}>
    <div class="panel">
      <State name="start">
        {provider === null ? (
          <div class="pair">
            <Brandmark party={party} />
          </div>
        ) : (
          <Pair party={party} provider={provider} />
        )}
        <h1>{provider === null ? choiceTitle({ party, texts }) : consentTitle({ party, provider, texts })}</h1>
        <ForWhom party={party} texts={texts} />
        <p class="muted">{filled(texts.frame_hint, { partner: <PartyName party={party} /> })}</p>
        <LinkButton kind="primary" href={windowPath} opens>
          {texts.frame_open}
        </LinkButton>
      </State>
      <State name="waiting" isHidden>
        <span class="seal neutral">
          <Icon name="arrow" />
        </span>
        <h1 tabindex={-1}>{texts.frame_waiting}</h1>
        <p class="muted">{texts.frame_waiting_hint}</p>
        <button type="button" class="button quiet" data-again>
          {texts.frame_again}
        </button>
      </State>
      <State name="done" isHidden>
        <StatusIcon tone="good" icon="check" />
        <h1 tabindex={-1}>{texts.frame_done}</h1>
      </State>
      <State name="failed" isHidden>
        <StatusIcon tone="bad" icon="cross" />
        <h1 tabindex={-1}>{texts.frame_failed}</h1>
        <button type="button" class="button quiet" data-again>
          {texts.try_again}
        </button>
      </State>
    </div>
  </main>
);

const State = ({ name, isHidden, children }: { name: string; isHidden?: boolean; children?: Child }): Markup => (
  <div class="centred" data-state={name} hidden={isHidden ?? false}>
    {children}
  </div>
);
