// Decides whether a recorded history is linearizable: whether there is an order of its operations, each at one moment
// between its call and its return, in which a sequential model gives every recorded answer (Herlihy and Wing 1990).
// The search is that of Wing and Gong (1993), remembering states it has been in as Lowe (2017) does.
import type { Operation } from './history.ts';

/** What one thing does when operations come one after the other. */
export interface Model<State, Call, Answer> {
  readonly initial: State;
  /**
   * The state after an operation with this call and answer, `state` itself where it changes nothing, or undefined where
   * it is impossible. Without an answer: the state once the call has taken effect, undefined where it has none.
   */
  apply(state: State, operation: Operation<Call, Answer>): State | undefined;
  /** Equal for states that no operation can tell apart. */
  keyOf(state: State): string;
}

export type Verdict<State, Call, Answer> =
  | { readonly kind: 'linearizable' }
  | {
      readonly kind: 'impossible';
      /** The longest order that was found. */
      readonly placed: readonly Operation<Call, Answer>[];
      /** The state after it, in which none of `blocked` could come next, though one had to. */
      readonly state: State;
      readonly blocked: readonly Operation<Call, Answer>[];
    }
  /** The search took more steps than allowed. */
  | { readonly kind: 'undecided' };

/** A place in the search: what was settled on arrival, and what is left to try next. */
interface Node<State> {
  readonly state: State;
  readonly settled: readonly number[];
  readonly options: number[];
  /** The option whose subtree is being searched. */
  chosen: number | undefined;
}

/** Operations by number: those with answers first, in the order of their calls. */
interface Board<Call, Answer> {
  readonly operations: readonly Operation<Call, Answer>[];
  readonly answeredCount: number;
  readonly taken: boolean[];
  /** Every answered operation before it is taken. */
  low: number;
  takenCount: number;
}

function take(board: Board<unknown, unknown>, index: number): void {
  board.taken[index] = true;
  board.takenCount += 1;
  while (board.low < board.answeredCount && board.taken[board.low] === true) board.low += 1;
}

function giveBack(board: Board<unknown, unknown>, index: number): void {
  board.taken[index] = false;
  board.takenCount -= 1;
  if (index < board.low) board.low = index;
}

/** Those that may come next: called before any that is left has returned. */
function listNext({ operations, answeredCount, taken, low }: Board<unknown, unknown>): number[] {
  const open: number[] = [];
  let firstReturn = Infinity;
  for (let index = low; index < answeredCount; index += 1) {
    const operation = operations[index];
    if (operation === undefined || operation.calledAt > firstReturn) break;
    if (taken[index] === true) continue;
    open.push(index);
    firstReturn = Math.min(firstReturn, operation.returnedAt);
  }
  for (let index = answeredCount; index < operations.length; index += 1) if (taken[index] !== true) open.push(index);
  return open.filter((index) => (operations[index]?.calledAt ?? Infinity) < firstReturn);
}

function describeTaken({ operations, answeredCount, taken, low, takenCount }: Board<unknown, unknown>): string {
  const beyond: number[] = [];
  for (let index = low; index < operations.length && low + beyond.length < takenCount; index += 1)
    if (taken[index] === true) beyond.push(index);
  return `${Math.min(low, answeredCount)} ${beyond.join(',')}`;
}

/**
 * What changes nothing can come first among what may come next, since all that is possible after it was possible before
 * it; so it is taken at once, and only changes are tried in turn.
 */
function settle<State, Call, Answer>(
  model: Model<State, Call, Answer>,
  board: Board<Call, Answer>,
  state: State,
): Pick<Node<State>, 'settled' | 'options'> {
  const settled: number[] = [];
  for (;;) {
    const next = listNext(board);
    const still = next.filter((index) => {
      const operation = board.operations[index];
      return operation?.answer !== undefined && model.apply(state, operation) === state;
    });
    if (still.length === 0) return { settled, options: next };
    for (const index of still) take(board, index);
    settled.push(...still);
  }
}

/** Judges the operations on one thing. `stepsMax` bounds the states that are looked at. */
export function checkHistory<State, Call, Answer>(
  model: Model<State, Call, Answer>,
  history: readonly Operation<Call, Answer>[],
  stepsMax = 2_000_000,
): Verdict<State, Call, Answer> {
  const byCall = history.toSorted((a, b) => a.calledAt - b.calledAt);
  const answered = byCall.filter((operation) => operation.answer !== undefined);
  const operations = [...answered, ...byCall.filter((operation) => operation.answer === undefined)];
  const board = { operations, answeredCount: answered.length, taken: [], low: 0, takenCount: 0 };
  const been = new Set<string>();
  const path: Node<State>[] = [];
  let longest: Verdict<State, Call, Answer> & { kind: 'impossible' } = {
    kind: 'impossible',
    placed: [],
    state: model.initial,
    blocked: [],
  };
  const pick = (indexes: readonly number[]): Operation<Call, Answer>[] =>
    indexes.flatMap((index) => operations[index] ?? []);

  const enter = (state: State): void => {
    const { settled, options } = settle(model, board, state);
    const key = `${describeTaken(board)} ${model.keyOf(state)}`;
    const isNew = !been.has(key);
    been.add(key);
    path.push({ state, settled, options: isNew ? options : [], chosen: undefined });
    if (board.takenCount < longest.placed.length || !isNew) return;
    const placed = path.flatMap((node) => [...node.settled, ...(node.chosen === undefined ? [] : [node.chosen])]);
    longest = { kind: 'impossible', placed: pick(placed), state, blocked: pick(options) };
  };

  enter(model.initial);
  while (board.low < board.answeredCount) {
    if (been.size > stepsMax) return { kind: 'undecided' };
    const node = path.at(-1);
    if (node === undefined) return longest;
    if (node.chosen !== undefined) giveBack(board, node.chosen);
    node.chosen = node.options.shift();
    if (node.chosen === undefined) {
      for (const index of node.settled) giveBack(board, index);
      path.pop();
      continue;
    }
    const operation = operations[node.chosen];
    const next = operation === undefined ? undefined : model.apply(node.state, operation);
    if (next === undefined) {
      node.chosen = undefined;
      continue;
    }
    take(board, node.chosen);
    enter(next);
  }
  return { kind: 'linearizable' };
}
