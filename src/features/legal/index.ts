// The front door of the legal texts of the site.

export { createLegalFeature } from './feature.ts';
export { LegalName } from './legal.schema.ts';
export type { LegalTexts } from './legal.service.ts';
