// Short names of fields. Pure.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Definition } from '../definition/definition.ts';

/** Lower case, accents off, spaces as `_`, and nothing but letters, digits, `_` and `-`; may be empty. */
const normaliseName = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .trim()
    .replaceAll(/\s+/g, '_')
    .replaceAll(/[^a-z0-9_-]/g, '')
    .slice(0, 255);

/** Throws invalid for a text without a letter or digit. */
export function readFieldName(text: string): string {
  const name = normaliseName(text);
  if (!/[a-z0-9]/.test(name))
    throw invalid(says('tracker-field.name')`"${text}" is not a valid name; use letters and digits`, 'name');
  return name;
}

/** A name that no field of the tracker has, made from the label, or from the type where the label gives none. */
export function chooseFieldName(label: string, type: string, tracker: Pick<Definition, 'fieldByName'>): string {
  const base = /[a-z0-9]/.test(normaliseName(label)) ? normaliseName(label).slice(0, 240) : type;
  let name = base;
  for (let count = 1; tracker.fieldByName.has(name); count += 1) name = `${base}_${count}`;
  return name;
}
