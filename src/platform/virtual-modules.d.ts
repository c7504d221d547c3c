// Types of the virtual modules.
declare module "gateway:plugins" {
  export const sources: import("../registry/load.ts").PluginSource[];
}
