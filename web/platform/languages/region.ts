// In which order dates are written and read. Pure.

/** Dates of the calendar that all texts of dates mean; undefined for what is no name of a language. */
function regionOf(name: string): string | undefined {
  try {
    const { calendar } = new Intl.DateTimeFormat(name).resolvedOptions();
    return calendar === 'gregory' ? name : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The first of the browser's languages, such as `en-GB`, that is the one of the page with its region; that of the page where none is. */
export const localeOf = (language: string, names: readonly string[]): string =>
  names.find((name) => name.split('-', 1)[0] === language && regionOf(name) !== undefined) ?? language;
