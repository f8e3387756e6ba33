// What difference pages offer for each line.
import type { ReactNode } from 'react';
import type { FileDifference } from '../source-control.queries.ts';
import type { Line } from './difference-rows.ts';

/** What can be said about lines. */
export interface LineTalk {
  /** What stands below a line of a file. */
  below(path: string, line: Line): ReactNode;
  /**
   * Somebody wants to say something; of all lines up to this one, where `isRange` and they had begun at another one. Undefined for
   * who only reads.
   */
  begin: ((path: string, line: Line, isRange: boolean) => void) | undefined;
  /** What is said about lines of a file that are not among those that changed, nor beside them. */
  elsewhere(file: FileDifference): ReactNode;
  /** Whether it is one of several lines that something is said about. */
  isAbout(path: string, line: Line): boolean;
}
