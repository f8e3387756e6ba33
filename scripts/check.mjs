// `npm run check [-- lint types format layers unused docs]`: runs the static checks; where none is named, all but `types`, which are
// part of `lint`.
import { runChecks } from './checks.mjs';
import { ensureInstalled } from './install.mjs';

ensureInstalled();
process.exitCode = (await runChecks(process.argv.slice(2))).length > 0 ? 1 : 0;
