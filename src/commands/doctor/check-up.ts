// What one look at the installation finds.

export interface CheckUp {
  /** What was looked at, in a word or two. */
  readonly what: string;
  /** `doubtful` works for now. */
  readonly state: 'ok' | 'doubtful' | 'wrong';
  readonly finding: string;
  /** What to do; absent where nothing is. */
  readonly remedy?: string;
}

export const ok = (what: string, finding: string): CheckUp => ({ what, state: 'ok', finding });

export const doubtful = (what: string, finding: string, remedy: string): CheckUp => ({
  what,
  state: 'doubtful',
  finding,
  remedy,
});

export const wrong = (what: string, finding: string, remedy: string): CheckUp => ({
  what,
  state: 'wrong',
  finding,
  remedy,
});
