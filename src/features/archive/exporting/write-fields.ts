// Writes the form elements of a tracker.
import type { BindDecorator, BindItem, ElementBind, FormElement } from '../model/field-model.ts';
import { writeUserReference } from '../model/user-reference.ts';
import { element, leaf, optionalLeaf, optionalList, reference } from '../xml/xml-element.ts';

const writeItem = ({ ref, label, description, isHidden }: BindItem): string =>
  element('item', { ID: ref, label, is_hidden: isHidden ? true : undefined }, [
    optionalLeaf('description', description),
  ]);

function writeDecorator({ ref, tlpColor, rgb }: BindDecorator): string {
  if (rgb === undefined) return element('decorator', { REF: ref, tlp_color_name: tlpColor });
  const [r, g, b] = rgb;
  return element('decorator', { REF: ref, r, g, b });
}

const writeBind = (bind: ElementBind): string =>
  element('bind', { type: bind.kind, is_rank_alpha: bind.kind === 'static' ? bind.isRankAlpha : undefined }, [
    optionalList('items', bind.items.map(writeItem)),
    optionalList('decorators', bind.decorators.map(writeDecorator)),
    optionalList('default_values', [
      ...bind.defaultRefs.map((ref) => reference('value', ref)),
      ...bind.defaultUsers.map((user) => writeUserReference('value', user)),
    ]),
  ]);

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
