// Types of the virtual modules: from source they come from modules.ts, in a build scripts/build.ts writes them.
declare module "gateway:plugins" {
  export const sources: import("../registry/load.ts").PluginSource[];
}

declare module "gateway:migrations" {
  export const migrations: import("../db/migrate.ts").Migration[];
}

declare module "gateway:database-files" {
  /** The embedded database's own files where they are not beside its package, as in a build; null from source. */
  export const files: import("../db/embedded.ts").EmbeddedFiles | null;
  /** Gives a dump of a migrated database to start from, where there is one. */
  export const template: () => Promise<Blob | null>;
}
