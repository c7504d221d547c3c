// Constraints of a session: predicates on the arguments of a provider's tools, or of one tool, which every call must satisfy.
import type { InputError } from "../../foundation/errors.ts";
import { pointer } from "../../foundation/schema/check.ts";
import { nearest } from "../../foundation/schema/nearest.ts";
import type { SessionConstraint } from "../../identity/keys/model.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import { predicateErrors } from "../policies/predicate-errors.ts";
import { type ArgumentPredicates, compilePredicates, type Predicate, unmetPredicate } from "../policies/predicates.ts";

/** Providers and tools that one session has constraints of. */
const MAX_CONSTRAINTS = 50;
/** Characters of a predicate in an error. */
const MAX_TEXT = 300;

/** Predicates by provider or tool. */
export type Constraints = Readonly<Record<string, ArgumentPredicates>>;

/** Errors of constraints as a body has them. */
export function constraintErrors(registry: Registry, given: Readonly<Record<string, unknown>> = {}): InputError[] {
  const names = Object.keys(given);
  const at = (path: string, message: string): InputError => ({ in: "body", path: `/constraints${path}`, message });
  if (names.length > MAX_CONSTRAINTS) return [at("", `There can be constraints of at most ${MAX_CONSTRAINTS} tools.`)];
  return names.flatMap((name) => {
    const tool = registry.tools.get(name);
    const inputs = tool ? [tool.input] : registry.endpointsOf(name).map(({ input }) => input);
    if (inputs.length === 0) return [at(pointer(name.slice(0, 200)), unknown(registry, name))];
    return predicateErrors(given[name], inputs).map(({ path, message }) => at(pointer(name) + path, message));
  });
}

function unknown(registry: Registry, name: string): string {
  const near = nearest(name, [...registry.providers.keys(), ...registry.tools.keys()]);
  const hint = near === null ? "GET /api/v1/tools?all=true lists the tools." : `did you mean ${near}?`;
  return `There is no provider or tool "${name.slice(0, 200)}": ${hint}`;
}

/** Compiles stored constraints, under the names that tools have today. */
export function compileConstraints({ tool }: Pick<Registry, "tool">, stored: unknown): SessionConstraint[] {
  return Object.entries((stored ?? {}) as Constraints).map(([name, predicates]) => {
    const compiled = compilePredicates(predicates);
    const today = tool(name)?.tool ?? name;
    return {
      isAbout: (of) => of.tool === today || of.provider === name,
      unmet(args) {
        const path = unmetPredicate(compiled, args);
        return path === null ? null : `${path} must satisfy ${textOf(predicates[path])}`;
      },
    };
  });
}

function textOf(predicate: Predicate | undefined): string {
  const text = JSON.stringify(predicate ?? {});
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
