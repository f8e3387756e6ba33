// How charts and references are read.
import type { FormPart } from '../editing.ts';

export const burndownForm: FormPart = {
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).BurndownReader }),
};

export const burnupForm: FormPart = {
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).BurnupReader }),
};

export const referencesForm: FormPart = {
  loadReader: async () => ({ Reader: (await import('./reader.tsx')).ReferencesReader }),
};
