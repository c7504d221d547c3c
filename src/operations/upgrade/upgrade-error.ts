// What ends an upgrade, by its code.

export type UpgradeCode =
  /** This program is not a binary that its folder's owner replaces. */
  | "NOT_A_BINARY"
  | "RELEASE_NOT_FOUND"
  /** The release does not have its checksums, or is cut off. */
  | "RELEASE_DAMAGED"
  | "SIGNATURE_MISSING"
  | "SIGNATURE_WRONG"
  | "OLDER_VERSION"
  | "FOLDER_NOT_WRITABLE"
  /** The new version does not run here, or refuses the settings or the database. */
  | "NEW_VERSION_REFUSES"
  | "NOT_CONFIRMED"
  /** The new version did not become ready, and the former one is back. */
  | "UPGRADE_UNDONE"
  /** Neither version became ready. */
  | "NOT_READY";

/** The command prints the message and exits with 1. */
export class UpgradeError extends Error {
  override name = "UpgradeError";
  constructor(
    readonly code: UpgradeCode,
    message: string,
  ) {
    super(message);
  }
}
