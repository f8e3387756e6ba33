// What sending a form or a change does, without the page: see `useSubmit`. Pure but for what it is given.
import type { MutationObserverOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { isRefusedWith } from '../../platform/api.ts';
import type { Fault } from '../../platform/api.ts';

export interface SubmitOptions {
  /** Begin the keys of queries that are read again after each attempt: a refusal often means that they are old. */
  invalidates?: readonly QueryKey[];
  /** Shown after success. */
  toast?: string | undefined;
  /** Errors are shown by the page, as `problem` and `errorOf`, or as toasts. */
  errors?: 'page' | 'toast';
  /** What an error means here, and of which field; `undefined` leaves the usual sentence. Called once for each error. */
  explain?(error: unknown): string | Fault | undefined;
}

interface Attempt {
  work(): Promise<unknown>;
  /** In place of that of the options; none where it is empty. */
  toast?: string | undefined;
}

/** An error with what it means to the person. */
export class Failure extends Error {
  readonly fault: Fault;

  constructor(cause: unknown, fault: Fault) {
    super(fault.text, { cause });
    this.fault = fault;
  }
}

/** How the page speaks. */
interface Speech {
  toast(kind: 'success' | 'error', text: string): void;
  describe(error: unknown): string;
}

/** A failure is shown at once, and can be mended and sent again; only who met another's change waits for what there is now. */
export function submission(
  client: QueryClient,
  { invalidates = [], toast, errors = 'page', explain }: SubmitOptions,
  speech: Speech,
): MutationObserverOptions<unknown, Failure, Attempt> {
  const invalidate = () => Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey })));
  return {
    async mutationFn({ work }) {
      try {
        return await work();
      } catch (error) {
        const explained = explain?.(error) ?? speech.describe(error);
        throw new Failure(error, typeof explained === 'string' ? { part: '', text: explained } : explained);
      }
    },
    // Who is offline is told so and sends again; nothing waits unseen for the connection.
    networkMode: 'always',
    // What was sent may hold a password.
    gcTime: 0,
    async onSuccess(_, attempt) {
      const text = attempt.toast ?? toast ?? '';
      if (text !== '') speech.toast('success', text);
      await invalidate();
    },
    async onError({ fault, cause }) {
      if (errors === 'toast') speech.toast('error', fault.text);
      const reading = invalidate();
      if (isRefusedWith(cause, 412)) await reading;
    },
  };
}
