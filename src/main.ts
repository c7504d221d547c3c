// The entry point: registers the virtual modules, then runs the command line.
import { liftFetchLimit } from "./foundation/platform/fetch-limit.ts";

const args = process.argv.slice(2);
// First, and alone: what is loaded before would be loaded twice.
liftFetchLimit(args);
const { platform } = await import("./foundation/platform/bun.ts");
const { virtualModules } = await import("./foundation/platform/modules.ts");
platform.provideModules(virtualModules);
const { runCommandLine } = await import("./operations/cli/program.ts");
process.exit(await runCommandLine(args, platform));
