// All classes of attack. A new way to hurt others gets an entry in one of these lists.
import type { AttackClass } from './attack.ts';
import { bodyClasses } from './classes/bodies.ts';
import { connectionClasses } from './classes/connections.ts';
import { fileClasses } from './classes/files.ts';
import { gitClasses } from './classes/git.ts';
import { mailClasses } from './classes/mails.ts';
import { markupClasses } from './classes/markup.ts';
import { queryClasses } from './classes/queries.ts';
import { signInClasses } from './classes/signing-in.ts';
import { storedClasses } from './classes/stored.ts';
import { waitingClasses } from './classes/waiting.ts';

export const classes: readonly AttackClass[] = [
  ...connectionClasses,
  ...bodyClasses,
  ...queryClasses,
  ...markupClasses,
  ...storedClasses,
  ...fileClasses,
  ...mailClasses,
  ...signInClasses,
  ...gitClasses,
  ...waitingClasses,
];

/** The class of that name; throws Error where there is none. */
export function findClass(name: string): AttackClass {
  const found = classes.find((one) => one.name === name);
  if (found === undefined)
    throw new Error(`there is no class ${name}; there are ${classes.map((one) => one.name).join(', ')}`);
  return found;
}
