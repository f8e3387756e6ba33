// What other programs on the machine take of its processors, so that a busy machine is not taken for a slow server. Linux tells it
// in /proc; elsewhere nothing is granted.
import { existsSync, readFileSync, readdirSync } from 'node:fs';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process ended meanwhile, or the system has no such file.
    return '';
  }
};

/** How long the main thread of a process was ready to run so far and had no processor: proc(5), schedstat. */
const queuedMs = (pid: number): number => Number(read(`/proc/${pid}/schedstat`).split(' ')[1] ?? 0) / 1e6;

/**
 * Begins to watch a server and the processes of its database; what it gives tells how long an answer may have waited since for a
 * processor: as long as the server did, and the one of the others that did longest, because one of them works for an answer.
 */
export function startWatchingQueues([server, ...backends]: readonly number[]): () => number {
  if (server === undefined) return () => 0;
  const startedMs = queuedMs(server);
  const startsMs = backends.map(queuedMs);
  return () => {
    const waits = backends.map((pid, index) => queuedMs(pid) - (startsMs[index] ?? 0));
    return queuedMs(server) - startedMs + Math.max(0, ...waits);
  };
}

/** How long its main thread had a processor. */
const ranMs = (pid: number | undefined): number =>
  pid === undefined ? 0 : Number(read(`/proc/${pid}/schedstat`).split(' ')[0] ?? 0) / 1e6;

/** A tick of proc(5) is 10 ms wherever Linux runs on x64 and ARM. */
const tickMs = 10;

/** What all programs together had: user, nice, system, irq, softirq, steal. */
function busyMs(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = (
    read('/proc/stat').split('\n')[0] ?? ''
  )
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * tickMs;
}

interface Use {
  parent: number;
  ms: number;
}

/** Every process with what it and its ended children had. */
function uses(): Map<number, Use> {
  const pids = existsSync('/proc/stat') ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return new Map(
    pids.flatMap((pid): [number, Use][] => {
      // The name in parentheses may hold blanks.
      const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ').map(Number);
      if (fields === undefined || fields.length < 15) return [];
      const [, parent = 0] = fields;
      return [[Number(pid), { parent, ms: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) * tickMs }]];
    }),
  );
}

/** What this process and all that descend from it had. */
function familyMs(): number {
  const all = uses();
  const belongs = (pid: number): boolean => {
    if (pid === process.pid) return true;
    const parent = all.get(pid)?.parent ?? 0;
    return parent > 0 && belongs(parent);
  };
  return [...all].reduce((sum, [pid, { ms }]) => sum + (belongs(pid) ? ms : 0), 0);
}

/**
 * Begins to watch; what it gives ends it, and tells the share that other programs had of what was done beside the server's main
 * thread, from 0 to 1. They held it up for as much of its waiting.
 */
export function startWatchingOthers(serverPid: number | undefined): () => number {
  const before = { busy: busyMs(), family: familyMs(), server: ranMs(serverPid) };
  return () => {
    const beside = busyMs() - before.busy - (ranMs(serverPid) - before.server);
    const family = familyMs() - before.family - (ranMs(serverPid) - before.server);
    return beside <= 0 ? 0 : Math.min(1, Math.max(0, 1 - family / beside));
  };
}
