// Collecting garbage when this program knows better than V8 that there is some.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

interface Collection {
  type: 'minor' | 'major';
  flavor?: 'last-resort';
}

let collect: ((options: Collection) => void) | undefined;

function openCollector(): (options: Collection) => void {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return (options) => {
    if (typeof found === 'function') Reflect.apply(found, undefined, [options]);
  };
}

const collectBy = (options: Collection): void => (collect ??= openCollector())(options);

/** Frees what was made a short while ago and is not used any more; takes about a millisecond. */
export const collectYoung = (): void => collectBy({ type: 'minor' });

/** Frees all that can be freed, and gives the memory back to the system; takes tens of milliseconds. */
export const collectAll = (): void => collectBy({ type: 'major', flavor: 'last-resort' });
