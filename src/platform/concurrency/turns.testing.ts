// Works of tests, as a request is one.
import { inTask } from './turns.ts';

/** As `inTask`, for a work whose result or failure the caller waits for. */
export const runAsTask = <R>(
  work: () => Promise<R>,
  isWanted: () => boolean = () => true,
  onlyReads = true,
): Promise<R> =>
  new Promise((resolve, reject) => {
    inTask(() => work().then(resolve, reject), isWanted, onlyReads);
  });
