// Where a page of a list ends that is ordered by time: its last entry, as clients send it back.
import { invalid } from '../errors.ts';
import { says } from '../texts/said.ts';

export interface TimeCursor {
  atMs: number;
  id: number;
}

export const writeTimeCursor = ({ atMs, id }: TimeCursor): string => `${atMs}.${id}`;

/** Throws invalid, naming the parameter `before`. */
export function readTimeCursor(text: string | undefined): TimeCursor | undefined {
  if (text === undefined) return undefined;
  const [, atMs, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(text) ?? [];
  if (atMs !== undefined && id !== undefined) return { atMs: Number(atMs), id: Number(id) };
  throw invalid(says('page.before')`must be the next value of the page before`, 'before');
}
