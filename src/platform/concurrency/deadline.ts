// Waiting no longer than is worth it.
import { unavailable } from '../errors.ts';

/** What `work` gives; undefined where it takes longer than `ms`. The work itself goes on. */
export async function waitFor<R>(ms: number, work: Promise<R>): Promise<R | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What `work` gives; throws unavailable with `message` where it takes longer than `ms`. The work itself goes on. */
export async function waitAtMost<R>(ms: number, work: Promise<R>, message: string): Promise<R> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(unavailable(message)), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
