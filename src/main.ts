// The entry point: registers the virtual modules, then runs the command line.
import { platform } from "./platform/bun.ts";
import { liftFetchLimit } from "./platform/fetch-limit.ts";
import { virtualModules } from "./platform/modules.ts";

const args = process.argv.slice(2);
liftFetchLimit(args);
platform.provideModules(virtualModules);
const { runCommandLine } = await import("./cli/program.ts");
await runCommandLine(args, platform);
