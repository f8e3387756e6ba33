// Names of fields that an archive gave nobody permissions on, out of what is told of its import. Pure.
import { listIn, textIn } from '../../../platform/loose.ts';

const textsIn = (told: unknown): string[] =>
  listIn(told, 'values').flatMap((value) => (typeof value === 'string' ? [value] : textsIn(value)));

/** Such as `bug.cc`, in their order; a sentence may be within another that says where in the archive it is about. */
export const closedFieldsIn = (told: readonly unknown[]): string[] =>
  told.flatMap((sentence) =>
    textIn(sentence, 'key') === 'left.closed' ? textsIn(sentence) : closedFieldsIn(listIn(sentence, 'values')),
  );
