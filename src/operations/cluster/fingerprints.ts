// What replicas compare of their settings: an HMAC of each value under every key of the ring, never the value.
import type { Config } from "../../foundation/config/config.ts";
import type { Vault } from "../../foundation/vault/vault.ts";

/** Texts by the name of what is compared; null where it is not set. */
export type Compared = ReadonlyMap<string, string | null>;
/** HMACs by the id of a ring key, then by the name of what is compared. */
export type Fingerprints = Record<string, Record<string, string | null>>;

/** The name under which the key itself is compared: two replicas may have other bytes under one id. */
export const KEY_ITSELF = "ring key";
/** 128 bits: enough to compare, and as little to guess as the key. */
const HEX_DIGITS = 32;
/** Keys of a ring in the order of their ids; during a rotation there are two. */
const MAX_KEYS = 8;

interface ComparedParts {
  config: Pick<Config, "sharedSettings" | "configuredProviders" | "provider">;
  providers: readonly { id: string; settings?: Readonly<Record<string, unknown>> }[];
  /** The operator's own plugins, with a hash of their files. */
  added: ReadonlyMap<string, string>;
}

/** Settings by their name, a provider's from all sources as `provider <id>`, the operator's plugins as `plugin <id>`. */
export function comparedParts({ config, providers, added }: ComparedParts): Compared {
  const parts = new Map<string, string | null>();
  for (const [name, text] of config.sharedSettings) parts.set(name, text ?? null);
  const names = new Map(providers.map(({ id, settings = {} }) => [id, Object.keys(settings)]));
  for (const id of new Set([...names.keys(), ...config.configuredProviders])) {
    const settings = config.provider(id, names.get(id));
    parts.set(`provider ${id}`, Object.keys(settings).length === 0 ? null : canonicalText(settings));
  }
  for (const [id, hash] of added) parts.set(`plugin ${id}`, hash);
  return parts;
}

/** A short value cannot be guessed from its fingerprint without the ring: the HMAC's key has 256 random bits. */
export function fingerprintsOf({ keyIds, macs }: Pick<Vault, "keyIds" | "macs">, parts: Compared): Fingerprints {
  const ids = [...keyIds].sort().slice(0, MAX_KEYS);
  const prints: Fingerprints = Object.fromEntries(ids.map((id) => [id, {}]));
  for (const [name, text] of [[KEY_ITSELF, ""] as const, ...parts]) {
    const byKey = text === null ? null : macsByKey(macs(JSON.stringify(["replica", name, text])));
    for (const id of ids) (prints[id] as Record<string, string | null>)[name] = byKey?.get(id) ?? null;
  }
  return prints;
}

/** The MACs are `<key id>.<hex>`. */
const macsByKey = (macs: readonly string[]): Map<string, string> =>
  new Map(
    macs.map((mac) => [mac.slice(0, mac.lastIndexOf(".")), mac.slice(mac.lastIndexOf(".") + 1).slice(0, HEX_DIGITS)]),
  );

/** JSON whose members are sorted: a file and the environment say the same in another order. */
function canonicalText(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
