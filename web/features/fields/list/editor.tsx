// Editors of lists: radio buttons, boxes, one value to pick, or several as tags.
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, CheckboxGroup, Radio, RadioGroup } from 'react-aria-components';
import { Check } from 'lucide-react';
import { ownPath } from '../../../platform/addresses.ts';
import { t } from '../../../platform/i18n.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import type { Choice } from '../../../ui/pickers/choices.ts';
import { Below, FieldLabel } from '../../../ui/pickers/field-texts.tsx';
import { PickField, TagsField } from '../../../ui/pickers/pickers.tsx';
import ui from '../../../ui/ui.module.css';
import type { EditorProps } from '../editing.ts';
import { labelled } from '../labelled.ts';
import { choicesFor } from './choices.ts';
import { chosen, noneId } from './chosen.ts';
import type { ChosenEdit } from './chosen.ts';
import css from './list.module.css';

type ControlProps = EditorProps<ChosenEdit> & { choices: readonly Choice[] };

/** A few choices that are all to be seen. */
function RadioList({ choices, ...props }: ControlProps): ReactNode {
  const { edit, onChange, field, error } = props;
  const all = field.required ? choices : [{ id: noneId, label: t('form.none') }, ...choices];
  return (
    <RadioGroup
      className={ui.field}
      value={edit.ids[0] ?? noneId}
      onChange={(id) => onChange(chosen(id === noneId ? [] : [id]))}
      isInvalid={error !== undefined}
      isRequired={field.required}
      validationBehavior="aria"
    >
      <FieldLabel {...labelled(props)} />
      {all.map(({ id, label, picture }) => (
        <Radio key={id} value={id} className={`${ui.checkbox} ${css.radio}`}>
          <span className={css.ring} aria-hidden="true" />
          {picture !== undefined && <Avatar person={{ avatar_url: picture, display_name: label }} size={18} />}
          {label}
        </Radio>
      ))}
      <Below hint={labelled(props).hint} error={error} />
    </RadioGroup>
  );
}

function CheckboxList({ choices, ...props }: ControlProps): ReactNode {
  const { edit, onChange, field, error } = props;
  return (
    <CheckboxGroup
      className={ui.field}
      value={[...edit.ids]}
      onChange={(ids) => onChange(chosen(ids))}
      isInvalid={error !== undefined}
      isRequired={field.required}
      validationBehavior="aria"
    >
      <FieldLabel {...labelled(props)} />
      {choices.map(({ id, label, picture }) => (
        <AriaCheckbox key={id} value={id} className={ui.checkbox}>
          {({ isSelected }) => (
            <>
              <span className={ui.box} aria-hidden="true">
                {isSelected && <Check size={12} />}
              </span>
              {picture !== undefined && <Avatar person={{ avatar_url: picture, display_name: label }} size={18} />}
              {label}
            </>
          )}
        </AriaCheckbox>
      ))}
      <Below hint={labelled(props).hint} error={error} />
    </CheckboxGroup>
  );
}

/** People who were invited are no choices before they join. */
const emptyNoteFor = (choices: readonly Choice[]): string | undefined =>
  choices.some(({ picture }) => picture !== undefined) ? t('editors.nobody') : undefined;

const Picker = ({ choices, ...props }: ControlProps): ReactNode => {
  const { field, edit, onChange, form } = props;
  const allowed = form.allowedOf(field);
  return (
    <PickField
      {...labelled(props)}
      choices={choices}
      emptyNote={emptyNoteFor(choices)}
      value={edit.ids[0]}
      onChange={(id) => onChange(chosen(id === undefined ? [] : [id]))}
      isClearable={!field.required && (allowed === undefined || allowed.has(noneId))}
      placeholder={t('form.none')}
    />
  );
};

const Tags = ({ choices, ...props }: ControlProps): ReactNode => (
  <TagsField
    {...labelled(props)}
    choices={choices}
    emptyNote={emptyNoteFor(choices)}
    chosen={props.edit.ids.map((id) => choices.find((choice) => choice.id === id) ?? { id, label: id })}
    onChange={(next) => props.onChange(chosen(next.map(({ id }) => id)))}
    placeholder={t('form.none')}
  />
);

/** The editor of a list whose values are shown as a control of this kind. */
const editorWith =
  (Control: (props: ControlProps) => ReactNode) =>
  (props: EditorProps<ChosenEdit>): ReactNode => {
    const { field, form } = props;
    return (
      <Control {...props} choices={choicesFor(field, form.valueOf(field.field_id), form.allowedOf(field), ownPath)} />
    );
  };

export const listEditors = {
  picker: editorWith(Picker),
  radios: editorWith(RadioList),
  boxes: editorWith(CheckboxList),
  tags: editorWith(Tags),
};
