// The entry point: registers the virtual modules, then runs the command line.
import { platform } from "./foundation/platform/bun.ts";
import { liftFetchLimit } from "./foundation/platform/fetch-limit.ts";
import { virtualModules } from "./foundation/platform/modules.ts";

const args = process.argv.slice(2);
liftFetchLimit(args);
platform.provideModules(virtualModules);
const { runCommandLine } = await import("./operations/cli/program.ts");
process.exit(await runCommandLine(args, platform));
