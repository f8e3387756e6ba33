// How keys are written for people.
const isMac = (): boolean => navigator.platform.startsWith('Mac');

/** `mod+k` as Ctrl K, or as ⌘ K where there is such a key. */
export const nameKeys = (keys: string): string =>
  keys
    .replace('mod+', isMac() ? '⌘ ' : 'Ctrl ')
    .replace(/ ([a-z])$/, (_, key: string) => (keys.startsWith('mod+') ? ` ${key.toUpperCase()}` : ` ${key}`));
