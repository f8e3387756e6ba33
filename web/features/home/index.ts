// What a person finds first.
import { lazy } from 'react';

export { historyQuery } from './home.queries.ts';
/** These are read when they are first shown. */
export const OwnList = lazy(async () => ({ default: (await import('./own-lists.tsx')).OwnList }));
export const SeenList = lazy(async () => ({ default: (await import('./own-lists.tsx')).SeenList }));
export const ProjectList = lazy(async () => ({ default: (await import('./own-lists.tsx')).ProjectList }));
