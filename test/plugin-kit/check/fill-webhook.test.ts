// `--fill` of webhooks' fixtures: what a built-in plugin's fixtures say is what is written where they say nothing.
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { fillWebhook } from "../../../src/plugin-kit/check/fill-webhook.ts";
import { readFixtures } from "../../../src/plugin-kit/check/fixture-files.ts";
import { FOLDER } from "../../../src/plugin-kit/check/webhook-fixtures.ts";
import { builtInPlugins } from "../../support/built-in.ts";
import { ROOT } from "../../support/sources.ts";

const plugins = await builtInPlugins();
const pushing = plugins.flatMap((plugin) => (plugin.webhook ? [{ plugin, webhook: plugin.webhook }] : []));

const NOTHING = "The plugin finds no event in it, and it triggers nothing: see `match`, `raw` and `items`.";

describe("a webhook's fixture without its end", () => {
  test.each(pushing.map(({ plugin, webhook }) => [plugin.id, plugin, webhook] as const))(
    "of %s gets it back",
    async (id, plugin, webhook) => {
      const files = readFixtures(join(ROOT, "plugins", id), FOLDER);
      expect(files.length).toBeGreaterThan(0);
      for (const { where, text } of files) {
        const whole = JSON.parse(text) as Record<string, unknown>;
        if (whole.refused) continue;
        const { events: _e, handshake: _h, triggersPoll: _t, endsSubscription: _s, subject: _j, ...bare } = whole;
        const upstream = (whole.upstream as { response: unknown }[] | undefined)?.map(({ response }) => ({ response }));
        const { fixture, missing } = await fillWebhook(
          plugin,
          webhook,
          { ...bare, ...(upstream && { upstream }) },
          false,
        );
        // What somebody wrote to show that it is ignored, nobody can tell from a mistake.
        const isIgnored = [whole.events, whole.triggersPoll, whole.endsSubscription]
          .flat()
          .every((part) => part === undefined);
        if (missing !== null) expect([where, isIgnored && !whole.handshake, missing]).toEqual([where, true, NOTHING]);
        const filled = fixture as typeof whole;
        if (missing === null) {
          expect([where, filled.events, filled.handshake]).toEqual([where, whole.events, whole.handshake]);
          const polls = ({ triggersPoll = [] }: { triggersPoll?: string[] }) => [...triggersPoll].sort();
          expect(polls(filled)).toEqual(polls(whole));
          expect(filled.endsSubscription).toEqual(whole.endsSubscription as true);
        }
        expect(await fillWebhook(plugin, webhook, whole, false)).toEqual({ fixture: whole, wrote: [], missing: null });
      }
    },
  );

  test("says why it has none: a wrong signature, nothing that matches", async () => {
    const { plugin, webhook } = pushing.find(({ plugin }) => plugin.id === "github") as (typeof pushing)[number];
    const fill = async (inbound: object, verify: typeof webhook.verify) =>
      (await fillWebhook(plugin, { ...webhook, verify }, { inbound }, false)).missing;
    expect(await fill({ json: {} }, () => false)).toStartWith("The plugin does not accept the signature: ");
    expect(await fill({ json: {} }, () => true)).toStartWith("The plugin finds no event in it");
  });
});
