// Writes the form elements of a tracker.
import type { FormElement } from '../model/field-model.ts';
import { writeBind } from '../concepts/list-values.ts';
import { element, leaf, optionalLeaf } from '../xml/xml-element.ts';

/** What fields of plugins do not say. */
const switchesOf = (field: FormElement) => ({
  use_it: field.useIt,
  required: field.required,
  notifications: field.notifications,
  scope: field.scope,
});

const writeFormElement = (field: FormElement): string =>
  element(
    field.origin === 'core' ? 'formElement' : 'externalField',
    {
      type: field.type,
      ID: field.ref,
      rank: field.rank,
      ...(field.origin === 'core' ? switchesOf(field) : {}),
    },
    [
      leaf('name', field.name),
      leaf('label', field.label),
      optionalLeaf('description', field.description),
      Object.keys(field.properties).length === 0 ? undefined : element('properties', field.properties),
      field.bind === undefined ? undefined : writeBind(field.bind),
      field.children.length === 0 ? undefined : writeFormElements(field.children),
    ],
  );

/** `<formElements>` with the whole tree. */
export const writeFormElements = (fields: readonly FormElement[]): string =>
  element('formElements', {}, fields.map(writeFormElement));
