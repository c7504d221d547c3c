// The program: registers the virtual modules, then hands over to the command line.
import { platform } from "./platform/bun.ts";
import { liftFetchLimit } from "./platform/fetch-limit.ts";
import { virtualModules } from "./platform/modules.ts";

const words = process.argv.slice(2);
liftFetchLimit(words);
platform.provideModules(virtualModules);
const { runCommandLine } = await import("./cli/program.ts");
await runCommandLine(words, platform);
