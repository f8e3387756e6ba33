// The registry of field types: the code that archives and the wire use, and the type that answers for it.
import { artifactLinkType } from './artifact-link/artifact-link.ts';
import { burndownType, burnupType } from './read-only/charts.ts';
import { computedType } from './computed/computed.ts';
import { dateType } from './date/date.ts';
import type { FieldType } from './field-type.ts';
import { fileType } from './file/file.ts';
import { multiListType, singleListType } from './list/list.ts';
import { floatType, intType } from './number/number.ts';
import { openListType } from './open-list/open-list.ts';
import { permissionType } from './permission/permission.ts';
import * as readOnly from './read-only/read-only.ts';
import { columnType, decorationType, fieldsetType } from './structure/structure.ts';
import { staticTextType } from './structure/static-text.ts';
import { executionStepsType, stepsType } from './steps/steps.ts';
import { stringType } from './text/string.ts';
import { textType } from './text/text.ts';

const fieldTypes: ReadonlyMap<string, FieldType> = new Map<string, FieldType>([
  ['string', stringType],
  ['text', textType],
  ['int', intType],
  ['float', floatType],
  ['date', dateType],
  ['sb', singleListType],
  ['rb', singleListType],
  ['msb', multiListType],
  ['cb', multiListType],
  ['tbl', openListType],
  ['file', fileType],
  ['art_link', artifactLinkType],
  ['perm', permissionType],
  ['computed', computedType],
  ['ttmstepdef', stepsType],
  ['ttmstepexec', executionStepsType],
  ['aid', readOnly.artifactIdType],
  ['atid', readOnly.trackerNumberType],
  ['priority', readOnly.priorityType],
  ['subby', readOnly.submittedByType],
  ['luby', readOnly.updatedByType],
  ['subon', readOnly.submittedOnType],
  ['lud', readOnly.updatedOnType],
  ['cross', readOnly.crossReferenceType],
  ['burndown', burndownType],
  ['burnup', burnupType],
  ['fieldset', fieldsetType],
  ['column', columnType],
  ['linebreak', decorationType],
  ['separator', decorationType],
  ['staticrichtext', staticTextType],
]);

export const isFieldType = (code: string): boolean => fieldTypes.has(code);

/** Throws an Error for a code that is in no registry: definitions are checked when they are written. */
export function fieldTypeOf(code: string): FieldType {
  const type = fieldTypes.get(code);
  if (type === undefined) throw new Error(`there is no field type "${code}"`);
  return type;
}

export const fieldTypeCodes: readonly string[] = [...fieldTypes.keys()];
