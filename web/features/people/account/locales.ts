// Languages of the pages as accounts keep them. Pure.
export const localeOf = (language: string): string => (language === 'fr' ? 'fr_FR' : 'en_US');
