// Warns of settings that are valid and do not do what they are probably set for.
import { relative, sep } from "node:path";
import { isPrivateAddress } from "../network/address.ts";
import { weakKeys } from "../vault/key-ring.ts";
import type { Config, Environment } from "./config.ts";
import type { ConfigWarning } from "./config-warnings.ts";
import { isGuessable } from "./placeholders.ts";
import { isLoopback } from "./providers-file.ts";

export function settingWarnings(config: Config, env: Environment): ConfigWarning[] {
  const { activityFile, logFile, releasesFrom } = config;
  const warnings: ConfigWarning[] = [];
  const warn = (code: ConfigWarning["code"], message: string) => warnings.push({ code, message });
  if (config.keyRing)
    for (const weak of weakKeys(env.GATEWAY_SECRET_KEYS ?? ""))
      warn("secret_keys_weak", `GATEWAY_SECRET_KEYS: ${weak}`);
  if (config.adminToken !== null && isGuessable(config.adminToken))
    warn(
      "admin_token_weak",
      "GATEWAY_ADMIN_TOKEN can be guessed, and opens the whole admin API: set 32 random bytes, as openssl rand -base64 32 gives them.",
    );
  if (isBackupBesideData(config))
    warn(
      "backup_beside_data",
      "GATEWAY_BACKUP_DIR lies in DATA_DIR, so that what destroys the database takes its backups along: set a folder on another disk.",
    );
  if (activityFile !== null && activityFile === logFile)
    warn(
      "log_files_same",
      "LOG_FILE and ACTIVITY_LOG_FILE are one file, whose lines get mixed: set another for one of them.",
    );
  if (releasesFrom !== null && isPlainHttp(releasesFrom))
    warn(
      "releases_not_https",
      "GATEWAY_RELEASES_FROM starts with http://, which gateway upgrade refuses: set an https URL or a folder.",
    );
  return [...warnings, ...unusedWarnings(env)];
}

/** As `gateway upgrade` refuses it. */
function isPlainHttp(place: string): boolean {
  const url = URL.canParse(place) ? new URL(place) : null;
  return url?.protocol === "http:" && !isLoopback(url.hostname);
}

function isBackupBesideData({ backups, dataDir }: Config): boolean {
  if (!backups || !("folder" in backups.place)) return false;
  const [first] = relative(dataDir, backups.place.folder).split(sep);
  return first !== "..";
}

/** Settings that only say more of another one, which must be set too; else they have no effect. */
const DEPENDENT: readonly (readonly [names: readonly string[], needed: readonly string[]])[] = [
  [
    ["GATEWAY_BACKUP_EVERY", "GATEWAY_BACKUP_KEEP", "GATEWAY_BACKUP_VERIFY"],
    ["GATEWAY_BACKUP_DIR", "GATEWAY_BACKUP_S3_BUCKET"],
  ],
  [["GATEWAY_BACKUP_S3_REGION", "GATEWAY_BACKUP_S3_PREFIX"], ["GATEWAY_BACKUP_S3_BUCKET"]],
  [
    ["NAME", "SCOPES", "GROUPS_CLAIM", "ROLES", "JOIN", "TRUST_EMAIL", "SECOND_FACTOR", "SIGN_OUT"].map(
      (name) => `OIDC_${name}`,
    ),
    ["OIDC_ISSUER"],
  ],
  [["ADMIN_HOST"], ["ADMIN_PORT"]],
  [["ACTIVITY_LOG_MAX_MB"], ["ACTIVITY_LOG_FILE"]],
];

function unusedWarnings(env: Environment): ConfigWarning[] {
  const isSet = (name: string) => Boolean(env[name]?.trim());
  return DEPENDENT.filter(([, needed]) => !needed.some(isSet)).flatMap(([names, needed]) => {
    const unused = names.filter(isSet);
    if (unused.length === 0) return [];
    const message = `${unused.join(", ")} has no effect without ${needed.join(" or ")}: set that too, or remove it.`;
    return [{ code: "setting_unused" as const, message }];
  });
}

/** Whether a host of a URL is an address of a private network; of a name only DNS could tell. */
export const isPrivateHost = (hostname: string): boolean => isPrivateAddress(hostname.replace(/^\[|\]$/g, ""));
