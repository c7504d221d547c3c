// Plugins for a contract that this gateway does not know yet: told before anything else of them is looked at.
import { existsSync, readFileSync } from "node:fs";
import { CONTRACT } from "../../plugin/contract.ts";
import type { Provider } from "../../plugin/index.ts";

/** The contract that a plugin is written for, where this gateway is too old for it; else null. */
export function newerContract(plugin: object): number | null {
  // Not through a getter: the plugin's code runs only once its parts are found to be plain data.
  const contract: unknown = Object.getOwnPropertyDescriptor(plugin, "contract")?.value;
  return Number.isSafeInteger(contract) && (contract as number) > CONTRACT ? (contract as number) : null;
}

/** The same of a module that does not load, since it imports what only a later contract has; read from its text. */
export function newerContractOfFile(file: string): number | null {
  if (!existsSync(file)) return null;
  const [, digits] = /^[ \t]{0,20}contract:[ \t]{0,4}(\d{1,9}),?[ \t\r]{0,4}$/m.exec(readFileSync(file, "utf8")) ?? [];
  return digits === undefined ? null : newerContract({ contract: Number(digits) });
}

/** The contract that a plugin is written for: the first one for those from before it had a number. */
export const contractOf = ({ contract }: Pick<Provider, "contract">): number => contract ?? 1;

export const newerContractMessage = (contract: number) =>
  `is ${contract}: the plugin is written for plugin contract ${contract}, and this gateway serves contract ${CONTRACT}. Upgrade the gateway, or use a version of the plugin for contract ${CONTRACT}.`;
