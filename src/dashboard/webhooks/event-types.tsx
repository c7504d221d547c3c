/** @jsxImportSource #pages */
// The part of a webhook endpoint's form that says for which events it is: all, or types that are ticked.
import { type EventType, eventTypesOf, knownPatterns } from "../../events/log/event-types.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import { Check, CheckGroup, CheckGroups, Radio } from "../../web/pages/fields.tsx";
import type { Markup } from "../../web/pages/jsx-runtime.ts";
import { englishLang, rich, tr } from "../../web/pages/messages.ts";
import type { EndpointFields } from "./webhook-form.tsx";

interface Choice {
  pattern: string;
  text: string;
  /** The language of what a plugin says of a type: English. */
  lang?: "en";
}
interface Group {
  title: string;
  choices: Choice[];
  /** Types that stand in the group of several providers. */
  elsewhere: string[];
}

const several = () => tr("Several providers");
const own = () => tr("The gateway itself");

export function EventTypes(props: {
  registry: Registry;
  fields: Pick<EndpointFields, "isForAll" | "event_types">;
  errorText: string | null;
}): Markup {
  const { registry, fields, errorText } = props;
  const ticked = new Set(fields.event_types.filter((pattern) => pattern !== "*"));
  const { isKnown } = knownPatterns(registry);
  const unknown = [...ticked].filter((pattern) => !isKnown(pattern));
  return (
    <fieldset>
      <legend>{tr("Which events")}</legend>
      <Radio name="events" value="all" isChecked={fields.isForAll}>
        {tr("All events")}
      </Radio>
      <Radio name="events" value="some" isChecked={!fields.isForAll}>
        {tr("Only these")}
      </Radio>
      {errorText ? <p class="field-error">{errorText}</p> : null}
      <CheckGroups id="event-types" label={tr("Find a type")}>
        {unknown.length > 0 ? <Unknown patterns={unknown} /> : null}
        {groupsOf(registry, ticked).map(({ title, choices, elsewhere }) => (
          <CheckGroup title={title} isOpen={choices.some(({ pattern }) => ticked.has(pattern))}>
            <div class="checks">
              {choices.map((choice) => (
                <PatternCheck {...choice} isChecked={ticked.has(choice.pattern)} />
              ))}
            </div>
            {elsewhere.length > 0 ? (
              <p class="hint">
                {rich("Under {several}: {types}", {
                  several: several(),
                  types: <code>{elsewhere.join(", ")}</code>,
                })}
              </p>
            ) : null}
          </CheckGroup>
        ))}
      </CheckGroups>
    </fieldset>
  );
}

const Unknown = ({ patterns }: { patterns: readonly string[] }): Markup => (
  <CheckGroup title={tr("No longer known")} isOpen>
    <p class="hint">
      {tr(
        "No plugin of this gateway has events of these types, so nothing is sent for them. Clear those that you no longer want.",
      )}
    </p>
    <div class="checks">
      {patterns.map((pattern) => (
        <PatternCheck pattern={pattern} text={tr("Not known here")} isChecked />
      ))}
    </div>
  </CheckGroup>
);

const PatternCheck = ({ pattern, text, lang, isChecked }: Choice & { isChecked: boolean }): Markup => (
  <Check name="event_types" value={pattern} isChecked={isChecked}>
    <code>{pattern}</code>
    <small class="muted" lang={lang}>
      {text}
    </small>
  </Check>
);

/** Each pattern once, since an endpoint cannot have a type from one provider and not from another: those of several stand together. */
function groupsOf(registry: Registry, ticked: ReadonlySet<string>): Group[] {
  const types = Map.groupBy(eventTypesOf(registry), ({ type }) => type);
  const services = Map.groupBy(types.values(), ([first]) => first?.type.split(".")[0] as string);
  const nameOf = ({ provider }: EventType) => (provider && registry.provider(provider)?.name) || own();
  const titles = [own(), several(), ...[...registry.providers.values()].map(({ name }) => name)];
  const groups = new Map(titles.map((title) => [title, { title, choices: [], elsewhere: [] } as Group]));
  const add = (pattern: string, names: readonly string[], textOf: (at: string) => string, lang?: "en") => {
    const isShared = names.length > 1;
    const title = isShared ? several() : (names[0] as string);
    groups.get(title)?.choices.push({ pattern, text: textOf(isShared ? names.join(", ") : ""), lang });
  };
  for (const [service, ofService] of services) {
    const names = [...new Set(ofService.flat().map(nameOf))];
    const all = `${service}.*`;
    if (ofService.length > 1 || ticked.has(all))
      add(all, names, (at) => (at ? tr("All of them at {at}", { at }) : tr("All of them")));
    for (const declared of ofService) {
      const [{ type, description }] = declared as [EventType];
      const owners = declared.map(nameOf);
      add(type, owners, (at) => at || description, owners.length > 1 ? undefined : englishLang());
      if (owners.length > 1) for (const owner of owners) groups.get(owner)?.elsewhere.push(type);
    }
  }
  return [...groups.values()].filter(({ choices, elsewhere }) => choices.length + elsewhere.length > 0);
}
