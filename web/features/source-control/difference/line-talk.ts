// What difference pages offer for each line.
import type { ReactNode } from 'react';
import type { Line } from './difference-rows.ts';

/** What can be said about lines. */
export interface LineTalk {
  /** What stands below a line of a file. */
  below(path: string, line: Line): ReactNode;
  /** Somebody wants to say something. */
  begin(path: string, line: Line): void;
}
