// Steps that can be undone. Pure.
export interface History<T> {
  past: readonly T[];
  present: T;
  future: readonly T[];
  /** Of the last change. */
  mark: string | undefined;
}

export type Step<T> =
  | { do: 'start'; with: T }
  | { do: 'change'; run: (state: T) => T; mark: string | undefined }
  /** What comes next is a step of its own, whatever its mark. */
  | { do: 'seal' }
  /** `from` is one of the states, and has become `to`; those after it are carried over. */
  | { do: 'rebase'; from: T; to: T; carry: (state: T) => T }
  | { do: 'undo' }
  | { do: 'redo' };

/** More are forgotten, the oldest first. */
const stepsMax = 200;

export const startHistory = <T>(present: T): History<T> => ({ past: [], present, future: [], mark: undefined });

function rebase<T>({ past, present }: History<T>, { from, to, carry }: Step<T> & { do: 'rebase' }): History<T> {
  if (Object.is(present, from)) return startHistory(to);
  const at = past.indexOf(from);
  const later = at === -1 ? [] : past.slice(at + 1);
  return { past: [to, ...later.map(carry)], present: carry(present), future: [], mark: undefined };
}

export function stepHistory<T>(history: History<T>, step: Step<T>): History<T> {
  const { past, present, future, mark } = history;
  if (step.do === 'start') return startHistory(step.with);
  if (step.do === 'rebase') return rebase(history, step);
  if (step.do === 'seal') return { ...history, mark: undefined };
  if (step.do === 'undo') {
    const before = past.at(-1);
    if (before === undefined) return history;
    return { past: past.slice(0, -1), present: before, future: [present, ...future], mark: undefined };
  }
  if (step.do === 'redo') {
    const [next, ...rest] = future;
    return next === undefined ? history : { past: [...past, present], present: next, future: rest, mark: undefined };
  }
  const next = step.run(present);
  if (Object.is(next, present)) return history;
  const isSameStep = step.mark !== undefined && step.mark === mark && past.length > 0;
  return {
    past: isSameStep ? past : [...past.slice(1 - stepsMax), present],
    present: next,
    future: [],
    mark: step.mark,
  };
}
