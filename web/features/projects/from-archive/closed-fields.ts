// Names of fields that an archive gave nobody permissions on, out of the messages of its import. Pure.
import { listIn, textIn } from '../../../platform/parse-unknown.ts';

const textsIn = (message: unknown): string[] =>
  listIn(message, 'params').flatMap((param) => (typeof param === 'string' ? [param] : textsIn(param)));

/** Such as `bug.cc`, in their order; a message may be within another that names its place in the archive. */
export const closedFieldsIn = (messages: readonly unknown[]): string[] =>
  messages.flatMap((message) =>
    textIn(message, 'key') === 'left.closed' ? textsIn(message) : closedFieldsIn(listIn(message, 'params')),
  );
