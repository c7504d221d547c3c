// Registers the virtual modules for `bun test`, here and in a plugin's own folder; main.ts does so for the program.
import { platform } from "./bun.ts";
import { virtualModules } from "./modules.ts";

platform.provideModules(virtualModules);
