// The form in which names are compared when people are searched.

/** Accents of Latin, Greek and Cyrillic letters; marks of other scripts are part of their letters. */
const accents = /[\u0300-\u036f]/g;

/** Without case, accents and differences of presentation: `Émile` and `EMILE` fold alike, so do `Straße` and `STRASSE`. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replace(accents, '').toUpperCase().toLowerCase();
