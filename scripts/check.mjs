// `npm run check [-- types lint format layers unused]`: runs the static checks, all of them when none is named.
import { runChecks } from './checks.mjs';
import { ensureInstalled } from './install.mjs';

ensureInstalled();
process.exitCode = (await runChecks(process.argv.slice(2))).length > 0 ? 1 : 0;
