// What somebody is told where a change of charts failed.
import { describeError } from '../../ui/feedback/async-states.tsx';

/** An Error made by the page says it itself. */
export const describeProblem = (error: unknown): string =>
  error instanceof Error && error.name === 'Error' ? error.message : describeError(error);
