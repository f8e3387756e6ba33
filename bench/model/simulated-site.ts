// A model of a site on PostgreSQL: processes of Tepal with one thread each, the cores of the database, the way between them
// and the disk. What each kind of request takes is measured; how it grows with processes and cores is what is asked.
import { createDraw } from '../measuring/mixed-requests.ts';
import { percentile } from '../measuring/statistics.ts';
import { Station, Timeline } from './events.ts';

/** A kind of request. */
export interface RequestKind {
  name: string;
  /** Of the processor of Tepal and of the database, for one. */
  tepalUs: number;
  databaseUs: number;
  /** How many times the database is waited for, one after the other; for changes without the beginning and the end of their transaction. */
  waits: number;
  isChange: boolean;
}

export interface ModelledSite {
  /** Each with its share of the requests. */
  mix: readonly { kind: RequestKind; share: number }[];
  processes: number;
  clients: number;
  /** Of the database alone; or of everything, where Tepal and its clients share them. */
  cores: number;
  isShared: boolean;
  /** What a client takes for one request, where it shares the cores. */
  clientUs: number;
  /** From Tepal to the database and back. */
  roundTripUs: number;
  flushUs: number;
  /** 0 to 1: how often a transaction fails for one of another process that ended meanwhile, and is made again. */
  conflict: number;
}

export interface Growth {
  perSecond: number;
  p50Ms: number;
  /** 0 to 1. */
  databaseBusy: number;
  /** Of the busiest process. */
  tepalBusy: number;
}

/** Changes that share a transaction. */
const changesTogether = 16;
/** Of what the database does for a change; nobody waits for its writes but the COMMIT. */
const sentAhead = 0.6;
const warmUpUs = 200_000;

type Step = (done: () => void) => void;

function inTurn(steps: readonly Step[], done: () => void): void {
  const go = (index: number): void => {
    const step = steps[index];
    if (step === undefined) done();
    else step(() => go(index + 1));
  };
  go(0);
}

interface Machine {
  timeline: Timeline;
  draw: () => number;
  database: Station;
  /** One for each process. */
  threads: readonly Station[];
  useThread(process: number, us: number): Step;
  /** Waits for the database over a connection that it shares with nothing, or with what was sent before. */
  ask(us: number, connection?: Station): Step;
  flush: Step;
}

function createMachine(site: ModelledSite): Machine {
  const timeline = new Timeline();
  const database = new Station(timeline, site.cores);
  const threads = Array.from({ length: site.processes }, () => new Station(timeline, 1));
  const pause =
    (us: number): Step =>
    (done) =>
      timeline.after(us, done);
  return {
    timeline,
    draw: createDraw(1),
    database,
    threads,
    useThread: (process, us) => (done) => {
      const thread = threads[process];
      if (thread === undefined) throw new Error(`there is no process ${process}`);
      if (!site.isShared) {
        thread.use(us, done);
        return;
      }
      thread.busyUs += us;
      thread.hold((leave) => database.use(us, leave), done);
    },
    ask(us, connection) {
      const work: Step = (next) =>
        connection === undefined ? database.use(us, next) : connection.hold((leave) => database.use(us, leave), next);
      return (done) => inTurn([pause(site.roundTripUs / 2), work, pause(site.roundTripUs / 2)], done);
    },
    flush: pause(site.flushUs),
  };
}

/** One process makes its changes in one transaction after the other; those that wait meanwhile go together. */
function createWriter(site: ModelledSite, machine: Machine, process: number, commits: { count: number }) {
  const waiting: { kind: RequestKind; done: () => void }[] = [];
  const connection = new Station(machine.timeline, 1);
  let isWriting = false;
  const transact = (changes: readonly { kind: RequestKind; done: () => void }[]): void => {
    const before = commits.count;
    const steps = changes.flatMap(({ kind }) => {
      const askedUs = ((1 - sentAhead) * kind.databaseUs) / kind.waits;
      const reads = Array.from({ length: kind.waits }, (): Step[] => [
        machine.useThread(process, kind.tepalUs / (2 * kind.waits)),
        machine.ask(askedUs, connection),
      ]).flat();
      const write: Step = (done) => {
        machine.ask(sentAhead * kind.databaseUs, connection)(() => undefined);
        done();
      };
      return [...reads, write];
    });
    inTurn([machine.ask(0, connection), ...steps, machine.ask(0, connection)], () => {
      const others = commits.count - before;
      if (machine.draw() > (1 - site.conflict) ** others) {
        transact(changes);
        return;
      }
      machine.flush(() => {
        commits.count += 1;
        for (const { done } of changes) done();
        writeNext();
      });
    });
  };
  const writeNext = (): void => {
    const changes = waiting.splice(0, changesTogether);
    isWriting = changes.length > 0;
    if (isWriting) transact(changes);
  };
  return (kind: RequestKind, done: () => void): void => {
    waiting.push({ kind, done });
    if (!isWriting) writeNext();
  };
}

function drawKind(site: ModelledSite, lot: number): RequestKind {
  let left = lot * site.mix.reduce((sum, { share }) => sum + share, 0);
  for (const { kind, share } of site.mix) {
    left -= share;
    if (left < 0) return kind;
  }
  throw new Error('a mix needs shares above 0');
}

/** What the site does in `seconds` of its clients asking again at once. Throws Error for a mix without requests. */
export function simulate(site: ModelledSite, seconds: number): Growth {
  const machine = createMachine(site);
  const { timeline, database, threads } = machine;
  const commits = { count: 0 };
  const writers = threads.map((_, process) => createWriter(site, machine, process, commits));
  const took: number[] = [];
  const askAgain = (client: number): void => {
    const process = client % site.processes;
    const kind = drawKind(site, machine.draw());
    const sentUs = timeline.nowUs;
    const half = machine.useThread(process, kind.tepalUs / (kind.isChange ? 4 : kind.waits + 1));
    const work: Step[] = kind.isChange
      ? [half, (done) => writers[process]?.(kind, done), half]
      : [...Array.from({ length: kind.waits }, () => [half, machine.ask(kind.databaseUs / kind.waits)]).flat(), half];
    const ownWork: Step[] = site.isShared ? [(done) => database.use(site.clientUs, done)] : [];
    inTurn([...ownWork, ...work], () => {
      if (sentUs >= warmUpUs) took.push((timeline.nowUs - sentUs) / 1000);
      askAgain(client);
    });
  };
  for (let client = 0; client < site.clients; client += 1) timeline.after(0, () => askAgain(client));
  const endUs = warmUpUs + seconds * 1e6;
  timeline.runUntil(endUs);
  return {
    perSecond: took.length / seconds,
    p50Ms: percentile(took, 0.5) ?? Number.NaN,
    databaseBusy: database.busyUs / endUs / site.cores,
    tepalBusy: Math.max(...threads.map(({ busyUs }) => busyUs)) / endUs,
  };
}
