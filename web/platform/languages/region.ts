// In which order dates are written and read. Pure.

/** A language with a region, or alone: nothing that changes more than the order. */
const plainName = /^([a-z]{2})(?:-[A-Z]{2})?$/;

/** The first of the browser's languages, such as `en-GB`, that is the one of the page; that of the page where none is. */
export const localeOf = (language: string, names: readonly string[]): string =>
  names.find((name) => plainName.exec(name)?.[1] === language) ?? language;
