// What a person finds first.

export { historyQuery } from './home.queries.ts';
import { lazy } from '../../ui/lazy.tsx';
import { Loading } from '../../ui/feedback/async-states.tsx';
/** These are read when they are first shown. */
export const OwnList = lazy(async () => (await import('./own-lists.tsx')).OwnList, { Fallback: () => Loading({}) });
export const SeenList = lazy(async () => (await import('./own-lists.tsx')).SeenList, { Fallback: () => Loading({}) });
export const ProjectList = lazy(async () => (await import('./own-lists.tsx')).ProjectList, {
  Fallback: () => Loading({}),
});
