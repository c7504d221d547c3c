// What makes a plugin's folder type-check on its own, with nothing installed but TypeScript: tsconfig.json and the contract's types.
import { contractTypes } from "gateway:contract-types";

/** Below a folder with a dot, which neither `include` nor the check of a plugin's source enters by itself. */
export const TYPES_PATH = ".gateway/types.d.ts";

/**
 * What the test that `plugin new` writes uses of its runner, so that it needs no `@types/node`. With Node's own types the
 * compiler takes both (`skipLibCheck`).
 */
const RUNNER_TYPES = `
declare module "node:assert" {
  export function deepStrictEqual(actual: unknown, expected: unknown, message?: string): void;
}

declare module "node:test" {
  export function test(name: string, work: () => void | Promise<void>): Promise<void>;
}

interface ImportMeta {
  dirname: string;
}
`;

const TSCONFIG = {
  compilerOptions: {
    target: "ES2024",
    module: "ESNext",
    lib: ["ES2024", "DOM", "DOM.Iterable"],
    types: [],
    moduleResolution: "bundler",
    moduleDetection: "force",
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    noImplicitOverride: true,
    noFallthroughCasesInSwitch: true,
    skipLibCheck: true,
  },
  include: ["**/*.ts", TYPES_PATH],
};

/** Keyed by path in the plugin's folder. */
export async function typeFiles(): Promise<Record<string, string>> {
  return {
    "tsconfig.json": `${JSON.stringify(TSCONFIG, null, 2)}\n`,
    [TYPES_PATH]: `${await contractTypes()}${RUNNER_TYPES}`,
  };
}
