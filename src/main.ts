// The program: registers the virtual modules, then hands over to the command line.
import { platform } from "./platform/bun.ts";
import { virtualModules } from "./platform/modules.ts";

platform.provideModules(virtualModules);
const { runCommandLine } = await import("./cli/program.ts");
await runCommandLine(process.argv.slice(2), platform);
