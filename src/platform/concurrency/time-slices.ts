// Cooperative scheduling: work of any size gives way to others after some milliseconds, so that one thread answers everybody. A
// turn is one round of the event loop; work that has used it up rests, and goes on in a later one.
import { AsyncLocalStorage } from 'node:async_hooks';
import { unavailable } from '../errors.ts';
import { createWorkedTimes } from './worked-time.ts';
import type { WorkedTime } from './worked-time.ts';

/** How much of a turn is worked before the next piece of work waits for another one. */
export const sliceMaxMs = 6;
/** The same where a connection came since the turn before. */
const shortSliceMaxMs = 3;

let limitMs = sliceMaxMs;
let yields = 0;

/** How often work rested since the process began. */
export const countYields = (): number => yields;

/** Has work rest wherever it may, in a turn that is open already too, until the function that it gives is called: for tests. */
export function shortenSlices(): () => void {
  limitMs = 0;
  sliceEndsAtMs = 0;
  return () => {
    limitMs = sliceMaxMs;
  };
}

/**
 * Work goes in three orders: what had less than one turn of the thread, what had less than several, and the rest. What its client
 * had lately counts for a tenth, so that many short requests of one client come behind those of others, too.
 */
const severalSlicesMaxMs = 48;
const ordersMs = [sliceMaxMs, severalSlicesMaxMs];
const clientsPart = 0.1;
/** What a rest counts at least: who rests often goes behind, however short the pieces are. */
const yieldMs = 1;
/** So often the first in order goes on, then who has waited for longest. */
const inOrderInARow = 4;

interface Task {
  /** What it had of the thread, in milliseconds. */
  workedMs: number;
  /** Since when it works, as far as that is known. */
  sinceMs: number;
  client: WorkedTime | undefined;
  isWanted: () => boolean;
}

const tasks = new AsyncLocalStorage<Task>();
const workedTimes = createWorkedTimes();

interface Waiting {
  /** The later it began to wait, the higher. */
  ticket: number;
  resume: () => void;
}

const orders: Waiting[][] = [...ordersMs, Infinity].map(() => []);
let tickets = 0;
let wentInOrder = 0;
let isSliceOpen = false;
let sliceBeganAtMs = 0;
let sliceEndsAtMs = 0;
let isPumping = false;

const closeSlice = (): void => {
  isSliceOpen = false;
};

/**
 * Runs a work, such as that for one request, which goes before others as long as it is short. `isWanted` tells whether somebody waits.
 * Its failure is its own; it need not wait for anything.
 * What does not only read goes behind short reads from the beginning: hundreds who try to sign in at once would come before them.
 */
export function inTask(work: () => Promise<void> | void, isWanted: () => boolean, onlyReads: boolean): void {
  const task = { workedMs: onlyReads ? 0 : sliceMaxMs, sinceMs: performance.now(), client: undefined, isWanted };
  const waiting = tasks.run(task, work);
  if (waiting === undefined) charge(task);
  else void waiting.finally(() => charge(task));
}

/** Counts what the task had of the thread since it was asked last. What it waited for something else in this turn counts, too. */
function charge(task: Task, leastMs = 0): void {
  const nowMs = performance.now();
  const ms = Math.max(leastMs, isSliceOpen ? nowMs - Math.max(task.sinceMs, sliceBeganAtMs) : 0);
  task.sinceMs = nowMs;
  task.workedMs += ms;
  task.client?.add(ms, nowMs);
}

/** The place of a task in `orders`: 0 goes first. */
function orderOf(task: Task | undefined): number {
  if (task === undefined) return ordersMs.length;
  const ms = task.workedMs + clientsPart * (task.client?.lately(performance.now()) ?? 0);
  const order = ordersMs.findIndex((belowMs) => ms < belowMs);
  return order === -1 ? ordersMs.length : order;
}

/**
 * From now on the task is a certain client's, such as an account's or an address': what that one had of the thread lately counts.
 * Rests where others come before it then.
 */
export function workFor(client: string): Promise<void> | undefined {
  const task = tasks.getStore();
  if (task === undefined) return undefined;
  task.client = workedTimes.of(client);
  const order = orderOf(task);
  return orders.slice(0, order).some(({ length }) => length > 0) ? yieldSlice() : undefined;
}

/** Throws unavailable, which nobody hears, where nobody waits any more for what this work makes. Not for work that others share. */
export function requireWanted(): void {
  if (tasks.getStore()?.isWanted() === false) throw unavailable('the client closed the connection');
}

/** Whether so much was done in this turn that what comes next had better `yieldSlice` first. To be asked often. */
export function isSliceOver(): boolean {
  const nowMs = performance.now();
  if (isSliceOpen) return nowMs >= sliceEndsAtMs;
  isSliceOpen = true;
  sliceBeganAtMs = nowMs;
  sliceEndsAtMs = nowMs + (newcomers === newcomersBefore ? limitMs : Math.min(limitMs, shortSliceMaxMs));
  newcomersBefore = newcomers;
  setImmediate(closeSlice);
  return false;
}

/** Waits for another turn, in which others were served. `isUrgent`: others wait for what the caller holds. */
export function yieldSlice(isUrgent = false): Promise<void> {
  yields += 1;
  const task = tasks.getStore();
  if (task !== undefined) charge(task, yieldMs);
  const { promise, resolve } = Promise.withResolvers<void>();
  const resume = (): void => {
    if (task !== undefined) task.sinceMs = performance.now();
    resolve();
  };
  orders[isUrgent ? 0 : orderOf(task)]?.push({ ticket: (tickets += 1), resume });
  if (!isPumping) {
    isPumping = true;
    inLaterRound(resumeNext);
  }
  return promise;
}

/** The first in order; each fifth time who has waited for longest. */
function takeNext(): Waiting | undefined {
  const waiting = orders.filter(({ length }) => length > 0);
  const isInOrder = wentInOrder < inOrderInARow;
  wentInOrder = isInOrder ? wentInOrder + 1 : 0;
  const oldest = (one: Waiting[], other: Waiting[]): Waiting[] =>
    (one[0]?.ticket ?? 0) < (other[0]?.ticket ?? 0) ? one : other;
  return (isInOrder ? waiting[0] : waiting.slice(1).reduce(oldest, waiting[0] ?? []))?.shift();
}

/** One after the other while they leave time in this turn: nobody knows before how long one works. */
function resumeNext(): void {
  takeNext()?.resume();
  // A tick that a microtask asks for comes after all that the resumed work does without waiting for anything.
  queueMicrotask(() => process.nextTick(goOnResuming));
}

function goOnResuming(): void {
  isPumping = orders.some(({ length }) => length > 0);
  if (!isPumping) return;
  if (isSliceOver()) inLaterRound(resumeNext);
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
export function lowerPriority(): Promise<void> {
  const task = tasks.getStore();
  if (task !== undefined) task.workedMs = Math.max(task.workedMs, ...ordersMs);
  return yieldSlice();
}

/** Work that yields wherever it may rest. */
export type Steps<R> = Generator<undefined, R, undefined>;

/** Counts the small things that work walks over: true once there were so many that it should yield. */
export function createStepCounter(stepMax: number): () => boolean {
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
export function runInSlices<R>(work: Steps<R>): R | Promise<R> {
  for (let next = work.next(); ; next = work.next()) {
    if (next.done === true) return next.value;
    if (isSliceOver()) return goOn(work);
  }
}

async function goOn<R>(work: Steps<R>): Promise<R> {
  for (;;) {
    if (isSliceOver()) await yieldSlice();
    const next = work.next();
    if (next.done === true) return next.value;
  }
}

/** `items.map(map)`, resting where it takes long; a piece of work is one call of `map`. */
export async function mapInSlices<T, R>(items: readonly T[], map: (item: T, index: number) => R): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    if (isSliceOver()) await yieldSlice();
    results.push(map(item, index));
  }
  return results;
}

/**
 * The same chunks, each of which takes its turn behind what is short: a hundred downloads are a hundred chunks in one round of the event
 * loop, in which one connection is accepted.
 */
export async function* chunksInSlices<T>(chunks: AsyncIterable<T>): AsyncGenerator<T, void> {
  for await (const chunk of chunks) {
    if (isSliceOver()) await yieldSlice();
    yield chunk;
  }
}
