// What happens to pull requests, as pages say it of somebody.

export const pullEvents = {
  update: 'pulls.event.update',
  rebase: 'pulls.event.rebase',
  merge: 'pulls.event.merge',
  abandon: 'pulls.event.abandon',
  reopen: 'pulls.event.reopen',
  approve: 'pulls.event.approve',
  changes: 'pulls.event.changes',
  withdraw: 'pulls.event.withdraw',
} as const;

export const isPullEvent = (kind: string): kind is keyof typeof pullEvents => Object.hasOwn(pullEvents, kind);
