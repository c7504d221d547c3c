// Registers the virtual modules before tests run; main.ts does the same for the program.
import { platform } from "./bun.ts";
import { virtualModules } from "./modules.ts";

platform.provideModules(virtualModules);
