// `npm run bench [NAME] [-- FLAGS]`: one of the benchmarks; without a name that of single requests. `list`, and an unknown name, print them all.
import { ensureInstalled } from './install.mjs';
import { runTool } from './run.mjs';

const benchmarks = {
  requests: ['bench/main.ts', 'single requests, beside a bare server and a bare database'],
  mixed: ['bench/mixed.ts', '200 people with 100,000 artifacts of 20 projects; 3 minutes'],
  growth: ['bench/growth.ts', 'a small site beside one with many people, projects and groups'],
  million: ['bench/million.ts', 'a million artifacts beside a thousand; --data DIR keeps them, 3 GB'],
  search: ['bench/search.ts', 'full-text search among a million artifacts; --data DIR keeps them'],
  code: ['bench/code.ts', 'large repositories and a list of 1,000 pull requests'],
  streams: ['bench/streams.ts', '10,000 event streams and 10,000 long polls; needs ulimit -n 20000'],
  simulation: ['bench/simulation.ts', 'a site on PostgreSQL with more processes and cores, by a model'],
  overload: ['bench/overload.ts', 'ten times the sustainable load: what is rejected, how fast the rest is'],
  pages: ['bench/web/main.ts', 'the pages in a real browser, beside their budgets; --url ADDRESS measures others'],
  shift: ['bench/web/layout-shift.ts', 'how far pages move while they are opened; needs a running `npm start`'],
  'large-directory': ['test/large-directory/main.ts', 'a synchronisation with 100,000 people; --people N'],
  'large-files': ['test/large-files/main.ts', '1 GB up and down; --mb N, --kill, --git'],
};

const args = process.argv.slice(2);
const isNamed = args[0] !== undefined && !args[0].startsWith('-');
const name = isNamed ? args[0] : 'requests';
if (Object.hasOwn(benchmarks, name)) {
  ensureInstalled();
  process.exitCode = runTool(['--expose-gc', benchmarks[name][0], ...args.slice(isNamed ? 1 : 0)]);
} else {
  const lines = Object.entries(benchmarks).map(([known, [, about]]) => `  ${known.padEnd(16)} ${about}\n`);
  process.stderr.write(`npm run bench NAME [-- FLAGS], NAME is one of:\n${lines.join('')}`);
  process.exitCode = name === 'list' ? 0 : 1;
}
