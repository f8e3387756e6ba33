// The file of the log. Any number of processes append to one: each line is one write to the end of whatever file has the name.
import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../clock.ts';
import { createThrottle } from '../concurrency/throttle.ts';

export interface LogFile {
  write(line: string): void;
  /** Goes on in the file that has the name now, making it where there is none. */
  reopen(): void;
  /** Rotates where it is time, and reopens where somebody else moved the file away; done every minute by itself. */
  tend(): void;
  close(): void;
}

export interface LogFileOptions {
  path: string;
  /** Whether it is rotated here when a week begins; else somebody else does that. */
  isRotated: boolean;
  clock: Clock;
  /** In whose weeks; by default the server's. */
  timeZone?: string;
}

/** How many files of earlier weeks stay, `.1` being the newest. */
const rotatedFiles = 4;
const tendEveryMs = 60_000;
const warnEveryMs = 10_000;
/** A line may have been made so long before it was the first of its file. */
const lateMs = 5 * 60_000;
const staleLockMs = 60_000;

/** Opens or makes the file and its folder; throws what the system refuses. */
export function openLogFile({ path, isRotated, clock, timeZone }: LogFileOptions): LogFile {
  const zone = timeZone ?? Temporal.Now.timeZoneId();
  const open = (): number => openSync(path, 'a', 0o640);
  const rotate = (): void => {
    const weekMs = startOfWeek(clock.nowMs(), zone);
    if (isRotated && isFromBefore(path, weekMs - lateMs)) rotateAlone(path, weekMs - lateMs);
  };
  mkdirSync(dirname(path), { recursive: true, mode: 0o750 });
  rotate();
  let descriptor = open();
  let failure: unknown;
  const warn = createThrottle(warnEveryMs, (count) =>
    process.stderr.write(`tepal: warning: ${path} can't be written (${count} times): ${String(failure)}\n`),
  );
  /** What goes wrong with a log must not stop the server; there is nowhere to tell it but on standard error. */
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      failure = error;
      warn();
    }
  };
  const reopen = (): void =>
    attempt(() => {
      const old = descriptor;
      descriptor = open();
      closeSync(old);
    });
  const tend = (): void =>
    attempt(() => {
      rotate();
      if (statSync(path, { throwIfNoEntry: false })?.ino !== fstatSync(descriptor).ino) reopen();
    });
  const timer = setInterval(tend, tendEveryMs).unref();
  return {
    write: (line) => attempt(() => writeSync(descriptor, line)),
    reopen,
    tend,
    close() {
      clearInterval(timer);
      closeSync(descriptor);
    },
  };
}

/** When the week of a moment began: on Monday. */
const startOfWeek = (atMs: number, timeZone: string): number => {
  const day = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(timeZone).startOfDay();
  return day.subtract({ days: day.dayOfWeek - 1 }).startOfDay().epochMilliseconds;
};

/** Whether the file's first line is older; of a file whose first line tells no time, the file itself counts. */
function isFromBefore(path: string, beforeMs: number): boolean {
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined || facts.size === 0) return false;
  const descriptor = openSync(path, 'r');
  try {
    const start = Buffer.alloc(1000);
    const bytes = readSync(descriptor, start, 0, start.length, 0);
    const time = /"time":(\d+)/.exec(start.toString('utf8', 0, bytes).split('\n')[0] ?? '')?.[1];
    return (time === undefined ? facts.birthtimeMs : Number(time)) < beforeMs;
  } finally {
    closeSync(descriptor);
  }
}

/** Moves the files one on, unless another process does or did. */
function rotateAlone(path: string, beforeMs: number): void {
  const lock = `${path}.rotating`;
  const held = statSync(lock, { throwIfNoEntry: false });
  if (held !== undefined && Date.now() - held.mtimeMs > staleLockMs) rmSync(lock, { force: true });
  try {
    closeSync(openSync(lock, 'wx'));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw error;
  }
  try {
    if (!isFromBefore(path, beforeMs)) return;
    for (let number = rotatedFiles; number > 1; number -= 1) {
      if (existsSync(`${path}.${number - 1}`)) renameSync(`${path}.${number - 1}`, `${path}.${number}`);
    }
    renameSync(path, `${path}.1`);
  } finally {
    rmSync(lock, { force: true });
  }
}
