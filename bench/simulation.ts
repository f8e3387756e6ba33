// `npm run bench simulation`: how a site on PostgreSQL grows with processes and cores, by a model of what was measured.
import { parseArgs } from 'node:util';
import { simulate } from './model/simulated-site.ts';
import type { Growth, ModelledSite, RequestKind } from './model/simulated-site.ts';

const usage = `npm run bench simulation [-- FLAGS]
  --round-trip US  from Tepal to the database and back; 100 without the flag
  --flush US       of the database's disk; 300 without the flag
  --conflict P     how often a transaction of changes fails for one of another process; 0.3 without the flag
  --seconds N      simulated; 2 without the flag`;

/** What each takes of the processors, measured by `npm run bench -- --quick --postgres`: see RESULTS.md, PostgreSQL. */
const kinds = {
  again: { name: 'GET, no two requests alike', tepalUs: 80, databaseUs: 15, waits: 1, isChange: false },
  first: { name: 'GET, each for the first time', tepalUs: 458, databaseUs: 135, waits: 2, isChange: false },
  list: { name: 'list of 50, no two alike', tepalUs: 494, databaseUs: 224, waits: 1, isChange: false },
  change: { name: 'PUT of one field', tepalUs: 1189, databaseUs: 605, waits: 2, isChange: true },
} satisfies Record<string, RequestKind>;

/** The same where two processes share what there is: fewer requests go together, and changes are made again. */
const kindsOfTwo = {
  again: { ...kinds.again, tepalUs: 145, databaseUs: 29 },
  first: { ...kinds.first, tepalUs: 620, databaseUs: 189 },
  list: { ...kinds.list, tepalUs: 674, databaseUs: 358 },
  change: { ...kinds.change, tepalUs: 1929, databaseUs: 1108 },
} satisfies Record<string, RequestKind>;

const pairs: readonly (readonly [RequestKind, RequestKind])[] = [
  [kinds.again, kindsOfTwo.again],
  [kinds.first, kindsOfTwo.first],
  [kinds.list, kindsOfTwo.list],
  [kinds.change, kindsOfTwo.change],
];

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
      flush: { type: 'string', default: '300' },
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

/** Per second. Times that each takes are constant here, so spans of waiting say little. */
const show = ({ perSecond }: Growth): string => perSecond.toFixed(0);

const { seconds, ...options } = readOptions();
const base = { ...options, clientUs, clients: clientsPerProcess };

console.log('| Two cores for all, 16 clients | one process | two | two beside one |\n| --- | --- | --- | --- |');
for (const [kind, ofTwo] of pairs) {
  const shared = { ...base, cores: sharedCores, isShared: true, conflict: 0 };
  const one = simulate({ ...shared, mix: [{ kind, share: 1 }], processes: 1 }, seconds);
  const two = simulate({ ...shared, mix: [{ kind: ofTwo, share: 1 }], processes: 2 }, seconds);
  console.log(`| ${[kind.name, show(one), show(two), (two.perSecond / one.perSecond).toFixed(2)].join(' | ')} |`);
}

for (const cores of coreCounts) {
  const title = [`Cores of their own, ${cores} for the database`, ...processCounts, 'the database at 16'];
  console.log(`\n| ${title.join(' | ')} |\n|${' --- |'.repeat(title.length)}`);
  for (const [name, mix] of Object.entries(mixes)) {
    const all = processCounts.map((processes) =>
      simulate({ ...base, mix, processes, clients: clientsPerProcess * processes, cores, isShared: false }, seconds),
    );
    const busy = `${((all.at(-1)?.databaseBusy ?? 0) * 100).toFixed(0)} %`;
    console.log(`| ${[name, ...all.map(show), busy].join(' | ')} |`);
  }
}
