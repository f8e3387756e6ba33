// Types of fields as tracker administrators meet them. Pure.
import { fieldIs, fieldTypeOf, isTypeCode } from '../../fields/index.ts';
import type { Setting, TypeCode } from '../../fields/index.ts';

export const settingsOf = (type: string): readonly Setting[] => fieldTypeOf(type).settings ?? [];

export const typeLabel = (type: string): `design.type.${TypeCode | 'other'}` =>
  isTypeCode(type) ? `design.type.${type}` : 'design.type.other';

/** A tracker uses one of these at most. */
export const isSingle = (type: string): boolean => fieldTypeOf(type).isSingle === true;

export const isContainer = (type: string): boolean => fieldIs.fieldset({ type }) || fieldIs.column({ type });

/** Whether it never holds a value. */
export const isLayout = (type: string): boolean => fieldIs.layout({ type });

/** Whether somebody fills it. */
export const isFilled = (type: string): boolean => !isLayout(type) && !fieldIs.derived({ type });

/** Whether a container of one type may hold another; undefined is the form itself. */
export function mayHold(container: string | undefined, type: string): boolean {
  if (container === undefined) return true;
  if (fieldIs.fieldset({ type })) return false;
  return isContainer(container) && !(fieldIs.column({ type }) && fieldIs.column({ type: container }));
}
