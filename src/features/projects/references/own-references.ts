// A project's own keywords of references, and those of its Subversion repositories.
import { NewReferencePattern } from './reference-patterns.schema.ts';
import { patternsMax } from './reference-patterns.service.ts';
import {
  listReferencePatterns,
  insertPattern,
  listOwnLinks,
  findOnlySvn,
  revisionKeywords,
} from './reference-patterns.store.ts';

export const referencePatterns = {
  NewReferencePattern,
  patternsMax,
  listReferencePatterns,
  insertPattern,
  listOwnLinks,
  findOnlySvn,
  revisionKeywords,
};
