// Which transaction or snapshot the running code is inside. It notices two mistakes that would otherwise pass
// silently: using the database's own handles inside a transaction, and using a handle after its end.

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Session } from './session.ts';

export interface Scope {
  readonly kind: 'transaction' | 'snapshot' | 'check';
  /** False as soon as the work has returned or thrown, even if its COMMIT is still to come. */
  isOpen: boolean;
  /** In a check: the session of its transaction, which the database's own handles read through. */
  readonly checked?: Session;
}

const currentScope = new AsyncLocalStorage<Scope>();

/** Runs `work` with a new open scope and closes it when the work settles. */
export function runInScope<R>(kind: 'transaction' | 'snapshot', work: (scope: Scope) => Promise<R>): Promise<R> {
  return runWith({ kind, isOpen: true }, work);
}

/** Runs `check` in a scope in which the database's own handles may read, through `session`. */
export const runInCheck = <R>(session: Session, check: () => Promise<R>): Promise<R> =>
  runWith({ kind: 'check', isOpen: true, checked: session }, check);

/** The session to read through where the caller runs inside a check. */
export function sessionOfCheck(): Session | undefined {
  const scope = currentScope.getStore();
  return scope?.isOpen === true ? scope.checked : undefined;
}

async function runWith<R>(scope: Scope, work: (scope: Scope) => Promise<R>): Promise<R> {
  try {
    return await currentScope.run(scope, work, scope);
  } finally {
    scope.isOpen = false;
  }
}

/**
 * Throws a programming error where the caller runs inside an open transaction or snapshot.
 * Code that such work has started and that outlives it is free again.
 */
export function refuseInsideScope(used: string): void {
  const scope = currentScope.getStore();
  if (scope?.isOpen === true) {
    throw new Error(
      `the outer handle was used inside a ${scope.kind}: ${used} was called; pass on the handle that the ${scope.kind} gave instead`,
    );
  }
}

/** Throws a programming error where the handle of `scope` is used after its work has ended. */
export function refuseAfterEnd(scope: Scope): void {
  if (!scope.isOpen) {
    throw new Error(`a ${scope.kind}'s handle was used after its end; await every query inside the work`);
  }
}
