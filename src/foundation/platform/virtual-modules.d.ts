// Types of the virtual modules, which modules.ts provides from source and scripts/binary.ts writes in a build.
declare module "gateway:plugins" {
  export const sources: import("../../providers/registry/load.ts").PluginSource[];
}

declare module "gateway:migrations" {
  export const migrations: import("../db/migrate.ts").Migration[];
}

declare module "gateway:database-files" {
  /** The embedded database's own files in a build; null from source, where its package has them. */
  export const files: import("../db/embedded.ts").EmbeddedFiles | null;
  /** A dump of a migrated database to start from; null where there is none. */
  export const template: () => Promise<import("../db/template.ts").Dump | null>;
}

declare module "gateway:examples" {
  /** A recorded call of each endpoint of the built-in plugins, by tool. */
  export const examples: () => Promise<import("../../providers/calls/examples.ts").RecordedCalls>;
}

declare module "gateway:reference" {
  /** What the pages under /docs are made of. */
  export const files: () => Promise<import("../../reference/files.ts").ReferenceFiles>;
}

declare module "gateway:contract-types" {
  /** The types of the contract, as scripts/contract-types.ts writes them. */
  export const contractTypes: () => Promise<string>;
}

declare module "gateway:connect-script" {
  /** The text of /connect.js. */
  export const script: () => Promise<string>;
}

declare module "gateway:release" {
  /** Public keys of releases that this program trusts, Ed25519 in base64 of SPKI; none in a build of one's own. */
  export const releaseKeys: readonly string[];
  /** The platform in the names of a release's files; null where the program was not built for a release. */
  export const target: string | null;
}

declare module "gateway:client-package" {
  /** The bytes of /client.tgz. */
  export const clientPackage: () => Promise<Uint8Array<ArrayBuffer>>;
}
