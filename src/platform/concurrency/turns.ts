// Cooperative scheduling: work of any size gives way to others after some milliseconds, so that one thread answers everybody. A
// turn is one round of the event loop; work that has used it up rests, and goes on in a later one.
import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from '../errors.ts';

/** How much of a turn is worked before the next piece of work waits for another one. */
export const turnMaxMs = 6;
/** The same where a connection came since the turn before. */
const shortTurnMaxMs = 3;

let limitMs = turnMaxMs;
let rests = 0;

/** How often work rested since the process began. */
export const countRests = (): number => rests;

/** Has work rest wherever it may, until the function that it gives is called: for tests, which then count. */
export function shortenTurns(): () => void {
  limitMs = 0;
  return () => {
    limitMs = turnMaxMs;
  };
}

/** Who never rested goes before those who did, and these before what rested more than so often; each fifth time it is the others' turn. */
const restsOfShortMax = 8;
const goesFirstInARow = 4;

interface Task {
  rests: number;
  isWanted: () => boolean;
}

const tasks = new AsyncLocalStorage<Task>();

type Resume = () => void;

interface Level {
  readonly waiting: Resume[];
  /** How often it went before others that waited. */
  wentFirst: number;
}

const createLevel = (): Level => ({ waiting: [], wentFirst: 0 });
const fresh = createLevel();
const rested = createLevel();
const tired = createLevel();
const levels = [fresh, rested, tired];
let isTurnOpen = false;
let turnEndsAtMs = 0;
let isPumping = false;

const closeTurn = (): void => {
  isTurnOpen = false;
};

/**
 * Runs a work, such as that for one request, which goes before others as long as it is short. `isWanted` tells whether somebody waits.
 * What does not only read goes behind short reads from the beginning: hundreds who try to sign in at once would come before them.
 */
export const runAsTask = <R>(work: () => Promise<R>, isWanted = (): boolean => true, onlyReads = true): Promise<R> =>
  tasks.run({ rests: onlyReads ? 0 : 1, isWanted }, work);

/** Throws unavailable, which nobody hears, where nobody waits any more for what this work makes. Not for work that others share. */
export function requireWanted(): void {
  if (tasks.getStore()?.isWanted() === false) throw unavailable('nobody waits for the answer');
}

/** Whether so much was done in this turn that what comes next had better `rest` first. To be asked often. */
export function isTurnLong(): boolean {
  const nowMs = performance.now();
  if (isTurnOpen) return nowMs >= turnEndsAtMs;
  isTurnOpen = true;
  turnEndsAtMs = nowMs + (newcomers === newcomersBefore ? limitMs : Math.min(limitMs, shortTurnMaxMs));
  newcomersBefore = newcomers;
  setImmediate(closeTurn);
  return false;
}

/** Waits for another turn, in which others were served. `isUrgent`: others wait for what the caller holds. */
export function rest(isUrgent = false): Promise<void> {
  rests += 1;
  const task = tasks.getStore();
  const { promise, resolve } = Promise.withResolvers<void>();
  (isUrgent ? fresh : levelOf(task)).waiting.push(resolve);
  if (task !== undefined) task.rests += 1;
  if (!isPumping) {
    isPumping = true;
    inLaterRound(resumeNext);
  }
  return promise;
}

function takeNext(): Resume | undefined {
  const all = levels.filter(({ waiting }) => waiting.length > 0);
  const index = all.findIndex((level, at) => level.wentFirst < goesFirstInARow || at === all.length - 1);
  for (const passed of all.slice(0, index)) passed.wentFirst = 0;
  const level = all[index];
  if (level === undefined) return undefined;
  level.wentFirst += 1;
  return level.waiting.shift();
}

/** One after the other while they leave time in this turn: nobody knows before how long one works. */
function resumeNext(): void {
  takeNext()?.();
  // A tick that a microtask asks for comes after all that the resumed work does without waiting for anything.
  queueMicrotask(() => process.nextTick(goOnResuming));
}

function goOnResuming(): void {
  isPumping = levels.some(({ waiting }) => waiting.length > 0);
  if (!isPumping) return;
  if (isTurnLong()) inLaterRound(resumeNext);
  else resumeNext();
}

/** How long work waits for rounds in which connections come. */
const newcomersMaxMs = 6;
let newcomers = 0;
let newcomersBefore = 0;

/** A connection was accepted. */
export const noteNewcomer = (): void => {
  newcomers += 1;
};

/**
 * Calls back in a later round of the event loop: for work that goes on piece by piece. As libuv accepts one connection in each round,
 * hundreds that come at once would wait for as many pieces; rounds in which one came are left to them, for `newcomersMaxMs` at most.
 */
export function inLaterRound(call: () => void, sinceMs = performance.now()): void {
  const before = newcomers;
  setImmediate(() => {
    if (newcomers === before || performance.now() - sinceMs >= newcomersMaxMs) call();
    else inLaterRound(call, sinceMs);
  });
}

/** Lets whatever is short go before the work that calls, from now on: for what many may ask for at once, and wait for. */
export function giveWay(): Promise<void> {
  const task = tasks.getStore();
  if (task !== undefined) task.rests = restsOfShortMax + 1;
  return rest();
}

const levelOf = (task: Task | undefined): Level => {
  if (task === undefined || task.rests > restsOfShortMax) return tired;
  return task.rests === 0 ? fresh : rested;
};

/** Work that yields wherever it may rest. */
export type Steps<R> = Generator<undefined, R, undefined>;

/** Counts the small things that work walks over: true once there were so many that it should yield. */
export function createPace(stepMax: number): () => boolean {
  let walked = 0;
  return () => {
    walked += 1;
    if (walked < stepMax) return false;
    walked = 0;
    return true;
  };
}

/** Does all of it at once: for what is short. Throws what the work throws. */
export function finishNow<R>(work: Steps<R>): R {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}

/** Does it at once as long as it need not rest. Throws, or rejects with, what the work throws. */
export function runInTurns<R>(work: Steps<R>): R | Promise<R> {
  for (let next = work.next(); ; next = work.next()) {
    if (next.done === true) return next.value;
    if (isTurnLong()) return goOn(work);
  }
}

async function goOn<R>(work: Steps<R>): Promise<R> {
  for (;;) {
    if (isTurnLong()) await rest();
    const next = work.next();
    if (next.done === true) return next.value;
  }
}

/** `items.map(map)`, resting where it takes long; a piece of work is one call of `map`. */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    if (isTurnLong()) await rest();
    results.push(map(item, index));
  }
  return results;
}
