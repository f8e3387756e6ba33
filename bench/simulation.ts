// `npm run bench:simulation`: how a site on PostgreSQL grows with processes and cores, by a model of what was measured.
import { parseArgs } from 'node:util';
import { simulate } from './model/simulated-site.ts';
import type { Growth, ModelledSite, RequestKind } from './model/simulated-site.ts';

const usage = `npm run bench:simulation [-- FLAGS]
  --round-trip US  from Tepal to the database and back; 100 without the flag
  --flush US       of the database's disk; 500 without the flag
  --conflict P     how often a transaction of changes fails for one of another process; 0.3 without the flag
  --seconds N      simulated; 2 without the flag`;

/** Measured by \`npm run bench -- --quick --postgres\`, see RESULTS.md. */
const kinds = {
  again: { name: 'GET, no two requests alike', tepalUs: 75, databaseUs: 60, waits: 1, isChange: false },
  first: { name: 'GET, each for the first time', tepalUs: 620, databaseUs: 380, waits: 2, isChange: false },
  list: { name: 'list of 50, no two alike', tepalUs: 502, databaseUs: 100, waits: 1, isChange: false },
  change: { name: 'PUT of one field', tepalUs: 1200, databaseUs: 700, waits: 2, isChange: true },
} satisfies Record<string, RequestKind>;

const mixes: Record<string, ModelledSite['mix']> = {
  ...Object.fromEntries(Object.values(kinds).map((kind) => [kind.name, [{ kind, share: 1 }]])),
  '90 % GET, half for the first time, 5 % lists, 5 % PUT': [
    { kind: kinds.again, share: 45 },
    { kind: kinds.first, share: 45 },
    { kind: kinds.list, share: 5 },
    { kind: kinds.change, share: 5 },
  ],
};

function readOptions() {
  const { values } = parseArgs({
    options: {
      'round-trip': { type: 'string', default: '100' },
      flush: { type: 'string', default: '500' },
      conflict: { type: 'string', default: '0.3' },
      seconds: { type: 'string', default: '2' },
    },
  });
  const numbers = [values['round-trip'], values.flush, values.conflict, values.seconds].map(Number);
  const [roundTripUs = 0, flushUs = 0, conflict = 0, seconds = 0] = numbers;
  if (!numbers.every((number) => number >= 0) || conflict >= 1 || seconds === 0) throw new Error(usage);
  return { roundTripUs, flushUs, conflict, seconds };
}

const processCounts = [1, 2, 4, 8, 16];
const coreCounts = [2, 8];
const clientsPerProcess = 16;
const sharedCores = 2;
const clientUs = 20;

const show = ({ perSecond, p50Ms, p99Ms }: Growth): string =>
  `${perSecond.toFixed(0)} (${p50Ms.toFixed(2)}, ${p99Ms.toFixed(2)})`;

function printRows(title: string, line: (mix: ModelledSite['mix']) => string[]): void {
  console.log(`\n| ${title} |\n|${' --- |'.repeat(title.split('|').length)}`);
  for (const [name, mix] of Object.entries(mixes)) console.log(`| ${[name, ...line(mix)].join(' | ')} |`);
}

const { seconds, ...options } = readOptions();
const base = { ...options, clientUs, clients: clientsPerProcess };

printRows(`Two cores for all, 16 clients | one process | two | two beside one`, (mix) => {
  const [one, two] = [1, 2].map((processes) =>
    simulate({ ...base, mix, processes, cores: sharedCores, isShared: true }, seconds),
  );
  if (one === undefined || two === undefined) throw new Error('nothing was simulated');
  return [show(one), show(two), (two.perSecond / one.perSecond).toFixed(2)];
});

for (const cores of coreCounts)
  printRows(
    `Cores of their own, ${cores} for the database | ${processCounts.join(' | ')} | the database at 16`,
    (mix) => {
      const all = processCounts.map((processes) =>
        simulate({ ...base, mix, processes, clients: clientsPerProcess * processes, cores, isShared: false }, seconds),
      );
      return [...all.map(show), `${((all.at(-1)?.databaseBusy ?? 0) * 100).toFixed(0)} %`];
    },
  );
