// The form in which texts are compared when people or words are searched.

/** Accents of Latin, Greek and Cyrillic letters; marks of other scripts are part of their letters. */
const accents = /[\u0300-\u036f]/g;
const ascii = /^[ -~\t\r\n]*$/;

/** Without case, accents and differences of presentation: `Émile` and `EMILE` fold alike, so do `Straße` and `STRASSE`. */
export const foldText = (text: string): string =>
  // The capital sharp s has no capital letters but itself; its small letter has SS.
  // What has no accents and no presentation is far more common, and folded in a tenth of the time.
  ascii.test(text)
    ? text.toLowerCase()
    : text.normalize('NFKD').replace(accents, '').toLowerCase().toUpperCase().toLowerCase();
