// `npm run hostile -- --requests 1000000 --seed 7 --workers 2`: the long form of test/security/hostile.test.ts.
import { ensureInstalled } from './install.mjs';
import { runTool } from './run.mjs';
import { ensureWebBuilt } from './web.mjs';

ensureInstalled();
// Documents bring data only where there are pages.
ensureWebBuilt();
process.exitCode = runTool(['test/hostile/main.ts', ...process.argv.slice(2)]);
